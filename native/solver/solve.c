/* Counterfactual regret minimisation on vectors of card classes, for any number of players:
   Zinkevich and others, 2007; regret matching plus: Tammelin, 2014; discounts: Brown and
   Sandholm, 2019. */
#include <stddef.h>

#include "regrets.h"
#include "sweeps.h"

/* Values up for one player, whose regrets and strategy change on the way. */
INLINE void values_up(const rb_game_tree *tree, const rb_solver *solver, int32_t player,
                      discount kept, const int lanes)
{
    weigh_ends(tree, player, solver->reach, solver->value, lanes);
    for (int32_t n = tree->node_count - 1; n >= 0; n--) {
        int32_t width = tree->class_count[tree->node_round[n]] * lanes;
        int actions = tree->node_action_count[n];
        const double *children = solver->value + (int64_t)tree->node_children[n] * lanes;
        double *value = solver->value + (int64_t)tree->node_value[n] * lanes;
        if (tree->node_player[n] != player) add_children(children, value, actions, width);
        else
            update_node(solver, children, value, (int64_t)tree->node_entry[n] * lanes, kept,
                        actions, width);
        if (tree->node_folded[n] >= 0) fold_up(tree, n, solver->value, lanes);
    }
}

INLINE void solve(const rb_game_tree *tree, const rb_solver *solver, const double *weights,
                  int64_t iterations, const int lanes)
{
    int players = tree->player_count;

    start_reach(tree, solver->reach, lanes);
    for (int32_t n = 0; n < tree->node_count; n++) {
        int64_t entry = (int64_t)tree->node_entry[n] * lanes;
        match_regrets(solver->regret + entry, solver->fallback + entry, solver->strategy + entry,
                      tree->node_action_count[n], tree->class_count[tree->node_round[n]] * lanes);
    }
    for (int p = 0; p < players; p++)
        reach_down(tree, p, solver->strategy, solver->reach, NULL, 0.0, lanes);
    for (int64_t t = 0; t < iterations; t++, weights += 3) {
        discount kept = {weights[0], weights[1]};
        for (int p = 0; p < players; p++) {
            values_up(tree, solver, p, kept, lanes);
            if (solver->alternates)
                reach_down(tree, p, solver->strategy, solver->reach, solver->average, weights[2],
                           lanes);
        }
        for (int p = 0; p < players && !solver->alternates; p++)
            reach_down(tree, p, solver->strategy, solver->reach, solver->average, weights[2], lanes);
    }
}

INLINE void solve_lanes(const rb_game_tree *tree, const rb_solver *solver, const double *weights,
                        int64_t iterations)
{
    if (solver->lanes == MOST_LANES) solve(tree, solver, weights, iterations, MOST_LANES);
    else solve(tree, solver, weights, iterations, 1);
}

#if defined(__x86_64__)
/* Wider vectors, the same operations in the same order: the same bits. */
__attribute__((target("avx2"))) static void solve_avx2(const rb_game_tree *tree,
                                                       const rb_solver *solver,
                                                       const double *weights, int64_t iterations)
{
    solve_lanes(tree, solver, weights, iterations);
}
#endif

void rb_solve(const rb_game_tree *tree, const rb_solver *solver, const double *weights,
              int64_t iterations)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        solve_avx2(tree, solver, weights, iterations);
        return;
    }
#endif
    solve_lanes(tree, solver, weights, iterations);
}
