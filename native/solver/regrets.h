/* Regret matching on vectors: the information sets of one node side by side. */
#ifndef RAILBIRD_REGRETS_H
#define RAILBIRD_REGRETS_H

#include <stdint.h>

#include "sweeps.h"

typedef struct {
    double above, below;
} discount;

/* Regret matching at all information sets of a node: `strategy` from `regret`. */
INLINE void match_regrets(const double *restrict regret, const double *restrict fallback,
                          double *restrict strategy, int actions, int32_t width)
{
    for (int32_t x = 0; x < width; x++) {
        double sum = 0.0;
        for (int a = 0; a < actions; a++) {
            double r = regret[a * width + x], open = fallback[a * width + x];
            r = ((r > 0.0) & (open > 0.0)) ? r : 0.0;
            strategy[a * width + x] = r;
            sum += r;
        }
        double scale = sum > 0.0 ? 1.0 / sum : 0.0;
        for (int a = 0; a < actions; a++)
            strategy[a * width + x] = sum > 0.0 ? strategy[a * width + x] * scale
                                                : fallback[a * width + x];
    }
}

INLINE void add_regrets(const double *restrict children, const double *restrict strategy,
                        double *restrict regret, double *restrict value, discount kept, int actions,
                        int32_t width)
{
    for (int32_t x = 0; x < width; x++) {
        double played = 0.0;
        for (int a = 0; a < actions; a++) played += strategy[a * width + x] * children[a * width + x];
        for (int a = 0; a < actions; a++) {
            double r = regret[a * width + x] + (children[a * width + x] - played);
            regret[a * width + x] = r * (r > 0.0 ? kept.above : kept.below);
        }
        value[x] = played;
    }
}

/* The number of actions is a constant where it is 2 or 3, so that the loops above unroll. */
INLINE void update_node(const rb_solver *solver, const double *children, double *value,
                        int64_t entry, discount kept, int actions, int32_t width)
{
    double *regret = solver->regret + entry, *strategy = solver->strategy + entry;
    const double *fallback = solver->fallback + entry;

    if (actions == 2) {
        add_regrets(children, strategy, regret, value, kept, 2, width);
        match_regrets(regret, fallback, strategy, 2, width);
    } else if (actions == 3) {
        add_regrets(children, strategy, regret, value, kept, 3, width);
        match_regrets(regret, fallback, strategy, 3, width);
    } else {
        add_regrets(children, strategy, regret, value, kept, actions, width);
        match_regrets(regret, fallback, strategy, actions, width);
    }
}

#endif
