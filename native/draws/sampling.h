/* Sampling what is declared, row by row; inlined, so that callers can fix the number of
   alternatives. */
#ifndef RAILBIRD_SAMPLING_H
#define RAILBIRD_SAMPLING_H

#include "hand.h"
#include "draws.h"

/* A sum of probabilities may be off one by this much; draws are scaled to the sum. */
static const double SUM_TOLERANCE = 1e-6;

/* An integer of least..most by a fraction, which rounding may have brought to 1. */
INLINE int64_t amount_at(int64_t least, int64_t most, double fraction)
{
    double step = fraction * ((double)(most - least) + 1.0);

    return step >= (double)(most - least) ? most : least + (int64_t)step;
}

/* `taken` where `is`, else `other`; without a branch, which would often be mispredicted here. */
INLINE double choose(bool is, double taken, double other)
{
    uint64_t mask = -(uint64_t)is, taken_bits, other_bits;

    memcpy(&taken_bits, &taken, sizeof taken);
    memcpy(&other_bits, &other, sizeof other);
    taken_bits = (taken_bits & mask) | (other_bits & ~mask);
    memcpy(&taken, &taken_bits, sizeof taken);
    return taken;
}

/* Picks for one row; true where it is no distribution. `left` is what is left of the draw when it
   comes to the alternative picked, unless NULL. */
INLINE bool pick(const double *probability, const int count, double draw, int *picked, double *left)
{
    double sum = 0.0, rest;
    bool is_good = true, is_found = false;
    int chosen = 0;

    for (int j = 0; j < count; j++) {
        is_good &= probability[j] >= 0.0;
        sum += probability[j];
    }
    rest = draw * sum;
    if (left) *left = rest;
    for (int j = 0; j < count; j++) {
        bool is_possible = probability[j] > 0.0, is_taken = is_possible & !is_found;
        chosen += (j - chosen) & -(int)is_taken;
        if (left) *left = choose(is_taken, rest, *left);
        is_found |= is_possible & (rest < probability[j]);
        rest -= probability[j];
    }
    *picked = chosen;
    return !(is_good & (sum > 1.0 - SUM_TOLERANCE) & (sum < 1.0 + SUM_TOLERANCE));
}

/* How amounts are declared. */
enum { NO_AMOUNTS, BY_ALTERNATIVE, BY_ROW };

INLINE int64_t sample_rows(const rb_declared *declared, int64_t first, const double *draws,
                           int64_t count, uint8_t *kinds, int64_t *amounts, const int alternatives,
                           const int sizes)
{
    const rb_declared given = *declared;

    for (int64_t i = 0; i < count; i++) {
        int64_t row = first + i, cell = row * alternatives;
        double left;
        int picked;
        if (pick(given.probability + cell, alternatives, draws[i], &picked,
                 sizes == NO_AMOUNTS ? NULL : &left))
            return row;
        kinds[row] = given.kinds[picked];
        amounts[row] = 0;
        if (sizes == NO_AMOUNTS) continue;
        int64_t place = sizes == BY_ROW ? row : cell + picked;
        int64_t is_counted = sizes == BY_ALTERNATIVE || kinds[row] == RAISE;
        int64_t least = given.least[place] * is_counted, most = given.most[place] * is_counted;
        if (least < 0 || most < least) return -2 - row;
        amounts[row] = amount_at(least, most, left / given.probability[cell + picked]);
    }
    return -1;
}

INLINE int64_t sample_some(const rb_declared *declared, int64_t first, const double *draws,
                           int64_t count, uint8_t *kinds, int64_t *amounts, const int alternatives)
{
    if (declared->least == NULL)
        return sample_rows(declared, first, draws, count, kinds, amounts, alternatives, NO_AMOUNTS);
    if (declared->is_by_row)
        return sample_rows(declared, first, draws, count, kinds, amounts, alternatives, BY_ROW);
    return sample_rows(declared, first, draws, count, kinds, amounts, alternatives, BY_ALTERNATIVE);
}

/* Samples rows from `first` on by draws of their own; returns as rb_sample_actions does. */
INLINE int64_t sample_from(const rb_declared *declared, int64_t first, const double *draws,
                           int64_t count, uint8_t *kinds, int64_t *amounts)
{
    switch (declared->alternative_count) {
    case 1: return sample_some(declared, first, draws, count, kinds, amounts, 1);
    case 2: return sample_some(declared, first, draws, count, kinds, amounts, 2);
    case 3: return sample_some(declared, first, draws, count, kinds, amounts, 3);
    default: return sample_some(declared, first, draws, count, kinds, amounts,
                                declared->alternative_count);
    }
}

#endif
