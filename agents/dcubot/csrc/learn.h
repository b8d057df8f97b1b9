/* Gradients of a hand that is over: of the play by REINFORCE or by likelihood, and of the observer
   model by the likelihood of actions and showdowns given the public cards (4.4.2, 4.4.3). */
#ifndef DCUBOT_LEARN_H
#define DCUBOT_LEARN_H

#include <math.h>

#include "model.h"

enum { MOST_DECISIONS = 160, PLAYERS_IN = 11, MOST_AT_SHOWDOWN = 6, FREE_SHOWDOWN = 3 };
enum { PLAY_FIXED, PLAY_REINFORCED, PLAY_LIKELY };

typedef struct {
    uint8_t actor, stage, kind;
    choice chosen;
    const feature_row *hole;
    int is_learnt;
    float slopes[2];        /* d what is climbed / d utility, of a call and of a raise */
    choice judged;          /* what the critic says */
    float surprise;         /* what was won more than the critic foretold */
} decision;

/* A player's way through the stages of the observer model. */
typedef struct {
    int stage_count;              /* stages at whose start he was in; 0 where he never acts */
    vec prior[STAGE_COUNT];       /* beliefs as the stage begins */
    vec actions[STAGE_COUNT];     /* likelihood of his actions in the stage, by card-type */
    vec posterior[STAGE_COUNT];   /* weight of each card-type in the gradient */
    float norm[STAGE_COUNT];      /* of the transition into the stage */
} path;

/* A player's hole cards at a stage. */
typedef struct {
    int is_known;
    feature_row row;
    vec logits[2]; /* what they and the board add to those of the outcome states, critic's second */
} hole_view;

typedef struct {
    model *m;
    model *eye;             /* whose beliefs are the inputs */
    model *critic;          /* NULL where running averages are compared with */
    bool is_seen_by_another;
    float *gradient, *critic_gradient;
    dcubot_sums *sums;
    follower seen;
    int decision_count;
    decision decisions[MOST_DECISIONS];
    path paths[MOST_PLAYERS];
    hole_view holes[MOST_PLAYERS][STAGE_COUNT];
    card_memory judged_board; /* the critic's */
    vec transitions[STAGE_COUNT][TYPES];
} lesson;

INLINE_VECTOR void add_at(float *gradient, int32_t place, vec value)
{
    store(gradient + place, load(gradient + place) + value);
}

INLINE_VECTOR void add_rows(float *gradient, int32_t place, const feature_row *row, vec value)
{
    for (int i = 0; i < row->count; i++)
        add_at(gradient, place + 8 * row->index[i], value * all(row->value[i]));
}

INLINE_VECTOR void add_board_rows(const lesson *l, float *gradient, int stage, vec value)
{
    const dcubot_net *net = l->m->net;
    int32_t place = net->stages[stage].public_;

    if (stage == 3 && net->feature_set == HOLDEM) {
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
        if (l->m->net->is_self_aware)
            for (int i = 0; i < TYPES; i++)
                add_at(gradient, at->self_aware + 8 * i, logits * all(chosen->own[j][i]));
        gradient[at->cost] -= slopes[j] * chosen->ahead.cost[j];
    }
    for (int i = 0; i < TYPES; i++)
        add_at(gradient, at->belief + 8 * i, both * all(chosen->belief_sum[i]));
    add_rows(gradient, at->private_, taken->hole, both);
    add_board_rows(l, gradient, taken->stage, both);
    return both;
}

/* A decision of a learner: the play, and the critic where there is one. */
INLINE_VECTOR void learn_play(const lesson *l, const decision *taken)
{
    float slopes[2];

    learn_decision(l, l->gradient, taken, &taken->chosen, taken->slopes);
    if (!l->critic) return;
    for (int j = 0; j < 2; j++) slopes[j] = taken->kind == j + CALL ? taken->surprise : 0;
    learn_decision(l, l->critic_gradient, taken, &taken->judged, slopes);
}

/* The same for the weights of card-types, each with its posterior. */
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

/* Where stages begin: everybody's belief before and after the transition. */
INLINE_VECTOR void enter_stage(lesson *l)
{
    follower *seen = &l->seen;
    int stage = seen->stage + 1;
    vec before[MOST_PLAYERS];

    for (int i = 0; i < l->m->net->game.player_count; i++) before[i] = load(seen->beliefs[i]);
    turn_card(l->eye, seen, l->transitions[stage]);
    for (int i = 0; i < l->m->net->game.player_count; i++) {
        path *way = l->paths + i;
        if (!(seen->hand.live >> i & 1)) continue;
        way->stage_count = stage + 1;
        way->prior[stage] = load(seen->beliefs[i]);
        way->actions[stage] = all(1);
        way->norm[stage] = total(moved(l->transitions[stage], before[i])) + 1e-30f;
    }
}

INLINE_VECTOR void start_lesson(lesson *l, const uint8_t *board, int board_count)
{
    begin(l->eye, &l->seen, board, board_count);
    l->decision_count = 0;
    l->judged_board.is_known = 0;
    for (int i = 0; i < l->m->net->game.player_count; i++) {
        l->paths[i].stage_count = 1;
        l->paths[i].prior[0] = l->eye->first_belief;
        l->paths[i].actions[0] = all(1);
        for (int stage = 0; stage < STAGE_COUNT; stage++) l->holes[i][stage].is_known = 0;
    }
}

typedef struct {
    const uint8_t *cards;
    const float *payoffs;
    uint16_t learners;
    float draw;
} played;

/* How a decision climbs: by what was won more than is usual there, times d ln P(action); where a
   critic foretells what actions win, by its foretelling for all of them, and by what was won more
   than it foretold for the one taken: the same slope on average, with less noise. Utilities beyond
   `surest` are pulled back, since a soft-max that is sure of itself has no slope to learn by. */
INLINE_VECTOR void reinforce(lesson *l, const dcubot_lessons *lessons, decision *taken, float won, float usual)
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
                                     lessons->entropy * variety[kind];
    for (int j = 0; lessons->surest > 0 && j < 2; j++) {
        float utility = taken->chosen.utilities[j], limit = lessons->surest;
        if (!(taken->chosen.ahead.legal >> (j + CALL) & 1)) continue;
        if (utility > limit) taken->slopes[j] += limit - utility;
        if (utility < -limit) taken->slopes[j] -= limit + utility;
    }
    l->sums->surprise += taken->surprise * taken->surprise;
}

/* Weighs a decision, and counts it. */
INLINE_VECTOR void weigh(lesson *l, const dcubot_lessons *lessons, const played *hand, decision *taken)
{
    int in = __builtin_popcount(l->seen.hand.live), cell = taken->stage * PLAYERS_IN + in;
    float spent = (float)l->seen.spent[taken->actor] / l->m->net->big_blind;
    float won = hand->payoffs[taken->actor] + spent;

    if (lessons->learns_play == PLAY_REINFORCED)
        reinforce(l, lessons, taken, won, lessons->baselines[cell]);
    else
        for (int j = 0; j < 2; j++)
            taken->slopes[j] = (taken->kind == j + CALL) - taken->chosen.policy[j + CALL];
    l->sums->returns[cell] += won;
    l->sums->counts[cell]++;
    l->sums->decision_count++;
    l->sums->log_likelihood += logf(taken->chosen.policy[taken->kind]);
}

/* What the critic says of a decision. */
INLINE_VECTOR void judge(lesson *l, decision *taken, const hole_view *hole)
{
    if (!l->critic) return;
    taken->judged = taken->chosen;
    judge_publicly(l->critic, &l->seen, &taken->judged);
    choose_privately(l->critic, &l->seen, hole->logits[1], &taken->judged);
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

/* Plays the hand through and remembers its decisions; false where it is not a hand of the game. */
INLINE_VECTOR bool replay(lesson *l, const dcubot_lessons *lessons, const played *hand,
                          const uint8_t *text, int64_t length)
{
    const rb_game *game = &l->m->net->game;
    follower *seen = &l->seen;
    const uint8_t *board = hand->cards + game->player_count * game->hole_card_count;

    start_lesson(l, board, game->cards_per_hand - game->player_count * game->hole_card_count);
    while (!seen->hand.is_done) {
        int kind = next_kind(seen, text, length);
        if (kind < 0 || l->decision_count == MOST_DECISIONS) return false;
        decision *taken = l->decisions + l->decision_count++;
        int actor = seen->hand.acting_position;
        *taken = (decision){.actor = (uint8_t)actor, .stage = (uint8_t)seen->stage, .kind = (uint8_t)kind};
        const uint8_t *own = hand->cards + actor * game->hole_card_count;
        choose_publicly(l->eye, seen, &taken->chosen);
        type_policies(l->eye, seen->stage, &taken->chosen);
        taken->is_learnt = lessons->learns_play && hand->learners >> actor & 1 && own[0] != UNKNOWN_CARD;
        if (taken->is_learnt) {
            const hole_view *hole = look_at_hole(l, actor, own);
            taken->hole = &hole->row;
            if (l->is_seen_by_another) judge_publicly(l->m, seen, &taken->chosen);
            choose_privately(l->m, seen, hole->logits[0], &taken->chosen);
            judge(l, taken, hole);
            weigh(l, lessons, hand, taken);
        }
        l->paths[actor].actions[seen->stage] *= taken->chosen.type_policy[kind];
        take_seen(l->eye, seen, taken->chosen.type_policy[kind], kind);
        while (!seen->hand.is_done && seen->stage < seen->hand.round_index) {
            if (!board_known(l->m->net, board, seen->stage + 1)) return false;
            enter_stage(l);
        }
    }
    return seen->hand.betting_length == length && memcmp(seen->text, text, (size_t)length) == 0;
}

/* The showdown estimator (equations 4-7, 4-8): adds its gradient, and gives d ln L / d beliefs of
   each player who shows. A tie is an equal share of each winner's probability. */
INLINE_VECTOR void learn_showdown(lesson *l, const played *hand, const int *shown, int count,
                                  vec *slopes, float weight)
{
    vec strengths = exponential(parameters_at(l->m, l->m->net->showdown)), won = all(0), at_all = all(0);
    int types[MOST_AT_SHOWDOWN] = {0}, winner_count = 0;
    bool wins[MOST_AT_SHOWDOWN];
    float best = -1e30f, likelihood = 0, beliefs[MOST_AT_SHOWDOWN][TYPES], sums[MOST_AT_SHOWDOWN][TYPES] = {{0}};

    for (int i = 0; i < count; i++)
        if (hand->payoffs[shown[i]] > best) best = hand->payoffs[shown[i]];
    for (int i = 0; i < count; i++) {
        wins[i] = hand->payoffs[shown[i]] >= best - 1e-4f;
        winner_count += wins[i];
        memcpy(beliefs[i], l->seen.beliefs[shown[i]], sizeof beliefs[i]);
    }
    for (int done = 0; !done;) {
        float joint = 1, all_strength = 0, winning = 0;
        for (int i = 0; i < count; i++) {
            all_strength += strengths[types[i]];
            winning += wins[i] ? strengths[types[i]] : 0;
        }
        float share = winning / ((float)winner_count * all_strength);
        for (int i = 0; i < count; i++) joint *= beliefs[i][types[i]];
        likelihood += joint * share;
        for (int i = 0; i < count; i++) {
            float rest = joint / (beliefs[i][types[i]] + 1e-30f);
            sums[i][types[i]] += rest * share;
            if (wins[i])
                won[types[i]] += joint * strengths[types[i]] / ((float)winner_count * all_strength);
            at_all[types[i]] += joint * share * strengths[types[i]] / all_strength;
        }
        int place = 0;
        while (place < count && ++types[place] == TYPES) types[place++] = 0;
        done = place == count;
    }
    likelihood += 1e-30f;
    for (int i = 0; i < count; i++) slopes[shown[i]] = load(sums[i]) * all(weight / likelihood);
    add_at(l->gradient, l->m->net->showdown, (won - at_all) * all(weight / likelihood));
    l->sums->showdown_log_likelihood += logf(likelihood);
    l->sums->showdown_count++;
}

/* Crowded showdowns are worked at random, and weigh more when they are (4.4.3). */
INLINE_VECTOR void work_showdown(lesson *l, const played *hand, vec *slopes)
{
    int shown[MOST_PLAYERS], count = 0;
    float weight = 1;

    if (!are_several(l->seen.hand.live) || l->seen.stage + 1 < l->m->net->game.round_count) return;
    for (int i = 0; i < l->m->net->game.player_count; i++)
        if (l->seen.hand.live >> i & 1) shown[count++] = i;
    for (int i = FREE_SHOWDOWN; i < count; i++) weight *= TYPES;
    if (count > MOST_AT_SHOWDOWN || hand->draw * weight >= 1) return;
    learn_showdown(l, hand, shown, count, slopes, weight);
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
        for (int i = 0; i < TYPES; i++) {
            vec part = all(before[i]) * moved_slope * l->transitions[stage][i];
            add_at(l->gradient, place + TYPES * i, part);
            for (int earlier = 1; earlier <= stage; earlier++) {
                const feature_row *row = l->seen.rows + earlier;
                int32_t first = place + 64 * (1 + board_features_before(net, earlier)) + TYPES * i;
                for (int j = 0; j < row->count; j++)
                    add_at(l->gradient, first + 64 * row->index[j], part * all(row->value[j]));
            }
        }
        for (int i = 0; i < TYPES; i++) slope[i] = total(l->transitions[stage][i] * moved_slope);
    }
}

INLINE_VECTOR void learn_observer(lesson *l, const played *hand)
{
    vec slopes[MOST_PLAYERS];

    for (int i = 0; i < MOST_PLAYERS; i++) slopes[i] = all(0);
    work_showdown(l, hand, slopes);
    for (int i = 0; i < l->m->net->game.player_count; i++) learn_path(l, l->paths + i, slopes[i]);
    for (int i = 0; i < l->decision_count; i++) {
        const decision *taken = l->decisions + i;
        learn_types(l, taken, l->paths[taken->actor].posterior[taken->stage]);
    }
    l->sums->observed_count += l->decision_count;
}

#endif
