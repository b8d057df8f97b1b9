/* Draws of the decisions that wait at whole matches, and sampling with them. */
#include <stddef.h>

#include "draw_batch.h"
#include "sampling.h"
#include "columns.h"
#include "matches.h"

enum { SEAT_BITS = 8 };

static void draw_rows(const rb_matches *matches, const rb_pending *pending,
                      const rb_pending_rows *rows, int64_t from, int count, double *draws)
{
    const uint64_t *keys = matches->match_keys;
    int64_t first = rows->first + from;
    uint32_t purpose = rows->purpose << SEAT_BITS;
    draw_batch batch;

    for (int i = 0; i < count; i++) {
        int64_t row = first + i;
        batch.counter[0][i] = rows->draw_index >> 1;
        batch.counter[1][i] = rows->is_by_hand ? 0 : pending->action_counts[row];
        batch.counter[2][i] = (uint32_t)pending->hand_indexes[row];
        batch.counter[3][i] = purpose | pending->seats[row];
        batch.keys[i] = keys[pending->tables[row]];
    }
    for (int i = count; i < whole_blocks(count); i++) {
        for (int word = 0; word < 4; word++) batch.counter[word][i] = 0;
        batch.keys[i] = 0;
    }
    run_philox(&batch, count);
    for (int i = 0; i < count; i++) draws[i] = draw_of(&batch, i, rows->draw_index);
}

static int batch_from(const rb_pending_rows *rows, int64_t from)
{
    return rows->count - from < DRAW_BATCH ? (int)(rows->count - from) : DRAW_BATCH;
}

void rb_draw_pending(const rb_matches *matches, const rb_pending *pending,
                     const rb_pending_rows *rows, double *draws)
{
    for (int64_t from = 0; from < rows->count; from += DRAW_BATCH)
        draw_rows(matches, pending, rows, from, batch_from(rows, from), draws + from);
}

int64_t rb_sample_pending(const rb_matches *matches, const rb_pending *pending,
                          const rb_pending_rows *rows, const rb_declared *declared, uint8_t *kinds,
                          int64_t *amounts)
{
    int64_t bad = -1;
    double draws[DRAW_BATCH];

    for (int64_t from = 0; bad == -1 && from < rows->count; from += DRAW_BATCH) {
        int count = batch_from(rows, from);
        draw_rows(matches, pending, rows, from, count, draws);
        bad = sample_from(declared, from, draws, count, kinds, amounts);
    }
    return bad;
}

void rb_bound_pending(const rb_matches *matches, const rb_pending *pending,
                      const rb_pending_rows *rows, int64_t *bounds)
{
    rb_read_raise_bounds(&matches->tables, pending->tables + rows->first, rows->count, bounds,
                         bounds + rows->count);
}
