#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rankers.h"
#include "showdown_strength.h"
#include "showdown_deals.h"
#include "showdown_shares.h"

enum { PURPOSE = 5 };

typedef struct {
    showdown_deals deals;
    showdown_shares shares;
} strength_sampler;

/* ---- one row ---- */

static void take_batch(void *sampler, int count)
{
    strength_sampler *all = sampler;

    rb_add_shares(&all->shares, count);
}

static void sample_deals(strength_sampler *all, int64_t sample_count)
{
    for (int64_t from = 0; from < sample_count; from += DEAL_BATCH) {
        int64_t left = sample_count - from;
        rb_draw_showdown_deals(&all->deals, (uint64_t)from);
        rb_add_shares(&all->shares, left < DEAL_BATCH ? (int)left : DEAL_BATCH);
    }
}

static int32_t treat_row(strength_sampler *all, const rb_showdown_rows *rows, int64_t row,
                         double *strength)
{
    int32_t fault = rb_prepare_showdown_deals(&all->deals, rows, row);

    if (fault) return fault;
    rb_prepare_shares(&all->shares, &all->deals);
    if (rb_count_showdown_deals(&all->deals) <= (double)rows->sample_count)
        rb_list_showdown_deals(&all->deals, take_batch, all);
    else
        sample_deals(all, rows->sample_count);
    rb_conclude_shares(&all->shares, strength);
    return RB_SHOWDOWN_NO_FAULT;
}

int32_t rb_showdown_strength(rb_showdown_rows *rows, double *strength)
{
    strength_sampler *all = malloc(sizeof *all);
    int32_t fault = RB_SHOWDOWN_NO_FAULT;

    if (!all) return RB_SHOWDOWN_NO_MEMORY;
    rb_begin_showdown_deals(&all->deals, rows, PURPOSE);
    for (int64_t row = rows->first_row; !fault && row < rows->first_row + rows->row_count; row++) {
        rows->fault_row = row;
        fault = treat_row(all, rows, row, strength + row * rows->choice_count);
    }
    free(all);
    return fault;
}
