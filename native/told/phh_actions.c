/* Reads the actions of a hand in the poker hand history format, as far as they are spelt as usual. */
#include "hand.h"
#include "told_hands.h"
#include "told_text.h"

typedef struct {
    rb_told_hands *hands;
    int64_t row, per_unit;
    int32_t player_count, round_count, board_count, muck_count;
    uint8_t *mucked;
} reading;

static int take_player(piece *text, int player_count)
{
    if (!take(text, "p") || text->at == text->end || *text->at == '0') return -1;
    int64_t number = take_number(text);
    return number < 1 || number > player_count ? -1 : (int)number - 1;
}

static bool read_hole(reading *hand, int player, piece cards)
{
    char *known = hand->hands->holes + (hand->row * TOLD_PLAYERS + player) * TOLD_HOLE_LETTERS;

    if (cards.end - cards.at != TOLD_HOLE_LETTERS || memchr(cards.at, ' ', TOLD_HOLE_LETTERS)) return false;
    if (memchr(cards.at, '?', TOLD_HOLE_LETTERS)) return true;
    if (*known == '?' || !memcmp(known, cards.at, TOLD_HOLE_LETTERS)) {
        memcpy(known, cards.at, TOLD_HOLE_LETTERS);
        return true;
    }
    return false;
}

static bool add(reading *hand, int position, int kind, int64_t raise_to)
{
    rb_told_hands *hands = hand->hands;

    if (hands->action_count == hands->action_room) return false;
    hands->actions[hands->action_count++] = (rb_told_action){
        .raise_to = raise_to, .paid = -1, .raised_by = -1, .position = position, .kind = kind};
    return true;
}

static bool read_board(reading *hand, piece cards)
{
    static const int wanted[] = {3, 1, 1};
    char *board = hand->hands->boards + hand->row * TOLD_BOARD_LETTERS;

    if (hand->round_count == 3) return false;
    int count = wanted[hand->round_count++];
    if (cards.end - cards.at != 2 * count || memchr(cards.at, ' ', 2 * (size_t)count)) return false;
    memcpy(board + 2 * hand->board_count, cards.at, 2 * (size_t)count);
    hand->board_count += count;
    return add(hand, -1, TOLD_ROUND, -1);
}

static bool read_end(reading *hand, int player, piece rest)
{
    if (rest.at == rest.end) {
        if (hand->muck_count == TOLD_PLAYERS) return false;
        hand->mucked[hand->muck_count++] = (uint8_t)player;
        return true;
    }
    return take(&rest, " ") && (is_word(rest, "-") || read_hole(hand, player, rest));
}

static bool read_action(reading *hand, piece text)
{
    if (take(&text, "d db ")) return read_board(hand, text);
    bool is_dealt = take(&text, "d dh ");
    int player = take_player(&text, hand->player_count);
    if (player < 0 || !take(&text, " ")) return false;
    if (is_dealt) return read_hole(hand, player, text);
    if (is_word(text, "f")) return add(hand, player, FOLD, -1);
    if (is_word(text, "cc")) return add(hand, player, CALL, -1);
    if (take(&text, "cbr ")) {
        int64_t chips = take_amount(&text, hand->per_unit);
        return chips >= 0 && text.at == text.end && add(hand, player, RAISE, chips);
    }
    return take(&text, "sm") && read_end(hand, player, text);
}

/* Takes a string in quotes of either kind, without escapes. */
static bool take_string(piece *text, piece *inside)
{
    if (text->at == text->end || (*text->at != '\'' && *text->at != '"')) return false;
    char quote = *text->at++;
    const char *end = memchr(text->at, quote, (size_t)(text->end - text->at));
    if (!end) return false;
    *inside = (piece){text->at, end};
    text->at = end + 1;
    return !memchr(inside->at, '\\', (size_t)(end - inside->at));
}

static bool read_list(reading *hand, piece text)
{
    piece inside;

    if (!take(&text, "[")) return false;
    if (is_word(text, "]")) return true;
    do {
        take(&text, " ");
        if (!take_string(&text, &inside) || !read_action(hand, inside)) return false;
    } while (take(&text, ","));
    return is_word(text, "]");
}

int32_t rb_read_phh_actions(const char *text, int64_t length, int64_t per_unit, int32_t player_count,
                            rb_told_hands *hands, uint8_t *mucked)
{
    int64_t row = hands->hand_count, actions = hands->action_count;
    reading hand = {.hands = hands, .row = row, .per_unit = per_unit, .player_count = player_count,
                    .mucked = mucked};

    if (row == hands->hand_room) return -1;
    memset(hands->boards + row * TOLD_BOARD_LETTERS, '?', TOLD_BOARD_LETTERS);
    memset(hands->holes + row * TOLD_PLAYERS * TOLD_HOLE_LETTERS, '?', TOLD_PLAYERS * TOLD_HOLE_LETTERS);
    hands->first_actions[row] = actions;
    hands->player_counts[row] = player_count;
    if (!read_list(&hand, (piece){text, text + length})) {
        hands->action_count = actions;
        return -1;
    }
    hands->status[row] = TOLD_READ;
    hands->pots[row] = -1;
    hands->first_actions[++hands->hand_count] = hands->action_count;
    return hand.muck_count;
}
