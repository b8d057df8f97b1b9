/* Responses to opponents who are held to a model: restricted Nash response (Johanson, Zinkevich and
   Bowling, 2007) and data-biased response (Johanson and Bowling, 2009). */
#include <stddef.h>

#include "regrets.h"
#include "sweeps.h"

/* What the model does of a node's value, where it is trusted so far. */
static void follow_model(const rb_restriction *held, const double *children, double *value,
                         int32_t entry, int actions, int32_t width)
{
    for (int32_t c = 0; c < width; c++) {
        double trust = held->trust[entry + c], followed = 0.0;
        for (int a = 0; a < actions; a++)
            followed += held->model[entry + a * width + c] * children[a * width + c];
        value[c] = (1.0 - trust) * value[c] + trust * followed;
    }
}

static void restricted_values_up(const rb_game_tree *tree, const rb_solver *solver,
                                 const rb_restriction *held, int32_t player, discount kept)
{
    weigh_ends(tree, player, held->seen, solver->value, 1);
    for (int32_t n = tree->node_count - 1; n >= 0; n--) {
        int32_t width = tree->class_count[tree->node_round[n]], entry = tree->node_entry[n];
        int actions = tree->node_action_count[n];
        const double *children = solver->value + tree->node_children[n];
        double *value = solver->value + tree->node_value[n];
        if (tree->node_player[n] != player) add_children(children, value, actions, width);
        else {
            update_node(solver, children, value, entry, kept, actions, width);
            if (player != held->player)
                follow_model(held, children, value, entry, actions, width);
        }
        if (tree->node_folded[n] >= 0) fold_up(tree, n, solver->value, 1);
    }
}

/* What an opponent does: at each information set the model where it is trusted, else his own. */
static void blend(const rb_game_tree *tree, const rb_solver *solver, const rb_restriction *held,
                  int32_t player)
{
    for (int32_t n = 0; n < tree->node_count; n++) {
        int32_t entry = tree->node_entry[n];
        int32_t size = tree->class_count[tree->node_round[n]] * tree->node_action_count[n];
        if (tree->node_player[n] != player) continue;
        for (int32_t e = entry; e < entry + size; e++)
            held->acted[e] = held->trust[e] * held->model[e] +
                             (1.0 - held->trust[e]) * solver->strategy[e];
    }
}

/* The reach of one player as the others meet it: for whole hands the model by its weight. */
static void mix(const rb_game_tree *tree, const rb_solver *solver, const rb_restriction *held,
                int32_t player)
{
    double weight = player == held->player ? 0.0 : held->weight;

    for (int32_t s = tree->step_start[player]; s < tree->step_start[player + 1]; s++) {
        int32_t first = tree->step_target[s], node = tree->step_node[s];
        int32_t size = tree->class_count[tree->step_round[s]] *
                       (node < 0 ? 1 : tree->node_action_count[node]);
        for (int32_t x = first; x < first + size; x++)
            held->seen[x] = weight * held->model_reach[x] + (1.0 - weight) * solver->reach[x];
    }
}

static void restricted_reach_down(const rb_game_tree *tree, const rb_solver *solver,
                                  const rb_restriction *held, int32_t player, double weight)
{
    if (player == held->player)
        reach_down(tree, player, solver->strategy, solver->reach, solver->average, weight, 1);
    else {
        blend(tree, solver, held, player);
        reach_down(tree, player, held->acted, solver->reach, NULL, 0.0, 1);
    }
    mix(tree, solver, held, player);
}

void rb_solve_restricted(const rb_game_tree *tree, const rb_solver *solver,
                         const rb_restriction *held, const double *weights, int64_t iterations)
{
    start_reach(tree, solver->reach, 1);
    start_reach(tree, held->model_reach, 1);
    start_reach(tree, held->seen, 1);
    for (int32_t n = 0; n < tree->node_count; n++) {
        int32_t entry = tree->node_entry[n];
        match_regrets(solver->regret + entry, solver->fallback + entry, solver->strategy + entry,
                      tree->node_action_count[n], tree->class_count[tree->node_round[n]]);
    }
    for (int p = 0; p < tree->player_count; p++) {
        reach_down(tree, p, held->model, held->model_reach, NULL, 0.0, 1);
        restricted_reach_down(tree, solver, held, p, 0.0);
    }
    for (int64_t t = 0; t < iterations; t++, weights += 3)
        for (int p = 0; p < tree->player_count; p++) {
            restricted_values_up(tree, solver, held, p, (discount){weights[0], weights[1]});
            restricted_reach_down(tree, solver, held, p, weights[2]);
        }
}
