/* Walks all trees for all rows: sixteen rows side by side through trees of few leaves, by bits of the
   leaves that are still in reach (QuickScorer, Lucchese and others 2015); else from node to node. */
#include <stdint.h>

#include "walk.h"

enum { LANES = 16, MOST_LEAVES = 32 };

static double walk_one(const clone_node *nodes, int32_t at, const float *row)
{
    while (nodes[at].feature >= 0) {
        const clone_node *node = nodes + at;
        float value = row[node->feature];
        at = value != value ? node->missing : value <= node->threshold ? node->left : node->right;
    }
    return nodes[at].value;
}

static void walk_rows(const clone_forest *forest, const float *rows, int64_t row_count,
                      int32_t feature_count, double *sums)
{
    for (int64_t i = 0; i < row_count; i++)
        for (int32_t tree = 0; tree < forest->tree_count; tree++)
            sums[i * forest->class_count + forest->classes[tree]] +=
                walk_one(forest->nodes, forest->roots[tree], rows + i * feature_count);
}

/* Lays sixteen rows column by column; 0 where a feature is not a number. */
static int32_t lay(const float *rows, int32_t feature_count, float *block)
{
    int32_t are_numbers = 1;

    for (int32_t feature = 0; feature < feature_count; feature++)
        for (int i = 0; i < LANES; i++) {
            float value = rows[(int64_t)i * feature_count + feature];
            block[feature * LANES + i] = value;
            are_numbers &= value == value;
        }
    return are_numbers;
}

static void walk_block(const clone_forest *forest, const float *block, double *sums)
{
    int32_t test = 0;

    for (int32_t tree = 0; tree < forest->tree_count; tree++) {
        uint32_t reached[LANES];
        const double *leaves = forest->leaves + (int64_t)tree * MOST_LEAVES;
        double *sum = sums + forest->classes[tree];

        for (int i = 0; i < LANES; i++) reached[i] = UINT32_MAX;
        for (; test < forest->test_ends[tree]; test++) {
            const clone_test *asked = forest->tests + test;
            const float *column = block + asked->feature * LANES;
            float threshold = asked->threshold;
            uint32_t kept = asked->kept;
            for (int i = 0; i < LANES; i++)
                reached[i] &= kept | (uint32_t)-(int32_t)(column[i] <= threshold);
        }
        for (int i = 0; i < LANES; i++)
            sum[(int64_t)i * forest->class_count] += leaves[__builtin_ctz(reached[i])];
    }
}

void clone_walk(const clone_forest *forest, const float *features, int64_t row_count,
                int32_t feature_count, float *block, double *sums)
{
    int64_t row = 0;

    for (; forest->tests && row + LANES <= row_count; row += LANES) {
        const float *rows = features + row * feature_count;
        double *at = sums + row * forest->class_count;
        if (lay(rows, feature_count, block)) walk_block(forest, block, at);
        else walk_rows(forest, rows, LANES, feature_count, at);
    }
    walk_rows(forest, features + row * feature_count, row_count - row, feature_count,
              sums + row * forest->class_count);
}
