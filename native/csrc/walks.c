/* Counterfactual regret minimisation one deal at a time: recursively, and level by level. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hand.h"
#include "solver.h"

void rb_end_payoffs(const rb_game_tree *tree, int32_t end, const uint16_t *pattern, double *payoffs)
{
    int64_t units[MOST_PLAYERS];

    rb_settle(tree->end_spent + (int64_t)end * tree->player_count, tree->end_live[end], pattern,
              tree->player_count, units);
    for (int p = 0; p < tree->player_count; p++) payoffs[p] = (double)units[p] / PAYOFF_UNIT;
}

/* An iteration over one deal. */
typedef struct {
    const rb_game_tree *tree;
    const int32_t *classes;
    const uint16_t *pattern;
    double weight;
    const double *regret;
    double *gained, *average;
} walk;

/* The information set of a node in this deal: its first entry, and the step to the next. */
typedef struct {
    int32_t entry, step, actions;
} information_set;

INLINE information_set set_at(const walk *now, int32_t node)
{
    const rb_game_tree *tree = now->tree;
    int32_t round = tree->node_round[node];

    return (information_set){
        .entry = tree->node_entry[node] +
                 now->classes[round * tree->player_count + tree->node_player[node]],
        .step = tree->class_count[round],
        .actions = tree->node_action_count[node],
    };
}

/* Figure 59 of the source: the current strategy, which adds itself to the average. */
INLINE void get_strategy(const walk *now, information_set at, double own_reach, double *strategy)
{
    double sum = 0.0;

    for (int a = 0; a < at.actions; a++) {
        double regret = now->regret[at.entry + a * at.step];
        strategy[a] = regret > 0.0 ? regret : 0.0;
        sum += strategy[a];
    }
    for (int a = 0; a < at.actions; a++) {
        strategy[a] = sum > 0.0 ? strategy[a] / sum : 1.0 / at.actions;
        now->average[at.entry + a * at.step] += own_reach * strategy[a];
    }
}

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

/* Figure 60. Arrays by node and edge in level order, one step per node: reach and strategies from
   the root to the last level, values and regrets back. */
typedef struct {
    double *reach;    /* [D][N] */
    double *utility;  /* [D][N] */
    double *strategy; /* [edges] */
} levels;

static void reach_levels(const walk *now, levels by_node)
{
    const rb_game_tree *tree = now->tree;
    int players = tree->player_count;

    for (int p = 0; p < players; p++) by_node.reach[p] = 1.0;
    for (int32_t n = 0; n < tree->node_count; n++) {
        const double *reach = by_node.reach + (int64_t)n * players;
        int32_t edge = tree->edge_start[n];
        int player = tree->node_player[n];
        information_set at = set_at(now, n);
        get_strategy(now, at, reach[player], by_node.strategy + edge);
        for (int a = 0; a < at.actions; a++) {
            int32_t child = tree->edge_child[edge + a];
            if (child < 0) continue;
            double *next = by_node.reach + (int64_t)child * players;
            memcpy(next, reach, (size_t)players * sizeof *reach);
            next[player] *= by_node.strategy[edge + a];
        }
    }
}

static void value_levels(const walk *now, levels by_node)
{
    const rb_game_tree *tree = now->tree;
    int players = tree->player_count;

    for (int32_t n = tree->node_count - 1; n >= 0; n--) {
        double *utility = by_node.utility + (int64_t)n * players, ended[MOST_PLAYERS];
        int32_t edge = tree->edge_start[n];
        int player = tree->node_player[n];
        information_set at = set_at(now, n);
        double others = reach_of_others(now, by_node.reach + (int64_t)n * players, player);
        memset(utility, 0, (size_t)players * sizeof *utility);
        for (int a = 0; a < at.actions; a++) {
            int32_t child = tree->edge_child[edge + a];
            const double *values = child < 0 ? ended : by_node.utility + (int64_t)child * players;
            if (child < 0) rb_end_payoffs(tree, ~child, now->pattern, ended);
            for (int p = 0; p < players; p++)
                utility[p] += by_node.strategy[edge + a] * values[p];
            now->gained[at.entry + a * at.step] += others * values[player];
        }
        for (int a = 0; a < at.actions; a++)
            now->gained[at.entry + a * at.step] -= others * utility[player];
    }
}

typedef struct {
    bool by_level;
    double *room;
} walker;

static void walk_deal(const walker *how, const walk *now)
{
    size_t cells = (size_t)now->tree->node_count * (size_t)now->tree->player_count;
    double reach[MOST_PLAYERS], utility[MOST_PLAYERS];

    if (how->by_level) {
        levels by_node = {how->room, how->room + cells, how->room + 2 * cells};
        reach_levels(now, by_node);
        value_levels(now, by_node);
    } else {
        for (int p = 0; p < now->tree->player_count; p++) reach[p] = 1.0;
        walk_down(now, 0, reach, utility, how->room);
    }
}

/* Room for `levels`, or for a recursion through all edges, whichever walk it is. */
static size_t room_for(const rb_game_tree *tree, bool by_level)
{
    size_t edges = (size_t)tree->edge_start[tree->node_count];
    size_t cells = (size_t)tree->node_count * (size_t)tree->player_count;

    return by_level ? 2 * cells + edges : 2 * edges;
}

int32_t rb_walk(const rb_game_tree *tree, const rb_deals *deals, const rb_walk_order *order,
                double *regret, double *gained, double *average)
{
    int players = tree->player_count;
    walker how = {.by_level = order->by_level};

    how.room = malloc(room_for(tree, how.by_level) * sizeof *how.room);
    if (how.room == NULL) return -1;
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
            walk_deal(&how, &now);
        }
        for (int32_t e = 0; gained != regret && e < tree->entry_count; e++) {
            regret[e] += gained[e];
            gained[e] = 0.0;
        }
    }
    free(how.room);
    return 0;
}
