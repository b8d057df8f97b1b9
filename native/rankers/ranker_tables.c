#include "ranker_tables.h"

static uint16_t suited_by[STRAIGHT_RULES - 1][RANK_SETS];
const uint16_t *const rb_suited_by[STRAIGHT_RULES] = {
    rb_suited_ranks, suited_by[ACE_BELOW_SIX - 1], suited_by[ACE_BELOW_NONE - 1]};
uint16_t rb_badugi_ranks[RANK_SETS];
int16_t rb_fives[FIVES_TABLES][RANK_THREES][TWOS_ROW] __attribute__((aligned(64)));

/* By ranks with aces low: of five or more the lowest five, of fewer 0. */
static uint16_t low_fives[RANK_SETS];

static uint32_t lowest_ranks(uint32_t ranks, int count)
{
    while (__builtin_popcount(ranks) > count) ranks ^= 1u << rb_top_bit(ranks);
    return ranks;
}

static inline uint32_t lowest_bit(uint32_t bits)
{
    return bits & -bits;
}

/* With fewer than five ranks, of those that there is more than one of the lowest count twice. */
uint32_t rb_rank_ace_to_five(rank_counts counts)
{
    int ranks = __builtin_popcount(counts.ones);
    uint32_t lowest = lowest_bit(counts.twos), second = counts.twos ^ lowest;

    if (ranks >= LEAST_FULL_HAND) return low_fives[counts.ones];
    if (ranks == 4)
        counts = (rank_counts){counts.ones, lowest, 0, 0};
    else if (ranks == 3 && second)
        counts = (rank_counts){counts.ones, lowest | lowest_bit(second), 0, 0};
    else if (ranks == 3)
        counts.fours = 0;
    else if (second)
        counts = (rank_counts){counts.ones, counts.twos, lowest_bit(counts.threes), 0};
    return LOW_TOP - rb_rank_made(counts);
}

static uint32_t rank_straight_or_made(rank_counts counts, int rule)
{
    uint32_t straights = rb_straights_by(counts.ones, rule);

    return straights ? rb_rank_straights(straights) : rb_rank_made(counts);
}

static void fill_sets(void)
{
    for (uint32_t ranks = 0; ranks < RANK_SETS; ranks++) {
        uint32_t flush = (uint32_t)FLUSH << CATEGORY_SHIFT | rb_places[PLACE_OF_5][ranks];
        for (int rule = ACE_BELOW_SIX; rule < STRAIGHT_RULES; rule++) {
            uint32_t straights = rb_straights_by(ranks, rule);
            uint32_t rank = straights ? (uint32_t)STRAIGHT_FLUSH << CATEGORY_SHIFT |
                                            rb_straight_top(straights) : flush;
            suited_by[rule - 1][ranks] = (uint16_t)rank;
        }
        int count = __builtin_popcount(ranks);
        if (count >= LEAST_FULL_HAND)
            low_fives[ranks] = (uint16_t)(LOW_TOP - rb_place_of_top(lowest_ranks(ranks, 5), 5));
        if (count <= SUIT_COUNT)
            rb_badugi_ranks[ranks] = (uint16_t)((((uint32_t)count + 1) << CATEGORY_SHIFT) - 1 -
                                                rb_place_of_top(ranks, count));
    }
}

static rank_counts add_rank(rank_counts counts, int rank)
{
    return rb_merge_counts(counts, (rank_counts){1u << rank, 0, 0, 0});
}

static rank_counts aces_low(rank_counts counts)
{
    return (rank_counts){rb_ace_low(counts.ones), rb_ace_low(counts.twos),
                         rb_ace_low(counts.threes), rb_ace_low(counts.fours)};
}

static int16_t biased(uint32_t rank)
{
    return (int16_t)((int32_t)rank - RANK_BIAS);
}

static void fill_row(rank_counts threes, const rank_counts twos[RANK_TWOS], uint32_t row)
{
    for (int i = 0; i < RANK_TWOS; i++) {
        rank_counts both = rb_merge_counts(threes, twos[i]);
        rb_fives[FIVES_HIGH][row][i] = biased(rank_straight_or_made(both, ACE_BELOW_TWO));
        rb_fives[FIVES_SHORT_DECK][row][i] = biased(rank_straight_or_made(both, ACE_BELOW_SIX));
        rb_fives[FIVES_ACE_TO_FIVE][row][i] = biased(rb_rank_ace_to_five(aces_low(both)));
    }
}

static void fill_fives(void)
{
    const rank_counts none = {0, 0, 0, 0};
    rank_counts twos[RANK_TWOS];
    uint32_t two = 0, row = 0;

    for (int high = 0; high < RANK_COUNT; high++)
        for (int low = 0; low <= high; low++) twos[two++] = add_rank(add_rank(none, high), low);
    for (int high = 0; high < RANK_COUNT; high++)
        for (two = 0; two < rb_twos_place(0, (uint32_t)high + 1); two++)
            fill_row(add_rank(twos[two], high), twos, row++);
}

/* While the library is loaded no other thread can be here. */
__attribute__((constructor)) static void fill_tables(void)
{
    rb_fill_rank_tables();
    fill_sets();
    fill_fives();
}
