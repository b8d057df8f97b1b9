/* Rounds of hands at the tables of a group: chips go from their owners to the table and back. Included
   after session.h. */
#ifndef RAILBIRD_ROUNDS_H
#define RAILBIRD_ROUNDS_H

#include "hand.h"

/* Gives the chips of a hand that is done to the players; its round may end with it. `payoffs` are by
   seat. */
INLINE void end_hand_of_round(rb_matches *matches, int64_t match, const int64_t *payoffs,
                              const int player_count)
{
    rb_rounds *rounds = &matches->rounds;
    const int32_t *players = rounds->players + match * player_count;

    for (int seat = 0; seat < player_count; seat++)
        if (players[seat] != NO_PLAYER) rounds->chips[players[seat]] += payoffs[seat] / PAYOFF_UNIT;
    rounds->due_count += !--rounds->open_counts[rounds->groups[match]];
}

/* Seats those who have chips for a table's hand, and posts the blinds; false where they are fewer than
   two. */
INLINE bool seat_for_round(rb_matches *matches, int64_t match, const int player_count)
{
    rb_rounds *rounds = &matches->rounds;
    int32_t round = rounds->rounds[rounds->groups[match]];
    const int32_t *players = rounds->players + match * player_count;
    uint8_t *seats = matches->tables.seats + match * player_count;
    int64_t *stacks = matches->tables.stacks + match * player_count;
    int live_count = 0;

    for (int seat = 0; seat < player_count; seat++) {
        int32_t player = players[seat];
        bool is_taken = player != NO_PLAYER;
        seats[seat] = (uint8_t)seat;
        stacks[seat] = is_taken ? rounds->chips[player] : 0;
        rounds->seat_controllers[match * player_count + seat] =
            is_taken ? rounds->player_controllers[player] : NO_PLAYER;
        live_count += stacks[seat] > 0;
    }
    if (live_count < 2) return false;
    rounds->table_rounds[match] = round;
    seat_players(matches, match, player_count);
    post_blinds(matches, match, round, player_count);
    rounds->posted[players[matches->session.big_blind_seats[match]]] = round;
    return true;
}

#endif
