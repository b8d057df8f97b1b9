#include "state_text.h"

#include <stdio.h>
#include <string.h>

#include "deal.h"

static const char RANKS[] = "23456789TJQKA", SUITS[] = "cdhs";

static uint8_t *write_card(uint8_t *text, uint8_t card)
{
    *text++ = (uint8_t)RANKS[card / 4];
    *text++ = (uint8_t)SUITS[card % 4];
    return text;
}

int64_t write_state(const rb_game *game, const state_text *state, int position, uint8_t *text)
{
    uint8_t *end = text;
    int dealt = 0;

    end += sprintf((char *)end, "MATCHSTATE:%d:%lld:", position, (long long)state->hand_index);
    memcpy(end, state->betting, (size_t)state->betting_length);
    end += state->betting_length;
    *end++ = ':';
    for (int i = 0; i < game->player_count; i++) {
        if (i) *end++ = '|';
        if (i != position && !(state->shown >> i & 1)) continue;
        for (int j = 0; j < game->hole_card_count; j++)
            end = write_card(end, hole_card(game, state->cards, i, j));
    }
    for (int round = 0; round <= state->round_index; round++) {
        if (round) *end++ = ROUND_LETTER;
        for (; dealt < game->board_card_end[round]; dealt++)
            end = write_card(end, board_card(game, state->cards, dealt));
    }
    return end - text;
}
