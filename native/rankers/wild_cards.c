/* Hands with wild cards: each stands for the card that makes the hand best. It never stands for a
   card that the hand has, so a flush has no rank twice; with fives_of_a_kind it may make a fifth of
   a rank, though no suit is left for that. */
#include <stdint.h>

#include "rankers.h"
#include "rank_by.h"

enum { FIVE_OF_A_KIND = CATEGORY_COUNT };

static uint32_t rank_of(uint32_t category, uint32_t index)
{
    return category << CATEGORY_SHIFT | index;
}

static uint32_t with_lowest(uint32_t ranks, int count)
{
    for (; count && ranks != RANK_SETS - 1; count--) ranks |= ranks + 1;
    return ranks;
}

static uint32_t with_highest(uint32_t ranks, uint32_t among, int count)
{
    uint32_t left = among & ~ranks;

    for (; count && left; count--) {
        ranks |= 1u << rb_top_bit(left);
        left = among & ~ranks;
    }
    return ranks;
}

/* ---- high hands ---- */

typedef struct {
    int ranker, wild, count;
    uint32_t deck; /* the ranks that there are */
    suit_masks suits;
    rank_counts counts; /* of the other cards */
} wild_hand;

/* The ranks of the straight with a highest rank, or none. */
static uint32_t straight_ranks(const wild_hand *hand, int top)
{
    int rule = rb_straight_rule(hand->ranker);
    int is_lowest = (rule == ACE_BELOW_TWO && top == 3) || (rule == ACE_BELOW_SIX && top == 7);
    uint32_t ranks = is_lowest  ? (0xFu << (top - 3) | 1u << (RANK_COUNT - 1))
                     : top >= 4 ? 0x1Fu << (top - 4)
                                : 0;

    return ranks & ~hand->deck ? 0 : ranks;
}

/* A straight of some of these ranks and wild cards. */
static uint32_t rank_straight(const wild_hand *hand, uint32_t ranks, uint32_t category)
{
    for (int top = RANK_COUNT - 1; top >= 3; top--) {
        uint32_t straight = straight_ranks(hand, top);
        if (straight && __builtin_popcount(ranks & straight) + hand->wild >= LEAST_FULL_HAND)
            return rank_of(category, (uint32_t)top);
    }
    return 0;
}

static uint32_t rank_suited(const wild_hand *hand)
{
    uint32_t best = 0;

    for (int suit = 0; suit < SUIT_COUNT; suit++) {
        uint32_t ranks = rb_suit_ranks(hand->suits, suit);
        if (__builtin_popcount(ranks) + hand->wild < LEAST_FULL_HAND) continue;
        uint32_t filled = with_highest(ranks, hand->deck, hand->wild);
        uint32_t flush = rank_of(FLUSH, rb_places[PLACE_OF_5][filled]);
        best = rb_larger(best, rb_in_order_of(hand->ranker, flush));
        best = rb_larger(best, rank_straight(hand, ranks, STRAIGHT_FLUSH));
    }
    return best;
}

/* The highest rank of which there are so many cards with the wild ones. */
static uint32_t rank_alike(const wild_hand *hand, int alike)
{
    static const uint32_t CATEGORY[] = {0, HIGH_CARD, PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND,
                                        FIVE_OF_A_KIND};
    static const uint32_t WEIGHT[] = {0, 1, PAIR_WEIGHT, THREE_WEIGHT, LOW_WEIGHT, 1};
    const rank_counts *have = &hand->counts;
    const uint32_t at_least[] = {hand->deck, have->ones, have->twos, have->threes, have->fours};
    int needed = alike > hand->wild ? alike - hand->wild : 0;

    if (needed > SUIT_COUNT || !at_least[needed]) return 0;
    uint32_t rank = rb_top_bit(at_least[needed]), bit = 1u << rank;
    int used = alike;
    for (int i = 1; i <= SUIT_COUNT && used; i++) used -= (at_least[i] & bit) != 0;
    uint32_t rest = with_highest(have->ones & ~bit, hand->deck & ~bit, hand->wild - used);
    int kickers = (hand->count < LEAST_FULL_HAND ? hand->count : LEAST_FULL_HAND) - alike;
    return rank_of(CATEGORY[alike], rank * WEIGHT[alike] + rb_place_of_top(rest, kickers));
}

/* Two pairs and a wild card; what else could be a full house is four of a kind. */
static uint32_t rank_full_house(const wild_hand *hand)
{
    uint32_t high = rb_top_bit(hand->counts.twos), rest = hand->counts.twos ^ 1u << high;

    return rb_in_order_of(hand->ranker,
                          rank_of(FULL_HOUSE, high * LOW_WEIGHT + rb_top_bit(rest)));
}

static uint32_t rank_high(const wild_hand *hand, int most_alike)
{
    int alike = most_alike < hand->count ? most_alike : hand->count;
    uint32_t best = 0, twos = hand->counts.twos;

    for (; alike && !best; alike--) best = rank_alike(hand, alike);
    if (hand->count < LEAST_FULL_HAND) return best;
    if (twos & (twos - 1)) best = rb_larger(best, rank_full_house(hand));
    best = rb_larger(best, rank_straight(hand, hand->counts.ones, STRAIGHT));
    return rb_larger(best, rank_suited(hand));
}

/* ---- low hands ---- */

/* Of any suits, since one that makes no flush is left. */
static uint32_t rank_deuce_to_seven(const wild_hand *hand)
{
    rank_counts counts = hand->counts;
    uint32_t ranks = counts.ones;

    counts.ones = with_lowest(ranks, hand->wild);
    if (hand->count < LEAST_FULL_HAND) return LOW_TOP - rb_rank_few(counts, hand->count);
    if (counts.twos) return LOW_TOP - rb_rank_made(counts);
    while (__builtin_popcount(counts.ones) != LEAST_FULL_HAND || (counts.ones & ranks) != ranks ||
           rb_straights_by(counts.ones, ACE_BELOW_NONE))
        counts.ones++;
    return LOW_TOP - rb_rank_made(counts);
}

static uint32_t rank_ace_to_five(const wild_hand *hand)
{
    rank_counts counts = rb_counts_of(rb_aces_low(hand->suits));

    counts.ones = with_lowest(counts.ones, hand->wild);
    return hand->count < LEAST_FULL_HAND ? LOW_TOP - rb_rank_few(counts, hand->count)
                                         : rb_rank_ace_to_five(counts);
}

/* As without wild cards, but `filled` also goes by how many of them are used. */
static uint32_t rank_badugi(suit_masks suits, int wild)
{
    uint32_t filled[SUIT_COUNT + 1] = {1}, taken = 0;

    for (int rank = 0; rank < RANK_COUNT && __builtin_popcount(taken) < SUIT_COUNT; rank++) {
        uint32_t next[SUIT_COUNT + 1], any = 0;
        for (int used = 0; used <= SUIT_COUNT; used++) {
            next[used] = rb_fill_suits(filled[used], suits >> rank);
            if (used && used <= wild) next[used] |= filled[used - 1];
            any |= next[used];
        }
        if (!any) continue;
        for (int used = 0; used <= SUIT_COUNT; used++) filled[used] = next[used];
        taken |= 1u << rank;
    }
    return rb_badugi_ranks[taken];
}

uint32_t rb_rank_wild(const rb_ranking *ranking, suit_masks suits, int wild, int count)
{
    uint32_t lacking = (1u << rb_lowest_ranked_card(ranking->ranker) / SUIT_COUNT) - 1;
    wild_hand hand = {ranking->ranker, wild, count, (RANK_SETS - 1) & ~lacking, suits,
                      rb_counts_of(suits)};

    switch (ranking->ranker) {
    case DEUCE_TO_SEVEN: return rank_deuce_to_seven(&hand);
    case ACE_TO_FIVE: return rank_ace_to_five(&hand);
    case BADUGI: return rank_badugi(rb_aces_low(suits), wild);
    case BADUGI_ACE_HIGH: return rank_badugi(suits, wild);
    default: return rank_high(&hand, ranking->fives_of_a_kind ? 5 : 4);
    }
}
