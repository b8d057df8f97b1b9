/* The director of tournaments of several tables, who works between two rounds of hands. */
#include <stddef.h>

#include "hand.h"
#include "draws.h"
#include "matches.h"
#include "session.h"

/* A tournament, and the draws made before its next round. */
typedef struct {
    rb_matches *matches;
    rb_rounds *rounds;
    int64_t group, first, end; /* its tables */
    int player_count;
    uint32_t draw_count;
} tournament;

typedef enum { SHORTEST, LONGEST } wanted_table;

/* Sends away who has no chips, and counts those left at the tables; returns how many they are. */
static int32_t remove_losers(const tournament *here)
{
    rb_rounds *rounds = here->rounds;
    int32_t left = 0;

    for (int64_t table = here->first; table < here->end; table++) {
        int32_t *players = rounds->players + table * here->player_count, count = 0;
        for (int seat = 0; seat < here->player_count; seat++) {
            if (players[seat] != NO_PLAYER && !rounds->chips[players[seat]])
                players[seat] = NO_PLAYER;
            count += players[seat] != NO_PLAYER;
        }
        rounds->seated_counts[table] = count;
        left += count;
    }
    return left;
}

static void close_table(const tournament *here, int64_t table)
{
    here->rounds->is_open[table] = false;
    here->matches->playing_count--;
}

/* Finds an open table by the number of its players, and draws among equal ones. */
static int64_t find_table(tournament *here, wanted_table wanted)
{
    const rb_rounds *rounds = here->rounds;
    int64_t found = -1;
    int32_t best = 0, equal = 0;

    for (int64_t table = here->first; table < here->end; table++) {
        int32_t count = rounds->seated_counts[table];
        if (!rounds->is_open[table]) continue;
        if (!equal || (wanted == LONGEST ? count > best : count < best)) {
            best = count;
            equal = 0;
            found = table;
        }
        equal += count == best;
    }
    if (equal < 2) return found;
    double draw = rb_draw(rounds->group_keys[here->group], rounds->purpose_and_seat,
                          (uint32_t)(rounds->rounds[here->group] + 1), 0, here->draw_count++);
    int32_t chosen = (int32_t)(draw * equal);
    for (int64_t table = found;; table++) {
        if (!rounds->is_open[table]) continue;
        if (rounds->seated_counts[table] == best && !chosen--) return table;
    }
}

/* Lists a table's players in the order in which they will post the big blind; returns how many. */
static int list_in_turn(const tournament *here, int64_t table, int32_t *listed)
{
    const int32_t *players = here->rounds->players + table * here->player_count;
    uint32_t taken = 0;
    int count = 0;

    for (int seat = 0; seat < here->player_count; seat++)
        taken |= (uint32_t)(players[seat] != NO_PLAYER) << seat;
    if (!taken) return 0;
    int first = next_big_blind(&here->matches->session, table, taken);
    for (int i = 0; i < here->player_count; i++) {
        int32_t player = players[(first + i) % here->player_count];
        if (player != NO_PLAYER) listed[count++] = player;
    }
    return count;
}

static void leave_table(const tournament *here, int64_t table, int32_t player)
{
    int32_t *players = here->rounds->players + table * here->player_count;

    for (int seat = 0; seat < here->player_count; seat++)
        if (players[seat] == player) players[seat] = NO_PLAYER;
    here->rounds->seated_counts[table]--;
}

/* Lets the first seat of so many have the next big blind, as if the others had had it before. */
static void seat_in_turn(rb_session *session, int64_t table, int count)
{
    const int big_blind = session->big_blind < count ? session->big_blind : count - 1;
    uint64_t latest = 0;

    for (int seat = 0; seat < count; seat++) latest = latest << SEAT_SHIFT | (uint64_t)seat;
    session->latest_big_blinds[table] = latest;
    session->big_blind_seats[table] = (uint8_t)(count - 1);
    session->button_seats[table] = (uint8_t)((2 * count - 2 - big_blind) % count);
}

/* Seats a table anew, in the order of the next big blinds, with another player among them: behind
   those who posted no later than he. */
static void come_to_table(const tournament *here, int64_t table, int32_t player)
{
    rb_rounds *rounds = here->rounds;
    int32_t *players = rounds->players + table * here->player_count, listed[MOST_PLAYERS];
    int count = list_in_turn(here, table, listed), place = 0;

    while (place < count && rounds->posted[listed[place]] <= rounds->posted[player]) place++;
    for (int seat = 0; seat < here->player_count; seat++)
        players[seat] = seat < place    ? listed[seat]
                        : seat == place ? player
                        : seat <= count ? listed[seat - 1]
                                        : NO_PLAYER;
    seat_in_turn(&here->matches->session, table, count + 1);
    rounds->seated_counts[table]++;
    rounds->is_reseated[table] = true;
}

static void break_table(tournament *here)
{
    int32_t listed[MOST_PLAYERS];
    int64_t broken = find_table(here, SHORTEST);
    int count = list_in_turn(here, broken, listed);

    close_table(here, broken);
    for (int i = 0; i < count; i++) {
        leave_table(here, broken, listed[i]);
        come_to_table(here, find_table(here, SHORTEST), listed[i]);
    }
}

static bool is_balanced(const tournament *here)
{
    const rb_rounds *rounds = here->rounds;
    int32_t least = MOST_PLAYERS, most = 0;

    for (int64_t table = here->first; table < here->end; table++) {
        int32_t count = rounds->seated_counts[table];
        if (!rounds->is_open[table]) continue;
        if (count < least) least = count;
        if (count > most) most = count;
    }
    return most - least < 2;
}

/* Moves who would post the big blind next from a longest table to a shortest. */
static void balance_two(tournament *here)
{
    int32_t listed[MOST_PLAYERS] = {NO_PLAYER};
    int64_t longest = find_table(here, LONGEST), shortest = find_table(here, SHORTEST);

    list_in_turn(here, longest, listed);
    leave_table(here, longest, listed[0]);
    come_to_table(here, shortest, listed[0]);
}

static void direct(tournament *here)
{
    const rb_rounds *rounds = here->rounds;
    int32_t left = remove_losers(here), open = 0;

    rounds->left_counts[here->group] = left;
    for (int64_t table = here->first; table < here->end; table++) open += rounds->is_open[table];
    if (left < 2 || rounds->rounds[here->group] + 1 == here->matches->hand_count) {
        rounds->is_over[here->group] = true;
        for (int64_t table = here->first; table < here->end; table++)
            if (rounds->is_open[table]) close_table(here, table);
        return;
    }
    for (; (open - 1) * rounds->most_seated >= left; open--) break_table(here);
    while (!is_balanced(here)) balance_two(here);
}

void rb_direct_tournaments(rb_matches *matches)
{
    rb_rounds *rounds = &matches->rounds;

    for (int64_t group = 0; group < rounds->group_count; group++) {
        if (rounds->is_over[group] || rounds->open_counts[group]) continue;
        tournament here = {.matches = matches,
                           .rounds = rounds,
                           .group = group,
                           .first = rounds->first_tables[group],
                           .end = rounds->first_tables[group + 1],
                           .player_count = matches->tables.game.player_count};
        direct(&here);
    }
}
