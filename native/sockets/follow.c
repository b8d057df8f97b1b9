/* Follows a hand from what a seat is told: the inverse of state_text.c. */
#include "deal.h"
#include "seat_order.h"
#include "follow.h"

enum { MOST_DIGITS = 9, LINE_CARDS = 64 };

typedef struct {
    const char *next, *end;
} reader;

typedef struct {
    const char *betting;
    int64_t betting_length;
    int32_t position, hand_index;
    uint8_t cards[LINE_CARDS];
} seen_state;

static bool skip(reader *from, char sign)
{
    if (from->next == from->end || *from->next != sign) return false;
    from->next++;
    return true;
}

static bool read_number(reader *from, int32_t *number)
{
    const char *start = from->next;

    *number = 0;
    while (from->next < from->end && *from->next >= '0' && *from->next <= '9') {
        if (from->next - start == MOST_DIGITS) return false;
        *number = *number * 10 + (*from->next++ - '0');
    }
    return from->next > start && skip(from, ':');
}

static int rank_of(char letter)
{
    switch (letter) {
    case 'T': return 8;
    case 'J': return 9;
    case 'Q': return 10;
    case 'K': return 11;
    case 'A': return 12;
    default: return letter >= '2' && letter <= '9' ? letter - '2' : -1;
    }
}

static int suit_of(char letter)
{
    switch (letter) {
    case 'c': return 0;
    case 'd': return 1;
    case 'h': return 2;
    case 's': return 3;
    default: return -1;
    }
}

/* Reads so many cards as there are, at most `most`, into their slots; returns how many. */
static int read_cards(reader *from, uint8_t *cards, const uint8_t *slots, int most)
{
    int count = 0;

    for (; count < most && from->end - from->next >= 2; from->next += 2) {
        int rank = rank_of(from->next[0]), suit = suit_of(from->next[1]);
        if (rank < 0 || suit < 0) break;
        cards[slots[count++]] = (uint8_t)(rank * 4 + suit);
    }
    return count;
}

/* A section of hole cards is empty or whole; a seat is shown its own. */
static bool read_holes(const rb_game *game, reader *from, uint8_t *cards)
{
    for (int i = 0; i < game->player_count; i++) {
        int count = read_cards(from, cards, game->hole_slots[i], game->hole_card_count);
        if (count && count != game->hole_card_count) return false;
        if (i < game->player_count - 1 && !skip(from, '|')) return false;
    }
    return true;
}

static bool read_boards(const rb_game *game, reader *from, uint8_t *cards)
{
    for (int round = 1; from->next < from->end; round++) {
        int start, count;
        if (round >= game->round_count || !skip(from, ROUND_LETTER)) return false;
        start = game->board_card_end[round - 1];
        count = game->board_card_end[round] - start;
        if (read_cards(from, cards, game->board_slots + start, count) != count) return false;
    }
    return true;
}

static bool read_state(const rb_game *game, reader from, seen_state *state)
{
    static const char PREFIX[] = "MATCHSTATE:";
    int64_t prefix = sizeof PREFIX - 1;

    if (from.end - from.next < prefix || memcmp(from.next, PREFIX, (size_t)prefix)) return false;
    from.next += prefix;
    if (!read_number(&from, &state->position) || !read_number(&from, &state->hand_index) ||
        state->position >= game->player_count)
        return false;
    state->betting = from.next;
    from.next = memchr(from.next, ':', (size_t)(from.end - from.next));
    if (!from.next) return false;
    state->betting_length = from.next++ - state->betting;
    memset(state->cards, UNKNOWN_CARD, sizeof state->cards);
    return read_holes(game, &from, state->cards) &&
           read_boards(game, &from, state->cards) &&
           (!game->hole_card_count ||
            hole_card(game, state->cards, state->position, 0) != UNKNOWN_CARD) &&
           rb_check_deals(game, state->cards, 1, 1) < 0;
}

int32_t rb_followed(const rb_follower *follower)
{
    const rb_hand *hand = follower->tables->hands;

    if (follower->seat < 0) return WATCHES;
    if (hand->is_done) return IS_OVER;
    return hand->acting_position == follower->position ? ACTS : WATCHES;
}

/* The letters that are new; a hand that does not go on from the last line is begun again. */
static int64_t find_new(const rb_follower *follower, const seen_state *state)
{
    int64_t known = follower->betting_length;
    bool goes_on = known >= 0 && known <= state->betting_length &&
                   state->hand_index == *follower->hand_index &&
                   state->position == follower->position &&
                   !memcmp(state->betting, follower->betting, (size_t)known);

    return goes_on ? known : -1;
}

int32_t rb_follow(rb_follower *follower, const char *line, int64_t length)
{
    const rb_tables *tables = follower->tables;
    const rb_game *game = &tables->game;
    reader from = {.next = line, .end = line + length};
    seen_state state;
    int64_t known, place;
    const uint8_t *seats;
    int32_t seat, table = 0;

    if (game->cards_per_hand > LINE_CARDS || game->board_card_end[0] || !read_state(game, from, &state) ||
        state.betting_length > follower->betting_room)
        return NOT_TAKEN;
    seats = seats_in(&follower->seat_order, state.hand_index, game->player_count);
    seat = seats[state.position];
    if (follower->seat >= 0 && seat != follower->seat) return NOT_TAKEN;
    known = find_new(follower, &state);
    follower->betting_length = -1;
    memcpy(follower->cards, state.cards, (size_t)game->cards_per_hand);
    if (known < 0) {
        memcpy(tables->seats, seats, (size_t)game->player_count);
        rb_start_hands(tables, &table, 1);
        known = 0;
    }
    if (rb_play_betting(tables, 0, state.betting + known, state.betting_length - known, &place))
        return NOT_TAKEN;
    memcpy(follower->betting, state.betting, (size_t)state.betting_length);
    follower->betting_length = state.betting_length;
    follower->position = state.position;
    follower->seat = seat;
    *follower->hand_index = state.hand_index;
    return rb_followed(follower);
}
