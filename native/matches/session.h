/* Hands of a session: who still plays, in which position, with which chips and blinds. Included after
   matches.h. */
#ifndef RAILBIRD_SESSION_H
#define RAILBIRD_SESSION_H

#include "hand.h"

/* How the level and the round stand in one word, and two players in one. */
enum { ROUND_OF_HANDS_SHIFT = 32, PLAYER_SHIFT = 32, PLAYERS_IN_WORD = 2 };

/* Rounds what everybody wins down to whole chips. The chips left over go to those whose part was
   rounded, one each, in order from the left of the button. */
INLINE void pay_whole_chips(const rb_matches *matches, int64_t match, int64_t *payoffs,
                            const int player_count)
{
    const rb_session *session = &matches->session;
    int64_t left = 0;
    uint32_t rounded = 0;

    for (int i = 0; i < player_count; i++) {
        int64_t part = payoffs[i] % PAYOFF_UNIT;
        if (!part) continue;
        if (part < 0) part += PAYOFF_UNIT;
        payoffs[i] -= part;
        left += part;
        rounded |= 1u << i;
    }
    if (!left) return;
    int next = is_heads_up(&matches->tables, match, player_count) ? session->first_odd_heads_up
                                                                   : session->first_odd;
    for (; left; left -= PAYOFF_UNIT) {
        next = next_of(rounded, next);
        rounded &= ~(1u << next);
        payoffs[next] += PAYOFF_UNIT;
    }
}

/* Writes the level and the round of a table's hand, and the players by seat. */
INLINE void record_players(const rb_matches *matches, int64_t match, int64_t *words,
                           const int player_count)
{
    const int32_t *players = matches->rounds.players + match * player_count;

    *words++ = matches->session.levels[match] |
               (int64_t)matches->rounds.table_rounds[match] << ROUND_OF_HANDS_SHIFT;
    for (int i = 0; i < player_count; i += PLAYERS_IN_WORD) {
        int32_t next = i + 1 < player_count ? players[i + 1] : NO_PLAYER;
        *words++ = (uint32_t)players[i] | (int64_t)((uint64_t)(uint32_t)next << PLAYER_SHIFT);
    }
}

/* Writes what a hand started from; returns how many words. */
INLINE int record_setup(const rb_matches *matches, int64_t match, int64_t *words,
                        const int player_count)
{
    const rb_tables *tables = &matches->tables;
    const uint8_t *seats = tables->seats + match * player_count;
    int32_t rule = matches->session.rule;

    words[0] = 0;
    for (int i = 0; i < player_count; i++) {
        words[0] |= (int64_t)seats[i] << i * SEAT_SHIFT;
        words[1 + seats[i]] = tables->stacks[match * player_count + i];
    }
    if (rule == ROUNDS) record_players(matches, match, words + 1 + player_count, player_count);
    return rb_count_setup_words(rule, player_count);
}

/* The row of the deal of the hand that a match is at. */
INLINE int64_t row_of_deal(const rb_matches *matches, int64_t match)
{
    const rb_session *session = &matches->session;
    int64_t hand = matches->hand_index[match], block = hand >> BLOCK_BITS;

    return session->block_rows[block * session->deck_count + session->decks[match]] +
           (hand - (block << BLOCK_BITS));
}

/* Lays down the blinds and the ante that are due in the level of a hand, or of a round of hands. */
INLINE void post_blinds(const rb_matches *matches, int64_t match, int32_t hand,
                        const int player_count)
{
    const rb_session *session = &matches->session;
    int32_t *level = session->levels + match;
    int64_t first = match * player_count;

    while (*level + 1 < session->level_count && hand >= session->level_ends[*level]) ++*level;
    const int64_t *blinds = session->level_blinds + *level * (int64_t)player_count;
    for (int i = 0; i < player_count; i++)
        matches->tables.blinds[first + i] = matches->tables.stacks[first + i] ? blinds[i] : 0;
    matches->tables.antes[match] = session->level_antes[*level];
}

/* Makes the stacks of the hand that is done, which lie by position, those after it; false where fewer
   than two players have chips. `payoffs` are by seat. */
INLINE bool carry_chips(const rb_tables *tables, int64_t match, const int64_t *payoffs,
                        const int player_count)
{
    const uint8_t *seats = tables->seats + match * player_count;
    int64_t *stacks = tables->stacks + match * player_count;
    int live_count = 0;

    for (int i = 0; i < player_count; i++) {
        stacks[i] += payoffs[seats[i]] / PAYOFF_UNIT;
        live_count += stacks[i] > 0;
    }
    return live_count > 1;
}

/* The seat of the next big blind, where the seats `live` have chips. */
INLINE int next_big_blind(const rb_session *session, int64_t match, uint32_t live)
{
    const int latest = session->big_blind_seats[match], live_count = __builtin_popcount(live);
    if (session->late_blinds != MOVING_BUTTON) return next_of(live, latest + 1);
    int seat = next_of(live, session->button_seats[match] + 1);

    if (live_count == 2) {
        seat = next_of(live, seat + 1);
        return seat == latest ? next_of(live, seat + 1) : seat;
    }
    for (int i = 0; i <= session->big_blind && i < live_count; i++) seat = next_of(live, seat + 1);
    return seat;
}

/* With a dead button, seats in the positions before the big blind who had it in the hands before,
   with chips or without, and returns these seats; none where two are left, or only those who post. */
INLINE uint32_t seat_before_big_blind(const rb_session *session, int64_t match, uint32_t live,
                                      uint8_t *seats)
{
    const int live_count = __builtin_popcount(live);
    uint64_t latest = session->latest_big_blinds[match];
    uint32_t before = 0;

    if (session->late_blinds != DEAD_BUTTON || live_count < 3 || live_count <= session->big_blind)
        return 0;
    for (int i = session->big_blind - 1; i >= 0; i--) {
        seats[i] = (uint8_t)(latest & SEAT_MASK);
        before |= 1u << seats[i];
        latest >>= SEAT_SHIFT;
    }
    return before;
}

/* Moves the big blind, and the button to the next of those left: heads-up who has not the big blind. */
INLINE void move_button(const rb_session *session, int64_t match, uint32_t live, int big_blind)
{
    uint8_t *button = session->button_seats + match;
    uint64_t *latest = session->latest_big_blinds + match;

    *button = next_of(live, __builtin_popcount(live) > 2 ? *button + 1 : big_blind + 1);
    *latest = *latest << SEAT_SHIFT | (uint64_t)big_blind;
    session->big_blind_seats[match] = (uint8_t)big_blind;
}

/* Seats who has chips in the positions from 0 on, in the order of the seats, and the others behind
   them; with a dead button, in the positions from the big blind on, behind those who had it before. */
INLINE void seat_players(const rb_matches *matches, int64_t match, const int player_count)
{
    const rb_session *session = &matches->session;
    uint8_t *seats = matches->tables.seats + match * player_count;
    int64_t *stacks = matches->tables.stacks + match * player_count, chips[MOST_PLAYERS];
    uint32_t live = 0;

    for (int i = 0; i < player_count; i++) {
        chips[seats[i]] = stacks[i];
        live |= (uint32_t)(stacks[i] > 0) << seats[i];
    }
    const int live_count = __builtin_popcount(live);
    int position = session->big_blind < live_count ? session->big_blind : live_count - 1;
    int seat = next_big_blind(session, match, live);
    const uint32_t before = seat_before_big_blind(session, match, live, seats), left = live & ~before;
    const int left_count = __builtin_popcount(left);
    move_button(session, match, live, seat);
    for (int i = 0; i < left_count; i++) {
        seats[position] = (uint8_t)seat;
        position = !before && position + 1 == live_count ? 0 : position + 1;
        seat = next_of(left, seat + 1);
    }
    position = before ? session->big_blind + left_count : live_count;
    for (seat = 0; position < player_count; seat++)
        if (!((live | before) >> seat & 1)) seats[position++] = (uint8_t)seat;
    for (int i = 0; i < player_count; i++) stacks[i] = chips[seats[i]];
}

/* Sets the next hand up. */
INLINE void set_up_hand(const rb_matches *matches, int64_t match, const int player_count)
{
    seat_players(matches, match, player_count);
    post_blinds(matches, match, matches->hand_index[match], player_count);
}

#endif
