/* What every evaluator of hands shares: categories, how an index is made of ranks, and tables.
   Masks of ranks have bit r for rank r (0 a two, 12 an ace).

   The index within a category is a number in mixed radix, most telling part first:
     high card, flush          place of the five ranks among the 1,287 sets of five
     pair                      rank of the pair * 286 + place of three kickers
     two pair                  high * 169 + low * 13 + kicker
     three of a kind           rank * 78 + place of two kickers
     straight, straight flush  highest rank
     full house                rank of the three * 13 + rank of the pair
     four of a kind            rank * 13 + kicker
   The place of a set of ranks is its number when the sets of so many are put in order of strength,
   which is the colexicographic order. With fewer than five cards all that is left are kickers. */
#ifndef RB_RANK_TABLES_H
#define RB_RANK_TABLES_H

#include <stdint.h>

enum {
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH, CATEGORY_COUNT
};
enum { DECK_SIZE = 52, RANK_COUNT = 13, SUIT_COUNT = 4, RANK_SETS = 1 << RANK_COUNT };
enum { CATEGORY_SHIFT = 12, PAIR_WEIGHT = 286, TWO_PAIR_WEIGHT = 169, THREE_WEIGHT = 78, LOW_WEIGHT = 13 };
enum { LEAST_FULL_HAND = 5, MOST_CARDS = 7 };

/* Places of how many of the highest ranks, in the order of `rb_places`. */
enum { PLACE_OF_5, PLACE_OF_3, PLACE_OF_2, PLACE_OF_1, PLACE_KINDS };
extern const int rb_place_counts[PLACE_KINDS];

/* The tables are written once, when the library is loaded: 82 KB in all. */
extern uint16_t rb_places[PLACE_KINDS][RANK_SETS];  /* of the 5, 3, 2 or 1 highest ranks of a mask */
extern uint16_t rb_suited_ranks[RANK_SETS];         /* the rank of five or more cards of one suit */
extern uint64_t rb_card_bits[256];                  /* bit 16 * suit + rank; NO_SUCH_CARD from 52 on */
static const uint64_t NO_SUCH_CARD = (uint64_t)1 << 63;

/* Fills the tables, once: constructors that need them call it, since any of them may run first. */
void rb_fill_rank_tables(void);

uint32_t rb_place_of_top(uint32_t ranks, int count);

static inline uint32_t rb_top_bit(uint32_t ranks)
{
    return 31u - (uint32_t)__builtin_clz(ranks);
}

/* The lowest bits of all runs of five. */
static inline uint32_t rb_runs_of_five(uint32_t bits)
{
    uint32_t twos = bits & bits >> 1;

    return twos & twos >> 2 & bits >> 4;
}

/* Bit r for each straight whose lowest rank is r - 1 (bit 0: the ace plays low). */
static inline uint32_t rb_straights(uint32_t ranks)
{
    return rb_runs_of_five(ranks << 1 | ranks >> 12);
}

/* The highest rank of the highest straight. */
static inline uint32_t rb_straight_top(uint32_t straights)
{
    return rb_top_bit(straights) + 3;
}

#endif
