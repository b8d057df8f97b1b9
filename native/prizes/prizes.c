/* Expected prizes: the probability that some players have taken the first places, set by set. */
#include <stdint.h>
#include <string.h>

#include "prizes.h"

/* Sets of players, a bit each, in order: those that a set grows from come before it. */
static void expect_of_row(const rb_prize_model *model, const double *stacks, double *expected)
{
    const uint32_t everybody = (UINT32_C(1) << model->player_count) - 1;
    double *reached = model->reached;

    memset(reached, 0, ((size_t)everybody + 1) * sizeof *reached);
    reached[0] = 1;
    for (uint32_t placed = 0; placed < everybody; placed++) {
        int place = __builtin_popcount(placed);
        double rest = 0;
        if (place >= model->prize_count || reached[placed] == 0) continue;
        for (uint32_t left = everybody & ~placed; left; left &= left - 1)
            rest += stacks[__builtin_ctz(left)];
        for (uint32_t left = everybody & ~placed; left; left &= left - 1) {
            int next = __builtin_ctz(left);
            double share = reached[placed] * (stacks[next] / rest);
            expected[next] += share * model->prizes[place];
            reached[placed | UINT32_C(1) << next] += share;
        }
    }
}

void rb_expected_prizes(const rb_prize_model *model, double *expected)
{
    int64_t width = model->player_count;

    memset(expected, 0, (size_t)(model->row_count * width) * sizeof *expected);
    for (int64_t row = 0; row < model->row_count; row++)
        expect_of_row(model, model->stacks + row * width, expected + row * width);
}
