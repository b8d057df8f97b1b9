/* Holdings: the 1,326 pairs of hole cards. The holding of cards a < b has number b (b - 1) / 2 + a. */
#ifndef RB_HOLDINGS_H
#define RB_HOLDINGS_H

#include "cpu_paths.h"

enum { HOLDING_COUNT = 1326, HOLDING_ROWS = HOLDING_COUNT + BLOCK_HANDS, BOARD_CARDS = 5 };

extern uint8_t rb_holding_cards[HOLDING_COUNT][2];

static inline int rb_holding(int a, int b)
{
    return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b;
}

/* Ranks every holding with a board of three to five cards; 0 for holdings that share a card with
   `dead`, which includes the board. Every other rank is above 0. */
void rb_rank_holdings(suit_masks board, suit_masks dead, const cpu_path *path,
                      uint16_t ranks[HOLDING_ROWS]);

/* Weights of the holdings that share no card with `dead`; 0 for the others. */
void rb_live_weights(const double *weights, suit_masks dead, double live[HOLDING_ROWS]);

#endif
