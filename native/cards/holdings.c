#include <stdint.h>

#include "holdings.h"
#include "ranks.h"

#include <string.h>

enum { RANK_PAIRS = 91, SUITED = 78, PART_SUITED = SUITED + RANK_COUNT * (DECK_SIZE - RANK_COUNT) };

uint8_t rb_holding_cards[HOLDING_COUNT][2];

/* Written once, when the library is loaded. */
static struct {
    uint16_t ones[RANK_PAIRS + BLOCK_HANDS], twos[RANK_PAIRS + BLOCK_HANDS];
    uint16_t none[RANK_PAIRS + BLOCK_HANDS];
    uint16_t suited[SUIT_COUNT][HOLDING_COUNT]; /* the ranks that a holding has in a suit */
    /* By suit: the holdings that have two cards of it, and those that have one or two. */
    uint16_t two_of[SUIT_COUNT][SUITED], some_of[SUIT_COUNT][PART_SUITED];
    uint16_t with_card[DECK_SIZE][DECK_SIZE - 1]; /* the holdings that have it */
} holdings;

__attribute__((constructor)) static void fill_holdings(void)
{
    int two_count[SUIT_COUNT] = {0}, some_count[SUIT_COUNT] = {0}, row = 0, holding = 0;

    for (int high = 0; high < RANK_COUNT; high++)
        for (int low = 0; low <= high; low++, row++) {
            holdings.ones[row] = (uint16_t)(1 << high | 1 << low);
            holdings.twos[row] = (uint16_t)(high == low ? 1 << high : 0);
        }
    for (int high = 0; high < DECK_SIZE; high++)
        for (int low = 0; low < high; low++, holding++) {
            rb_holding_cards[holding][0] = (uint8_t)low;
            rb_holding_cards[holding][1] = (uint8_t)high;
            holdings.with_card[low][high - 1] = (uint16_t)holding;
            holdings.with_card[high][low] = (uint16_t)holding;
            holdings.suited[low & 3][holding] |= (uint16_t)(1 << (low >> 2));
            holdings.suited[high & 3][holding] |= (uint16_t)(1 << (high >> 2));
            for (int suit = 0; suit < SUIT_COUNT; suit++) {
                int has = ((low & 3) == suit) + ((high & 3) == suit);
                if (has > 1) holdings.two_of[suit][two_count[suit]++] = (uint16_t)holding;
                if (has > 0) holdings.some_of[suit][some_count[suit]++] = (uint16_t)holding;
            }
        }
}

static void rank_flushes(suit_masks board, uint16_t ranks[HOLDING_ROWS])
{
    int suit = rb_leading_suit(board, 3);
    if (suit < 0) return;
    uint32_t shared = rb_suit_ranks(board, suit);
    const uint16_t *suited = holdings.suited[suit];

    if (rb_leading_suit(board, 5) >= 0)
        for (int i = 0; i < HOLDING_COUNT; i++) ranks[i] = rb_suited_ranks[shared | suited[i]];
    else if (rb_leading_suit(board, 4) >= 0)
        for (int i = 0; i < PART_SUITED; i++) {
            int holding = holdings.some_of[suit][i];
            ranks[holding] = rb_suited_ranks[shared | suited[holding]];
        }
    else
        for (int i = 0; i < SUITED; i++) {
            int holding = holdings.two_of[suit][i];
            ranks[holding] = rb_suited_ranks[shared | suited[holding]];
        }
}

void rb_rank_holdings(suit_masks board, suit_masks dead, const cpu_path *path,
                      uint16_t ranks[HOLDING_ROWS])
{
    count_columns rows = {holdings.ones, holdings.twos, holdings.none, holdings.none};
    uint16_t pair_ranks[RANK_PAIRS + BLOCK_HANDS];

    path->rank_counts(rb_counts_of(board), rows, RANK_PAIRS, pair_ranks);
    path->spread_pairs(pair_ranks, ranks);
    rank_flushes(board, ranks);
    for (; dead; dead &= dead - 1) {
        const uint16_t *with = holdings.with_card[rb_lowest_card(dead)];
        for (int i = 0; i < DECK_SIZE - 1; i++) ranks[with[i]] = 0;
    }
}

void rb_live_weights(const double *weights, suit_masks dead, double live[HOLDING_ROWS])
{
    memcpy(live, weights, HOLDING_COUNT * sizeof *live);
    memset(live + HOLDING_COUNT, 0, (HOLDING_ROWS - HOLDING_COUNT) * sizeof *live);
    for (; dead; dead &= dead - 1) {
        const uint16_t *with = holdings.with_card[rb_lowest_card(dead)];
        for (int i = 0; i < DECK_SIZE - 1; i++) live[with[i]] = 0.0;
    }
}

int32_t rb_are_weights(const double *weights)
{
    return rb_cpu_path(-1)->are_weights(weights, HOLDING_COUNT);
}
