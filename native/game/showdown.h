/* The end of a hand: who holds what, and how the pots are split. */
#ifndef RAILBIRD_SHOWDOWN_H
#define RAILBIRD_SHOWDOWN_H

#include "hand.h"

static const int64_t UNITS_OVER[MOST_PLAYERS + 1] = {
    0, 2520, 1260, 840, 630, 504, 420, 360, 315, 280, 252,
};

/* The rank of a position by one of the game's rankings, from a row of known cards. */
uint16_t rb_rank_position(const rb_game *game, const uint8_t *cards, int position, int ranking);

/* The ranks of those that are live, [ranking][N]. */
void rb_rank_live(const rb_game *game, const uint8_t *cards, uint32_t live, uint16_t *ranks);

/* rb_settle for a game of several rankings, each of which takes an equal part of a pot; `ranks` are
   [ranking][N]. A ranking that nobody qualifies for leaves its part to the first. */
void rb_settle_parts(const rb_game *game, const int64_t *spent, uint32_t live, const uint16_t *ranks,
                     int64_t *payoffs);

/* Adds to payoffs what becomes of dead chips, [N]: who posted them lost them, and the best of `live`
   have them. `ranks` are [ranking][N], and not read where one position is live alone. */
void rb_pay_dead(const rb_game *game, const int64_t *dead, uint32_t live, const uint16_t *ranks,
                 int64_t *payoffs);

/* Adds to payoffs the pots, layer by layer of equal spending. */
void rb_pay_layers(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
                   int64_t *payoffs);

/* Adds to payoffs an equal share for everybody of `live` with the highest rank. */
INLINE void pay_best(int64_t chips, uint32_t live, const uint16_t *ranks, int64_t *payoffs,
                     const int player_count)
{
    int highest = -1, winner_count = 0;

    for (int i = 0; i < player_count; i++) {
        int rank = live >> i & 1 ? ranks[i] : -1;
        winner_count = rank > highest ? 1 : winner_count + (rank == highest);
        if (rank > highest) highest = rank;
    }
    int64_t share = chips * UNITS_OVER[winner_count];
    for (int i = 0; i < player_count; i++)
        payoffs[i] += (live >> i & 1) && ranks[i] == highest ? share : 0;
}

/* rb_settle, inlined. */
INLINE void settle(const int64_t *spent, uint32_t live, const uint16_t *ranks, int64_t *payoffs,
                   const int player_count)
{
    int64_t pot = 0, most = 0, least_live = INT64_MAX;

    for (int i = 0; i < player_count; i++) {
        payoffs[i] = -spent[i] * PAYOFF_UNIT;
        pot += spent[i];
        if (spent[i] > most) most = spent[i];
        if (live >> i & 1 && spent[i] < least_live) least_live = spent[i];
    }
    if (live && !are_several(live)) payoffs[__builtin_ctz(live)] += pot * PAYOFF_UNIT;
    else if (least_live == most) pay_best(pot, live, ranks, payoffs, player_count);
    else rb_pay_layers(spent, live, ranks, player_count, payoffs);
}

#endif
