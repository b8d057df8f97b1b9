/* Philox4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011. */
#include <stddef.h>
#include <stdint.h>

#include "draws.h"

#include "philox.h"
#include "rank_paths.h"

void rb_philox(const uint32_t counter[4], uint64_t key, uint32_t words[4])
{
    const uint64_t multiplier_0 = PHILOX_MULTIPLIER_0, multiplier_1 = PHILOX_MULTIPLIER_1;
    uint32_t key_0 = (uint32_t)key, key_1 = (uint32_t)(key >> 32);
    uint32_t x0 = counter[0], x1 = counter[1], x2 = counter[2], x3 = counter[3];

    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        uint64_t product_0 = multiplier_0 * x0, product_1 = multiplier_1 * x2;
        x0 = (uint32_t)(product_1 >> 32) ^ x1 ^ key_0;
        x1 = (uint32_t)product_1;
        x2 = (uint32_t)(product_0 >> 32) ^ x3 ^ key_1;
        x3 = (uint32_t)product_0;
        key_0 += PHILOX_WEYL_0;
        key_1 += PHILOX_WEYL_1;
    }
    words[0] = x0;
    words[1] = x1;
    words[2] = x2;
    words[3] = x3;
}

double rb_draw(uint64_t key, uint32_t purpose_and_seat, uint32_t hand, uint32_t decision,
               uint32_t draw_index)
{
    uint32_t counter[4] = {draw_index >> 1, decision, hand, purpose_and_seat}, words[4];
    int pair = (draw_index & 1) * 2;

    rb_philox(counter, key, words);
    return (double)(((uint64_t)words[pair + 1] << 32 | words[pair]) >> 11) * 0x1p-53;
}

enum { DRAW_BATCH = 256 };

/* What is asked for, in the form of philox_rows. */
typedef struct {
    uint32_t counter[4][DRAW_BATCH], words[4][DRAW_BATCH];
    uint64_t keys[DRAW_BATCH];
} draw_batch;

static double draw_of(const draw_batch *batch, int row, uint32_t draw_index)
{
    int pair = (draw_index & 1) * 2;

    return (double)(((uint64_t)batch->words[pair + 1][row] << 32 | batch->words[pair][row]) >> 11) *
           0x1p-53;
}

void rb_draw_uniform(const uint64_t *keys, const uint32_t *purposes_and_seats,
                     const uint32_t *hands, const uint32_t *decisions,
                     const uint32_t *draw_indexes, int64_t count, double *draws)
{
    const rank_path *path = rb_rank_path(-1);
    draw_batch batch;
    philox_rows rows = {{batch.counter[0], batch.counter[1], batch.counter[2], batch.counter[3]},
                        batch.keys};
    uint32_t *const words[4] = {batch.words[0], batch.words[1], batch.words[2], batch.words[3]};

    for (int64_t from = 0; from < count; from += DRAW_BATCH) {
        int here = count - from < DRAW_BATCH ? (int)(count - from) : DRAW_BATCH;
        for (int i = 0; i < (here + PHILOX_ROWS - 1) / PHILOX_ROWS * PHILOX_ROWS; i++) {
            int64_t row = from + (i < here ? i : here - 1);
            batch.counter[0][i] = draw_indexes[row] >> 1;
            batch.counter[1][i] = decisions[row];
            batch.counter[2][i] = hands[row];
            batch.counter[3][i] = purposes_and_seats[row];
            batch.keys[i] = keys[row];
        }
        path->philox(rows, here, words);
        for (int i = 0; i < here; i++) draws[from + i] = draw_of(&batch, i, draw_indexes[from + i]);
    }
}

/* A sum of probabilities may be off one by this much; draws are scaled to the sum. */
static const double SUM_TOLERANCE = 1e-6;

static double sum_of(const double *probability, int32_t count)
{
    double sum = 0.0;

    for (int32_t j = 0; j < count; j++) {
        if (!(probability[j] >= 0.0)) return -1.0;
        sum += probability[j];
    }
    return sum;
}

/* An integer of least..most by a fraction, which rounding may have brought to 1. */
static int64_t amount_at(int64_t least, int64_t most, double fraction)
{
    double step = fraction * ((double)(most - least) + 1.0);

    return step >= (double)(most - least) ? most : least + (int64_t)step;
}

int64_t rb_sample_actions(const double *probability, const uint8_t *alternative_kinds,
                          const int64_t *least, const int64_t *most, const double *draws,
                          int64_t row_count, int32_t alternative_count, uint8_t *kinds,
                          int64_t *amounts)
{
    for (int64_t i = 0; i < row_count; i++) {
        const double *row = probability + i * alternative_count;
        double sum = sum_of(row, alternative_count), left = draws[i] * sum;
        int32_t chosen = -1;

        if (!(sum > 1.0 - SUM_TOLERANCE && sum < 1.0 + SUM_TOLERANCE)) return i;
        for (int32_t j = 0; j < alternative_count; j++) {
            if (row[j] == 0.0) continue;
            if (chosen >= 0) left -= row[chosen];
            chosen = j;
            if (left < row[j]) break;
        }
        kinds[i] = alternative_kinds[chosen];
        amounts[i] = 0;
        if (least != NULL) {
            int64_t cell = i * alternative_count + chosen;
            if (least[cell] < 0 || most[cell] < least[cell]) return -2 - i;
            amounts[i] = amount_at(least[cell], most[cell], left / row[chosen]);
        }
    }
    return -1;
}
