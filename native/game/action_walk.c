/* Follows a hand action by action. */
#include "play_action.h"
#include "action_walk.h"

void rb_begin_walk(const rb_tables *tables, int32_t table, rb_walk *walk)
{
    start_hand(tables, table, tables->game.player_count, tables->game.loop);
    *walk = (rb_walk){.rounds_due = tables->hands[table].round_index};
}

int32_t rb_walk_action(const rb_tables *tables, int32_t table, uint8_t kind, int64_t raise_to,
                       rb_walk *walk)
{
    const rb_hand before = tables->hands[table];
    action wanted = {.kind = kind, .amount = raise_to};

    if (before.is_done) return NOBODY_TO_ACT;
    if (walk->rounds_due) return MISPLACED_SLASH;
    int64_t place = (int64_t)table * tables->game.player_count + before.acting_position;
    int64_t spent = tables->spent[place];
    int32_t fault = play_action(tables, table, wanted);
    if (fault != PLAYED) return fault;
    int64_t now = tables->spent[place];
    walk->outcome = (rb_action_outcome){
        .round_index = walk->round_index,
        .position = before.acting_position,
        .kind = kind,
        .paid = now - spent,
        .raise_to = now - walk->round_start,
        .raised_by = now - before.max_spent,
        .is_bet = before.max_spent == walk->round_start,
        .is_all_in = now > spent && now == tables->stacks[place],
    };
    walk->rounds_due = tables->hands[table].round_index - before.round_index;
    return PLAYED;
}

int32_t rb_walk_round(const rb_tables *tables, int32_t table, rb_walk *walk)
{
    if (!walk->rounds_due) return MISPLACED_SLASH;
    walk->rounds_due--;
    walk->round_index++;
    walk->round_start = tables->hands[table].max_spent;
    return PLAYED;
}
