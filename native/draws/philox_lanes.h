/* Philox on vectors whose 64-bit lanes have a word each in their low half; what is in the high half
   does not matter. Included by the paths that have defined:
     lanes, LANE_ROWS                       a vector, and how many lanes it has
     load_lane_words, store_lane_words      from and to a column of 32-bit words
     load_lane_keys                         from 64-bit keys
     lane_constant                          a word in every lane
     multiply_lanes                         the product of the low halves, 64 bits
     high_halves                            the high half of each lane in its low half
     add_lane_words, xor_lanes              the sum of two, exclusive or of three */
#ifndef RB_PHILOX_LANES_H
#define RB_PHILOX_LANES_H

#include "philox.h"
#include "rank_paths.h"

typedef struct {
    lanes x[4], key_0, key_1;
} philox_lanes;

static inline philox_lanes load_philox(const philox_rows *rows, int64_t row)
{
    lanes keys = load_lane_keys(rows->keys + row);
    philox_lanes all = {.key_0 = keys, .key_1 = high_halves(keys)};

    for (int word = 0; word < 4; word++) all.x[word] = load_lane_words(rows->counter[word] + row);
    return all;
}

static inline void philox_round(philox_lanes *all)
{
    lanes product_0 = multiply_lanes(all->x[0], lane_constant(PHILOX_MULTIPLIER_0));
    lanes product_1 = multiply_lanes(all->x[2], lane_constant(PHILOX_MULTIPLIER_1));

    all->x[0] = xor_lanes(high_halves(product_1), all->x[1], all->key_0);
    all->x[2] = xor_lanes(high_halves(product_0), all->x[3], all->key_1);
    all->x[1] = product_1;
    all->x[3] = product_0;
    all->key_0 = add_lane_words(all->key_0, lane_constant(PHILOX_WEYL_0));
    all->key_1 = add_lane_words(all->key_1, lane_constant(PHILOX_WEYL_1));
}

/* Two vectors at a time, since a round waits for its products. */
static void philox(philox_rows rows, int64_t row_count, uint32_t *const out[4])
{
    for (int64_t i = 0; i < row_count; i += 2 * LANE_ROWS) {
        philox_lanes first = load_philox(&rows, i), second = load_philox(&rows, i + LANE_ROWS);
        for (int round = 0; round < PHILOX_ROUNDS; round++) {
            philox_round(&first);
            philox_round(&second);
        }
        for (int word = 0; word < 4; word++) {
            store_lane_words(out[word] + i, first.x[word]);
            store_lane_words(out[word] + i + LANE_ROWS, second.x[word]);
        }
    }
}

#endif
