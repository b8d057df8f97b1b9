/* Monte Carlo counterfactual regret minimisation, external sampling (Lanctot and others, 2009). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draws.h"
#include "hand.h"
#include "solver.h"

/* One descent: a deal, a traversing player, and draws that follow one another. */
typedef struct {
    const rb_game_tree *tree;
    const int32_t *classes;
    const uint16_t *pattern;
    double *regret, *average;
    int traverser, averaged; /* whose regrets, and whose average, this descent changes */
    uint64_t seed;
    int64_t iteration;
    uint32_t draws;
} descent;

static double next_draw(descent *now)
{
    return rb_draw(now->seed, (uint32_t)now->traverser, (uint32_t)now->iteration,
                   (uint32_t)(now->iteration >> 32), now->draws++);
}

static void current_strategy(const double *regret, int32_t step, int actions, double *strategy)
{
    double sum = 0.0;

    for (int a = 0; a < actions; a++) {
        strategy[a] = regret[a * step] > 0.0 ? regret[a * step] : 0.0;
        sum += strategy[a];
    }
    for (int a = 0; a < actions; a++) strategy[a] = sum > 0.0 ? strategy[a] / sum : 1.0 / actions;
}

static int sampled(descent *now, const double *strategy, int actions)
{
    double left = next_draw(now);
    int chosen = 0;

    for (int a = 0; a < actions; a++) {
        if (strategy[a] == 0.0) continue;
        chosen = a;
        left -= strategy[a];
        if (left < 0.0) break;
    }
    return chosen;
}

/* The traverser's value of a node. */
static double descend(descent *now, int32_t node, double *scratch)
{
    const rb_game_tree *tree = now->tree;

    if (node < 0) {
        double payoffs[MOST_PLAYERS];
        rb_end_payoffs(tree, ~node, now->pattern, payoffs);
        return payoffs[now->traverser];
    }
    int player = tree->node_player[node], actions = tree->node_action_count[node];
    int32_t round = tree->node_round[node], step = tree->class_count[round];
    int32_t entry = tree->node_entry[node] + now->classes[round * tree->player_count + player];
    const int32_t *child = tree->edge_child + tree->edge_start[node];
    double *strategy = scratch, *values = scratch + actions, value = 0.0;

    current_strategy(now->regret + entry, step, actions, strategy);
    scratch += 2 * actions;
    if (player != now->traverser) {
        if (player == now->averaged)
            for (int a = 0; a < actions; a++) now->average[entry + a * step] += strategy[a];
        return descend(now, child[sampled(now, strategy, actions)], scratch);
    }
    for (int a = 0; a < actions; a++) {
        values[a] = descend(now, child[a], scratch);
        value += strategy[a] * values[a];
    }
    for (int a = 0; a < actions; a++) now->regret[entry + a * step] += values[a] - value;
    return value;
}

/* The first deal whose cumulative weight is above the draw. */
static int64_t deal_at(const double *cumulative, int64_t count, double draw)
{
    int64_t low = 0, high = count - 1;

    draw *= cumulative[count - 1];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (cumulative[middle] > draw) high = middle;
        else low = middle + 1;
    }
    return low;
}

int32_t rb_sample_iterations(const rb_game_tree *tree, const rb_deals *deals,
                             const double *cumulative, uint64_t seed, int64_t first,
                             int64_t iterations, double *regret, double *average)
{
    double *scratch = malloc(2 * (size_t)tree->edge_start[tree->node_count] * sizeof *scratch);
    int players = tree->player_count;

    if (scratch == NULL) return -1;
    for (int64_t t = first; t < first + iterations; t++) {
        for (int p = 0; p < players; p++) {
            descent now = {.tree = tree, .regret = regret, .average = average, .traverser = p,
                           .averaged = (p + 1) % players, .seed = seed, .iteration = t};
            int64_t deal = deal_at(cumulative, deals->count, next_draw(&now));
            now.classes = deals->classes + deal * tree->round_count * players;
            now.pattern = deals->patterns + deal * players;
            descend(&now, 0, scratch);
        }
    }
    free(scratch);
    return 0;
}
