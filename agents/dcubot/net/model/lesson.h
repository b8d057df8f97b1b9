/* What is remembered of a hand that is over while it is learnt from. */
#ifndef DCUBOT_LESSON_H
#define DCUBOT_LESSON_H

#include "beliefs.h"

enum { MOST_DECISIONS = 160 };

typedef struct {
    uint8_t actor, stage, kind;
    choice chosen;
    const feature_row *hole;
    int is_learnt;
    float slopes[2];        /* d what is climbed / d utility, of a call and of a raise */
    choice judged;          /* what the critic says */
    float surprise;         /* what was won more than the critic foretold */
} decision;

/* What of player-types a decision was made with. */
typedef struct {
    uint8_t type;
    tiling laid;
} typed_decision;

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
    const dcubot_aim *aim;
    float *gradient, *critic_gradient;
    dcubot_sums *sums;
    follower seen;
    int decision_count;
    decision decisions[MOST_DECISIONS];
    path paths[MOST_PLAYERS];
    hole_view holes[MOST_PLAYERS][STAGE_COUNT];
    card_memory judged_board; /* the critic's */
    vec transitions[STAGE_COUNT][CARD_TYPES];
    float given[MOST_PLAYERS][CARD_TYPES]; /* with player-types: beliefs with everybody's as given */
    typed_decision typed[MOST_DECISIONS];
} lesson;

/* The hand, in columns of dcubot_hands. */
typedef struct {
    seen_cards cards;
    const uint8_t *text, *types;
    int64_t length;
    const float *payoffs, *priors;
    uint16_t learners;
    float draw;
} played;

/* What the observer model believes of a player as it is learnt. */
INLINE_VECTOR float *belief_in(lesson *l, const int types, int player)
{
    return types ? l->given[player] : l->seen.beliefs[player];
}

INLINE_VECTOR void add_at(float *gradient, int32_t place, vec value)
{
    store(gradient + place, load(gradient + place) + value);
}

/* Adds to the rows of a block that takes `inputs`. */
INLINE_VECTOR void add_inputs(float *gradient, int32_t place, vec inputs, vec value)
{
    for (int i = 0; i < 8; i++) add_at(gradient, place + 8 * i, value * all(inputs[i]));
}

#endif
