/* How classes of hole cards do against each other before the flop, on all boards. */
#include <stdint.h>

#include "class_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "runouts.h"

enum { MOST_CLASSES = 256, HOLDING_BITS = 11 };

typedef struct {
    const rank_path *path;
    const uint8_t *classes;
    int class_count;
    int64_t *wins, *ties;
} class_pairs;

static int by_rank(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;

    return (first > second) - (first < second);
}

/* The holdings that the board leaves, by rising rank: rank and holding in one number. */
static int sort_live(const uint16_t *ranks, uint32_t *live)
{
    int count = 0;

    for (uint32_t i = 0; i < HOLDING_COUNT; i++)
        if (ranks[i]) live[count++] = (uint32_t)ranks[i] << HOLDING_BITS | i;
    qsort(live, (size_t)count, sizeof *live, by_rank);
    return count;
}

static void add_row(int64_t *row, const int32_t *counts, int class_count, int64_t times)
{
    for (int class = 0; class < class_count; class++) row[class] += times * counts[class];
}

/* Counts as if two holdings could share cards; what they cannot is taken back by take_back. */
static void add_all(const class_pairs *pairs, const uint32_t *live, int count, int64_t times)
{
    int32_t below[MOST_CLASSES] = {0};

    for (int first = 0, end; first < count; first = end) {
        int32_t level[MOST_CLASSES] = {0};
        for (end = first; end < count && live[end] >> HOLDING_BITS == live[first] >> HOLDING_BITS; end++)
            level[pairs->classes[live[end] & ((1 << HOLDING_BITS) - 1)]]++;
        for (int i = first; i < end; i++) {
            int64_t row = pairs->classes[live[i] & ((1 << HOLDING_BITS) - 1)] * pairs->class_count;
            add_row(pairs->wins + row, below, pairs->class_count, times);
            add_row(pairs->ties + row, level, pairs->class_count, times);
        }
        for (int class = 0; class < pairs->class_count; class++) below[class] += level[class];
    }
}

static void take_back(const class_pairs *pairs, const uint16_t *ranks, int64_t times)
{
    for (int i = 0; i < HOLDING_COUNT; i++) {
        int64_t row = pairs->classes[i] * pairs->class_count;
        if (!ranks[i]) continue;
        pairs->ties[row + pairs->classes[i]] -= times; /* the holding against itself */
        for (int place = 0; place < 2; place++) {
            int card = rb_holding_cards[i][place], other = rb_holding_cards[i][1 - place];
            for (int third = 0; third < DECK_SIZE; third++) {
                if (third == card || third == other) continue;
                int j = rb_holding(card, third);
                if (!ranks[j]) continue;
                if (ranks[i] > ranks[j]) pairs->wins[row + pairs->classes[j]] -= times;
                if (ranks[i] == ranks[j]) pairs->ties[row + pairs->classes[j]] -= times;
            }
        }
    }
}

static void tally_board(suit_masks board, int64_t times, void *context)
{
    const class_pairs *pairs = context;
    uint16_t ranks[HOLDING_ROWS];
    uint32_t live[HOLDING_COUNT];

    rb_rank_holdings(board, board, pairs->path, ranks);
    add_all(pairs, live, sort_live(ranks, live), times);
    take_back(pairs, ranks, times);
}

void rb_tally_class_pairs(const uint8_t *classes, int32_t class_count, int32_t path, int64_t *wins,
                          int64_t *ties)
{
    size_t size = (size_t)class_count * (size_t)class_count * sizeof *wins;
    class_pairs pairs = {rb_rank_path(path), classes, class_count, wins, ties};
    suit_symmetry symmetry = rb_find_symmetry(NULL, 0, NULL, 0);

    memset(wins, 0, size);
    memset(ties, 0, size);
    rb_visit_runouts(0, 0, BOARD_CARDS, symmetry, tally_board, &pairs);
}
