#include <stdint.h>

#include "rankers.h"
#include "hand_tables.h"
#include "ranker_tables.h"

/* Of three cards more are suited than in a row, and three of a kind are rarer than both. */
enum { THREE_HIGH, THREE_PAIR, THREE_FLUSH, THREE_STRAIGHT, THREE_ALIKE, THREE_STRAIGHT_FLUSH };

uint16_t rb_three_card_ranks[TABLE_THREES];

/* How many sets of so many cards there are below a card; written when the library is loaded. */
static uint32_t sets_below[MOST_TABLE_CARDS + 1][DECK_SIZE];

/* The cards held, in rising order. */
typedef struct {
    int count;
    uint8_t cards[DECK_SIZE];
    uint8_t is_of_board[DECK_SIZE];
} sorted_cards;

/* The best of all hands of so many cards among the first `end`, one function a size: the compiler
   makes loops in loops of them. */
static inline uint32_t best_1(const sorted_cards *held, int end, const uint16_t *ranks)
{
    uint32_t best = 0;

    for (int i = 0; i < end; i++) best = rb_larger(best, ranks[held->cards[i]]);
    return best;
}

#define BEST_OF(size, smaller)                                                                      \
    static inline uint32_t best_##size(const sorted_cards *held, int end, const uint16_t *ranks)    \
    {                                                                                               \
        uint32_t best = 0;                                                                          \
                                                                                                    \
        for (int i = size - 1; i < end; i++) {                                                      \
            const uint16_t *with = ranks + sets_below[size][held->cards[i]];                        \
            best = rb_larger(best, best_##smaller(held, i, with));                                  \
        }                                                                                           \
        return best;                                                                                \
    }

BEST_OF(2, 1)
BEST_OF(3, 2)
BEST_OF(4, 3)
BEST_OF(5, 4)

static uint32_t best_of_any(const sorted_cards *held, const uint16_t *ranks, int size)
{
    switch (size) {
    case 1: return best_1(held, held->count, ranks);
    case 2: return best_2(held, held->count, ranks);
    case 3: return best_3(held, held->count, ranks);
    case 4: return best_4(held, held->count, ranks);
    default: return best_5(held, held->count, ranks);
    }
}

/* The best of all hands of so many hole cards and so many of the board among the first `end`. */
static uint32_t best_of_both(const sorted_cards *held, int end, int hole, int board,
                             const uint16_t *ranks)
{
    uint32_t best = 0;

    if (hole + board == 0) return *ranks;
    for (int i = hole + board - 1; i < end; i++) {
        int is_board = held->is_of_board[i];
        if (!(is_board ? board : hole)) continue;
        const uint16_t *with = ranks + sets_below[hole + board][held->cards[i]];
        best = rb_larger(best, best_of_both(held, i, hole - !is_board, board - is_board, with));
    }
    return best;
}

static void hold(sorted_cards *held, uint64_t cards, uint64_t board)
{
    for (held->count = 0; cards; cards &= cards - 1, held->count++) {
        int card = __builtin_ctzll(cards);
        held->cards[held->count] = (uint8_t)card;
        held->is_of_board[held->count] = board >> card & 1;
    }
}

uint32_t rb_best_in_table(const rb_ranking *ranking, uint64_t hole, uint64_t board)
{
    int is_threes = ranking->ranker == THREE_CARD;
    int size = is_threes ? 3 : ranking->table_size;
    const uint16_t *ranks = is_threes ? rb_three_card_ranks : ranking->table;
    sorted_cards held;

    hold(&held, hole | board, board & ~hole);
    if (!ranking->from_hole && !ranking->from_board) return best_of_any(&held, ranks, size);
    return best_of_both(&held, held.count, ranking->from_hole, ranking->from_board, ranks);
}

/* ---- the tables ---- */

static void fill_sets_below(void)
{
    for (int card = 0; card < DECK_SIZE; card++) {
        sets_below[0][card] = 1;
        for (int size = 1; size <= MOST_TABLE_CARDS; size++)
            sets_below[size][card] =
                card ? sets_below[size][card - 1] + sets_below[size - 1][card - 1] : 0;
    }
}

static uint32_t three_of(int category, int index)
{
    return (uint32_t)(category << CATEGORY_SHIFT | index);
}

/* The rank of three cards in rising order. */
static uint32_t rank_three(const int cards[3])
{
    int low = cards[0] / SUIT_COUNT, middle = cards[1] / SUIT_COUNT, high = cards[2] / SUIT_COUNT;
    int is_wheel = low == 0 && middle == 1 && high == RANK_COUNT - 1;
    int is_run = is_wheel || (low + 1 == middle && middle + 1 == high);
    int is_suited = cards[0] % SUIT_COUNT == cards[1] % SUIT_COUNT &&
                    cards[1] % SUIT_COUNT == cards[2] % SUIT_COUNT;

    if (low == high) return three_of(THREE_ALIKE, low);
    if (low == middle || middle == high)
        return three_of(THREE_PAIR, middle * RANK_COUNT + low + high - middle);
    if (is_run)
        return three_of(is_suited ? THREE_STRAIGHT_FLUSH : THREE_STRAIGHT, is_wheel ? middle : high);
    return three_of(is_suited ? THREE_FLUSH : THREE_HIGH,
                    (int)(sets_below[3][high] + sets_below[2][middle]) + low);
}

__attribute__((constructor)) static void fill_tables(void)
{
    int cards[3], place = 0;

    fill_sets_below();
    for (cards[2] = 0; cards[2] < DECK_SIZE; cards[2]++)
        for (cards[1] = 0; cards[1] < cards[2]; cards[1]++)
            for (cards[0] = 0; cards[0] < cards[1]; cards[0]++)
                rb_three_card_ranks[place++] = (uint16_t)rank_three(cards);
}
