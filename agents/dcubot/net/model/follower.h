/* A hand as the net follows it. */
#ifndef DCUBOT_FOLLOWER_H
#define DCUBOT_FOLLOWER_H

#include <stddef.h>

#include "deal.h"

#include "dcubot.h"

#include "card_features.h"

enum {
    CARD_TYPES = DCUBOT_CARD_TYPES,
    OUTCOMES = DCUBOT_OUTCOMES,
    PLAYER_TYPES = DCUBOT_PLAYER_TYPES,
    NO_TYPE = DCUBOT_NO_TYPE,
    BET_FEATURES = DCUBOT_BET_FEATURES,
    MOST_HELD = 2,
    MOST_BOARD = 5
};
_Static_assert(DCUBOT_MOST_PLAYERS == (int)MOST_PLAYERS && DCUBOT_STAGES == (int)STAGE_COUNT, "");

/* What cards add to the logits of the outcome states, and for which net, stage and hole cards. */
typedef struct {
    float logits[OUTCOMES];
    uint64_t net;
    uint8_t stage, is_known, hole[MOST_HELD];
} card_memory;

/* What is believed of everybody's player-type during a hand, by position. */
typedef struct {
    float prior[MOST_PLAYERS][PLAYER_TYPES];             /* as the hand began */
    float joint[MOST_PLAYERS][PLAYER_TYPES][CARD_TYPES]; /* sums to one for each player */
    float players[MOST_PLAYERS][PLAYER_TYPES];           /* its marginals */
    float policies[3][PLAYER_TYPES][CARD_TYPES];         /* as those of the follower, by player-type */
} type_beliefs;

/* What is remembered of a hand: the betting, the board's features, the observer's beliefs. */
typedef struct {
    rb_hand hand;
    uint8_t board[MOST_BOARD];
    uint8_t is_started;
    uint8_t is_answered; /* `policies` are those of the decision that waits */
    int32_t stage;       /* of the board features and the beliefs */
    int64_t spent[MOST_PLAYERS];
    float policies[3][CARD_TYPES]; /* probabilities of fold, call and raise, by card-type */
    float beliefs[MOST_PLAYERS][CARD_TYPES];
    card_memory board_logits, logits[MOST_PLAYERS]; /* of the board; with hole cards, by position */
    uint8_t text[DCUBOT_TEXT_LIMIT];
    board_view view;
    feature_row rows[STAGE_COUNT]; /* what the cards of each stage add */
    feature_row river_action;
    _Alignas(8) type_beliefs typed; /* nets without player-types have no memory for it */
} follower;

/* The cards of a hand, 255 for what nobody saw or the game has not. */
typedef struct {
    uint8_t held[MOST_PLAYERS][MOST_HELD], board[MOST_BOARD]; /* hole cards by position */
} seen_cards;

static inline seen_cards read_deal(const rb_game *game, const uint8_t *deal)
{
    seen_cards cards;

    memset(&cards, UNKNOWN_CARD, sizeof cards);
    for (int i = 0; i < game->player_count; i++)
        for (int j = 0; j < MOST_HELD; j++)
            if (j < game->hole_card_count) cards.held[i][j] = hole_card(game, deal, i, j);
    for (int i = 0; i < MOST_BOARD; i++)
        if (i < whole_board(game)) cards.board[i] = board_card(game, deal, i);
    return cards;
}

/* What an action would lead to. */
typedef struct {
    float bet[2][BET_FEATURES];  /* after a call and after a raise */
    float near[2][BET_FEATURES]; /* the same as logits see them: square roots of chips */
    float cost[2];
    uint8_t legal;
} outlook;

static inline size_t follower_size(int player_types)
{
    return player_types ? sizeof(follower) : offsetof(follower, typed);
}

#endif
