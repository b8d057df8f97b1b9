/* What is done for every holding, on vectors: ranks of rows of counts, and comparisons with our own
   rank. Beside what rank_lanes.h asks for, a path has defined:
     at_most, below, above  a word_mask of how words stand to those of another vector, unsigned
     live_below             above 0 and below
     four_times             each of the first entries four times
     sum_words              the sum of all words, none negative
     doubles, DOUBLES       a vector of so many of them
     add_weights            adds weights where a mask, from the lane given on, says so */
#ifndef RB_HOLDING_LANES_H
#define RB_HOLDING_LANES_H

#include "rank_lanes.h"

static inline vector_counts merge_counts(vector_counts a, vector_counts b)
{
    words threes = or_and(a.threes | b.threes, a.twos, b.ones);
    words fours = or_and(a.fours | b.fours, a.twos, b.twos);

    fours = or_and(or_and(fours, a.threes, b.ones), a.ones, b.threes);
    return (vector_counts){a.ones | b.ones, or_and(a.twos | b.twos, a.ones, b.ones),
                           or_and(threes, a.ones, b.twos), fours};
}

static void rank_count_rows(rank_counts added, count_columns rows, int64_t row_count,
                            uint16_t *ranks)
{
    uint16_t kickers[PASS_HANDS];
    vector_counts same = {constant((int)added.ones), constant((int)added.twos),
                          constant((int)added.threes), constant((int)added.fours)};

    for (int64_t from = 0; from < row_count; from += PASS_HANDS) {
        int64_t left = row_count - from, count = left < PASS_HANDS ? left : PASS_HANDS;
        for (int64_t i = 0; i < count; i += LANES) {
            vector_counts row = {load(rows.ones + from + i), load(rows.twos + from + i),
                                 load(rows.threes + from + i), load(rows.fours + from + i)};
            ranked_words found = rank_words(merge_counts(same, row));
            store(ranks + from + i, found.ranks);
            if (LOOKS_UP_KICKERS) store(kickers + i, found.kickers);
        }
        add_kickers(kickers, count, ranks + from);
    }
}

/* Each entry four times: the lower card has four suits. A row is written from its start, and what is
   beyond its end is written over by the next one. */
static void spread_pairs(const uint16_t *pair_ranks, uint16_t *ranks)
{
    enum { QUARTER = LANES / 4, VECTORS = RANK_COUNT / QUARTER + 1 };

    for (int high = 0; high < RANK_COUNT; high++) {
        const uint16_t *pairs = pair_ranks + high * (high + 1) / 2;
        words row[VECTORS];
        for (int i = 0; i < VECTORS; i++)
            if (i * QUARTER <= high) row[i] = four_times(pairs + i * QUARTER);
        for (int card = 4 * high; card < 4 * high + 4; card++)
            for (int i = 0; i < VECTORS; i++)
                if (i * QUARTER <= high) store(ranks + card * (card - 1) / 2 + i * LANES, row[i]);
    }
}

/* By index modulo 16. */
typedef struct {
    doubles parts[TALLY_LANES / DOUBLES];
} lane_sums;

static inline lane_sums no_sums(void)
{
    lane_sums sums;

    for (int i = 0; i < TALLY_LANES / DOUBLES; i++) sums.parts[i] = VECTOR(setzero_pd)();
    return sums;
}

static inline void add_lanes(lane_sums *sums, word_mask mask, int first, const double *weights)
{
    for (int i = 0; i < TALLY_LANES / DOUBLES; i++)
        sums->parts[i] = add_weights(sums->parts[i], mask, first + i * DOUBLES, weights + i * DOUBLES);
}

static inline double sum_of(const lane_sums *sums)
{
    double lanes[TALLY_LANES];

    for (int i = 0; i < TALLY_LANES / DOUBLES; i++)
        VECTOR(storeu_pd)(lanes + i * DOUBLES, sums->parts[i]);
    return rb_sum_lanes(lanes);
}

static void tally(uint16_t own, const uint16_t *ranks, const double *weights, int64_t count,
                  double tally[OUTCOMES])
{
    lane_sums ahead = no_sums(), tied = ahead, behind = ahead;
    words mine = constant(own);

    for (int64_t i = 0; i < count; i += LANES) {
        words row = load(ranks + i);
        for (int first = 0; first < LANES; first += TALLY_LANES) {
            add_lanes(&ahead, live_below(row, mine), first, weights + i + first);
            add_lanes(&tied, equals(row, mine), first, weights + i + first);
            add_lanes(&behind, above(row, mine), first, weights + i + first);
        }
    }
    tally[AHEAD] = sum_of(&ahead);
    tally[TIED] = sum_of(&tied);
    tally[BEHIND] = sum_of(&behind);
}

static int32_t count_gains(uint16_t own, const uint16_t *ranks, const uint16_t *is_behind,
                           const uint16_t *is_level)
{
    words mine = constant(own), sum = constant(0);

    for (int i = 0; i < GAIN_ROWS; i += LANES) {
        words row = load(ranks + i);
        sum = add_where(sum, at_most(row, mine), load(is_behind + i));
        sum = add_where(sum, below(row, mine), load(is_level + i));
    }
    return sum_words(sum);
}

#endif
