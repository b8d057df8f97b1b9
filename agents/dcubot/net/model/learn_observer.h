/* Gradients of the observer model, by the likelihood of actions and showdowns given the public cards
   (4.4.3). */
#ifndef DCUBOT_LEARN_OBSERVER_H
#define DCUBOT_LEARN_OBSERVER_H

#include <math.h>

#include "lesson.h"

enum { MOST_AT_SHOWDOWN = 6, FREE_SHOWDOWN = 3 };

/* The gradient of the weights of card-types of a decision, each with its posterior. */
INLINE_VECTOR void learn_types(lesson *l, const decision *taken, vec posterior)
{
    const choice *chosen = &taken->chosen;
    const dcubot_stage *at = l->m->net->stages + taken->stage;
    const vec *weights = l->m->type_weights[taken->stage];

    for (int j = 0; j < 2; j++) {
        if (!(chosen->ahead.legal >> (j + CALL) & 1)) continue;
        float cost = chosen->cost_weight * chosen->ahead.cost[j];
        vec slope = posterior * (all(taken->kind == j + CALL) - chosen->type_policy[j + CALL]);
        vec share = slope / chosen->type_norms[j], worth = chosen->type_utilities[j] + all(cost);
        for (int i = 0; i < OUTCOMES; i++)
            add_at(l->gradient, at->type + 8 * i,
                   share * weights[i] * all(chosen->type_odds[j][i]) *
                       (all(chosen->values[j][i]) - worth));
    }
}

/* The showdown estimator (equations 4-7, 4-8): adds its gradient, and gives d ln L / d beliefs of
   each player who shows. A tie is an equal share of each winner's probability. */
INLINE_VECTOR void learn_showdown(lesson *l, const int types, const played *hand, const int *shown,
                                  int count, vec *slopes, float weight)
{
    vec strengths = exponential(parameters_at(l->m, l->m->net->showdown)), won = all(0), at_all = all(0);
    int cards[MOST_AT_SHOWDOWN] = {0}, winner_count = 0;
    bool wins[MOST_AT_SHOWDOWN];
    float best = -1e30f, likelihood = 0, beliefs[MOST_AT_SHOWDOWN][CARD_TYPES], sums[MOST_AT_SHOWDOWN][CARD_TYPES] = {{0}};

    for (int i = 0; i < count; i++)
        if (hand->payoffs[shown[i]] > best) best = hand->payoffs[shown[i]];
    for (int i = 0; i < count; i++) {
        wins[i] = hand->payoffs[shown[i]] >= best - 1e-4f;
        winner_count += wins[i];
        memcpy(beliefs[i], belief_in(l, types, shown[i]), sizeof beliefs[i]);
    }
    for (int done = 0; !done;) {
        float joint = 1, all_strength = 0, winning = 0;
        for (int i = 0; i < count; i++) {
            all_strength += strengths[cards[i]];
            winning += wins[i] ? strengths[cards[i]] : 0;
        }
        float share = winning / ((float)winner_count * all_strength);
        for (int i = 0; i < count; i++) joint *= beliefs[i][cards[i]];
        likelihood += joint * share;
        for (int i = 0; i < count; i++) {
            float rest = joint / (beliefs[i][cards[i]] + 1e-30f);
            sums[i][cards[i]] += rest * share;
            if (wins[i])
                won[cards[i]] += joint * strengths[cards[i]] / ((float)winner_count * all_strength);
            at_all[cards[i]] += joint * share * strengths[cards[i]] / all_strength;
        }
        int place = 0;
        while (place < count && ++cards[place] == CARD_TYPES) cards[place++] = 0;
        done = place == count;
    }
    likelihood += 1e-30f;
    for (int i = 0; i < count; i++) slopes[shown[i]] = load(sums[i]) * all(weight / likelihood);
    add_at(l->gradient, l->m->net->showdown, (won - at_all) * all(weight / likelihood));
    l->sums->showdown_log_likelihood += logf(likelihood);
    l->sums->showdown_count++;
}

/* Crowded showdowns are worked at random, and weigh more when they are (4.4.3). */
INLINE_VECTOR void work_showdown(lesson *l, const int types, const played *hand, vec *slopes)
{
    int shown[MOST_PLAYERS], count = 0;
    float weight = 1;

    if (!are_several(l->seen.hand.live) || l->seen.stage + 1 < l->m->net->game.round_count) return;
    for (int i = 0; i < l->m->net->game.player_count; i++)
        if (l->seen.hand.live >> i & 1) shown[count++] = i;
    for (int i = FREE_SHOWDOWN; i < count; i++) weight *= CARD_TYPES;
    if (count > MOST_AT_SHOWDOWN || hand->draw * weight >= 1) return;
    learn_showdown(l, types, hand, shown, count, slopes, weight);
}

/* Backward factors (equations 4-5, 4-6): through the filter, whose normalising divides out the
   board cards' own likelihood. */
INLINE_VECTOR void learn_path(lesson *l, path *way, vec slope)
{
    const dcubot_net *net = l->m->net;

    for (int stage = way->stage_count - 1; stage >= 0; stage--) {
        vec prior = way->prior[stage], likely = prior * way->actions[stage];
        float norm = total(likely) + 1e-30f;
        vec after = likely / all(norm);
        vec q = (all(1) + slope - all(total(after * slope))) / all(norm);
        way->posterior[stage] = q * likely;
        l->sums->observer_log_likelihood += logf(norm);
        vec to_prior = q * way->actions[stage];
        if (!stage) {
            add_at(l->gradient, net->initial, prior * (to_prior - all(total(prior * to_prior))));
            return;
        }
        vec before = way->prior[stage - 1] * way->actions[stage - 1];
        before = before / all(total(before) + 1e-30f);
        vec moved_slope = (to_prior - all(total(to_prior * prior))) / all(way->norm[stage]);
        int32_t place = net->stages[stage].transition;
        for (int i = 0; i < CARD_TYPES; i++) {
            vec part = all(before[i]) * moved_slope * l->transitions[stage][i];
            add_at(l->gradient, place + CARD_TYPES * i, part);
            for (int earlier = 1; earlier <= stage; earlier++) {
                const feature_row *row = l->seen.rows + earlier;
                int32_t first = place + 64 * (1 + board_features_before(net, earlier)) + CARD_TYPES * i;
                for (int j = 0; j < row->count; j++)
                    add_at(l->gradient, first + 64 * row->index[j], part * all(row->value[j]));
            }
        }
        for (int i = 0; i < CARD_TYPES; i++) slope[i] = total(l->transitions[stage][i] * moved_slope);
    }
}

INLINE_VECTOR void learn_observer(lesson *l, const int types, const played *hand)
{
    vec slopes[MOST_PLAYERS];

    for (int i = 0; i < MOST_PLAYERS; i++) slopes[i] = all(0);
    work_showdown(l, types, hand, slopes);
    for (int i = 0; i < l->m->net->game.player_count; i++) learn_path(l, l->paths + i, slopes[i]);
    for (int i = 0; i < l->decision_count; i++) {
        const decision *taken = l->decisions + i;
        learn_types(l, taken, l->paths[taken->actor].posterior[taken->stage]);
    }
    l->sums->observed_count += l->decision_count;
}

#endif
