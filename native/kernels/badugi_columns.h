/* The best badugi of hands of four or five cards, in columns: plain C that every path compiles for
   itself, so that its loops use the path's vectors. */
#ifndef RB_BADUGI_COLUMNS_H
#define RB_BADUGI_COLUMNS_H

#include <string.h>

#include "cpu_paths.h"

enum { BADUGI_BATCH = 256, MOST_BADUGI_CARDS = 5 };

/* A set of ranks and how many cards are lacking, the lower the better: sets of as many ranks compare by
   their highest, as numbers do. What is no badugi is NO_BADUGI, or more bits than that has. */
enum { NO_BADUGI = 0x7FFF, LACKS_ONE = RANK_SETS, LACKS_TWO = 2 * RANK_SETS, LACKS_THREE = 3 * RANK_SETS };

typedef struct {
    int16_t cards[MOST_BADUGI_CARDS][BADUGI_BATCH];
    int16_t bits[MOST_BADUGI_CARDS][BADUGI_BATCH]; /* of the ranks */
} badugi_columns;

static inline int16_t rank_bit(uint32_t card, int is_ace_low)
{
    uint32_t bit = 1u << (card >> 2);

    return (int16_t)(is_ace_low ? (bit << 1 | bit >> 12) & (RANK_SETS - 1) : bit);
}

static inline void read_columns(const uint8_t *hands, int hand_count, int card_count, int is_ace_low,
                                badugi_columns *columns)
{
    if (card_count == 4)
        for (int i = 0; i < hand_count; i++) {
            uint32_t hand;
            memcpy(&hand, hands + 4 * i, sizeof hand);
            for (int c = 0; c < 4; c++) {
                columns->cards[c][i] = (int16_t)(hand >> 8 * c & 63);
                columns->bits[c][i] = rank_bit(hand >> 8 * c & 63, is_ace_low);
            }
        }
    else
        for (int c = 0; c < card_count; c++)
            for (int i = 0; i < hand_count; i++) {
                columns->cards[c][i] = hands[card_count * i + c] & 63;
                columns->bits[c][i] = rank_bit(hands[card_count * i + c] & 63u, is_ace_low);
            }
}

/* Loops over the hands of a batch, which the compiler turns into vectors. */
#define EACH_HAND(i) for (int i = 0; i < BADUGI_BATCH; i++)

static inline void keep_lower(int16_t *best, const int16_t *other, int16_t lacks)
{
    EACH_HAND(i)
    {
        int16_t part = other[i] | lacks;
        best[i] = part < best[i] ? part : best[i];
    }
}

static inline void join(const int16_t *a, const int16_t *b, int16_t *both)
{
    EACH_HAND(i) both[i] = a[i] | b[i];
}

/* Both ranks, or NO_BADUGI where two cards are of one rank or suit. */
static inline void join_cards(const badugi_columns *all, int a, int b, int16_t *pair)
{
    const int16_t *first = all->cards[a], *second = all->cards[b];

    EACH_HAND(i)
    {
        int16_t differs = first[i] ^ second[i];
        int16_t clashes = (differs & 3) == 0 || differs < SUIT_COUNT ? NO_BADUGI : 0;
        pair[i] = all->bits[a][i] | all->bits[b][i] | clashes;
    }
}

/* Looks at all parts of one to four cards. */
static inline void find_best_parts(const badugi_columns *all, int card_count, int16_t *best)
{
    int16_t pairs[MOST_BADUGI_CARDS][MOST_BADUGI_CARDS][BADUGI_BATCH];
    int16_t three[BADUGI_BATCH], four[BADUGI_BATCH];

    EACH_HAND(i) best[i] = NO_BADUGI;
    for (int a = 0; a < card_count; a++) {
        keep_lower(best, all->bits[a], LACKS_THREE);
        for (int b = 0; b < a; b++) {
            join_cards(all, a, b, pairs[a][b]);
            keep_lower(best, pairs[a][b], LACKS_TWO);
            for (int c = 0; c < b; c++) {
                join(pairs[a][b], pairs[a][c], three);
                join(three, pairs[b][c], three);
                keep_lower(best, three, LACKS_ONE);
                for (int d = 0; d < c; d++) {
                    join(three, pairs[a][d], four);
                    join(four, pairs[b][d], four);
                    join(four, pairs[c][d], four);
                    keep_lower(best, four, 0);
                }
            }
        }
    }
}

static void find_badugis(const uint8_t *cards, int64_t hand_count, int card_count, int is_ace_low,
                         uint16_t *ranks)
{
    badugi_columns columns;
    int16_t best[BADUGI_BATCH];

    memset(&columns, 0, sizeof columns);
    for (int64_t from = 0; from < hand_count; from += BADUGI_BATCH) {
        int64_t left = hand_count - from;
        int count = left < BADUGI_BATCH ? (int)left : BADUGI_BATCH;
        read_columns(cards + from * card_count, count, card_count, is_ace_low, &columns);
        find_best_parts(&columns, card_count, best);
        for (int i = 0; i < count; i++) ranks[from + i] = (uint16_t)best[i] & (RANK_SETS - 1);
    }
}

#endif
