/* Walks all trees for all rows, a few rows side by side: their loads do not wait for each other. */
#include <stdint.h>

#include "walk.h"

enum { LANES = 8 };

static inline int32_t next_of_node(const clone_node *node, float value)
{
    int32_t next = value <= node->threshold ? node->left : node->right;

    return value != value ? node->missing : next;
}

static double walk_one(const clone_node *nodes, int32_t at, const float *row)
{
    while (nodes[at].feature >= 0) at = next_of_node(nodes + at, row[nodes[at].feature]);
    return nodes[at].value;
}

static void walk_lanes(const clone_node *nodes, int32_t root, const float *rows,
                       int32_t feature_count, double *sums, int32_t class_count)
{
    int32_t at[LANES];
    int32_t is_inside = nodes[root].feature >= 0;

    for (int i = 0; i < LANES; i++) at[i] = root;
    while (is_inside) {
        is_inside = 0;
        for (int i = 0; i < LANES; i++) {
            const clone_node *node = nodes + at[i];
            int32_t feature = node->feature;
            float value = rows[(int64_t)i * feature_count + (feature < 0 ? 0 : feature)];
            int32_t next = next_of_node(node, value);
            at[i] = feature < 0 ? at[i] : next;
            is_inside |= nodes[at[i]].feature >= 0;
        }
    }
    for (int i = 0; i < LANES; i++) sums[(int64_t)i * class_count] += nodes[at[i]].value;
}

void clone_walk(const clone_forest *forest, const float *features, int64_t row_count,
                int32_t feature_count, double *sums)
{
    int64_t whole = row_count - row_count % LANES;
    int32_t class_count = forest->class_count;

    for (int64_t first = 0; first < whole; first += LANES)
        for (int32_t tree = 0; tree < forest->tree_count; tree++)
            walk_lanes(forest->nodes, forest->roots[tree], features + first * feature_count,
                       feature_count, sums + first * class_count + forest->classes[tree],
                       class_count);
    for (int64_t row = whole; row < row_count; row++)
        for (int32_t tree = 0; tree < forest->tree_count; tree++)
            sums[row * class_count + forest->classes[tree]] +=
                walk_one(forest->nodes, forest->roots[tree], features + row * feature_count);
}
