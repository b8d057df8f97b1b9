/* What each position wins where the betting of a game tree ends. */
#include <stdint.h>

#include "hand.h"
#include "solver.h"

void rb_end_payoffs(const rb_game_tree *tree, int32_t end, const uint16_t *pattern, double *payoffs)
{
    int64_t units[MOST_PLAYERS];

    rb_settle(tree->end_spent + (int64_t)end * tree->player_count, tree->end_live[end], pattern,
              tree->player_count, units);
    for (int p = 0; p < tree->player_count; p++) payoffs[p] = (double)units[p] / PAYOFF_UNIT;
}
