/* Whole matches: the step of the table loop. It takes an action at every table, records the hands
   that end and starts the next ones at once. */
#include <stddef.h>

#include "showdown.h"
#include "draws.h"
#include "matches.h"
#include "outcome.h"

enum { NOT_RANKED = 0xFFFF, WORD = 8, ROWS_AHEAD = 6 };

/* Copies whole words, of which a table's betting has room for some; so has the arena. Returns the
   length. */
INLINE uint16_t record_betting(rb_matches *matches, int64_t match)
{
    const rb_tables *tables = &matches->tables;
    uint16_t length = tables->hands[match].betting_length;
    const uint8_t *betting = tables->betting + match * tables->game.betting_width;
    uint8_t *copy = matches->arena + matches->arena_used;

    for (int i = 0; i < length; i += WORD) memcpy(copy + i, betting + i, WORD);
    matches->arena_used += length;
    return length;
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

/* The record of the hand that a match is at. */
INLINE int64_t *record_of(const rb_matches *matches, int64_t match, const int player_count)
{
    int64_t place = match * matches->hand_count + matches->hand_index[match];

    return matches->records + place * (PAYOFFS + player_count);
}

/* Asks for what the hand wants from afar where it ends: its ranks, and room for its record. Asked
   for when it starts they would be far again by then, where many tables move in between. */
INLINE void foresee_end(const rb_matches *matches, int64_t match, const int player_count)
{
    __builtin_prefetch(matches->ranks + matches->tables.card_row[match] * player_count, 1);
    __builtin_prefetch(record_of(matches, match, player_count), 1);
}

/* Asks for the cards that the next list shows. */
INLINE void foresee_cards(const rb_tables *tables, int64_t match)
{
    __builtin_prefetch(tables->cards + tables->card_row[match] * tables->game.cards_per_hand);
}

INLINE void record_hand(rb_matches *matches, int64_t match, const int player_count)
{
    const rb_tables *tables = &matches->tables;
    const rb_hand *hand = tables->hands + match;
    const uint8_t *seats = tables->seats + match * player_count;
    const uint16_t *ranks = matches->ranks + tables->card_row[match] * player_count;
    int64_t *record = record_of(matches, match, player_count), payoffs[MOST_PLAYERS];
    uint32_t live = hand->live, outcome = ENDED | (uint32_t)hand->round_index << ROUND_SHIFT;

    if (are_several(live)) {
        outcome |= SHOWDOWN;
        ranks = ranks_of_deal(matches, tables->card_row[match], live, player_count);
    }
    settle(tables->spent + match * player_count, live, ranks, payoffs, player_count);
    for (int i = 0; i < player_count; i++) {
        record[PAYOFFS + seats[i]] = payoffs[i];
        outcome |= (~live >> i & 1) << seats[i];
    }
    record[BETTING_START] = matches->arena_used;
    record[LENGTH_AND_OUTCOME] = record_betting(matches, match) | (int64_t)outcome << LENGTH_BITS;
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
        foresee_cards(&matches->tables, match);
        is_done = start_hand(&matches->tables, match, player_count);
    }
}

/* Notes who has the next turn, for the list of what is pending. */
INLINE void note_turn(const rb_matches *matches, int64_t match, const int player_count)
{
    const rb_tables *tables = &matches->tables;
    const rb_hand *hand = tables->hands + match;
    rb_turn turn = {.controller = -1,
                    .hand_index = matches->hand_index[match],
                    .action_count = hand->action_count,
                    .position = hand->acting_position,
                    .legal_kinds = hand->legal_kinds};

    if (!hand->is_done) {
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

INLINE int64_t step(rb_matches *matches, rb_actions *actions, const int player_count,
                    const bool is_limit)
{
    const rb_tables *tables = &matches->tables;
    const rb_actions given = *actions;
    int64_t ended_count = 0, fault_count = 0;

    for (int64_t i = 0; i < given.count; i++) {
        int64_t match = given.rows[i];
        if (i + ROWS_AHEAD < given.count)
            foresee_end(matches, given.rows[i + ROWS_AHEAD], player_count);
        action wanted = {.kind = given.kinds[i], .amount = is_limit ? 0 : given.amounts[i]};
        if (tables->hands[match].is_done) break;
        given.faults[i] = mend(tables, match, &wanted, player_count, is_limit);
        fault_count += given.faults[i] != NO_FAULT;
        if (take_action(tables, match, wanted, player_count, is_limit)) {
            given.ended_matches[ended_count] = (int32_t)match;
            given.ended_hands[ended_count++] = matches->hand_index[match];
            end_hand(matches, match, player_count);
        }
        note_turn(matches, match, player_count);
    }
    actions->ended_count = ended_count;
    return fault_count;
}

int64_t rb_step_matches(rb_matches *matches, rb_actions *actions)
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

int64_t rb_step_pending(rb_matches *matches, rb_pending *pending, int64_t place, int64_t count,
                        const uint8_t *kinds, const int64_t *amounts)
{
    int64_t first = place * matches->match_count;
    rb_actions actions = {.count = count, .rows = pending->tables + first,
                          .kinds = kinds, .amounts = amounts,
                          .faults = pending->faults + first,
                          .ended_matches = pending->ended_matches + first,
                          .ended_hands = pending->ended_hands + first};
    int64_t fault_count = rb_step_matches(matches, &actions);

    pending->ended_count = actions.ended_count;
    return fault_count;
}

/* Counts the rows of each controller, and turns the counts into where their rows begin. */
static void begin_groups(const rb_matches *matches, int64_t *offsets)
{
    int64_t controller_count = matches->controller_count;

    memset(offsets, 0, (size_t)(controller_count + 1) * sizeof *offsets);
    for (int64_t i = 0; i < matches->match_count; i++)
        if (matches->turns[i].controller >= 0) offsets[matches->turns[i].controller + 1]++;
    for (int64_t i = 0; i < controller_count; i++) offsets[i + 1] += offsets[i];
}

INLINE void list_pending(const rb_matches *matches, const rb_pending *pending, int64_t place,
                         const int hole_count)
{
    const rb_pending list = *pending;
    const rb_tables *tables = &matches->tables;
    int64_t controller_count = matches->controller_count, match_count = matches->match_count;
    int64_t *offsets = list.offsets + place * (controller_count + 1);

    begin_groups(matches, offsets);
    for (int64_t i = 0; i < match_count; i++) {
        rb_turn turn = matches->turns[i];
        if (turn.controller < 0) continue;
        int64_t row = place * match_count + offsets[turn.controller]++;
        const uint8_t *held = tables->cards + tables->card_row[i] * tables->game.cards_per_hand;
        list.tables[row] = (int32_t)i;
        list.seats[row] = turn.seat;
        list.positions[row] = turn.position;
        list.legal_kinds[row] = turn.legal_kinds;
        list.hand_indexes[row] = turn.hand_index;
        list.action_counts[row] = turn.action_count;
        for (int j = 0; j < hole_count; j++)
            list.hole_cards[row * hole_count + j] = held[turn.position * hole_count + j];
    }
    memmove(offsets + 1, offsets, (size_t)controller_count * sizeof *offsets);
    offsets[0] = 0;
}

void rb_list_pending(const rb_matches *matches, const rb_pending *pending, int64_t place)
{
    int hole_count = matches->tables.game.hole_card_count;

    switch (hole_count) {
    case 1: list_pending(matches, pending, place, 1); break;
    case 2: list_pending(matches, pending, place, 2); break;
    default: list_pending(matches, pending, place, hole_count);
    }
}

void rb_copy_bettings(const rb_matches *matches, const int64_t *hands, int64_t hand_count,
                      uint8_t *text)
{
    int64_t width = PAYOFFS + matches->tables.game.player_count;

    for (int64_t i = 0; i < hand_count; i++) {
        const int64_t *record = matches->records + (hands ? hands[i] : i) * width;
        int64_t length = record[LENGTH_AND_OUTCOME] & LENGTH_MASK;
        memcpy(text, matches->arena + record[BETTING_START], (size_t)length);
        text += length;
    }
}
