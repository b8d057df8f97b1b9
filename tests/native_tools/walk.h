/* A walk over the betting for one deal, recursively or level by level. */
#ifndef RAILBIRD_WALK_H
#define RAILBIRD_WALK_H

#include <stddef.h>
#include <stdint.h>

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
    double scale = sum > 0.0 ? 1.0 / sum : 0.0, even = sum > 0.0 ? 0.0 : 1.0 / at.actions;
    for (int a = 0; a < at.actions; a++) {
        strategy[a] = strategy[a] * scale + even;
        now->average[at.entry + a * at.step] += own_reach * strategy[a];
    }
}

/* Room for a walk level by level, in doubles; what of it stays the same for all deals is filled in
   once. */
size_t rb_level_room(const rb_game_tree *tree);
void rb_prepare_levels(const rb_game_tree *tree, double *room);
void rb_walk_levels(const walk *now, double *room);

#endif
