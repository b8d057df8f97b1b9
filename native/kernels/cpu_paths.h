/* The ways to work on many hands, holdings or draws: one in plain C, and one for each set of vector
   instructions. */
#ifndef RB_CPU_PATHS_H
#define RB_CPU_PATHS_H

#include "rank_masks.h"

enum { BLOCK_HANDS = 32, PHILOX_ROWS = 16 };

/* How a hand stands against another. */
enum { AHEAD, TIED, BEHIND, OUTCOMES };

/* Masks of ranks, a row for each of many sets of cards; see rank_counts. */
typedef struct {
    const uint16_t *ones, *twos, *threes, *fours;
} count_columns;

/* Counters and keys of Philox, a row for each call; see draws.h. */
typedef struct {
    const uint32_t *counter[4];
    const uint64_t *keys;
} philox_rows;

/* Random deals are made a batch at a time, in columns; a word gives up to three cards. */
enum { MOST_JOKERS = 2, CARDS_AND_JOKERS = DECK_SIZE + MOST_JOKERS };
enum { DEAL_BATCH = 256, MOST_DEALT = CARDS_AND_JOKERS, MOST_DEAL_WORDS = 18, CARDS_PER_WORD = 3 };

/* The first `given_count` places are holdings given by a word each; the other cards are drawn by the
   words after those. Places count in the deck without the known cards. */
typedef struct {
    uint8_t known[CARDS_AND_JOKERS]; /* in rising order */
    int deck_size, known_count, given_count, count;
    uint32_t words[MOST_DEAL_WORDS][DEAL_BATCH]; /* used up */
    uint8_t places[MOST_DEALT][DEAL_BATCH], cards[MOST_DEALT][DEAL_BATCH];
} dealt_cards;

/* The rows of which find_highest takes the highest entries. */
enum { HIGHEST_ROWS = 10, ROW_ENTRIES = 96 };

typedef struct {
    const char *name;
    /* Ranks hands of 5 to 7 cards; returns 52 or more if a card is. */
    uint32_t (*rank_hands)(const uint8_t *cards, int64_t hand_count, int card_count,
                           uint16_t *ranks);
    /* Ranks each row with the same cards added, flushes left out. Works in blocks: reads and writes
       up to the next multiple of BLOCK_HANDS rows. */
    void (*rank_counts)(rank_counts added, count_columns rows, int64_t row_count, uint16_t *ranks);
    /* ranks[b (b - 1) / 2 + a] = pair_ranks[h (h + 1) / 2 + l] for cards a < b of ranks l and h.
       Reads up to 3 entries beyond the 91, and writes up to BLOCK_HANDS beyond the 1,326. */
    void (*spread_pairs)(const uint16_t *pair_ranks, uint16_t *ranks);
    /* Sums weights of ranks below, equal to and above our own; ranks of 0 are left out. Works in
       blocks: weights beyond `count` must be 0. Every path adds in the same order. */
    void (*tally)(uint16_t own, const uint16_t *ranks, const double *weights, int64_t count,
                  double tally[OUTCOMES]);
    /* How many of the holdings marked in `is_behind` our own rank is not below, and how many of those
       marked in `is_level` it is above: marks are 1 or 0, GAIN_ROWS of each. */
    int32_t (*count_gains)(uint16_t own, const uint16_t *ranks, const uint16_t *is_behind,
                           const uint16_t *is_level);
    /* Writes the four words of each row. Works in blocks: reads and writes up to the next multiple
       of PHILOX_ROWS rows. */
    void (*philox)(philox_rows rows, int64_t row_count, uint32_t *const words[4]);
    /* Deals the cards of a batch: every order of those left is as likely, but for what 32 bits leave
       uneven, less than four parts in a hundred thousand. */
    void (*deal_cards)(dealt_cards *all);
    /* Ranks the seven cards of each deal of a batch. */
    void (*rank_deals)(const uint8_t *const columns[MOST_CARDS], uint16_t ranks[DEAL_BATCH]);
    /* The set of ranks of the best badugi of each hand of four or five cards, below 52. */
    void (*find_badugis)(const uint8_t *cards, int64_t hand_count, int card_count, int is_ace_low,
                         uint16_t *ranks);
    /* highest[i] is the highest of rows[0][i], rows[1][i] and so on. */
    void (*find_highest)(const int16_t *const rows[HIGHEST_ROWS], int16_t highest[ROW_ENTRIES]);
    /* Whether no weight is negative, above 1e30 or NaN, and one is 1e-30 or more. */
    int (*are_weights)(const double *weights, int64_t count);
} cpu_path;

/* A path of the functions that a file has, each named as here. */
#define CPU_PATH(NAME) {NAME, rank_hands, rank_count_rows, spread_pairs, tally, count_gains, philox, \
                         deal_cards, rank_deals, find_badugis, find_highest, are_weights}

/* Tallies are summed in lanes, by index modulo 16, and the lanes like this. */
enum { TALLY_LANES = 16 };

static inline double rb_sum_lanes(double lanes[TALLY_LANES])
{
    for (int half = TALLY_LANES / 2; half; half /= 2)
        for (int i = 0; i < half; i++) lanes[i] += lanes[i + half];
    return lanes[0];
}

/* The entries that count_gains reads, more than there are holdings. */
enum { GAIN_ROWS = 1344 };

/* Fetches cards some way ahead, so that hands come from memory as fast as they are ranked; the
   processor's own prefetcher ends at each page of 4 KB. */
enum { BYTES_AHEAD = 8192, CACHE_LINE = 64 };

static inline void rb_prefetch(const uint8_t *cards, int byte_count)
{
    for (int byte = 0; byte < byte_count; byte += CACHE_LINE)
        __builtin_prefetch((const void *)((uintptr_t)cards + BYTES_AHEAD + (unsigned)byte));
}

extern const cpu_path rb_portable_path, rb_avx2_path, rb_avx512_path;

/* The path numbered, or with -1 the fastest that this processor has. */
const cpu_path *rb_cpu_path(int32_t number);

#endif
