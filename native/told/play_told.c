/* Plays hands as they are told, and holds what they tell against what they come to. */
#include "play_action.h"
#include "action_walk.h"
#include "told_hands.h"

/* Whether one player alone is able and owes nothing: most programs do not ask him to check. */
static bool may_check_alone(const rb_tables *tables, const rb_walk *walk)
{
    const rb_hand *hand = tables->hands;
    int count = tables->game.player_count, acting = hand->acting_position;

    if (hand->is_done || walk->rounds_due) return false;
    for (int i = 0; i < count; i++) {
        if (tables->spent[i] > tables->spent[acting]) return false;
        if (i != acting && hand->live >> i & 1 && tables->spent[i] != tables->stacks[i]) return false;
    }
    return true;
}

static bool begin_round(const rb_tables *tables, rb_walk *walk)
{
    if (may_check_alone(tables, walk) && rb_walk_action(tables, 0, CALL, 0, walk) != PLAYED) return false;
    return rb_walk_round(tables, 0, walk) == PLAYED;
}

static bool agrees(int64_t told, int64_t is)
{
    return told < 0 || told == is;
}

static bool play_one(const rb_tables *tables, rb_told_action told, rb_walk *walk)
{
    if (told.kind == TOLD_ROUND) return begin_round(tables, walk);
    if (tables->hands->is_done || told.position != tables->hands->acting_position) return false;
    int64_t raise_to = told.raise_to < 0 ? 0 : told.raise_to + walk->round_start;
    if (rb_walk_action(tables, 0, (uint8_t)told.kind, raise_to, walk) != PLAYED) return false;
    return agrees(told.raise_to, walk->outcome.raise_to) && agrees(told.paid, walk->outcome.paid) &&
           agrees(told.raised_by, walk->outcome.raised_by);
}

/* Takes back what nobody else could lose; -1 where another amount is told. */
static bool take_back(int64_t *spent, const int64_t *returned, int count)
{
    int most = 0;
    int64_t others = 0;
    bool is_told = false;

    for (int i = 1; i < count; i++) if (spent[i] > spent[most]) most = i;
    for (int i = 0; i < count; i++) if (i != most && spent[i] > others) others = spent[i];
    int64_t uncalled = spent[most] - others;
    for (int i = 0; i < count; i++) {
        if (returned[i] < 0) continue;
        if (is_told || i != most || returned[i] != uncalled) return false;
        is_told = true;
    }
    spent[most] -= uncalled;
    return true;
}

static bool play_hand(const rb_tables *tables, rb_told_hands *hands, int64_t row)
{
    int count = tables->game.player_count;
    int64_t first = row * TOLD_PLAYERS, sum = 0, taken = hands->rakes[row], *spent = hands->spent + first;
    rb_walk walk;

    memcpy(tables->stacks, hands->stacks + first, (size_t)count * sizeof *spent);
    memcpy(tables->blinds, hands->blinds + first, (size_t)count * sizeof *spent);
    int with_chips = 0;
    for (int i = 0; i < count; i++) with_chips += tables->stacks[i] > 0;
    if (with_chips < 2) return false;
    rb_begin_walk(tables, 0, &walk);
    for (int64_t i = hands->first_actions[row]; i < hands->first_actions[row + 1]; i++)
        if (!play_one(tables, hands->actions[i], &walk)) return false;
    if (!tables->hands->is_done) return false;
    memcpy(spent, tables->spent, (size_t)count * sizeof *spent);
    if (hands->pots[row] < 0) return true;
    if (!take_back(spent, hands->returned + first, count)) return false;
    for (int i = 0; i < count; i++) {
        sum += spent[i];
        taken += hands->collected[first + i];
    }
    return sum == hands->pots[row] && taken == sum;
}

void rb_play_told_hands(const rb_tables *tables, const int64_t *rows, int64_t row_count,
                        rb_told_hands *hands, uint8_t *text, int32_t *lengths)
{
    int64_t width = tables->game.betting_width;

    for (int64_t i = 0; i < row_count; i++) {
        bool is_played = play_hand(tables, hands, rows[i]);
        hands->status[rows[i]] = is_played ? TOLD_PLAYED : TOLD_OTHERWISE;
        lengths[i] = is_played ? tables->hands->betting_length : 0;
        memcpy(text + i * width, tables->betting, (size_t)lengths[i]);
    }
}
