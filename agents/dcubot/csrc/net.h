/* The net, and a hand as the net follows it. */
#ifndef DCUBOT_NET_H
#define DCUBOT_NET_H

#include "hand.h"

#include "dcubot.h"

#include "card_features.h"

enum { TYPES = 8, OUTCOMES = 8, BET_FEATURES = 10, TEXT_LIMIT = 320, RANKED_PRIVATE = 28 };
enum { HOLDEM, RANKED };

/* What cards add to the logits of the outcome states, and for which net, stage and hole cards. */
typedef struct {
    float logits[OUTCOMES];
    uint64_t net;
    uint8_t stage, is_known, hole[2];
} card_memory;

/* What is remembered of a hand: the betting, the board's features, the observer's beliefs. */
typedef struct {
    rb_hand hand;
    uint8_t board[5];
    uint8_t is_started;
    uint8_t is_answered; /* `policies` are those of the decision that waits */
    int32_t stage;       /* of the board features and the beliefs */
    int64_t spent[MOST_PLAYERS];
    float policies[3][TYPES]; /* probabilities of fold, call and raise, by card-type */
    float beliefs[MOST_PLAYERS][TYPES];
    card_memory board_logits, logits[MOST_PLAYERS]; /* of the board; with hole cards, by position */
    uint8_t text[TEXT_LIMIT];
    board_view view;
    feature_row rows[STAGE_COUNT]; /* what the cards of each stage add */
    feature_row river_action;
} follower;

enum { PLAYER_TYPES = 8, NO_TYPE = 255, POSITION_FEATURES = 8 };

/* What is believed of everybody during a hand, by position. */
typedef struct {
    float prior[MOST_PLAYERS][PLAYER_TYPES];        /* as the hand began */
    float joint[MOST_PLAYERS][PLAYER_TYPES][TYPES]; /* sums to one for each player */
    float cards[MOST_PLAYERS][TYPES];               /* its marginals */
    float players[MOST_PLAYERS][PLAYER_TYPES];
    float policies[3][PLAYER_TYPES][TYPES]; /* probabilities of the actions of who decides */
} crowd;

/* What is remembered of a hand that is played. */
typedef struct {
    follower seen;
    crowd all;
} crowd_follower;

/* What an action would lead to. */
typedef struct {
    float bet[2][BET_FEATURES];  /* after a call and after a raise */
    float near[2][BET_FEATURES]; /* the same as logits see them: square roots of chips */
    float cost[2];
    uint8_t legal;
} outlook;

#endif
