#include "state_text.h"

#include <stdio.h>
#include <string.h>

static const char RANKS[] = "23456789TJQKA", SUITS[] = "cdhs";

static uint8_t *write_cards(uint8_t *text, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        *text++ = (uint8_t)RANKS[cards[i] / 4];
        *text++ = (uint8_t)SUITS[cards[i] % 4];
    }
    return text;
}

int64_t write_state(const rb_game *game, const state_text *state, int position, uint8_t *text)
{
    const uint8_t *board = state->cards + game->player_count * game->hole_card_count;
    uint8_t *end = text;
    int dealt = 0;

    end += sprintf((char *)end, "MATCHSTATE:%d:%lld:", position, (long long)state->hand_index);
    memcpy(end, state->betting, (size_t)state->betting_length);
    end += state->betting_length;
    *end++ = ':';
    for (int i = 0; i < game->player_count; i++) {
        if (i) *end++ = '|';
        if (i == position || state->shown >> i & 1)
            end = write_cards(end, state->cards + i * game->hole_card_count, game->hole_card_count);
    }
    for (int round = 0; round <= state->round_index; round++) {
        if (round) *end++ = '/';
        end = write_cards(end, board + dealt, game->board_card_end[round] - dealt);
        dealt = game->board_card_end[round];
    }
    return end - text;
}
