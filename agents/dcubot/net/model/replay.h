/* Plays a hand that is over through, and remembers what there is to learn from. */
#ifndef DCUBOT_REPLAY_H
#define DCUBOT_REPLAY_H

#include "learn_play.h"

INLINE_VECTOR void start_lesson(lesson *l, const int types, const played *hand)
{
    const rb_game *game = &l->m->net->game;

    begin(l->eye, &l->seen, types, hand->cards.board, hand->priors);
    l->decision_count = 0;
    l->judged_board.is_known = 0;
    for (int i = 0; i < game->player_count; i++) {
        if (types) store(l->given[i], l->eye->first_belief);
        l->paths[i].stage_count = 1;
        l->paths[i].prior[0] = l->eye->first_belief;
        l->paths[i].actions[0] = all(1);
        for (int stage = 0; stage < STAGE_COUNT; stage++) l->holes[i][stage].is_known = 0;
    }
}

/* Where stages begin: everybody's belief before and after the transition. */
INLINE_VECTOR void enter_stage(lesson *l, const int types)
{
    follower *seen = &l->seen;
    int stage = seen->stage + 1;
    const vec *rows = l->transitions[stage];
    vec before[MOST_PLAYERS];

    for (int i = 0; i < l->m->net->game.player_count; i++) before[i] = load(belief_in(l, types, i));
    turn_card(l->eye, seen, types, l->transitions[stage]);
    for (int i = 0; i < l->m->net->game.player_count; i++) {
        path *way = l->paths + i;
        if (!(seen->hand.live >> i & 1)) continue;
        if (types) store(l->given[i], normalised(moved(rows, before[i])));
        way->stage_count = stage + 1;
        way->prior[stage] = load(belief_in(l, types, i));
        way->actions[stage] = all(1);
        way->norm[stage] = total(moved(rows, before[i])) + 1e-30f;
    }
}

/* Hole cards as seen at this stage, looked at once. */
INLINE_VECTOR const hole_view *look_at_hole(lesson *l, int actor, const uint8_t *own)
{
    hole_view *hole = l->holes[actor] + l->seen.stage;

    if (!hole->is_known) {
        hole_row(l->m->net, &l->seen, own, &hole->row);
        hole->logits[0] = logits_with(l->m, &l->seen, &hole->row, &l->seen.board_logits);
        if (l->critic) hole->logits[1] = logits_with(l->critic, &l->seen, &hole->row, &l->judged_board);
        hole->is_known = 1;
    }
    return hole;
}

/* A decision: what everybody could see of it, and what its player saw, if he is learnt from. The
   observer model is learnt with everybody's player-type as given. */
INLINE_VECTOR void look_at_decision(lesson *l, const int types, const played *hand, decision *taken,
                                    typed_decision *with)
{
    follower *seen = &l->seen;
    int actor = taken->actor;
    const uint8_t *own = hand->cards.held[actor];

    choose_publicly(l->eye, seen, types, &taken->chosen);
    taken->is_learnt = l->aim->learns_play && hand->learners >> actor & 1 && own[0] != UNKNOWN_CARD;
    if (types) with->type = hand->types[actor];
    judge_as(l->m, seen, types, taken->is_learnt && l->is_seen_by_another, with->type, &with->laid,
             &taken->chosen);
    if (types && l->aim->learns_observer) type_policies(l->eye, seen->stage, &taken->chosen);
    if (!taken->is_learnt) return;
    const hole_view *hole = look_at_hole(l, actor, own);
    taken->hole = &hole->row;
    choose_privately(l->m, seen, hole->logits[0], &taken->chosen);
    judge(l, taken, hole);
    weigh(l, hand, taken);
}

/* An action, as the observer model learns from it. */
INLINE_VECTOR void note_action(lesson *l, const int types, const decision *taken)
{
    vec likely = taken->chosen.type_policy[taken->kind];

    if (types && !l->aim->learns_observer) return;
    l->paths[taken->actor].actions[taken->stage] *= likely;
    if (types) store(l->given[taken->actor], normalised(load(l->given[taken->actor]) * likely));
}

/* Plays the hand through and remembers its decisions; false where it is not a hand of the game. */
INLINE_VECTOR bool replay(lesson *l, const int types, const played *hand)
{
    follower *seen = &l->seen;

    start_lesson(l, types, hand);
    while (!seen->hand.is_done) {
        int kind = next_kind(seen, hand->text, hand->length);
        if (kind < 0 || l->decision_count == MOST_DECISIONS) return false;
        typed_decision *with = l->typed + l->decision_count;
        decision *taken = l->decisions + l->decision_count++;
        *taken = (decision){.actor = seen->hand.acting_position, .stage = (uint8_t)seen->stage,
                            .kind = (uint8_t)kind};
        look_at_decision(l, types, hand, taken, with);
        note_action(l, types, taken);
        take_seen(l->eye, seen, types, kind);
        while (is_to_turn(seen)) {
            if (!board_known(l->m->net, hand->cards.board, seen->stage + 1)) return false;
            enter_stage(l, types);
        }
    }
    return is_whole(seen, hand->text, hand->length);
}

#endif
