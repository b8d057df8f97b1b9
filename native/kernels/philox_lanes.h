/* Philox on vectors whose 64-bit lanes have a word each in their low half; what is in the high half
   does not matter. Beside VECTOR, load and xor_3 of rank_lanes.h, a path has defined:
     lanes, LANE_ROWS                       a vector, and how many lanes it has
     lane_constant                          a word in every lane
     load_lane_words, store_lane_words      from and to a column of 32-bit words */
#ifndef RB_PHILOX_LANES_H
#define RB_PHILOX_LANES_H

#include "cpu_paths.h"
#include "philox_constants.h"

typedef struct {
    lanes x[4], key_0, key_1;
} philox_lanes;

static inline philox_lanes load_philox(const philox_rows *rows, int64_t row)
{
    lanes keys = load(rows->keys + row);
    philox_lanes all = {.key_0 = keys, .key_1 = VECTOR(srli_epi64)(keys, 32)};

    for (int word = 0; word < 4; word++) all.x[word] = load_lane_words(rows->counter[word] + row);
    return all;
}

/* The product of the low halves, 64 bits. */
static inline lanes multiply_lanes(lanes x, uint32_t word)
{
    return VECTOR(mul_epu32)(x, lane_constant(word));
}

static inline lanes add_to_lanes(lanes x, uint32_t word)
{
    return VECTOR(add_epi32)(x, lane_constant(word));
}

static inline void philox_round(philox_lanes *all)
{
    lanes product_0 = multiply_lanes(all->x[0], PHILOX_MULTIPLIER_0);
    lanes product_1 = multiply_lanes(all->x[2], PHILOX_MULTIPLIER_1);

    all->x[0] = xor_3(VECTOR(srli_epi64)(product_1, 32), all->x[1], all->key_0);
    all->x[2] = xor_3(VECTOR(srli_epi64)(product_0, 32), all->x[3], all->key_1);
    all->x[1] = product_1;
    all->x[3] = product_0;
    all->key_0 = add_to_lanes(all->key_0, PHILOX_WEYL_0);
    all->key_1 = add_to_lanes(all->key_1, PHILOX_WEYL_1);
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
