/* An action that was said to have been played: it is legal as it stands, or it is refused. */
#ifndef RAILBIRD_PLAY_ACTION_H
#define RAILBIRD_PLAY_ACTION_H

#include "hand.h"

static inline int32_t play_action(const rb_tables *tables, int32_t table, action wanted)
{
    int player_count = tables->game.player_count;
    bool is_limit = tables->game.is_limit;
    uint8_t fault = mend(tables, table, &wanted, player_count, is_limit);

    if (fault == ILLEGAL_KIND) return NOT_LEGAL;
    if (fault != NO_FAULT) return fault == SIZE_TOO_SMALL ? BELOW_LEAST : ABOVE_MOST;
    take_action(tables, table, wanted, player_count, is_limit);
    return PLAYED;
}

#endif
