/* Counterfactual regret minimisation one deal at a time: recursively, and level by level. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hand.h"
#include "solver.h"

#include "tools.h"
#include "walk.h"

/* The product of the deal's probability and all opponents' reach. The source's figure 57 prints
   the previous player's reach alone, which is right for two players only. */
INLINE double reach_of_others(const walk *now, const double *reach, int player)
{
    double product = now->weight;

    for (int p = 0; p < now->tree->player_count; p++)
        if (p != player) product *= reach[p];
    return product;
}

/* Figure 57: values of a node to all positions, regrets on the way. `scratch` is room for one
   strategy and one value by action at each depth. */
static void walk_down(const walk *now, int32_t node, const double *reach, double *utility,
                      double *scratch)
{
    const rb_game_tree *tree = now->tree;
    int players = tree->player_count;

    if (node < 0) {
        rb_end_payoffs(tree, ~node, now->pattern, utility);
        return;
    }
    information_set at = set_at(now, node);
    int player = tree->node_player[node];
    double *strategy = scratch, *values = scratch + at.actions;
    double next_reach[MOST_PLAYERS], next_utility[MOST_PLAYERS];

    get_strategy(now, at, reach[player], strategy);
    memset(utility, 0, (size_t)players * sizeof *utility);
    for (int a = 0; a < at.actions; a++) {
        memcpy(next_reach, reach, (size_t)players * sizeof *reach);
        next_reach[player] *= strategy[a];
        walk_down(now, tree->edge_child[tree->edge_start[node] + a], next_reach, next_utility,
                  scratch + 2 * at.actions);
        values[a] = next_utility[player];
        for (int p = 0; p < players; p++) utility[p] += strategy[a] * next_utility[p];
    }
    double others = reach_of_others(now, reach, player);
    for (int a = 0; a < at.actions; a++)
        now->gained[at.entry + a * at.step] += others * (values[a] - utility[player]);
}

static void walk_recursively(const walk *now, double *room)
{
    double reach[MOST_PLAYERS], utility[MOST_PLAYERS];

    for (int p = 0; p < now->tree->player_count; p++) reach[p] = 1.0;
    walk_down(now, 0, reach, utility, room);
}

int32_t tool_walk(const tool_walk_order *order, double *regret, double *gained, double *average)
{
    const rb_game_tree *tree = order->tree;
    const rb_deals *deals = order->deals;
    int players = tree->player_count;
    size_t edges = (size_t)tree->edge_start[tree->node_count];
    double *room = malloc((order->by_level ? rb_level_room(tree) : 2 * edges) * sizeof *room);

    if (room == NULL) return -1;
    if (order->by_level) rb_prepare_levels(tree, room);
    for (int64_t done = 0, deal = 0; done < order->iterations; done++) {
        for (int64_t i = 0; i < order->deals_per_iteration; i++, deal++) {
            if (deal == deals->count) deal = 0;
            walk now = {.tree = tree,
                        .classes = deals->classes + deal * tree->round_count * players,
                        .pattern = deals->patterns + deal * players,
                        .weight = deals->weight[deal],
                        .regret = regret,
                        .gained = gained,
                        .average = average};
            if (order->by_level) rb_walk_levels(&now, room);
            else walk_recursively(&now, room);
        }
        for (int32_t e = 0; gained != regret && e < tree->entry_count; e++) {
            regret[e] += gained[e];
            gained[e] = 0.0;
        }
    }
    free(room);
    return 0;
}
