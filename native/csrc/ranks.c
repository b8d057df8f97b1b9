/* Ranks hands by counting: how many cards of each rank, and the ranks of each suit. */
#include <stdint.h>

#include "ranks.h"

enum {
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH, CARD_COUNT = 52, RANK_COUNT = 13
};

static const uint16_t CHOOSE[RANK_COUNT][6] = {
    {1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0},
    {1, 4, 6, 4, 1, 0}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6}, {1, 7, 21, 35, 35, 21},
    {1, 8, 28, 56, 70, 56}, {1, 9, 36, 84, 126, 126}, {1, 10, 45, 120, 210, 252},
    {1, 11, 55, 165, 330, 462}, {1, 12, 66, 220, 495, 792},
};

static int top_rank(uint32_t ranks)
{
    return 31 - __builtin_clz(ranks);
}

/* The place of the `count` highest ranks among all sets of so many ranks, in order of strength. */
static uint32_t place_of_top(uint32_t ranks, int count)
{
    uint32_t place = 0;

    for (; count > 0 && ranks; count--) {
        int top = top_rank(ranks);
        place += CHOOSE[top][count];
        ranks ^= 1u << top;
    }
    return place;
}

/* The highest rank of a straight, or -1. */
static int straight_top(uint32_t ranks)
{
    uint32_t with_low_ace = ranks << 1 | ranks >> 12;
    uint32_t runs = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 &
                    with_low_ace >> 4;

    return runs ? top_rank(runs) + 3 : -1;
}

static uint16_t rank_of(int category, uint32_t index)
{
    return (uint16_t)((uint32_t)category << 12 | index);
}

static uint16_t rank_suited(uint32_t ranks)
{
    int top = straight_top(ranks);

    return top >= 0 ? rank_of(STRAIGHT_FLUSH, (uint32_t)top) : rank_of(FLUSH, place_of_top(ranks, 5));
}

static uint16_t rank_by_counts(const uint32_t at_least[5], int count)
{
    uint32_t any = at_least[1], pairs = at_least[2], threes = at_least[3], fours = at_least[4];
    int straight = straight_top(any), shown = count < 5 ? count : 5;

    if (fours) {
        uint32_t four = (uint32_t)top_rank(fours);
        return rank_of(FOUR_OF_A_KIND, four * 13 + place_of_top(any ^ 1u << four, shown - 4));
    }
    if (threes && (pairs & (pairs - 1))) {
        uint32_t three = (uint32_t)top_rank(threes);
        return rank_of(FULL_HOUSE, three * 13 + (uint32_t)top_rank(pairs ^ 1u << three));
    }
    if (straight >= 0) return rank_of(STRAIGHT, (uint32_t)straight);
    if (threes)
        return rank_of(THREE_OF_A_KIND,
                       (uint32_t)top_rank(threes) * 78 + place_of_top(any ^ threes, shown - 3));
    if (pairs & (pairs - 1)) {
        uint32_t high = (uint32_t)top_rank(pairs), low = (uint32_t)top_rank(pairs ^ 1u << high);
        uint32_t rest = any ^ 1u << high ^ 1u << low;
        return rank_of(TWO_PAIR, (high * 13 + low) * 13 + place_of_top(rest, shown - 4));
    }
    if (pairs)
        return rank_of(PAIR, (uint32_t)top_rank(pairs) * 286 + place_of_top(any ^ pairs, shown - 2));
    return rank_of(HIGH_CARD, place_of_top(any, shown));
}

uint16_t rb_rank_cards(const uint8_t *cards, int32_t count)
{
    uint32_t at_least[5] = {0}, suits[4] = {0};

    for (int32_t i = 0; i < count; i++) {
        uint32_t bit = 1u << (cards[i] >> 2);
        for (int j = 4; j > 1; j--) at_least[j] |= at_least[j - 1] & bit;
        at_least[1] |= bit;
        suits[cards[i] & 3] |= bit;
    }
    for (int suit = 0; suit < 4; suit++)
        if (__builtin_popcount(suits[suit]) >= 5) return rank_suited(suits[suit]);
    return rank_by_counts(at_least, count);
}

int64_t rb_rank_hands(const uint8_t *cards, int64_t hand_count, int32_t card_count, uint16_t *ranks)
{
    for (int64_t i = 0; i < hand_count; i++) {
        const uint8_t *hand = cards + i * card_count;
        for (int32_t j = 0; j < card_count; j++)
            if (hand[j] >= CARD_COUNT) return i;
        ranks[i] = rb_rank_cards(hand, card_count);
    }
    return -1;
}
