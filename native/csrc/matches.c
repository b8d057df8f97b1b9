/* Whole matches: the step of the table loop. It takes an action at every table, records the hands
   that end and starts the next ones at once. */
#include <stddef.h>

#include "hand.h"
#include "matches.h"

enum { ROUND_SHIFT = 10, SHOWDOWN = 1 << 14, ENDED = 1 << 15 };

static void record_betting(rb_matches *matches, int64_t match, int64_t place)
{
    const rb_tables *tables = &matches->tables;
    uint16_t length = tables->betting_length[match];
    const uint8_t *betting = tables->betting + match * tables->game.betting_width;

    memcpy(matches->arena + matches->arena_used, betting, length);
    matches->betting_start[place] = matches->arena_used;
    matches->betting_length[place] = length;
    matches->arena_used += length;
}

INLINE void record_hand(rb_matches *matches, int64_t match, const int player_count)
{
    const rb_tables *tables = &matches->tables;
    const rb_game *game = &tables->game;
    const uint8_t *seats = tables->seats + match * player_count;
    int64_t place = match * matches->hand_count + matches->hand_index[match];
    int64_t payoffs[MOST_PLAYERS], *by_seat = matches->payoffs + place * player_count;
    uint16_t ranks[MOST_PLAYERS];
    uint32_t live = tables->live[match], outcome = ENDED;

    outcome |= (uint32_t)tables->round_index[match] << ROUND_SHIFT;
    if (live & (live - 1)) {
        outcome |= SHOWDOWN;
        rb_rank_live(game, tables->cards + tables->card_row[match] * game->cards_per_hand, live, ranks);
    }
    rb_settle(tables->spent + match * player_count, live, ranks, player_count, payoffs);
    for (int i = 0; i < player_count; i++) {
        by_seat[seats[i]] = payoffs[i];
        outcome |= (~live >> i & 1) << seats[i];
    }
    matches->outcome[place] = (uint16_t)outcome;
    record_betting(matches, match, place);
}

/* Lays the next deal and moves the button: every position falls to the next seat. */
INLINE void move_button(const rb_tables *tables, int64_t match, const int player_count)
{
    uint8_t *seats = tables->seats + match * player_count;

    tables->card_row[match]++;
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
        move_button(&matches->tables, match, player_count);
        is_done = start_hand(&matches->tables, match, player_count);
    }
}

INLINE void note_controller(const rb_matches *matches, int64_t match, const int player_count)
{
    const rb_tables *tables = &matches->tables;
    uint32_t acting = tables->acting_position[match];
    int32_t controller = -1;

    if (acting != NOBODY) {
        int64_t seat = tables->seats[match * player_count + acting];
        controller = matches->controllers[match * player_count + seat];
    }
    matches->acting_controller[match] = controller;
}

void rb_start_matches(rb_matches *matches)
{
    int player_count = matches->tables.game.player_count;

    for (int64_t match = 0; match < matches->match_count; match++) {
        if (start_hand(&matches->tables, match, player_count))
            end_hand(matches, match, player_count);
        note_controller(matches, match, player_count);
    }
}

INLINE int64_t step(rb_matches *matches, const rb_actions *actions, const int player_count,
                    const bool is_limit)
{
    const rb_tables *tables = &matches->tables;

    matches->ended_count = 0;
    for (int64_t i = 0; i < actions->count; i++) {
        int64_t match = actions->rows[i];
        action wanted = {.kind = actions->kinds[i], .amount = is_limit ? 0 : actions->amounts[i]};
        if ((uint64_t)match >= (uint64_t)matches->match_count || tables->is_done[match]) return i;
        actions->faults[i] = mend(tables, match, &wanted, player_count, is_limit);
        if (take_action(tables, match, wanted, player_count, is_limit)) {
            matches->ended_match[matches->ended_count] = (int32_t)match;
            matches->ended_hand[matches->ended_count++] = matches->hand_index[match];
            end_hand(matches, match, player_count);
        }
        note_controller(matches, match, player_count);
    }
    return -1;
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

void rb_list_pending(const rb_matches *matches, int32_t *tables, uint8_t *seats, uint8_t *positions,
                     int64_t *offsets)
{
    const rb_tables *state = &matches->tables;
    int64_t controller_count = matches->controller_count, player_count = state->game.player_count;

    memset(offsets, 0, (size_t)(controller_count + 1) * sizeof *offsets);
    for (int64_t i = 0; i < matches->match_count; i++)
        if (matches->acting_controller[i] >= 0) offsets[matches->acting_controller[i] + 1]++;
    for (int64_t i = 0; i < controller_count; i++) offsets[i + 1] += offsets[i];
    for (int64_t i = 0; i < matches->match_count; i++) {
        if (matches->acting_controller[i] < 0) continue;
        int64_t row = offsets[matches->acting_controller[i]]++;
        tables[row] = (int32_t)i;
        positions[row] = state->acting_position[i];
        seats[row] = state->seats[i * player_count + positions[row]];
    }
    memmove(offsets + 1, offsets, (size_t)controller_count * sizeof *offsets);
    offsets[0] = 0;
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
