#include <stdint.h>

#include "rankers.h"
#include "rank_by.h"

static uint32_t highest(uint32_t ranks, int count)
{
    uint32_t kept = 0;

    for (; count && ranks; count--) {
        uint32_t top = 1u << rb_top_bit(ranks);
        kept |= top;
        ranks ^= top;
    }
    return kept;
}

/* More than seven cards can have a straight or flush and yet a better hand. */
static uint32_t rank_high_of_many(int ranker, suit_masks suits)
{
    rank_counts counts = rb_counts_of(suits);
    rank_counts best = {counts.ones, highest(counts.twos, 2), highest(counts.threes, 1),
                        highest(counts.fours, 1)};
    int rule = rb_straight_rule(ranker);
    uint32_t straights = rb_straights_by(counts.ones, rule);
    uint32_t rank = rb_in_order_of(ranker, rb_rank_made(best));

    if (straights) rank = rb_larger(rank, rb_rank_straights(straights));
    for (int suit = 0; suit < SUIT_COUNT; suit++) {
        uint32_t ranks = rb_suit_ranks(suits, suit);
        if (__builtin_popcount(ranks) >= LEAST_FULL_HAND)
            rank = rb_larger(rank, rb_in_order_of(ranker, rb_suited_by[rule][ranks]));
    }
    return rank;
}

static uint32_t rank_high(int ranker, suit_masks suits, int count)
{
    if (count > MOST_CARDS) return rank_high_of_many(ranker, suits);
    rank_counts counts = rb_counts_of(suits);
    if (count < LEAST_FULL_HAND) return rb_in_order_of(ranker, rb_rank_few(counts, count));
    int rule = rb_straight_rule(ranker), suit = rb_leading_suit(suits, LEAST_FULL_HAND);
    uint32_t straights = rb_straights_by(counts.ones, rule);
    uint32_t rank = suit >= 0   ? rb_suited_by[rule][rb_suit_ranks(suits, suit)]
                    : straights ? rb_rank_straights(straights)
                                : rb_rank_made(counts);
    return rb_in_order_of(ranker, rank);
}

static uint32_t rank_ace_to_five(suit_masks suits, int count)
{
    rank_counts counts = rb_counts_of(rb_aces_low(suits));

    return count < LEAST_FULL_HAND ? LOW_TOP - rb_rank_few(counts, count)
                                   : rb_rank_ace_to_five(counts);
}

/* The sets of ranks that cards of different suits can have are the independent sets of a transversal
   matroid, so taking the lowest rank that still fits, again and again, gives the best hand. */
static uint32_t rank_badugi(suit_masks suits)
{
    uint32_t taken = 0, filled = 1;
    uint32_t ranks = rb_counts_of(suits).ones;

    for (; ranks; ranks &= ranks - 1) {
        uint32_t next = rb_fill_suits(filled, suits >> __builtin_ctz(ranks));
        if (!next) continue;
        filled = next;
        taken |= ranks & -ranks;
    }
    return rb_badugi_ranks[taken];
}

uint32_t rb_rank_by(int ranker, suit_masks suits, int count)
{
    switch (ranker) {
    case ACE_TO_FIVE: return rank_ace_to_five(suits, count);
    case BADUGI: return rank_badugi(rb_aces_low(suits));
    case BADUGI_ACE_HIGH: return rank_badugi(suits);
    default: return rank_high(ranker, suits, count);
    }
}
