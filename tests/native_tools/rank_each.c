/* Ranks all hands of so many cards, each by itself, and counts the ranks. */
#include <stdint.h>

#include "rank_tables.h"
#include "rankers.h"
#include "tools.h"

static int advance(uint8_t *cards, int count, int deck_size)
{
    int i = count - 1;

    while (i >= 0 && cards[i] == deck_size - count + i) i--;
    if (i < 0) return 0;
    cards[i]++;
    for (i++; i < count; i++) cards[i] = (uint8_t)(cards[i - 1] + 1);
    return 1;
}

void tool_count_each(const void *ranking, int32_t card_count, int64_t *counts)
{
    const rb_ranking *by = ranking;
    int deck_size = DECK_SIZE + __builtin_popcountll(by->wild >> DECK_SIZE); /* and jokers */
    uint8_t cards[DECK_SIZE];

    for (int i = 0; i < card_count; i++) cards[i] = (uint8_t)(rb_lowest_ranked_card(by->ranker) + i);
    do
        counts[rb_best_rank(by, cards, card_count, cards, 0)]++;
    while (advance(cards, card_count, deck_size));
}
