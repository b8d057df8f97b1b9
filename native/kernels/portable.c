/* The path of every processor: plain C. */
#include <stddef.h>
#include <stdint.h>

#include "badugi_columns.h"
#include "check_weights.h"
#include "cpu_paths.h"
#include "deal_cards.h"
#include "highest_row.h"
#include "philox.h"

#define MADE_HAND(KIND, CATEGORY, HIGH_WEIGHT, LOW, KICKERS) \
    [KIND] = {CATEGORY << CATEGORY_SHIFT, HIGH_WEIGHT, LOW, PLACE_OF_##KICKERS, \
              KIND == FULL_HOUSE_KIND},

const made_hand rb_made_hands[HAND_KINDS] = {RB_KINDS(MADE_HAND)};

static uint32_t rank_of(int category, uint32_t index)
{
    return (uint32_t)category << CATEGORY_SHIFT | index;
}

/* A hand of up to four cards: all that is not made is a kicker. */
uint32_t rb_rank_few(rank_counts counts, int count)
{
    uint32_t low_pair = counts.twos & -counts.twos, high_pair = counts.twos ^ low_pair;

    if (counts.fours) return rank_of(FOUR_OF_A_KIND, rb_top_bit(counts.fours) * LOW_WEIGHT);
    if (counts.threes)
        return rank_of(THREE_OF_A_KIND,
                       rb_top_bit(counts.threes) * THREE_WEIGHT +
                           rb_place_of_top(counts.ones ^ counts.threes, count - 3));
    if (high_pair)
        return rank_of(TWO_PAIR, rb_top_bit(high_pair) * TWO_PAIR_WEIGHT +
                                     rb_top_bit(low_pair) * LOW_WEIGHT);
    if (low_pair)
        return rank_of(PAIR, rb_top_bit(low_pair) * PAIR_WEIGHT +
                                 rb_place_of_top(counts.ones ^ low_pair, count - 2));
    return rank_of(HIGH_CARD, rb_place_of_top(counts.ones, count));
}

static inline uint32_t rank_many(const uint8_t *cards, int64_t hand_count, int card_count,
                                 uint16_t *ranks)
{
    suit_masks seen = 0;

    for (int64_t i = 0; i < hand_count; i++, cards += card_count) {
        suit_masks suits = rb_suits_of(cards, card_count);
        seen |= suits;
        ranks[i] = (uint16_t)rb_rank_any(suits, card_count);
    }
    return seen & NO_SUCH_CARD ? DECK_SIZE : 0;
}

/* Each number of cards gets a loop of its own, unrolled. */
static uint32_t rank_hands(const uint8_t *cards, int64_t hand_count, int card_count, uint16_t *ranks)
{
    switch (card_count) {
    case 5: return rank_many(cards, hand_count, 5, ranks);
    case 6: return rank_many(cards, hand_count, 6, ranks);
    case 7: return rank_many(cards, hand_count, 7, ranks);
    default: return rank_many(cards, hand_count, card_count, ranks);
    }
}

static void rank_count_rows(rank_counts added, count_columns rows, int64_t row_count,
                            uint16_t *ranks)
{
    for (int64_t i = 0; i < row_count; i++) {
        rank_counts row = {rows.ones[i], rows.twos[i], rows.threes[i], rows.fours[i]};
        ranks[i] = (uint16_t)rb_rank_unsuited(rb_merge_counts(added, row));
    }
}

static void spread_pairs(const uint16_t *pair_ranks, uint16_t *ranks)
{
    for (int high = 0; high < DECK_SIZE; high++) {
        const uint16_t *row = pair_ranks + (high >> 2) * ((high >> 2) + 1) / 2;
        for (int low = 0; low < high; low++) *ranks++ = row[low >> 2];
    }
}

static void tally(uint16_t own, const uint16_t *ranks, const double *weights, int64_t count,
                  double tally[OUTCOMES])
{
    double lanes[OUTCOMES][TALLY_LANES] = {{0.0}};

    for (int64_t i = 0; i < count; i++) {
        int lane = (int)(i % TALLY_LANES);
        lanes[AHEAD][lane] += ((ranks[i] < own) & (ranks[i] > 0)) ? weights[i] : 0.0;
        lanes[TIED][lane] += ranks[i] == own ? weights[i] : 0.0;
        lanes[BEHIND][lane] += ranks[i] > own ? weights[i] : 0.0;
    }
    for (int outcome = 0; outcome < OUTCOMES; outcome++) tally[outcome] = rb_sum_lanes(lanes[outcome]);
}

static void philox(philox_rows rows, int64_t row_count, uint32_t *const words[4])
{
    for (int64_t i = 0; i < row_count; i++) {
        uint32_t counter[4], result[4];
        for (int word = 0; word < 4; word++) counter[word] = rows.counter[word][i];
        rb_philox(counter, rows.keys[i], result);
        for (int word = 0; word < 4; word++) words[word][i] = result[word];
    }
}

static void rank_deals(const uint8_t *const columns[MOST_CARDS], uint16_t ranks[DEAL_BATCH])
{
    for (int i = 0; i < DEAL_BATCH; i++) {
        suit_masks suits = 0;
        for (int j = 0; j < MOST_CARDS; j++) suits |= rb_card_bits[columns[j][i]];
        ranks[i] = (uint16_t)rb_rank_suits(suits);
    }
}

static int32_t count_gains(uint16_t own, const uint16_t *ranks, const uint16_t *is_behind,
                           const uint16_t *is_level)
{
    int32_t gains = 0;

    for (int i = 0; i < GAIN_ROWS; i++)
        gains += (ranks[i] <= own ? is_behind[i] : 0) + (ranks[i] < own ? is_level[i] : 0);
    return gains;
}

const cpu_path rb_portable_path = CPU_PATH("portable");
