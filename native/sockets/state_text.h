/* What a seat is told of a hand, in the words of the ACPC protocol. */
#ifndef RB_STATE_TEXT_H
#define RB_STATE_TEXT_H

#include "hand.h"

typedef struct {
    const uint8_t *betting;
    const uint8_t *cards; /* of the whole deal */
    int64_t betting_length;
    int64_t hand_index;
    int round_index;
    uint32_t shown; /* positions whose hole cards everybody sees */
} state_text;

/* Writes "MATCHSTATE:position:hand:betting:cards" without an end; returns its length. */
int64_t write_state(const rb_game *game, const state_text *state, int position, uint8_t *text);

#endif
