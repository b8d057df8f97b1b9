/* The shares of the pot that a player wins in batches of deals, by each choice of cards. */
#ifndef RB_SHOWDOWN_SHARES_H
#define RB_SHOWDOWN_SHARES_H

#include "showdown_deals.h"
#include "omaha.h"

enum { MOST_RANKINGS = 2, SHARE_UNITS = 2520 };

/* The best of all opponents in each deal, and how many of them have it. */
typedef struct {
    uint16_t rank[DEAL_BATCH], holders[DEAL_BATCH];
} best_opponents;

typedef struct {
    const showdown_deals *deals;
    int64_t deal_count;
    int64_t sums[MOST_CHOICES]; /* of parts of 1/2520 of a pot, two a deal */
    uint16_t fixed_ranks[MOST_RANKINGS][MOST_CHOICES]; /* of hands that are the same in all deals */
    best_opponents best[MOST_RANKINGS];
    omaha_board read[MOST_RANKINGS][DEAL_BATCH]; /* where hands are made as in Omaha; one if it is laid */
    uint16_t ranks[DEAL_BATCH], shares[MOST_RANKINGS][DEAL_BATCH];
    uint8_t hands[DEAL_BATCH * (MOST_SHOWN + MOST_LAID)], boards[DEAL_BATCH * MOST_LAID];
} showdown_shares;

void rb_prepare_shares(showdown_shares *all, const showdown_deals *deals);

/* Adds the shares of the first `count` deals of the batch. */
void rb_add_shares(showdown_shares *all, int count);

/* Writes the mean share by choice. */
void rb_conclude_shares(const showdown_shares *all, double *strength);

#endif
