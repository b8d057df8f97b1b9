/* Ranks all hands of 5 to 7 cards in lexicographic order. The hands that share all but their two
   highest cards are ranked together. Flushes apart, a rank does not depend on the suit of the
   highest card: a row stands for the last card but one and the rank of the last, and the ranks of
   the rows are then spread over the pairs of cards. */
#include <stdint.h>

#include "cpu_paths.h"
#include "ranks.h"
#include "tools.h"

enum { PAIR_COUNT = 1326, ROW_COUNT = 351, MOST_SHARED = MOST_CARDS - 2 };
enum { BATCH = 8192, BUFFER = BATCH + PAIR_COUNT + BLOCK_HANDS };
enum { SUITED_PAIRS = 78, PART_SUITED_PAIRS = SUITED_PAIRS + RANK_COUNT * (DECK_SIZE - RANK_COUNT) };

/* All in lexicographic order; written once, when the library is loaded. */
static struct {
    uint16_t ones[ROW_COUNT + BLOCK_HANDS], twos[ROW_COUNT + BLOCK_HANDS];
    uint16_t none[ROW_COUNT + BLOCK_HANDS];
    uint16_t row_of_pair[PAIR_COUNT + BLOCK_HANDS];
    uint16_t suited[SUIT_COUNT][PAIR_COUNT]; /* the ranks that the pair has in a suit */
    /* By suit: the pairs that have two cards of it, and those that have one or two. */
    uint16_t two_of[SUIT_COUNT][SUITED_PAIRS], some_of[SUIT_COUNT][PART_SUITED_PAIRS];
    /* The first row, pair and entry of a list whose lower card is this or higher. */
    uint16_t first_row[DECK_SIZE + 1], first_pair[DECK_SIZE + 1];
    uint16_t first_two_of[SUIT_COUNT][DECK_SIZE + 1], first_some_of[SUIT_COUNT][DECK_SIZE + 1];
} pairs;

typedef struct {
    int pair, row, two_of[SUIT_COUNT], some_of[SUIT_COUNT];
} filled_counts;

static void start_card(int card, const filled_counts *filled)
{
    pairs.first_row[card] = (uint16_t)filled->row;
    pairs.first_pair[card] = (uint16_t)filled->pair;
    for (int suit = 0; suit < SUIT_COUNT; suit++) {
        pairs.first_two_of[suit][card] = (uint16_t)filled->two_of[suit];
        pairs.first_some_of[suit][card] = (uint16_t)filled->some_of[suit];
    }
}

static void add_pair(int low, int high, filled_counts *filled)
{
    uint16_t low_bit = (uint16_t)(1 << (low >> 2)), high_bit = (uint16_t)(1 << (high >> 2));
    int low_suit = low & 3, high_suit = high & 3, pair = filled->pair++;

    if (high == low + 1 || high_suit == 0) {
        pairs.ones[filled->row] = low_bit | high_bit;
        pairs.twos[filled->row] = low_bit & high_bit;
        filled->row++;
    }
    pairs.row_of_pair[pair] = (uint16_t)(filled->row - 1);
    pairs.suited[low_suit][pair] |= low_bit;
    pairs.suited[high_suit][pair] |= high_bit;
    pairs.some_of[low_suit][filled->some_of[low_suit]++] = (uint16_t)pair;
    if (low_suit == high_suit)
        pairs.two_of[low_suit][filled->two_of[low_suit]++] = (uint16_t)pair;
    else
        pairs.some_of[high_suit][filled->some_of[high_suit]++] = (uint16_t)pair;
}

__attribute__((constructor)) static void fill_pairs(void)
{
    filled_counts filled = {0};

    for (int low = 0; low < DECK_SIZE; low++) {
        start_card(low, &filled);
        for (int high = low + 1; high < DECK_SIZE; high++) add_pair(low, high, &filled);
    }
    start_card(DECK_SIZE, &filled);
}

/* Ranks the flushes among the hands of the shared cards and each pair with no card below `least`. */
static void rank_suited_pairs(suit_masks shared, int least, uint16_t *ranks)
{
    int suit = rb_leading_suit(shared, 3), first = pairs.first_pair[least];
    if (suit < 0) return;
    uint32_t ours = rb_suit_ranks(shared, suit);
    const uint16_t *suited = pairs.suited[suit];

    if (rb_leading_suit(shared, 5) >= 0)
        for (int pair = first; pair < PAIR_COUNT; pair++)
            ranks[pair - first] = rb_suited_ranks[ours | suited[pair]];
    else if (rb_leading_suit(shared, 4) >= 0)
        for (int i = pairs.first_some_of[suit][least]; i < PART_SUITED_PAIRS; i++) {
            int pair = pairs.some_of[suit][i];
            ranks[pair - first] = rb_suited_ranks[ours | suited[pair]];
        }
    else
        for (int i = pairs.first_two_of[suit][least]; i < SUITED_PAIRS; i++) {
            int pair = pairs.two_of[suit][i];
            ranks[pair - first] = rb_suited_ranks[ours | suited[pair]];
        }
}

/* The ranks of rows with some shared cards: they hold as well for other suits of those cards. */
typedef struct {
    rank_counts shared;
    int first_row;
    uint16_t ranks[ROW_COUNT + 2 * BLOCK_HANDS];
} ranked_rows;

static void rank_rows(rank_counts shared, int first_row, const cpu_path *path, ranked_rows *ranked)
{
    count_columns rows = {pairs.ones + first_row, pairs.twos + first_row, pairs.none, pairs.none};

    if (rb_same_counts(shared, ranked->shared) && first_row >= ranked->first_row) return;
    ranked->shared = shared;
    ranked->first_row = first_row;
    path->rank_counts(shared, rows, ROW_COUNT - first_row, ranked->ranks + first_row);
}

static void spread(const uint16_t *row_ranks, const uint16_t *rows, int64_t count, uint16_t *ranks)
{
    for (int64_t i = 0; i < count; i++) ranks[i] = row_ranks[rows[i]];
}

/* Ranks the shared cards with each pair of cards not below `least`; returns how many. */
static int rank_pairs(suit_masks shared, int least, const cpu_path *path, ranked_rows *ranked,
                      uint16_t *ranks)
{
    int pair = pairs.first_pair[least];

    rank_rows(rb_counts_of(shared), pairs.first_row[least], path, ranked);
    spread(ranked->ranks, pairs.row_of_pair + pair, PAIR_COUNT - pair, ranks);
    rank_suited_pairs(shared, least, ranks);
    return PAIR_COUNT - pair;
}

/* The next set of `count` cards in lexicographic order that leaves two higher ones; 0 at the end. */
static int advance(uint8_t *cards, int count)
{
    int i = count - 1;

    while (i >= 0 && cards[i] == DECK_SIZE - 2 - count + i) i--;
    if (i < 0) return 0;
    cards[i]++;
    for (i++; i < count; i++) cards[i] = (uint8_t)(cards[i - 1] + 1);
    return 1;
}

typedef void (*count_ranks_by)(const uint16_t *ranks, int64_t count, int64_t *counts);

static void rank_in_order(int32_t card_count, const cpu_path *path, count_ranks_by count_by,
                          int64_t *counts)
{
    int shared_count = card_count - 2, filled = 0;
    uint8_t shared[MOST_SHARED] = {0, 1, 2, 3, 4};
    uint16_t ranks[BUFFER];
    ranked_rows ranked = {.shared = {0}};

    do {
        int least = shared[shared_count - 1] + 1;
        suit_masks suits = rb_suits_of(shared, shared_count);
        filled += rank_pairs(suits, least, path, &ranked, ranks + filled);
        if (filled >= BATCH) {
            count_by(ranks, filled, counts);
            filled = 0;
        }
    } while (advance(shared, shared_count));
    count_by(ranks, filled, counts);
}

static void count_ranks(const uint16_t *ranks, int64_t count, int64_t *counts)
{
    for (int64_t i = 0; i < count; i++) counts[ranks[i]]++;
}

static void count_categories(const uint16_t *ranks, int64_t count, int64_t *counts)
{
    for (int64_t i = 0; i < count; i++) counts[ranks[i] >> CATEGORY_SHIFT]++;
}

void tool_count_categories(int32_t card_count, int32_t path, int64_t *counts)
{
    rank_in_order(card_count, rb_cpu_path(path), count_categories, counts);
}

void tool_count_ranks(int32_t card_count, int32_t path, int64_t *counts)
{
    rank_in_order(card_count, rb_cpu_path(path), count_ranks, counts);
}
