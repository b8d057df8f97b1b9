/* Whole matches: the step of the table loop. It takes an action at every table, records the hands
   that end and starts the next ones at once. */
#include <stddef.h>

#include "showdown.h"
#include "matches.h"
#include "outcome.h"

enum { NOT_RANKED = 0xFFFF, WORD = 8 };

/* Whole words, of which a table's betting has room for some; so has the arena. */
INLINE void record_betting(rb_matches *matches, int64_t match, int64_t place)
{
    const rb_tables *tables = &matches->tables;
    uint16_t length = tables->hands[match].betting_length;
    const uint8_t *betting = tables->betting + match * tables->game.betting_width;
    uint8_t *copy = matches->arena + matches->arena_used;

    for (int i = 0; i < length; i += WORD) memcpy(copy + i, betting + i, WORD);
    matches->betting_start[place] = matches->arena_used;
    matches->betting_length[place] = length;
    matches->arena_used += length;
}

/* Ranks by position at the showdown, kept with the deal since other matches play it too. */
INLINE const uint16_t *ranks_of_deal(const rb_matches *matches, int64_t row, uint32_t live,
                                     const int player_count)
{
    const rb_game *game = &matches->tables.game;
    uint16_t *ranks = matches->ranks + row * player_count;

    for (int i = 0; i < player_count; i++)
        if (live >> i & 1 && ranks[i] == NOT_RANKED)
            ranks[i] = rb_rank_position(game, matches->tables.cards + row * game->cards_per_hand, i);
    return ranks;
}

INLINE void record_hand(rb_matches *matches, int64_t match, const int player_count)
{
    const rb_tables *tables = &matches->tables;
    const rb_hand *hand = tables->hands + match;
    const uint8_t *seats = tables->seats + match * player_count;
    const uint16_t *ranks = matches->ranks + tables->card_row[match] * player_count;
    int64_t place = match * matches->hand_count + matches->hand_index[match];
    int64_t payoffs[MOST_PLAYERS], *by_seat = matches->payoffs + place * player_count;
    uint32_t live = hand->live, outcome = ENDED | (uint32_t)hand->round_index << ROUND_SHIFT;

    if (are_several(live)) {
        outcome |= SHOWDOWN;
        ranks = ranks_of_deal(matches, tables->card_row[match], live, player_count);
    }
    settle(tables->spent + match * player_count, live, ranks, payoffs, player_count);
    for (int i = 0; i < player_count; i++) {
        by_seat[seats[i]] = payoffs[i];
        outcome |= (~live >> i & 1) << seats[i];
    }
    matches->outcome[place] = (uint16_t)outcome;
    record_betting(matches, match, place);
}

/* Lays the next deal and moves the button: every position falls to the next seat. */
INLINE void move_button(const rb_matches *matches, int64_t match, const int player_count)
{
    uint8_t *seats = matches->tables.seats + match * player_count;

    matches->tables.card_row[match]++;
    if (matches->fixed_seats) return;
    for (int i = 0; i < player_count; i++)
        seats[i] = seats[i] + 1 == player_count ? 0 : (uint8_t)(seats[i] + 1);
}

/* Records the hand that is done and those after it that nobody can act in. */
INLINE void end_hand(rb_matches *matches, int64_t match, const int player_count)
{
    bool is_done = true;

    while (is_done) {
        record_hand(matches, match, player_count);
        if (matches->hand_index[match] + 1 == matches->hand_count) {
            matches->playing_count--;
            return;
        }
        matches->hand_index[match]++;
        move_button(matches, match, player_count);
        is_done = start_hand(&matches->tables, match, player_count);
    }
}

/* Notes who has the next turn, for the list of what is pending. */
INLINE void note_turn(const rb_matches *matches, int64_t match, const int player_count)
{
    const rb_tables *tables = &matches->tables;
    const rb_hand *hand = tables->hands + match;
    rb_turn turn = {.controller = -1, .position = hand->acting_position};

    if (!hand->is_done) {
        turn.legal_kinds = hand->legal_kinds;
        turn.seat = tables->seats[match * player_count + hand->acting_position];
        turn.controller = matches->controllers[match * player_count + turn.seat];
    }
    matches->turns[match] = turn;
}

void rb_start_matches(rb_matches *matches)
{
    int player_count = matches->tables.game.player_count;

    for (int64_t match = 0; match < matches->match_count; match++) {
        if (start_hand(&matches->tables, match, player_count))
            end_hand(matches, match, player_count);
        note_turn(matches, match, player_count);
    }
}

INLINE int64_t step(rb_matches *matches, const rb_actions *actions, const int player_count,
                    const bool is_limit)
{
    const rb_tables *tables = &matches->tables;
    const rb_actions given = *actions;
    int64_t ended_count = 0, i = 0;

    for (; i < given.count; i++) {
        int64_t match = given.rows[i];
        action wanted = {.kind = given.kinds[i], .amount = is_limit ? 0 : given.amounts[i]};
        if ((uint64_t)match >= (uint64_t)matches->match_count || tables->hands[match].is_done) break;
        given.faults[i] = mend(tables, match, &wanted, player_count, is_limit);
        if (take_action(tables, match, wanted, player_count, is_limit)) {
            matches->ended_match[ended_count] = (int32_t)match;
            matches->ended_hand[ended_count++] = matches->hand_index[match];
            end_hand(matches, match, player_count);
        }
        note_turn(matches, match, player_count);
    }
    matches->ended_count = ended_count;
    return i < given.count ? i : -1;
}

int64_t rb_step_matches(rb_matches *matches, const rb_actions *actions)
{
    int player_count = matches->tables.game.player_count;

    if (matches->tables.game.is_limit) {
        switch (player_count) {
        case 2: return step(matches, actions, 2, true);
        case 3: return step(matches, actions, 3, true);
        default: return step(matches, actions, player_count, true);
        }
    }
    switch (player_count) {
    case 2: return step(matches, actions, 2, false);
    case 3: return step(matches, actions, 3, false);
    default: return step(matches, actions, player_count, false);
    }
}

void rb_list_pending(const rb_matches *matches, const rb_pending *pending)
{
    const rb_pending list = *pending;
    const rb_turn *turns = matches->turns;
    int64_t controller_count = matches->controller_count, match_count = matches->match_count;

    memset(list.offsets, 0, (size_t)(controller_count + 1) * sizeof *list.offsets);
    for (int64_t i = 0; i < match_count; i++)
        if (turns[i].controller >= 0) list.offsets[turns[i].controller + 1]++;
    for (int64_t i = 0; i < controller_count; i++) list.offsets[i + 1] += list.offsets[i];
    for (int64_t i = 0; i < match_count; i++) {
        rb_turn turn = turns[i];
        if (turn.controller < 0) continue;
        int64_t row = list.offsets[turn.controller]++;
        list.tables[row] = (int32_t)i;
        list.seats[row] = turn.seat;
        list.positions[row] = turn.position;
        list.legal_kinds[row] = turn.legal_kinds;
    }
    memmove(list.offsets + 1, list.offsets, (size_t)controller_count * sizeof *list.offsets);
    list.offsets[0] = 0;
}

void rb_copy_bettings(const rb_matches *matches, const int64_t *hands, int64_t hand_count,
                      uint8_t *text)
{
    for (int64_t i = 0; i < hand_count; i++) {
        int64_t hand = hands ? hands[i] : i;
        uint16_t length = matches->betting_length[hand];
        memcpy(text, matches->arena + matches->betting_start[hand], length);
        text += length;
    }
}
