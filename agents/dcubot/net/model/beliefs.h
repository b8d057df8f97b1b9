/* The observer model's beliefs about all players during a hand. */
#ifndef DCUBOT_BELIEFS_H
#define DCUBOT_BELIEFS_H

#include "player_types.h"

/* Starts a hand; `priors` are for nets with player-types. */
INLINE_VECTOR void begin(model *m, follower *seen, const int types, const uint8_t *board,
                         const float *priors)
{
    start_following(m->net, &m->tables, seen);
    seen->is_answered = 0;
    seen->board_logits.is_known = 0;
    memcpy(seen->board, board, (size_t)whole_board(&m->net->game));
    for (int i = 0; i < m->net->game.player_count; i++) {
        seen->logits[i].is_known = 0;
        if (types) begin_types(m, seen, i, priors + PLAYER_TYPES * i);
        else store(seen->beliefs[i], m->first_belief);
    }
}

/* Looks at the cards of the next stage; `rows` becomes its transition. */
INLINE_VECTOR void turn_card(const model *m, follower *seen, const int types, vec *rows)
{
    int stage = ++seen->stage;

    board_row(m->net, seen, stage);
    transition_of(m, seen, stage, rows);
    for (int i = 0; i < m->net->game.player_count; i++) {
        if (!(seen->hand.live >> i & 1)) continue;
        if (types) move_types(seen, types, i, rows);
        else store(seen->beliefs[i], normalised(moved(rows, load(seen->beliefs[i]))));
    }
}

INLINE_VECTOR bool is_to_turn(const follower *seen)
{
    return seen->stage < seen->hand.round_index && !seen->hand.is_done;
}

/* Board cards that the betting has reached; false where one is not known. */
INLINE_VECTOR bool turn_cards(const model *m, follower *seen, const int types, const uint8_t *board)
{
    vec rows[CARD_TYPES];

    while (is_to_turn(seen)) {
        if (!board_known(m->net, board, seen->stage + 1)) return false;
        turn_card(m, seen, types, rows);
    }
    return true;
}

/* Sums over the opponents still in, of beliefs by position. */
INLINE_VECTOR vec sum_of_others(const model *m, const follower *seen, const float beliefs[][8])
{
    vec sum = all(0);

    for (int i = 0; i < m->net->game.player_count; i++)
        if (i != seen->hand.acting_position && seen->hand.live >> i & 1) sum += load(beliefs[i]);
    return sum;
}

/* Public part: what actions lead to, how the net judges it, and how everybody would act. */
INLINE_VECTOR void choose_publicly(const model *m, follower *seen, const int types, choice *chosen)
{
    look_ahead(m->net, seen, &chosen->ahead);
    chosen->belief_sum = sum_of_others(m, seen, seen->beliefs);
    if (types) chosen->player_sum = sum_of_others(m, seen, seen->typed.players);
    judge_publicly(m, seen, types, chosen);
    if (types) {
        policies_of_types(m, seen, types, chosen);
        return;
    }
    type_policies(m, seen->stage, chosen);
    for (int kind = 0; kind < 3; kind++) store(seen->policies[kind], chosen->type_policy[kind]);
}

/* Takes an action that was seen and whose policies are known, with the belief it leaves. */
INLINE_VECTOR void take_seen(model *m, follower *seen, const int types, int kind)
{
    int actor = seen->hand.acting_position;

    if (types) see_types(seen, types, actor, kind);
    else store(seen->beliefs[actor], normalised(load(seen->beliefs[actor]) * load(seen->policies[kind])));
    seen->is_answered = 0;
    act(m->net, &m->tables, kind);
}

/* Whether a follower can be continued to this hand; another prior is another hand. */
INLINE_VECTOR bool stands_in(const model *m, const follower *seen, const int types,
                             const uint8_t *board, const float *priors)
{
    size_t dealt = (size_t)m->net->game.board_card_end[seen->stage];
    size_t width = sizeof(float) * PLAYER_TYPES * (size_t)m->net->game.player_count;

    return !memcmp(seen->board, board, dealt) && (!types || !memcmp(seen->typed.prior, priors, width));
}

/* Follows a text from the follower's state, or from the start if it is another hand. */
INLINE_VECTOR bool follow(model *m, follower *seen, const int types, const uint8_t *board,
                          const float *priors, const uint8_t *text, int64_t length)
{
    if (!seen->is_started || !goes_on(seen, text, length) || !stands_in(m, seen, types, board, priors))
        begin(m, seen, types, board, priors);
    else
        memcpy(seen->board, board, (size_t)whole_board(&m->net->game));
    sit_at(&m->tables, seen);
    while (seen->hand.betting_length < length) {
        choice chosen;
        int kind = next_kind(seen, text, length);
        if (kind < 0) break;
        if (!seen->is_answered) choose_publicly(m, seen, types, &chosen);
        take_seen(m, seen, types, kind);
        if (!goes_on(seen, text, length) || !turn_cards(m, seen, types, board)) break;
    }
    seen->is_started = seen->hand.betting_length == length && !seen->hand.is_done &&
                       seen->stage == seen->hand.round_index;
    return seen->is_started;
}

#endif
