/* What hand.h does not declare of games that STEPS_LOOP plays. */
#ifndef RAILBIRD_STEPS_H
#define RAILBIRD_STEPS_H

#include "hand.h"

/* What a position can bet in the hand: its stack but for the dead chips that it posted. */
INLINE int64_t betting_stack(const rb_tables *tables, int64_t place)
{
    return tables->stacks[place] - tables->dead[place];
}

/* The dead chips of all positions. */
INLINE int64_t dead_chips(const rb_tables *tables, int64_t table)
{
    const rb_game *game = &tables->game;
    int64_t sum = 0;

    if (!game->has_dead) return 0;
    for (int i = 0; i < game->player_count; i++) sum += tables->dead[table * game->player_count + i];
    return sum;
}

/* Where a raise of who is to act is legal, in a round of betting. */
raise_bounds rb_bounds_of_step(const rb_tables *tables, int64_t table);

#endif
