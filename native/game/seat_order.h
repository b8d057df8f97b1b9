/* Which seat plays which position in a hand; the rows come with the matches. */
#ifndef RAILBIRD_SEAT_ORDER_H
#define RAILBIRD_SEAT_ORDER_H

#include "hand.h"

/* Seats by position of a hand. */
INLINE const uint8_t *seats_in(const rb_seat_order *order, int32_t hand, const int player_count)
{
    return order->seats + (int64_t)(hand % order->row_count) * player_count;
}

/* Positions by seat of a hand. */
INLINE const uint8_t *positions_in(const rb_seat_order *order, int32_t hand, const int player_count)
{
    return order->positions + (int64_t)(hand % order->row_count) * player_count;
}

#endif
