#include <stdint.h>

#include "rankers.h"
#include "omaha.h"
#include "rank_by.h"

/* By ranks in any order; written once, when the library is loaded. */
static uint8_t twos_places[16][16];
static uint16_t threes_places[RANK_TWOS][16];

static void order(int *a, int *b)
{
    int lower = *a < *b ? *a : *b, higher = *a + *b - lower;

    *a = lower;
    *b = higher;
}

static int place_of_threes(int a, int b, int c)
{
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    return (int)rb_threes_place((uint32_t)a, (uint32_t)b, (uint32_t)c);
}

__attribute__((constructor)) static void fill_places(void)
{
    for (int high = 0; high < RANK_COUNT; high++)
        for (int low = 0; low <= high; low++) {
            uint32_t place = rb_twos_place((uint32_t)low, (uint32_t)high);
            twos_places[low][high] = twos_places[high][low] = (uint8_t)place;
            for (int rank = 0; rank < RANK_COUNT; rank++)
                threes_places[place][rank] = (uint16_t)place_of_threes(low, high, rank);
        }
}

int rb_has_omaha(const rb_ranking *ranking, int hole_count, int board_count)
{
    int ranker = ranking->ranker;
    int has_tables = ranker == HIGH || ranker == ACE_TO_FIVE || ranker == SHORT_DECK_HIGH ||
                     ranker == MANILA_HIGH;

    return has_tables && !ranking->wild && ranking->from_hole == OMAHA_HOLE &&
           ranking->from_board == OMAHA_BOARD && hole_count >= OMAHA_HOLE && hole_count <= MOST_OMAHA_HOLE &&
           board_count >= OMAHA_BOARD && board_count <= MOST_OMAHA_BOARD;
}

/* A board of three or four cards has one or four threes, the last of which stands again for those
   that are lacking. */
void rb_read_omaha_board(int ranker, const cpu_path *path, const uint8_t *cards, int count,
                         omaha_board *board)
{
    const int16_t(*fives)[TWOS_ROW] = rb_fives[ranker == ACE_TO_FIVE       ? FIVES_ACE_TO_FIVE
                                               : ranker == SHORT_DECK_HIGH ? FIVES_SHORT_DECK
                                                                           : FIVES_HIGH];
    const int16_t *rows[HIGHEST_ROWS];
    int row = 0;

    board->suits = rb_suits_of(cards, count);
    board->flush_suit = ranker == ACE_TO_FIVE ? -1 : rb_leading_suit(board->suits, OMAHA_BOARD);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            const uint16_t *threes = threes_places[twos_places[cards[i] >> 2][cards[j] >> 2]];
            for (int k = 0; k < j; k++) rows[row++] = fives[threes[cards[k] >> 2]];
        }
    for (; row < HIGHEST_ROWS; row++) rows[row] = rows[row - 1];
    path->find_highest(rows, board->best);
}

/* The flushes of two ranks and three of a suit. */
static uint32_t rank_flushes(const uint16_t *suited, uint32_t hole, uint32_t board)
{
    uint32_t best = 0;

    for (uint32_t first = board; first; first &= first - 1)
        for (uint32_t second = first & (first - 1); second; second &= second - 1)
            for (uint32_t third = second & (second - 1); third; third &= third - 1) {
                uint32_t threes = (first & -first) | (second & -second) | (third & -third);
                for (uint32_t high = hole; high; high &= high - 1)
                    for (uint32_t low = high & (high - 1); low; low &= low - 1)
                        best = rb_larger(best, suited[threes | (high & -high) | (low & -low)]);
            }
    return best;
}

static inline uint32_t rank_unsuited(const omaha_board *board, const uint8_t *hole, int count)
{
    int best = -RANK_BIAS;

    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            int rank = board->best[twos_places[hole[i] >> 2][hole[j] >> 2]];
            best = rank > best ? rank : best;
        }
    return (uint32_t)(best + RANK_BIAS);
}

uint32_t rb_rank_omaha(int ranker, const uint8_t *hole, int count, const omaha_board *board)
{
    uint32_t rank = count == 4 ? rank_unsuited(board, hole, 4) : rank_unsuited(board, hole, count);

    rank = rb_in_order_of(ranker, rank);
    if (board->flush_suit < 0) return rank;
    uint32_t suited = rb_suit_ranks(rb_suits_of(hole, count), board->flush_suit);
    if (!(suited & (suited - 1))) return rank;
    const uint16_t *ranks = rb_suited_by[rb_straight_rule(ranker)];
    uint32_t of_board = rb_suit_ranks(board->suits, board->flush_suit);
    return rb_larger(rank, rb_in_order_of(ranker, rank_flushes(ranks, suited, of_board)));
}
