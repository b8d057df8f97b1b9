/* Equities from deals drawn at random. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "deal_sampler.h"

enum { WINS, TIES, SHARES, SQUARES, SUMS };
enum { SHARE_UNITS = 2520 };

typedef struct {
    deal_sampler deals;
    uint8_t hands[DEAL_BATCH * MOST_CARDS + 8];
    uint16_t ranks[SAMPLED_PLAYERS][DEAL_BATCH];
} sampled_hands;

static inline void put_hand(uint8_t *to, uint64_t hand)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(to, &hand, sizeof hand); /* the eighth byte is written over by the next hand */
#else
    for (int i = 0; i < MOST_CARDS; i++) to[i] = (uint8_t)(hand >> 8 * i);
#endif
}

static void rank_batch(sampled_hands *all, int count)
{
    for (int player = 0; player < all->deals.deals->player_count; player++) {
        for (int i = 0; i < count; i++)
            put_hand(all->hands + i * MOST_CARDS, all->deals.holes[player][i] | all->deals.boards[i]);
        all->deals.path->rank_hands(all->hands, count, MOST_CARDS, all->ranks[player]);
    }
}

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
static void add_heads_up(const sampled_hands *all, int count, int64_t *sums)
{
    const uint16_t *first = all->ranks[0], *second = all->ranks[1];
    uint16_t won[2] = {0, 0};

    for (int i = 0; i < count; i++) {
        won[0] += first[i] > second[i];
        won[1] += first[i] < second[i];
    }
    for (int player = 0; player < 2; player++, sums += SUMS) {
        int64_t tied = count - won[0] - won[1], units = SHARE_UNITS;
        sums[WINS] += won[player];
        sums[TIES] += tied;
        sums[SHARES] += won[player] * units + tied * (units / 2);
        sums[SQUARES] += won[player] * units * units + tied * (units / 2) * (units / 2);
    }
}

static void add_batch(const sampled_hands *all, int count, int64_t *sums)
{
    int players = all->deals.deals->player_count;
    uint16_t best[DEAL_BATCH], holders[DEAL_BATCH] = {0};

    memcpy(best, all->ranks[0], sizeof best);
    for (int player = 1; player < players; player++)
        for (int i = 0; i < DEAL_BATCH; i++)
            best[i] = all->ranks[player][i] > best[i] ? all->ranks[player][i] : best[i];
    for (int player = 0; player < players; player++)
        for (int i = 0; i < DEAL_BATCH; i++) holders[i] += all->ranks[player][i] == best[i];
    for (int player = 0; player < players; player++) {
        uint16_t won = 0;
        for (int i = 0; i < count; i++)
            won += (all->ranks[player][i] == best[i]) & (holders[i] == 1);
        sums[SUMS * player + WINS] += won;
        sums[SUMS * player + SHARES] += (int64_t)won * SHARE_UNITS;
        sums[SUMS * player + SQUARES] += (int64_t)won * SHARE_UNITS * SHARE_UNITS;
    }
    for (int i = 0; i < count; i++)
        if (holders[i] > 1) add_tie(all, i, best[i], holders[i], sums);
}

static int32_t sample(sampled_hands *all, const rb_sampled_deals *deals, int64_t *sums)
{
    for (int64_t from = 0; from < deals->sample_count; from += DEAL_BATCH) {
        int64_t left = deals->sample_count - from;
        int count = left < DEAL_BATCH ? (int)left : DEAL_BATCH;
        if (!rb_draw_deals(&all->deals, (uint64_t)from, count)) return -1;
        rank_batch(all, count);
        if (deals->player_count == 2) add_heads_up(all, count, sums);
        else add_batch(all, count, sums);
    }
    return 0;
}

int32_t rb_sample_equity(const rb_sampled_deals *deals, int64_t *sums)
{
    sampled_hands *all = malloc(sizeof *all);
    int32_t fault;

    if (!all) return -2;
    rb_prepare_deals(&all->deals, deals);
    for (int i = 0; i < SUMS * deals->player_count; i++) sums[i] = 0;
    fault = sample(all, deals, sums);
    free(all);
    return fault;
}
