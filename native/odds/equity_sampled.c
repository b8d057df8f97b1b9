/* Equities from deals drawn at random. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "deal_sampler.h"

enum { WINS, TIES, SHARES, SQUARES, SUMS };
enum { SHARE_UNITS = 2520 };

typedef struct {
    deal_sampler deals;
    uint16_t ranks[SAMPLED_PLAYERS][DEAL_BATCH];
} sampled_hands;

/* Some of the deals of a batch. */
typedef struct {
    int first, count;
} deal_span;

static void add_tie(const sampled_hands *all, int place, int best, int holders, int64_t *sums)
{
    int64_t share = SHARE_UNITS / holders;

    for (int player = 0; player < all->deals.deals->player_count; player++, sums += SUMS)
        if (all->ranks[player][place] == best) {
            sums[TIES]++;
            sums[SHARES] += share;
            sums[SQUARES] += share * share;
        }
}

/* Counts the deals that each of two players won; the rest are ties. */
static void add_heads_up(const sampled_hands *all, deal_span span, int64_t *sums)
{
    const uint16_t *first = all->ranks[0] + span.first, *second = all->ranks[1] + span.first;
    uint16_t won[2] = {0, 0};

    for (int i = 0; i < span.count; i++) {
        won[0] += first[i] > second[i];
        won[1] += first[i] < second[i];
    }
    for (int player = 0; player < 2; player++, sums += SUMS) {
        int64_t tied = span.count - won[0] - won[1], units = SHARE_UNITS;
        sums[WINS] += won[player];
        sums[TIES] += tied;
        sums[SHARES] += won[player] * units + tied * (units / 2);
        sums[SQUARES] += won[player] * units * units + tied * (units / 2) * (units / 2);
    }
}

static void add_many(const sampled_hands *all, deal_span span, int64_t *sums)
{
    int players = all->deals.deals->player_count, end = span.first + span.count;
    uint16_t best[DEAL_BATCH], holders[DEAL_BATCH] = {0};

    memcpy(best, all->ranks[0], sizeof best);
    for (int player = 1; player < players; player++)
        for (int i = 0; i < DEAL_BATCH; i++)
            best[i] = all->ranks[player][i] > best[i] ? all->ranks[player][i] : best[i];
    for (int player = 0; player < players; player++)
        for (int i = 0; i < DEAL_BATCH; i++) holders[i] += all->ranks[player][i] == best[i];
    for (int player = 0; player < players; player++) {
        uint16_t won = 0;
        for (int i = span.first; i < end; i++)
            won += (all->ranks[player][i] == best[i]) & (holders[i] == 1);
        sums[SUMS * player + WINS] += won;
        sums[SUMS * player + SHARES] += (int64_t)won * SHARE_UNITS;
        sums[SUMS * player + SQUARES] += (int64_t)won * SHARE_UNITS * SHARE_UNITS;
    }
    for (int i = span.first; i < end; i++)
        if (holders[i] > 1) add_tie(all, i, best[i], holders[i], sums);
}

static void add_span(const sampled_hands *all, deal_span span, int64_t *sums)
{
    if (all->deals.deals->player_count == 2) add_heads_up(all, span, sums);
    else add_many(all, span, sums);
}

/* Deals beyond the last one asked for are at the end of each run. */
static void add_batch(const sampled_hands *all, int64_t left, int64_t *sums)
{
    if (left >= DEAL_BATCH) add_span(all, (deal_span){0, DEAL_BATCH}, sums);
    else
        for (int run = 0; run < DEAL_RUNS; run++)
            add_span(all, (deal_span){run * RUN_DEALS, (int)(left + DEAL_RUNS - 1 - run) / DEAL_RUNS},
                     sums);
}

static int32_t sample(sampled_hands *all, const rb_sampled_deals *deals, int64_t *sums)
{
    for (int64_t from = 0; from < deals->sample_count; from += DEAL_BATCH) {
        if (!rb_draw_deals(&all->deals, (uint64_t)(deals->first_sample + from))) return -1;
        for (int player = 0; player < deals->player_count; player++)
            all->deals.path->rank_deals(all->deals.hands[player], all->ranks[player]);
        add_batch(all, deals->sample_count - from, sums);
    }
    return 0;
}

int32_t rb_sample_equity(const rb_sampled_deals *deals, int64_t *sums)
{
    size_t samplers = (size_t)deals->player_count * sizeof(holding_sampler);
    sampled_hands *all = malloc(sizeof *all + samplers);
    int32_t fault = -3;

    if (!all) return -2;
    all->deals.samplers = (holding_sampler *)(all + 1);
    if (rb_prepare_deals(&all->deals, deals)) fault = sample(all, deals, sums);
    free(all);
    return fault;
}

void rb_conclude_samples(const int64_t *sums, int32_t player_count, int64_t sample_count,
                         double *results)
{
    double count = (double)sample_count;

    for (int player = 0; player < player_count; player++, sums += SUMS) {
        double mean = (double)sums[SHARES] / SHARE_UNITS / count;
        double variance = (double)sums[SQUARES] / SHARE_UNITS / SHARE_UNITS / count - mean * mean;
        results[player] = mean;
        results[player_count + player] = (variance > 0.0 ? variance : 0.0) / (count - 1.0);
        results[2 * player_count + player] = (double)sums[WINS];
        results[3 * player_count + player] = (double)sums[TIES];
    }
}

int32_t rb_find_empty_range(const rb_sampled_deals *deals)
{
    suit_masks known = rb_suits_of(deals->board, deals->board_count) |
                       rb_suits_of(deals->dead, deals->dead_count);

    for (int32_t player = 0; player < deals->player_count; player++) {
        double live[HOLDING_ROWS];
        int holding = 0;
        rb_live_weights(deals->weights + (int64_t)player * HOLDING_COUNT, known, live);
        while (holding < HOLDING_COUNT && !(live[holding] > 0.0)) holding++;
        if (holding == HOLDING_COUNT) return player;
    }
    return -1;
}
