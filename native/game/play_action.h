/* An action that was said to have been played: it is legal as it stands, or it is refused. */
#ifndef RAILBIRD_PLAY_ACTION_H
#define RAILBIRD_PLAY_ACTION_H

#include "hand.h"

/* Whether an action is written with a number: a raise-to that the player chooses, or slots. */
static inline bool has_number(const rb_game *game, int round, int kind)
{
    if (kind > RAISE) return true;
    if (kind != RAISE) return false;
    if (game->loop != STEPS_LOOP) return game->loop == NO_LIMIT_LOOP;
    return game->rounds[round].structure != FIXED_LIMIT;
}

/* What was wrong with an action of a legal kind, as rb_play_betting has it. */
static inline int32_t what_is_wrong(uint8_t fault, bool is_cards)
{
    switch (fault) {
    case SIZE_TOO_SMALL: return is_cards ? TOO_FEW_CARDS : BELOW_LEAST;
    case SIZE_TOO_LARGE: return is_cards ? TOO_MANY_CARDS : ABOVE_MOST;
    default: return CARDS_NOT_HELD;
    }
}

static inline int32_t play_action(const rb_tables *tables, int32_t table, action wanted)
{
    int player_count = tables->game.player_count, loop = tables->game.loop;
    bool is_cards = wanted.kind > RAISE;
    uint8_t fault = mend(tables, table, &wanted, player_count, loop);

    if (fault == ILLEGAL_KIND) return NOT_LEGAL;
    if (fault != NO_FAULT) return what_is_wrong(fault, is_cards);
    take_action(tables, table, wanted, player_count, loop);
    return PLAYED;
}

#endif
