/* Ranks of hands, one or many. */
#include <stdint.h>

#include "cpu_paths.h"
#include "ranks.h"

uint16_t rb_rank_cards(const uint8_t *cards, int32_t count)
{
    return (uint16_t)rb_rank_any(rb_suits_of(cards, count), count);
}

int64_t rb_rank_hands(const uint8_t *cards, int64_t hand_count, int32_t card_count, int32_t path,
                      uint16_t *ranks)
{
    const cpu_path *way = rb_cpu_path(path);

    if (card_count < LEAST_FULL_HAND) way = &rb_portable_path;
    if (way->rank_hands(cards, hand_count, card_count, ranks) < DECK_SIZE) return -1;
    for (int64_t i = 0; i < hand_count * card_count; i++)
        if (cards[i] >= DECK_SIZE) return i / card_count;
    return -1;
}
