/* The rank of one hand from masks of ranks. */
#ifndef RB_RANK_MASKS_H
#define RB_RANK_MASKS_H

#include "rank_tables.h"

/* The ranks of which there are at least one, two, three and four cards. */
typedef struct {
    uint32_t ones, twos, threes, fours;
} rank_counts;

/* The ranks of each suit: suit s in bits 16 s to 16 s + 12. */
typedef uint64_t suit_masks;

/* How the index of a hand is made of the ranks it counts by. */
typedef struct {
    uint16_t start, high_weight, low_weight;
    uint8_t place, is_full_house;
} made_hand;

/* Kinds of hands: 1 for any pair, 2 for a second pair, 4 for three and 8 for four of a rank. A
   second pair without a first, which no hand has, stands for a straight.
   Each has its category, what its higher and its lower rank weigh, and how many kickers it has. */
#define RB_KINDS(OF) \
    OF(HIGH_CARD_KIND, HIGH_CARD, 0, 0, 5) \
    OF(PAIR_KIND, PAIR, PAIR_WEIGHT, 0, 3) \
    OF(STRAIGHT_KIND, STRAIGHT, 0, 0, 1) \
    OF(TWO_PAIR_KIND, TWO_PAIR, TWO_PAIR_WEIGHT, LOW_WEIGHT, 1) \
    OF(THREE_KIND, THREE_OF_A_KIND, THREE_WEIGHT, 0, 2) \
    OF(FULL_HOUSE_KIND, FULL_HOUSE, LOW_WEIGHT, 0, 1) \
    OF(FOUR_KIND, FOUR_OF_A_KIND, LOW_WEIGHT, 0, 1) \
    OF(FOUR_AND_PAIR_KIND, FOUR_OF_A_KIND, LOW_WEIGHT, 0, 1)

enum {
    HIGH_CARD_KIND = 0, PAIR_KIND = 1, STRAIGHT_KIND = 2, TWO_PAIR_KIND = 3, THREE_KIND = 5,
    FULL_HOUSE_KIND = 7, FOUR_KIND = 13, FOUR_AND_PAIR_KIND = 15, HAND_KINDS = 16
};

extern const made_hand rb_made_hands[HAND_KINDS];

static inline suit_masks rb_suits_of(const uint8_t *cards, int32_t count)
{
    suit_masks suits = 0;

    for (int32_t i = 0; i < count; i++) suits |= rb_card_bits[cards[i]];
    return suits;
}

static inline int rb_lowest_card(suit_masks suits)
{
    int bit = __builtin_ctzll(suits);

    return (bit & 15) * SUIT_COUNT + (bit >> 4);
}

static inline uint32_t rb_suit_ranks(suit_masks suits, int suit)
{
    return (uint32_t)(suits >> 16 * suit) & (RANK_SETS - 1);
}

static inline rank_counts rb_counts_of(suit_masks suits)
{
    uint64_t either = suits | suits >> 32, both = suits & suits >> 32;
    uint32_t either_0 = (uint32_t)either & 0x1FFF, either_1 = (uint32_t)(either >> 16) & 0x1FFF;
    uint32_t both_0 = (uint32_t)both & 0x1FFF, both_1 = (uint32_t)(both >> 16) & 0x1FFF;

    return (rank_counts){
        either_0 | either_1,
        both_0 | both_1 | (either_0 & either_1),
        (both_0 & either_1) | (both_1 & either_0),
        both_0 & both_1,
    };
}

static inline int rb_same_counts(rank_counts a, rank_counts b)
{
    return !((a.ones ^ b.ones) | (a.twos ^ b.twos) | (a.threes ^ b.threes) | (a.fours ^ b.fours));
}

static inline rank_counts rb_merge_counts(rank_counts a, rank_counts b)
{
    return (rank_counts){
        a.ones | b.ones,
        a.twos | b.twos | (a.ones & b.ones),
        a.threes | b.threes | (a.twos & b.ones) | (a.ones & b.twos),
        a.fours | b.fours | (a.threes & b.ones) | (a.twos & b.twos) | (a.ones & b.threes),
    };
}

/* The lowest suit of which there are at least so many cards (5 or less), or -1. */
static inline int rb_leading_suit(suit_masks suits, int least)
{
    uint64_t sums = suits - (suits >> 1 & 0x5555555555555555u), over;

    sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
    sums = (sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    over = (sums + (sums >> 8)) & 0x000F000F000F000Fu;
    over = (over + 0x0001000100010001u * (uint64_t)(16 - least)) & 0x0010001000100010u;
    return over ? __builtin_ctzll(over) >> 4 : -1;
}

/* The rank of a hand of five to seven cards by the cards of a rank that it has. */
static inline uint32_t rb_rank_made(rank_counts counts)
{
    uint32_t second = counts.twos & (counts.twos - 1), third = second & (second - 1);
    uint32_t pairs = third ? second : counts.twos;
    uint32_t upper_three = counts.threes & (counts.threes - 1);
    uint32_t three = upper_three ? upper_three : counts.threes;
    uint32_t made = counts.fours ? counts.fours : three ? three : pairs;
    uint32_t kind = (counts.twos != 0) | (uint32_t)(second != 0) << 1 |
                    (uint32_t)(three != 0) << 2 | (uint32_t)(counts.fours != 0) << 3;
    const made_hand *hand = &rb_made_hands[kind];
    uint32_t rest = (hand->is_full_house ? counts.twos : counts.ones) ^ made;

    return hand->start + rb_top_bit(made | 1) * hand->high_weight +
           (uint32_t)__builtin_ctz(made | 1u << 16) * hand->low_weight +
           rb_places[hand->place][rest];
}

static inline uint32_t rb_rank_straights(uint32_t straights)
{
    return (uint32_t)STRAIGHT << CATEGORY_SHIFT | rb_straight_top(straights);
}

/* The rank of a hand of five to seven cards, flushes left out. */
static inline uint32_t rb_rank_unsuited(rank_counts counts)
{
    uint32_t straights = rb_straights(counts.ones);

    return straights ? rb_rank_straights(straights) : rb_rank_made(counts);
}

static inline uint32_t rb_rank_suits(suit_masks suits)
{
    int suit = rb_leading_suit(suits, LEAST_FULL_HAND);

    return suit < 0 ? rb_rank_unsuited(rb_counts_of(suits))
                    : rb_suited_ranks[rb_suit_ranks(suits, suit)];
}

/* The rank of a hand of up to four cards. */
uint32_t rb_rank_few(rank_counts counts, int count);

static inline uint32_t rb_rank_any(suit_masks suits, int count)
{
    return count < LEAST_FULL_HAND ? rb_rank_few(rb_counts_of(suits), count) : rb_rank_suits(suits);
}

#endif
