/* Whose a card of a deal is. The slots come with the game: no other place knows how a deal is laid. */
#ifndef RAILBIRD_DEAL_H
#define RAILBIRD_DEAL_H

#include "hand.h"

INLINE uint8_t hole_card(const rb_game *game, const uint8_t *deal, int position, int index)
{
    return deal[game->hole_slots[position][index]];
}

INLINE uint8_t board_card(const rb_game *game, const uint8_t *deal, int index)
{
    return deal[game->board_slots[index]];
}

/* The first `held` hole cards of a position, and UNKNOWN_CARD for the others. */
INLINE void copy_held(const rb_game *game, const uint8_t *deal, int position, const int held,
                      uint8_t *cards, const int hole_count)
{
    for (int i = 0; i < hole_count; i++)
        cards[i] = i < held ? hole_card(game, deal, position, i) : UNKNOWN_CARD;
}

/* Board cards that lie there in the end. */
INLINE int whole_board(const rb_game *game)
{
    return game->board_card_end[game->round_count - 1];
}

#endif
