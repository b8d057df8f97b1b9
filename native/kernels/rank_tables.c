#include "rank_tables.h"

static const uint16_t CHOOSE[RANK_COUNT][6] = {
    {1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0},
    {1, 4, 6, 4, 1, 0}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6}, {1, 7, 21, 35, 35, 21},
    {1, 8, 28, 56, 70, 56}, {1, 9, 36, 84, 126, 126}, {1, 10, 45, 120, 210, 252},
    {1, 11, 55, 165, 330, 462}, {1, 12, 66, 220, 495, 792},
};
const int rb_place_counts[PLACE_KINDS] = {5, 3, 2, 1};

uint16_t rb_places[PLACE_KINDS][RANK_SETS] __attribute__((aligned(64)));
uint16_t rb_suited_ranks[RANK_SETS] __attribute__((aligned(64)));
uint64_t rb_card_bits[256] __attribute__((aligned(64)));

uint32_t rb_place_of_top(uint32_t ranks, int count)
{
    uint32_t place = 0;

    for (; count > 0 && ranks; count--) {
        uint32_t top = rb_top_bit(ranks);
        place += CHOOSE[top][count];
        ranks ^= 1u << top;
    }
    return place;
}

static uint16_t rank_suited(uint32_t ranks)
{
    uint32_t straights = rb_straights(ranks);

    if (straights)
        return (uint16_t)(STRAIGHT_FLUSH << CATEGORY_SHIFT | (int)rb_straight_top(straights));
    return (uint16_t)(FLUSH << CATEGORY_SHIFT | rb_places[PLACE_OF_5][ranks]);
}

/* While the library is loaded no other thread can be here. */
__attribute__((constructor)) void rb_fill_rank_tables(void)
{
    if (rb_card_bits[0]) return;
    for (uint32_t ranks = 0; ranks < RANK_SETS; ranks++) {
        for (int kind = 0; kind < PLACE_KINDS; kind++)
            rb_places[kind][ranks] = (uint16_t)rb_place_of_top(ranks, rb_place_counts[kind]);
        rb_suited_ranks[ranks] = rank_suited(ranks);
    }
    for (int card = 0; card < 256; card++)
        rb_card_bits[card] = card < DECK_SIZE ? (uint64_t)1 << ((card & 3) * 16 + (card >> 2))
                                              : NO_SUCH_CARD;
}
