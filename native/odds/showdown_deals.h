/* The cards that a player does not see, dealt many times: to each opponent, to the board and to the
   player. */
#ifndef RB_SHOWDOWN_DEALS_H
#define RB_SHOWDOWN_DEALS_H

#include "deal_words.h"

enum { NO_CARD = 255, MOST_SHOWN = 8, MOST_LAID = 8, MOST_OPPONENTS = 9, MOST_CHOICES = 1 << MOST_SHOWN };

/* A column of cards each, one of every deal of a batch; what is known is the same in all. */
typedef struct {
    const uint8_t *columns[MOST_SHOWN];
    int count, is_fixed;
} dealt_hand;

typedef struct {
    const rb_showdown_rows *rows;
    deal_words words;
    uint64_t deck;
    int opponent_count, unseen_count;
    uint8_t unseen[CARDS_AND_JOKERS];             /* by place in the deck without known cards */
    dealt_hand opponents[MOST_OPPONENTS], board;
    dealt_hand own[MOST_CHOICES];
    uint8_t rises[MOST_DEALT];             /* which columns hold a set with the one before */
    uint8_t place[MOST_DEALT];             /* of the deal that is being listed */
    int listed;
    dealt_cards dealt;
    uint8_t known[CARDS_AND_JOKERS][DEAL_BATCH]; /* a column for every card */
} showdown_deals;

typedef void (*take_deals)(void *taker, int count);

void rb_begin_showdown_deals(showdown_deals *all, const rb_showdown_rows *rows, uint32_t purpose);

/* Lays out the columns of a row; returns a fault. */
int32_t rb_prepare_showdown_deals(showdown_deals *all, const rb_showdown_rows *rows, int64_t row);

/* Deals a batch, whose first number is a multiple of DEAL_BATCH. */
void rb_draw_showdown_deals(showdown_deals *all, uint64_t first_deal);

/* In how many ways the cards can be dealt. */
double rb_count_showdown_deals(const showdown_deals *all);

/* Deals in every way, and lets `take` have them a batch at a time. */
void rb_list_showdown_deals(showdown_deals *all, take_deals take, void *taker);

#endif
