/* Rounds in which cards change hands: exchanges, discards and passes; and what lies face up. */
#ifndef RAILBIRD_CARD_STEPS_H
#define RAILBIRD_CARD_STEPS_H

#include "hand.h"

/* Checks the slots of a position to act in a card round; where they are not legal it chooses the
   lowest ones that must go, and says what was wrong. */
uint8_t rb_fix_slots(const rb_tables *tables, int64_t table, int64_t *slots);

/* Throws a position's cards away and draws as many, or throws them away, or notes them for the end of
   the round; `slots` are checked. */
void rb_move_cards(const rb_tables *tables, int64_t table, int position, uint32_t slots);

/* Hands on the cards that everybody has chosen in a round of passing. */
void rb_pass_cards(const rb_tables *tables, int64_t table);

/* The live position that comes first by what lies face up in the round. */
uint8_t rb_first_by_cards(const rb_tables *tables, int64_t table, const rb_hand *hand);

/* How many cards a position had when the hand last concerned it, and which of them lie face up. */
INLINE const rb_round *round_of(const rb_tables *tables, int64_t table, int position)
{
    int round = tables->hands[table].round_index;
    const rb_holding *holding = tables->holdings + table * tables->game.player_count + position;

    if (holding->last_round < round) round = holding->last_round;
    return tables->game.rounds + round;
}

/* How many hole cards a position holds, those of its first slots. */
INLINE int held_count(const rb_tables *tables, int64_t table, int position)
{
    if (tables->game.loop != STEPS_LOOP) return tables->game.hole_card_count;
    const rb_round *round = round_of(tables, table, position);
    bool has_discarded =
        round->kind == DISCARD_ROUND && !(tables->hands[table].to_act >> position & 1);

    return round->held - (has_discarded ? round->most : 0);
}

#endif
