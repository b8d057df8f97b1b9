/* Deals that differ only by names of suits have the same equities. */
#include <stdint.h>
#include <string.h>

#include "equity.h"

#include "holdings.h"

enum { SUIT_ORDERS = 24 + 1, MOST_PLAYERS = 10 };

/* Orders of the suits that leave the known cards as they are; the first leaves all as it is. */
typedef struct {
    int count;
    uint8_t orders[SUIT_ORDERS][SUIT_COUNT];
} renamings;

static suit_masks rename_suits(suit_masks cards, const uint8_t order[SUIT_COUNT])
{
    suit_masks renamed = 0;

    for (int suit = 0; suit < SUIT_COUNT; suit++)
        renamed |= (suit_masks)rb_suit_ranks(cards, suit) << 16 * order[suit];
    return renamed;
}

static void find_renamings(suit_masks board, suit_masks dead, renamings *all)
{
    all->count = 0;
    for (int code = 0; code < 256; code++) {
        uint8_t *order = all->orders[all->count];
        int seen = 0;
        for (int suit = 0; suit < SUIT_COUNT; suit++) {
            order[suit] = (uint8_t)((code >> 2 * suit & 3) ^ suit);
            seen |= 1 << order[suit];
        }
        all->count += seen == 15 && rename_suits(board, order) == board &&
                      rename_suits(dead, order) == dead;
    }
}

static uint16_t rename_holding(const uint8_t order[SUIT_COUNT], uint16_t holding)
{
    int low = rb_holding_cards[holding][0], high = rb_holding_cards[holding][1];

    return (uint16_t)rb_holding((low & ~3) | order[low & 3], (high & ~3) | order[high & 3]);
}

static void class_deal(const renamings *all, int player_count, uint16_t *holdings)
{
    uint16_t given[MOST_PLAYERS];

    memcpy(given, holdings, (size_t)player_count * sizeof *given);
    for (int i = 1; i < all->count; i++) {
        const uint8_t *order = all->orders[i];
        uint16_t renamed = 0;
        int player = 0;
        for (; player < player_count; player++) {
            renamed = rename_holding(order, given[player]);
            if (renamed != holdings[player]) break;
        }
        if (player == player_count || renamed > holdings[player]) continue;
        for (; player < player_count; player++)
            holdings[player] = rename_holding(order, given[player]);
    }
}

void rb_class_deals(const uint8_t *board, int32_t board_count, const uint8_t *dead,
                    int32_t dead_count, int64_t deal_count, int32_t player_count,
                    uint16_t *holdings)
{
    renamings all;

    find_renamings(rb_suits_of(board, board_count), rb_suits_of(dead, dead_count), &all);
    for (int64_t deal = 0; deal < deal_count; deal++)
        class_deal(&all, player_count, holdings + deal * player_count);
}
