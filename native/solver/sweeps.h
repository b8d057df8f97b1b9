/* Sweeps over a game tree on vectors of card classes: reach down, values up. */
#ifndef RAILBIRD_SWEEPS_H
#define RAILBIRD_SWEEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "solver.h"

#ifndef INLINE
#define INLINE static inline __attribute__((always_inline))
#endif

enum { MOST_LANES = 8, MOST_OTHERS = 9, FOUR = 4, MOST_FOURS = 3 };

typedef double pair __attribute__((vector_size(2 * sizeof(double))));

/* At the root every class is reached. */
INLINE void start_reach(const rb_game_tree *tree, double *reach, const int lanes)
{
    int32_t size = tree->player_count * tree->class_count[0] * lanes;

    for (int32_t i = 0; i < size; i++) reach[i] = 1.0;
}

INLINE void enter_round(const rb_game_tree *tree, int32_t round, const double *source,
                        double *target, const int lanes)
{
    const int32_t *parent = tree->parent_class + tree->parent_start[round];

    for (int32_t c = 0; c < tree->class_count[round]; c++)
        for (int l = 0; l < lanes; l++) target[c * lanes + l] = source[parent[c] * lanes + l];
}

/* Carries one player's reach down; with `average` also adds it there, times `weight`. */
INLINE void reach_down(const rb_game_tree *tree, int32_t player, const double *strategy,
                       double *reach, double *average, double weight, const int lanes)
{
    for (int32_t s = tree->step_start[player]; s < tree->step_start[player + 1]; s++) {
        const double *restrict source = reach + (int64_t)tree->step_source[s] * lanes;
        double *restrict target = reach + (int64_t)tree->step_target[s] * lanes;
        int32_t node = tree->step_node[s], round = tree->step_round[s];
        int32_t width = tree->class_count[round] * lanes;
        if (node < 0) {
            enter_round(tree, round, source, target, lanes);
            continue;
        }
        int64_t entry = (int64_t)tree->node_entry[node] * lanes;
        for (int a = 0; a < tree->node_action_count[node]; a++, entry += width, target += width) {
            const double *restrict played = strategy + entry;
            for (int32_t x = 0; x < width; x++) target[x] = source[x] * played[x];
            if (average == NULL) continue;
            double *restrict sum = average + entry;
            for (int32_t x = 0; x < width; x++) sum[x] += weight * target[x];
        }
    }
}

/* Adds one deal to a sum: its share times the reach of all others. */
INLINE void add_deal(const double *reach, const int64_t *slots, const int32_t *classes,
                     double share, double *sum, const int others, const int lanes)
{
    double product[MOST_LANES];

    for (int l = 0; l < lanes; l++) product[l] = share;
    for (int k = 0; k < others; k++)
        for (int l = 0; l < lanes; l++) product[l] *= reach[(slots[k] + classes[k]) * lanes + l];
    for (int l = 0; l < lanes; l++) sum[l] += product[l];
}

/* The counterfactual value of one end to each class of a player: over all deals with that class,
   probability times what he wins times the reach of all others. Two sums take turns, since each
   addition waits for the one before it. */
INLINE void weigh_end(const rb_game_tree *tree, int32_t end, int32_t player, const double *reach,
                      double *value, const int others, const int lanes)
{
    int32_t round = tree->end_round[end], players = others + 1, shown = tree->end_is_shown[end];
    int32_t list = (shown * tree->round_count + round) * players + player;
    const int32_t *row = tree->row_start + tree->list_start[list];
    const double *payoff =
        tree->end_payoff + ((int64_t)player * tree->end_count + end) * tree->pattern_count;
    const double *weight = tree->deal_weight;
    const int32_t *pattern = tree->deal_pattern, *classes = tree->deal_others;
    double *out = value + (int64_t)tree->end_value[end] * lanes;
    int64_t slots[MOST_OTHERS];

    for (int k = 0; k < others; k++)
        slots[k] = tree->end_reach[(int64_t)end * players + k + (k >= player)];
    for (int32_t c = 0; c < tree->class_count[round]; c++) {
        double even[MOST_LANES] = {0.0}, odd[MOST_LANES] = {0.0};
        int32_t d = row[c], stop = row[c + 1];
        double all = shown ? 1.0 : payoff[0]; /* who folded loses whatever the cards */
        for (; d + 1 < stop; d += 2) {
            double first = weight[d], second = weight[d + 1];
            if (shown) first *= payoff[pattern[d]], second *= payoff[pattern[d + 1]];
            add_deal(reach, slots, classes + (int64_t)d * others, first, even, others, lanes);
            add_deal(reach, slots, classes + (int64_t)(d + 1) * others, second, odd, others, lanes);
        }
        if (d < stop) {
            double last = shown ? weight[d] * payoff[pattern[d]] : weight[d];
            add_deal(reach, slots, classes + (int64_t)d * others, last, even, others, lanes);
        }
        for (int l = 0; l < lanes; l++) out[c * lanes + l] = all * (even[l] + odd[l]);
    }
}

/* Some columns of a matrix of shares times the other's reach, `fours` of them at once: in pairs, which
   every processor of this kind has in a register. */
INLINE void weigh_columns(const double *share, const double *other, double stake, double *out,
                          int32_t step, int32_t height, int32_t columns, const int fours)
{
    pair sums[2 * MOST_FOURS] = {{0.0}}, row;

    for (int32_t j = 0; j < height; j++, share += step)
        for (int f = 0; f < 2 * fours; f++) {
            memcpy(&row, share + 2 * f, sizeof row);
            sums[f] += row * other[j];
        }
    for (int f = 0; f < 2 * fours; f++) {
        int32_t first = 2 * f;
        sums[f] *= stake;
        if (first + 2 <= columns) memcpy(out + first, &sums[f], sizeof row);
        else if (first < columns) out[first] = sums[f][0];
    }
}

/* The same as weigh_end for two players who win or lose one stake: a matrix of shares times the
   other's reach. Rows are padded to full fours. */
INLINE void weigh_stakes(const rb_game_tree *tree, int32_t end, int32_t player, const double *reach,
                         double *value)
{
    int32_t round = tree->end_round[end], shown = tree->end_is_shown[end];
    int32_t width = tree->class_count[round], step = (width + FOUR - 1) / FOUR * FOUR;
    int32_t list = (shown * tree->round_count + round) * 2 + player;
    const double *share = tree->stake_share + tree->stake_start[list];
    const double *other = reach + tree->end_reach[(int64_t)end * 2 + (1 - player)];
    double *out = value + tree->end_value[end];
    double stake = tree->end_stake[(int64_t)player * tree->end_count + end];
    int32_t c = 0;

    for (; width - c > 2 * FOUR; c += 3 * FOUR)
        weigh_columns(share + c, other, stake, out + c, step, width, width - c, 3);
    if (width - c > FOUR) weigh_columns(share + c, other, stake, out + c, step, width, width - c, 2);
    else if (width - c > 0)
        weigh_columns(share + c, other, stake, out + c, step, width, width - c, 1);
}

/* The number of players and of lanes are constants wherever it pays. */
INLINE void weigh_ends(const rb_game_tree *tree, int32_t player, const double *reach, double *value,
                       const int lanes)
{
    int others = tree->player_count - 1;
    bool has_stakes = lanes == 1 && tree->stake_share != NULL;

    for (int32_t z = 0; z < tree->end_count; z++) {
        if (has_stakes) weigh_stakes(tree, z, player, reach, value);
        else if (others == 1) weigh_end(tree, z, player, reach, value, 1, lanes);
        else if (others == 2) weigh_end(tree, z, player, reach, value, 2, lanes);
        else weigh_end(tree, z, player, reach, value, others, lanes);
    }
}

INLINE void sum_children(const double *restrict children, double *restrict value, int actions,
                         int32_t width)
{
    for (int32_t x = 0; x < width; x++) {
        double sum = children[x];
        for (int a = 1; a < actions; a++) sum += children[a * width + x];
        value[x] = sum;
    }
}

/* The value of a node where another acts: his actions are in the reach already. */
INLINE void add_children(const double *restrict children, double *restrict value, int actions,
                         int32_t width)
{
    if (actions == 2) sum_children(children, value, 2, width);
    else if (actions == 3) sum_children(children, value, 3, width);
    else sum_children(children, value, actions, width);
}

/* Where a round begins at a node, its value is summed over the cards that came. */
INLINE void fold_up(const rb_game_tree *tree, int32_t node, double *value, const int lanes)
{
    int32_t round = tree->node_round[node];
    const int32_t *parent = tree->parent_class + tree->parent_start[round];
    const double *restrict from = value + (int64_t)tree->node_value[node] * lanes;
    double *restrict to = value + (int64_t)tree->node_folded[node] * lanes;

    for (int32_t x = 0; x < tree->class_count[round - 1] * lanes; x++) to[x] = 0.0;
    for (int32_t c = 0; c < tree->class_count[round]; c++)
        for (int l = 0; l < lanes; l++) to[parent[c] * lanes + l] += from[c * lanes + l];
}

#endif
