/* The action selection function (document 001, equations 4-1 to 4-4) and the observer model's beliefs.
   Included by each file of kernels, which names the instructions to use. `types` is how many
   player-types a net has; callers without give the constant 0, so that the compiler leaves out what
   is only for nets with them. */
#ifndef DCUBOT_MODEL_H
#define DCUBOT_MODEL_H

#include "card_rows.h"
#include "follow_betting.h"
#include "vectors.h"

/* A net with values that are computed once for many hands. */
typedef struct {
    const dcubot_net *net;
    const float *parameters;
    uint64_t name;           /* says whether two nets are one */
    rb_tables tables;
    vec type_weights[STAGE_COUNT][OUTCOMES]; /* exponentials, by card-type */
    vec first_belief;
} model;

/* What the action selection function says, for a call (0) and a raise (1). */
typedef struct {
    outlook ahead;
    vec belief_sum, player_sum; /* of the opponents still in: over card-types, and player-types */
    vec base[2];          /* logits of the outcome states but for the cards */
    vec values[2];        /* of the outcome states */
    float cost_weight;
    vec type_odds[2];     /* exponentials of the base, by outcome state */
    vec type_norms[2], type_utilities[2]; /* by card-type */
    vec type_policy[3];   /* probabilities of fold, call, raise, by card-type */
    vec own[2];           /* own beliefs after the action, self-aware nets only */
    vec outcomes[2];      /* probabilities of the outcome states, with the private cards */
    float utilities[2];
    float policy[3];
} choice;

INLINE_VECTOR vec parameters_at(const model *m, int32_t place)
{
    return load(m->parameters + place);
}

INLINE_VECTOR vec normalised(vec v)
{
    return v / all(total(v) + 1e-30f);
}

static uint64_t name_of(const float *parameters, int32_t count)
{
    uint64_t name = 0xcbf29ce484222325u;

    for (int32_t i = 0; i + 2 <= count; i += 2) {
        uint64_t word;
        memcpy(&word, parameters + i, sizeof word);
        name = (name ^ word) * 0x9e3779b97f4a7c15u;
        name ^= name >> 32;
    }
    return name;
}

INLINE_VECTOR void prepare_model(model *m, const dcubot_net *net, const float *parameters)
{
    m->net = net;
    m->parameters = parameters;
    m->name = name_of(parameters, net->parameter_count);
    m->tables = tables_of(net);
    vec first = load(parameters + net->initial);
    m->first_belief = normalised(exponential(first - all(largest(first))));
    for (int stage = 0; stage < net->game.round_count; stage++)
        for (int i = 0; i < OUTCOMES; i++)
            m->type_weights[stage][i] = exponential(load(parameters + net->stages[stage].type + 8 * i));
}

/* The card-types before (rows) and after (lanes) the cards of a stage, P(F, C' | C). */
INLINE_VECTOR void transition_of(const model *m, const follower *seen, int stage, vec *rows)
{
    int32_t place = m->net->stages[stage].transition;

    for (int i = 0; i < CARD_TYPES; i++) rows[i] = parameters_at(m, place + CARD_TYPES * i);
    for (int earlier = 1; earlier <= stage; earlier++) {
        const feature_row *row = seen->rows + earlier;
        int32_t first = place + 64 * (1 + board_features_before(m->net, earlier));
        for (int j = 0; j < row->count; j++)
            for (int i = 0; i < CARD_TYPES; i++)
                rows[i] += parameters_at(m, first + 64 * row->index[j] + CARD_TYPES * i) * all(row->value[j]);
    }
    for (int i = 0; i < CARD_TYPES; i++) rows[i] = exponential(rows[i]);
}

INLINE_VECTOR vec moved(const vec *rows, vec belief)
{
    vec next = all(0);

    for (int i = 0; i < CARD_TYPES; i++) next += rows[i] * all(belief[i]);
    return next;
}

/* Adds to the logits of the outcome states. */
INLINE_VECTOR void shift(choice *chosen, vec logits)
{
    for (int j = 0; j < 2; j++) chosen->base[j] += logits;
}

/* Eight inputs times their rows of weights. */
INLINE_VECTOR vec weighed(const model *m, int32_t place, vec inputs)
{
    vec sum = all(0);

    for (int i = 0; i < 8; i++) sum += parameters_at(m, place + 8 * i) * all(inputs[i]);
    return sum;
}

/* Logits and values of the outcome states, from what is seen. */
INLINE_VECTOR void judge_publicly(const model *m, const follower *seen, const int types,
                                  choice *chosen)
{
    const dcubot_stage *at = m->net->stages + seen->stage;
    vec shared = weighed(m, at->belief, chosen->belief_sum);

    for (int j = 0; j < 2; j++) {
        vec logits = shared, values = all(0);
        for (int i = 0; i < BET_FEATURES; i++) {
            logits += parameters_at(m, at->bet + 8 * i) * all(chosen->ahead.near[j][i]);
            values += parameters_at(m, at->value + 8 * i) * all(chosen->ahead.bet[j][i]);
        }
        chosen->base[j] = logits;
        chosen->values[j] = values;
    }
    chosen->cost_weight = m->parameters[at->cost];
    if (types) shift(chosen, weighed(m, at->player_belief, chosen->player_sum));
}

/* Soft-max over the legal actions, fold at zero, for eight card-types at once. */
INLINE_VECTOR void type_policies(const model *m, int stage, choice *chosen)
{
    const vec *weights = m->type_weights[stage];
    uint8_t legal = chosen->ahead.legal;
    vec most = legal >> FOLD & 1 ? all(0) : all(-1e30f), sum = all(0);

    for (int j = 0; j < 2; j++) {
        if (!(legal >> (j + CALL) & 1)) continue;
        vec odds = exponential(chosen->base[j] - all(largest(chosen->base[j])));
        vec norm = all(0), worth = all(0);
        for (int i = 0; i < OUTCOMES; i++) {
            vec share = weights[i] * all(odds[i]);
            norm += share;
            worth += share * all(chosen->values[j][i]);
        }
        chosen->type_odds[j] = odds;
        chosen->type_norms[j] = norm;
        chosen->type_utilities[j] = worth / norm - all(chosen->cost_weight * chosen->ahead.cost[j]);
        most = pick(chosen->type_utilities[j] > most, chosen->type_utilities[j], most);
    }
    chosen->type_policy[FOLD] = legal >> FOLD & 1 ? exponential(all(0) - most) : all(0);
    for (int j = 0; j < 2; j++)
        chosen->type_policy[j + CALL] = legal >> (j + CALL) & 1
                                            ? exponential(chosen->type_utilities[j] - most)
                                            : all(0);
    for (int kind = 0; kind < 3; kind++) sum += chosen->type_policy[kind];
    for (int kind = 0; kind < 3; kind++) chosen->type_policy[kind] /= sum;
}

INLINE_VECTOR vec add_row(const model *m, int32_t place, const feature_row *row, vec sum)
{
    for (int i = 0; i < row->count; i++)
        sum += parameters_at(m, place + 8 * row->index[i]) * all(row->value[i]);
    return sum;
}

/* The public card features in the action selection, from a sum on. */
INLINE_VECTOR vec add_board(const model *m, const follower *seen, vec sum)
{
    int32_t place = m->net->stages[seen->stage].public_;

    if (seen->stage == 3 && m->net->feature_set == DCUBOT_HOLDEM)
        return add_row(m, place, &seen->river_action, sum);
    for (int stage = 1; stage <= seen->stage; stage++) {
        int before = board_features_before(m->net, stage);
        sum = add_row(m, place + 8 * before, seen->rows + stage, sum);
    }
    return sum;
}

INLINE_VECTOR bool remembers(const card_memory *kept, const model *m, int stage)
{
    return kept->is_known && kept->net == m->name && kept->stage == stage;
}

INLINE_VECTOR vec remember(card_memory *kept, const model *m, int stage, vec logits)
{
    store(kept->logits, logits);
    kept->net = m->name;
    kept->stage = (uint8_t)stage;
    kept->is_known = 1;
    return logits;
}

INLINE_VECTOR vec board_logits(const model *m, const follower *seen, card_memory *kept)
{
    if (remembers(kept, m, seen->stage)) return load(kept->logits);
    return remember(kept, m, seen->stage, add_board(m, seen, all(0)));
}

/* What the cards add to the logits of the outcome states, with hole cards whose features are known. */
INLINE_VECTOR vec logits_with(const model *m, const follower *seen, const feature_row *hole,
                              card_memory *board)
{
    return add_row(m, m->net->stages[seen->stage].private_, hole, board_logits(m, seen, board));
}

/* The same for hole cards of who acts: they stay as they are until the next stage. */
INLINE_VECTOR vec card_logits(const model *m, follower *seen, const uint8_t *hole_cards)
{
    card_memory *kept = seen->logits + seen->hand.acting_position;
    size_t count = (size_t)m->net->game.hole_card_count;
    feature_row hole;

    if (remembers(kept, m, seen->stage) && !memcmp(kept->hole, hole_cards, count))
        return load(kept->logits);
    hole_row(m->net, seen, hole_cards, &hole);
    memcpy(kept->hole, hole_cards, count);
    return remember(kept, m, seen->stage, logits_with(m, seen, &hole, &seen->board_logits));
}

/* With what the cards add: the probabilities of the actions. */
INLINE_VECTOR void choose_privately(const model *m, const follower *seen, vec cards, choice *chosen)
{
    const dcubot_stage *at = m->net->stages + seen->stage;
    uint8_t legal = chosen->ahead.legal;
    vec utilities = (vec){legal >> FOLD & 1 ? 0 : -1e30f, -1e30f, -1e30f, -1e30f,
                          -1e30f, -1e30f, -1e30f, -1e30f};

    for (int j = 0; j < 2; j++) {
        if (!(legal >> (j + CALL) & 1)) continue;
        vec logits = chosen->base[j] + cards;
        if (m->net->is_self_aware) {
            vec belief = load(seen->beliefs[seen->hand.acting_position]);
            chosen->own[j] = normalised(belief * chosen->type_policy[j + CALL]);
            for (int i = 0; i < CARD_TYPES; i++)
                logits += parameters_at(m, at->self_aware + 8 * i) * all(chosen->own[j][i]);
        }
        vec odds = exponential(logits - all(largest(logits)));
        chosen->outcomes[j] = odds / all(total(odds));
        chosen->utilities[j] = total(chosen->outcomes[j] * chosen->values[j]) -
                               chosen->cost_weight * chosen->ahead.cost[j];
        utilities[j + CALL] = chosen->utilities[j];
    }
    vec odds = exponential(utilities - all(largest(utilities)));
    for (int kind = 0; kind < 3; kind++) odds[kind] = legal >> kind & 1 ? odds[kind] : 0;
    float sum = (odds[FOLD] + odds[CALL]) + odds[RAISE];
    for (int kind = 0; kind < 3; kind++) chosen->policy[kind] = odds[kind] / sum;
}

#endif
