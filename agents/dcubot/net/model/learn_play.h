/* Gradients of the play of a hand that is over, by REINFORCE or by likelihood (4.4.2). */
#ifndef DCUBOT_LEARN_PLAY_H
#define DCUBOT_LEARN_PLAY_H

#include <math.h>

#include "lesson.h"

INLINE_VECTOR void add_rows(float *gradient, int32_t place, const feature_row *row, vec value)
{
    for (int i = 0; i < row->count; i++)
        add_at(gradient, place + 8 * row->index[i], value * all(row->value[i]));
}

INLINE_VECTOR void add_board_rows(const lesson *l, float *gradient, int stage, vec value)
{
    const dcubot_net *net = l->m->net;
    int32_t place = net->stages[stage].public_;

    if (stage == 3 && net->feature_set == DCUBOT_HOLDEM) {
        add_rows(gradient, place, &l->seen.river_action, value);
        return;
    }
    for (int earlier = 1; earlier <= stage; earlier++)
        add_rows(gradient, place + 8 * board_features_before(net, earlier), l->seen.rows + earlier, value);
}

/* d entropy / d utility of each action: by how much less likely than most an action is. */
INLINE_VECTOR void vary(const float *policy, float *slopes)
{
    float logarithms[3] = {0}, entropy = 0;

    for (int kind = 0; kind < 3; kind++) {
        if (policy[kind] > 0) logarithms[kind] = logf(policy[kind]);
        entropy -= policy[kind] * logarithms[kind];
    }
    for (int kind = 0; kind < 3; kind++) slopes[kind] = -policy[kind] * (logarithms[kind] + entropy);
}

/* Adds slopes in the utilities of a call and a raise, for one decision with its private cards;
   returns the slope in the logits of the outcome states. */
INLINE_VECTOR vec learn_decision(const lesson *l, float *gradient, const decision *taken,
                                 const choice *chosen, const float *slopes)
{
    const dcubot_stage *at = l->m->net->stages + taken->stage;
    vec both = all(0);

    for (int j = 0; j < 2; j++) {
        if (!(chosen->ahead.legal >> (j + CALL) & 1)) continue;
        vec outcomes = chosen->outcomes[j], values = chosen->values[j];
        vec logits = all(slopes[j]) * outcomes * (values - all(total(outcomes * values)));
        both += logits;
        for (int i = 0; i < BET_FEATURES; i++) {
            add_at(gradient, at->bet + 8 * i, logits * all(chosen->ahead.near[j][i]));
            add_at(gradient, at->value + 8 * i,
                   all(slopes[j]) * outcomes * all(chosen->ahead.bet[j][i]));
        }
        if (l->m->net->is_self_aware) add_inputs(gradient, at->self_aware, chosen->own[j], logits);
        gradient[at->cost] -= slopes[j] * chosen->ahead.cost[j];
    }
    add_inputs(gradient, at->belief, chosen->belief_sum, both);
    add_rows(gradient, at->private_, taken->hole, both);
    add_board_rows(l, gradient, taken->stage, both);
    return both;
}

/* What player-types add to a decision's gradient, from the slope in its logits, `both`. */
INLINE_VECTOR void learn_player_types(const lesson *l, const decision *taken,
                                      const typed_decision *with, vec both)
{
    const dcubot_stage *at = l->m->net->stages + taken->stage;
    vec slope;

    add_inputs(l->gradient, at->player_belief, taken->chosen.player_sum, both);
    if (with->type != NO_TYPE) add_at(l->gradient, at->player + 8 * with->type, both);
    if (!l->m->net->has_tiles || !l->is_seen_by_another) return;
    for (int k = 0; k < 8; k++) slope[k] = total(parameters_at(l->m, at->tile + 8 * k) * both);
    add_inputs(l->gradient, at->tile, with->laid.sum, both);
    for (int n = 0; n < with->laid.count; n++) {
        vec tile = with->laid.tile[n], to_logits = tile * (slope - all(total(tile * slope)));
        add_inputs(l->gradient, at->tile_cards, with->laid.cards[n], to_logits);
        add_inputs(l->gradient, at->tile_players, with->laid.players[n], to_logits);
        add_inputs(l->gradient, at->tile_position, with->laid.features[n], to_logits);
    }
}

/* A decision of a learner: the play, and the critic where there is one. */
INLINE_VECTOR void learn_play(const lesson *l, const int types, int number)
{
    const decision *taken = l->decisions + number;
    float slopes[2];
    vec both = learn_decision(l, l->gradient, taken, &taken->chosen, taken->slopes);

    if (types) learn_player_types(l, taken, l->typed + number, both);
    if (!l->critic) return;
    for (int j = 0; j < 2; j++) slopes[j] = taken->kind == j + CALL ? taken->surprise : 0;
    learn_decision(l, l->critic_gradient, taken, &taken->judged, slopes);
}

/* How a decision climbs: by what was won more than is usual there, times d ln P(action); where a
   critic foretells what actions win, by its foretelling for all of them, and by what was won more
   than it foretold for the one taken: the same slope on average, with less noise. Utilities beyond
   `surest` are pulled back, since a soft-max that is sure of itself has no slope to learn by. */
INLINE_VECTOR void reinforce(lesson *l, decision *taken, float won, float usual)
{
    const float *policy = taken->chosen.policy;
    float foretold[3] = {0}, mean = 0, variety[3];

    for (int kind = CALL; l->critic && kind <= RAISE; kind++)
        if (policy[kind] > 0) mean += policy[kind] * (foretold[kind] = taken->judged.utilities[kind - CALL]);
    taken->surprise = won - (l->critic ? foretold[taken->kind] : usual);
    vary(policy, variety);
    for (int kind = CALL; kind <= RAISE; kind++)
        taken->slopes[kind - CALL] = policy[kind] * (foretold[kind] - mean) +
                                     taken->surprise * ((taken->kind == kind) - policy[kind]) +
                                     l->aim->entropy * variety[kind];
    for (int j = 0; l->aim->surest > 0 && j < 2; j++) {
        float utility = taken->chosen.utilities[j], limit = l->aim->surest;
        if (!(taken->chosen.ahead.legal >> (j + CALL) & 1)) continue;
        if (utility > limit) taken->slopes[j] += limit - utility;
        if (utility < -limit) taken->slopes[j] -= limit + utility;
    }
    l->sums->surprise += taken->surprise * taken->surprise;
}

/* Weighs a decision, and counts it. */
INLINE_VECTOR void weigh(lesson *l, const played *hand, decision *taken)
{
    int stage = taken->stage, in = __builtin_popcount(l->seen.hand.live);
    float spent = (float)l->seen.spent[taken->actor] / l->m->net->big_blind;
    float won = hand->payoffs[taken->actor] + spent;

    if (l->aim->learns_play == DCUBOT_REINFORCED)
        reinforce(l, taken, won, l->aim->baselines[stage * DCUBOT_PLAYERS_IN + in]);
    else
        for (int j = 0; j < 2; j++)
            taken->slopes[j] = (taken->kind == j + CALL) - taken->chosen.policy[j + CALL];
    l->sums->returns[stage][in] += won;
    l->sums->counts[stage][in]++;
    l->sums->decision_count++;
    l->sums->log_likelihood += logf(taken->chosen.policy[taken->kind]);
}

/* What the critic says of a decision. */
INLINE_VECTOR void judge(lesson *l, decision *taken, const hole_view *hole)
{
    if (!l->critic) return;
    taken->judged = taken->chosen;
    judge_publicly(l->critic, &l->seen, 0, &taken->judged);
    choose_privately(l->critic, &l->seen, hole->logits[1], &taken->judged);
}

#endif
