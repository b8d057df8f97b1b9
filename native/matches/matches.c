/* Whole matches: the step of the table loop. It takes an action at every table, records the hands
   that end and starts the next ones at once. */
#include <stddef.h>

#include "card_steps.h"
#include "deal.h"
#include "seat_order.h"
#include "showdown.h"
#include "draws.h"
#include "matches.h"
#include "session.h"
#include "rounds.h"

enum { WORD = 8, ENDS_AHEAD = 8 };

/* Controllers from one on, so many. */
typedef struct {
    int32_t first;
    uint32_t count;
} controller_range;

/* Copies whole words, of which a table's betting and the log have room for some; returns how many. */
INLINE int64_t record_betting(const rb_tables *tables, int64_t match, uint16_t length,
                              int64_t *record)
{
    const uint8_t *betting = tables->betting + match * tables->game.betting_width;
    int64_t count = (length + WORD - 1) / WORD;

    for (int64_t i = 0; i < count; i++) memcpy(record + i, betting + i * WORD, WORD);
    return count;
}

/* Ranks by position at the showdown, kept with the deal since other matches play it too. */
INLINE const uint16_t *ranks_of_deal(const rb_matches *matches, int64_t match, uint32_t live,
                                     const int player_count)
{
    const rb_tables *tables = &matches->tables;
    const uint8_t *cards = tables->cards + match * tables->game.cards_per_hand;
    uint16_t *ranks = matches->ranks + matches->deal_row[match] * player_count;

    for (int i = 0; i < player_count; i++)
        if (live >> i & 1 && ranks[i] == NOT_RANKED)
            ranks[i] = rb_rank_position(&tables->game, cards, i, 0);
    return ranks;
}

/* Payoffs at the showdown of a game whose ranks are not kept: cards have changed hands, or several
   rankings share the pot. */
static void settle_steps(const rb_tables *tables, int64_t match, uint32_t live, uint16_t *ranks,
                         int64_t *payoffs)
{
    const rb_game *game = &tables->game;

    rb_rank_live(game, tables->cards + match * game->cards_per_hand, live, ranks);
    rb_settle_parts(game, tables->spent + match * game->player_count, live, ranks, payoffs);
}

/* Fetches ahead what is not in the cache where a hand has ended: its ranks at a showdown, and the next deal. */
INLINE void prefetch_end(const rb_matches *matches, int64_t match, const int player_count)
{
    const rb_hand *hand = matches->tables.hands + match;
    int64_t row = matches->deal_row[match];
    const void *ranks = matches->ranks + row * player_count;

    __builtin_prefetch(are_several(hand->live) ? ranks : hand, 1);
    __builtin_prefetch(matches->deals + (row + 1) * matches->tables.game.cards_per_hand);
}

INLINE void record_hand(rb_matches *matches, int64_t match, const int player_count,
                        const int loop, const bool is_session)
{
    const rb_tables *tables = &matches->tables;
    const rb_hand *hand = tables->hands + match;
    const uint8_t *seats = tables->seats + match * player_count;
    const uint16_t *ranks = NULL;
    uint16_t own_ranks[2 * MOST_PLAYERS];
    int64_t *record = matches->log + matches->log_used, payoffs[MOST_PLAYERS];
    uint32_t live = hand->live, outcome = ENDED | (uint32_t)hand->round_index << ROUND_SHIFT;

    if (are_several(live)) outcome |= SHOWDOWN;
    if (loop == STEPS_LOOP && are_several(live) &&
        (tables->game.has_card_rounds || tables->game.ranking_count > 1)) {
        settle_steps(tables, match, live, own_ranks, payoffs);
        ranks = own_ranks;
    } else {
        if (are_several(live)) ranks = ranks_of_deal(matches, match, live, player_count);
        settle(tables->spent + match * player_count, live, ranks, payoffs, player_count);
    }
    if (loop == STEPS_LOOP && tables->game.has_dead)
        rb_pay_dead(&tables->game, tables->dead + match * player_count, live, ranks, payoffs);
    if (is_session) pay_whole_chips(matches, match, payoffs, player_count);
    for (int i = 0; i < player_count; i++) {
        record[PAYOFFS + seats[i]] = payoffs[i];
        outcome |= (~live >> i & 1) << seats[i];
    }
    record[PLACE] = match << HAND_BITS | matches->hand_index[match];
    record[LENGTH_AND_OUTCOME] = hand->betting_length | (int64_t)outcome << LENGTH_BITS;
    record += PAYOFFS + player_count;
    if (is_session) record += record_setup(matches, match, record, player_count);
    record += record_betting(tables, match, hand->betting_length, record);
    matches->log_used = record - matches->log;
    matches->betting_length += hand->betting_length;
}

/* Copies a few bytes without a call: two words that may overlap do for most deals. */
INLINE void copy_cards(uint8_t *to, const uint8_t *from, int count)
{
    if (count < WORD || count > 2 * WORD) {
        for (int i = 0; i < count; i++) to[i] = from[i];
        return;
    }
    memcpy(to, from, WORD);
    memcpy(to + count - WORD, from + count - WORD, WORD);
}

/* Lays the cards of the match's deal on its table. */
INLINE void lay_deal(const rb_matches *matches, int64_t match)
{
    int count = matches->tables.game.cards_per_hand;
    const uint8_t *deal = matches->deals + matches->deal_row[match] * count;

    copy_cards(matches->tables.cards + match * count, deal, count);
}

/* Lays the next deal, and seats the players for it. */
INLINE void set_up_next(const rb_matches *matches, int64_t match, const int player_count)
{
    const uint8_t *seats = seats_in(&matches->seat_order, matches->hand_index[match], player_count);

    matches->deal_row[match]++;
    lay_deal(matches, match);
    memcpy(matches->tables.seats + match * player_count, seats, (size_t)player_count);
}

/* Goes on to the next hand of a session, unless the match is over or has to wait. */
static void begin_session_hand(rb_matches *matches, int64_t match, const int player_count,
                               const int loop)
{
    rb_session *session = &matches->session;
    uint8_t wait = NOT_WAITING;

    if (matches->hand_index[match] + 1 == matches->dealt_count) {
        wait = FOR_DEAL;
    } else {
        matches->hand_index[match]++;
        matches->deal_row[match] = row_of_deal(matches, match);
        lay_deal(matches, match);
        set_up_hand(matches, match, player_count);
        if (start_hand(&matches->tables, match, player_count, loop)) wait = FOR_RECORD;
    }
    session->waits[match] = wait;
    session->waiting_count += wait != NOT_WAITING;
}

/* Records the hand of a session that is done, and goes on. */
static void end_session_hand(rb_matches *matches, int64_t match, const int player_count,
                             const int loop)
{
    const int64_t *record = matches->log + matches->log_used;

    record_hand(matches, match, player_count, loop, true);
    matches->session.ended_counts[match]++;
    if (matches->session.rule == ROUNDS) {
        end_hand_of_round(matches, match, record + PAYOFFS, player_count);
        return;
    }
    bool goes_on = carry_chips(&matches->tables, match, record + PAYOFFS, player_count);
    if (!goes_on || matches->hand_index[match] + 1 == matches->hand_count)
        matches->playing_count--;
    else
        begin_session_hand(matches, match, player_count, loop);
}

/* Starts the next hand, of stacks and blinds as in the first: where somebody acts, as a copy. */
INLINE bool start_again(const rb_matches *matches, int64_t match, const int player_count,
                        const int loop)
{
    const rb_tables *tables = &matches->tables;

    if (loop == STEPS_LOOP || matches->first_hand.is_done)
        return start_hand(tables, match, player_count, loop);
    tables->hands[match] = matches->first_hand;
    memcpy(tables->spent + match * player_count, matches->first_spent,
           (size_t)player_count * sizeof *tables->spent);
    return false;
}

/* Keeps how the first hand starts. */
static void keep_first_hand(rb_matches *matches)
{
    const rb_tables *tables = &matches->tables;
    int player_count = tables->game.player_count;

    (void)start_hand(tables, 0, player_count, tables->game.loop);
    matches->first_hand = *tables->hands;
    memcpy(matches->first_spent, tables->spent, (size_t)player_count * sizeof *tables->spent);
}

/* Records the hand that is done and those after it that nobody can act in. */
INLINE void end_hand(rb_matches *matches, int64_t match, const int player_count, const int loop)
{
    bool is_done = true;

    if (matches->session.rule != RESET) {
        end_session_hand(matches, match, player_count, loop);
        return;
    }
    while (is_done) {
        record_hand(matches, match, player_count, loop, false);
        if (matches->hand_index[match] + 1 == matches->hand_count) {
            matches->playing_count--;
            return;
        }
        matches->hand_index[match]++;
        set_up_next(matches, match, player_count);
        is_done = start_again(matches, match, player_count, loop);
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
    int player_count = matches->tables.game.player_count, loop = matches->tables.game.loop;

    if (matches->session.rule == RESET && loop != STEPS_LOOP) keep_first_hand(matches);
    for (int64_t match = 0; match < matches->match_count; match++) {
        lay_deal(matches, match);
        if (matches->session.rule != RESET) post_blinds(matches, match, 0, player_count);
        if (start_hand(&matches->tables, match, player_count, loop))
            end_hand(matches, match, player_count, loop);
        note_turn(matches, match, player_count);
    }
}

void rb_resume_matches(rb_matches *matches)
{
    int player_count = matches->tables.game.player_count, loop = matches->tables.game.loop;

    for (int64_t match = 0; match < matches->match_count; match++) {
        uint8_t wait = matches->session.waits[match];
        if (wait == NOT_WAITING) continue;
        matches->session.waits[match] = NOT_WAITING;
        matches->session.waiting_count--;
        if (wait == FOR_DEAL) begin_session_hand(matches, match, player_count, loop);
        else end_session_hand(matches, match, player_count, loop);
        note_turn(matches, match, player_count);
    }
}

/* Starts a table's hand of the round; false where too few have chips. */
static bool begin_hand_of_round(rb_matches *matches, int64_t match, const int player_count,
                                const int loop)
{
    bool plays = seat_for_round(matches, match, player_count);

    if (plays) {
        matches->hand_index[match]++;
        matches->deal_row[match] = row_of_deal(matches, match);
        lay_deal(matches, match);
        if (start_hand(&matches->tables, match, player_count, loop)) {
            matches->session.waits[match] = FOR_RECORD;
            matches->session.waiting_count++;
        }
    } else {
        matches->tables.hands[match].is_done = true;
    }
    note_turn(matches, match, player_count);
    return plays;
}

void rb_begin_rounds(rb_matches *matches)
{
    int player_count = matches->tables.game.player_count, loop = matches->tables.game.loop;
    rb_rounds *rounds = &matches->rounds;

    rounds->due_count = 0;
    for (int64_t group = 0; group < rounds->group_count; group++) {
        if (rounds->is_over[group] || rounds->open_counts[group]) continue;
        int64_t end = rounds->first_tables[group + 1];
        int32_t open = 0;
        rounds->rounds[group]++;
        for (int64_t match = rounds->first_tables[group]; match < end; match++)
            if (rounds->is_open[match])
                open += begin_hand_of_round(matches, match, player_count, loop);
        rounds->open_counts[group] = open;
        rounds->due_count += !open;
    }
}

/* Acts at every table, and goes on at those whose hand it ends only then: what they need is not in
   the cache, and is fetched ahead. */
INLINE int64_t step(rb_matches *matches, rb_actions *actions, const int player_count,
                    const int loop)
{
    const rb_tables *tables = &matches->tables;
    const rb_actions given = *actions;
    const bool has_amounts = loop == STEPS_LOOP ? given.amounts != NULL : loop == NO_LIMIT_LOOP;
    int64_t ended_count = 0, fault_count = 0;

    for (int64_t i = 0; i < given.count; i++) {
        int64_t match = given.rows[i];
        action wanted = {.kind = given.kinds[i], .amount = has_amounts ? given.amounts[i] : 0};
        if (tables->hands[match].is_done) break;
        given.faults[i] = mend(tables, match, &wanted, player_count, loop);
        fault_count += given.faults[i] != NO_FAULT;
        bool is_done = take_action(tables, match, wanted, player_count, loop);
        given.ended_matches[ended_count] = (int32_t)match;
        given.ended_hands[ended_count] = matches->hand_index[match];
        ended_count += is_done;
        if (!is_done) note_turn(matches, match, player_count);
    }
    for (int64_t i = 0; i < ended_count; i++) {
        int64_t match = given.ended_matches[i];
        if (i + ENDS_AHEAD < ended_count)
            prefetch_end(matches, given.ended_matches[i + ENDS_AHEAD], player_count);
        end_hand(matches, match, player_count, loop);
        note_turn(matches, match, player_count);
    }
    actions->ended_count = ended_count;
    return fault_count;
}

int64_t rb_step_matches(rb_matches *matches, rb_actions *actions)
{
    int player_count = matches->tables.game.player_count;

    switch (matches->tables.game.loop) {
    case LIMIT_LOOP:
        switch (player_count) {
        case 2: return step(matches, actions, 2, LIMIT_LOOP);
        case 3: return step(matches, actions, 3, LIMIT_LOOP);
        case 6: return step(matches, actions, 6, LIMIT_LOOP);
        default: return step(matches, actions, player_count, LIMIT_LOOP);
        }
    case NO_LIMIT_LOOP:
        switch (player_count) {
        case 2: return step(matches, actions, 2, NO_LIMIT_LOOP);
        case 3: return step(matches, actions, 3, NO_LIMIT_LOOP);
        case 6: return step(matches, actions, 6, NO_LIMIT_LOOP);
        default: return step(matches, actions, player_count, NO_LIMIT_LOOP);
        }
    default: return step(matches, actions, player_count, STEPS_LOOP);
    }
}

int64_t rb_step_pending(rb_matches *matches, rb_pending *pending, int64_t first, int64_t count,
                        const uint8_t *kinds, const int64_t *amounts)
{
    rb_actions actions = {.count = count, .rows = pending->tables + first,
                          .kinds = kinds, .amounts = amounts,
                          .faults = pending->faults + first,
                          .ended_matches = pending->ended_matches + first,
                          .ended_hands = pending->ended_hands + first};
    int64_t fault_count = rb_step_matches(matches, &actions);

    pending->ended_count = actions.ended_count;
    return fault_count;
}

/* Whether nobody will ever act again in a match. A table waits between rounds. */
INLINE bool is_finished(const rb_matches *matches, int64_t match)
{
    if (matches->turns[match].controller >= 0) return false;
    return matches->session.rule != ROUNDS || !matches->rounds.is_open[match];
}

/* Counts the rows of each controller, turns the counts into where their rows begin, and forgets the
   matches that have finished. */
static void begin_groups(rb_matches *matches, int64_t *offsets)
{
    int64_t controller_count = matches->controller_count, unfinished = 0;

    memset(offsets, 0, (size_t)(controller_count + 1) * sizeof *offsets);
    for (int64_t i = 0; i < matches->unfinished_count; i++) {
        int32_t match = matches->unfinished[i], controller = matches->turns[match].controller;
        if (controller >= 0) offsets[controller + 1]++;
        matches->unfinished[unfinished] = match;
        unfinished += !is_finished(matches, match);
    }
    matches->unfinished_count = unfinished;
    for (int64_t i = 0; i < controller_count; i++) offsets[i + 1] += offsets[i];
}

/* Lists what waits for some controllers. */
INLINE void list_rows(const rb_matches *matches, const rb_pending *pending, int64_t *offsets,
                      int64_t first, const int hole_count, const controller_range asked,
                      const bool is_steps)
{
    const rb_pending list = *pending;
    const rb_tables *tables = &matches->tables;

    for (int64_t i = 0; i < matches->unfinished_count; i++) {
        int32_t match = matches->unfinished[i];
        rb_turn turn = matches->turns[match];
        if ((uint32_t)turn.controller - (uint32_t)asked.first >= asked.count) continue;
        int64_t row = first + offsets[turn.controller]++;
        const uint8_t *deal = tables->cards + match * tables->game.cards_per_hand;
        list.tables[row] = match;
        list.seats[row] = turn.seat;
        list.positions[row] = turn.position;
        list.legal_kinds[row] = turn.legal_kinds;
        list.hand_indexes[row] = turn.hand_index;
        list.action_counts[row] = turn.action_count;
        uint8_t *cards = list.hole_cards + row * hole_count;
        const int held = is_steps ? held_count(tables, match, turn.position) : hole_count;
        copy_held(&tables->game, deal, turn.position, held, cards, hole_count);
    }
}

INLINE void list_pending(const rb_matches *matches, const rb_pending *pending, int64_t *offsets,
                         int64_t first, const controller_range asked)
{
    int hole_count = matches->tables.game.hole_card_count;

    bool is_steps = matches->tables.game.loop == STEPS_LOOP;

    if (is_steps) switch (hole_count) {
        case 2: list_rows(matches, pending, offsets, first, 2, asked, true); break;
        case 4: list_rows(matches, pending, offsets, first, 4, asked, true); break;
        case 5: list_rows(matches, pending, offsets, first, 5, asked, true); break;
        case 7: list_rows(matches, pending, offsets, first, 7, asked, true); break;
        default: list_rows(matches, pending, offsets, first, hole_count, asked, true);
        }
    else switch (hole_count) {
        case 1: list_rows(matches, pending, offsets, first, 1, asked, false); break;
        case 2: list_rows(matches, pending, offsets, first, 2, asked, false); break;
        default: list_rows(matches, pending, offsets, first, hole_count, asked, false);
        }
}

static int64_t *offsets_of(const rb_matches *matches, const rb_pending *pending, int64_t place)
{
    return pending->offsets + place * (matches->controller_count + 1);
}

void rb_list_pending(rb_matches *matches, const rb_pending *pending, int64_t place, int64_t first)
{
    int64_t *offsets = offsets_of(matches, pending, place);

    begin_groups(matches, offsets);
    list_pending(matches, pending, offsets, first,
                 (controller_range){.first = 0, .count = INT32_MAX});
    memmove(offsets + 1, offsets, (size_t)matches->controller_count * sizeof *offsets);
    offsets[0] = 0;
}

void rb_list_fullest(rb_matches *matches, const rb_pending *pending, int64_t place, int64_t first,
                     int64_t controller_count)
{
    int64_t *offsets = offsets_of(matches, pending, place);
    int32_t from = 0, to = matches->asked_ends[0];

    begin_groups(matches, offsets);
    for (int64_t i = 1; i < matches->asked_count; i++) {
        int32_t begin = matches->asked_ends[i - 1], end = matches->asked_ends[i];
        if (end > controller_count) break;
        if (offsets[end] - offsets[begin] <= offsets[to] - offsets[from]) continue;
        from = begin;
        to = end;
    }
    const int64_t before = offsets[from];
    for (int32_t i = from; i < to; i++) offsets[i] -= before;
    list_pending(matches, pending, offsets, first,
                 (controller_range){.first = from, .count = (uint32_t)(to - from)});
    memmove(offsets + from + 1, offsets + from, (size_t)(to - from) * sizeof *offsets);
    for (int32_t i = 0; i <= from; i++) offsets[i] = 0;
    for (int64_t i = to + 1; i <= matches->controller_count; i++) offsets[i] = offsets[to];
}
