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
    const uint16_t *ranks;
    int count;
    uint8_t cards[DECK_SIZE];
    uint8_t is_of_board[DECK_SIZE];
} sorted_cards;

/* The best of all hands that have the cards counted in `place` and, of the first `end`, so many more
   of the hole cards and of the board. */
static uint32_t best_of(const sorted_cards *held, int end, int of_hole, int of_board, uint32_t place)
{
    const uint32_t *below = sets_below[of_hole + of_board];
    int is_last = of_hole + of_board == 1;
    uint32_t best = 0;

    for (int i = of_hole + of_board - 1; i < end; i++) {
        int is_board = held->is_of_board[i];
        if (!(is_board ? of_board : of_hole)) continue;
        uint32_t at = place + below[held->cards[i]];
        best = rb_larger(best, is_last ? held->ranks[at]
                                       : best_of(held, i, of_hole - !is_board, of_board - is_board, at));
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
    int is_any = !ranking->from_hole && !ranking->from_board;
    sorted_cards held;

    held.ranks = is_threes ? rb_three_card_ranks : ranking->table;
    hold(&held, hole | board, is_any ? 0 : board & ~hole);
    return best_of(&held, held.count, is_any ? size : ranking->from_hole,
                   is_any ? 0 : ranking->from_board, 0);
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
