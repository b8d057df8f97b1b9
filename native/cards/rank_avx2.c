/* Ranks hands with AVX2: cards are transposed so that a byte, and then a word of 16 bits, holds
   one hand's card or mask of ranks. Same results as the plain C of rank_masks.h. */
#include <stdint.h>

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt,bmi,bmi2")
#endif

#include <immintrin.h>
#include <string.h>

#include "check_weights.h"
#include "deal_cards.h"
#include "rank_flushes.h"

enum { BLOCKS_PER_PASS = 64, PASS_HANDS = BLOCKS_PER_PASS * BLOCK_HANDS, LANES = 16 };

typedef __m256i bytes; /* of 32 hands */
typedef __m256i words; /* of 16 hands */

/* rank_counts of 16 or 32 hands. */
typedef struct {
    __m256i ones, twos, threes, fours;
} vector_counts;

static inline __m256i table(const uint8_t entries[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)entries));
}

/* ---- hands of cards to masks of ranks ---- */

/* Two neighbouring hands in each half, their bytes interleaved. */
static inline bytes load_pairs(const uint8_t *low, const uint8_t *high, bytes order)
{
    __m128i low_pair = _mm_loadu_si128((const __m128i *)low);
    __m128i high_pair = _mm_loadu_si128((const __m128i *)high);

    return _mm256_shuffle_epi8(
        _mm256_inserti128_si256(_mm256_castsi128_si256(low_pair), high_pair, 1), order);
}

/* cards[j] gets card j of 32 hands, in the order 0 to 7, 16 to 23, 8 to 15, 24 to 31, so that
   unpacking to words gives hands 0 to 15 and 16 to 31. */
static inline void load_cards(const uint8_t *hands, int count, bytes cards[8])
{
    uint8_t order[16];
    bytes pairs[8], fours[8], eights[8];

    for (int j = 0; j < 8; j++) {
        order[2 * j] = (uint8_t)(j < count ? j : 128);
        order[2 * j + 1] = (uint8_t)(j < count ? count + j : 128);
    }
    for (int i = 0; i < 4; i++) {
        const uint8_t *low = hands + 2 * i * count;
        pairs[i] = load_pairs(low, low + 8 * count, table(order));
        pairs[i + 4] = load_pairs(low + 16 * count, low + 24 * count, table(order));
    }
    for (int i = 0; i < 4; i++) {
        fours[2 * i] = _mm256_unpacklo_epi16(pairs[2 * i], pairs[2 * i + 1]);
        fours[2 * i + 1] = _mm256_unpackhi_epi16(pairs[2 * i], pairs[2 * i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            eights[i + 2 * j] = _mm256_unpacklo_epi32(fours[i + j], fours[i + 2 + j]);
            eights[i + 2 * j + 1] = _mm256_unpackhi_epi32(fours[i + j], fours[i + 2 + j]);
        }
    for (int j = 0; j < 4; j++) {
        cards[2 * j] = _mm256_unpacklo_epi64(eights[j], eights[4 + j]);
        cards[2 * j + 1] = _mm256_unpackhi_epi64(eights[j], eights[4 + j]);
    }
}

typedef struct {
    bytes sum, carry;
} two_bits;

static inline two_bits add_bits(bytes a, bytes b, bytes c)
{
    bytes either = _mm256_xor_si256(a, b);

    return (two_bits){
        _mm256_xor_si256(either, c),
        _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(either, c)),
    };
}

/* Counts, for each bit, in how many of seven masks it is set: at most four. */
static inline vector_counts count_bits(const bytes masks[7])
{
    two_bits first = add_bits(masks[0], masks[1], masks[2]);
    two_bits second = add_bits(masks[3], masks[4], masks[5]);
    two_bits ones = add_bits(first.sum, second.sum, masks[6]);
    two_bits twos = add_bits(first.carry, second.carry, ones.carry);
    bytes two_or_more = _mm256_or_si256(twos.sum, twos.carry);

    return (vector_counts){
        _mm256_or_si256(ones.sum, two_or_more),
        two_or_more,
        _mm256_or_si256(twos.carry, _mm256_and_si256(twos.sum, ones.sum)),
        twos.carry,
    };
}

/* Counts the ranks 2 to 9, or T to A, by a table of the bit of each rank. */
static inline vector_counts count_ranks(const bytes ranks[8], int count, const uint8_t bits[16])
{
    bytes masks[7];

    for (int j = 0; j < 7; j++)
        masks[j] = j < count ? _mm256_shuffle_epi8(table(bits), ranks[j]) : _mm256_setzero_si256();
    return count_bits(masks);
}

/* A bit for each hand with a flush, in the order of load_cards. Counters of four bits, two suits to
   a byte, start at 3: their top bit tells of five. */
static inline uint32_t find_flushes(const bytes cards[8], int count)
{
    static const uint8_t CLUB_DIAMOND[16] = {1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0};
    static const uint8_t HEART_SPADE[16] = {0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16};
    bytes low = _mm256_set1_epi8(0x33), high = low;

    for (int j = 0; j < count; j++) {
        low = _mm256_add_epi8(low, _mm256_shuffle_epi8(table(CLUB_DIAMOND), cards[j]));
        high = _mm256_add_epi8(high, _mm256_shuffle_epi8(table(HEART_SPADE), cards[j]));
    }
    bytes over = _mm256_and_si256(_mm256_or_si256(low, high), _mm256_set1_epi8((char)0x88));
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(over, _mm256_setzero_si256()));
}

/* ---- masks of ranks to the rank of a hand ---- */

static inline words is_zero(words x)
{
    return _mm256_cmpeq_epi16(x, _mm256_setzero_si256());
}

static inline words choose(words condition, words yes, words no)
{
    return _mm256_blendv_epi8(no, yes, condition);
}

static inline words without_lowest(words x)
{
    return _mm256_and_si256(x, _mm256_add_epi16(x, _mm256_set1_epi16(-1)));
}

/* 13 times the index of the one bit set, 0 for no bit: multiplied by 0x135c the thirteen bits
   differ in their top four, and none has them zero. */
static inline words weigh_index(words bit)
{
    static const uint8_t INDEX[16] = {0,      0,      1 * 13, 4 * 13, 2 * 13,  8 * 13, 5 * 13,  10 * 13,
                                      0,      3 * 13, 7 * 13, 9 * 13, 12 * 13, 6 * 13, 11 * 13, 0};
    words spread = _mm256_mullo_epi16(bit, _mm256_set1_epi16(0x135c));

    return _mm256_shuffle_epi8(table(INDEX), _mm256_srli_epi16(spread, 12));
}

/* The index into rb_made_hands. */
static inline words kind_of(words no_pair, words no_second, words no_three, words no_four)
{
    words few = _mm256_or_si256(_mm256_and_si256(no_pair, _mm256_set1_epi16(1)),
                                _mm256_and_si256(no_second, _mm256_set1_epi16(2)));
    words many = _mm256_or_si256(_mm256_and_si256(no_three, _mm256_set1_epi16(4)),
                                 _mm256_and_si256(no_four, _mm256_set1_epi16(8)));

    return _mm256_xor_si256(_mm256_or_si256(few, many), _mm256_set1_epi16(15));
}

static inline words find_straights(words ranks)
{
    words with_low_ace = _mm256_or_si256(_mm256_slli_epi16(ranks, 1), _mm256_srli_epi16(ranks, 12));
    words twos = _mm256_and_si256(with_low_ace, _mm256_srli_epi16(with_low_ace, 1));
    words fours = _mm256_and_si256(twos, _mm256_srli_epi16(twos, 2));

    return _mm256_and_si256(fours, _mm256_srli_epi16(with_low_ace, 4));
}

enum { STRAIGHT_KIND = 2 }; /* a second pair without a first: else unused */

/* By kind: the high bytes of the category's start and of the table of places, and what multiplies
   thirteen times the rank. */
static const uint8_t STARTS[16] = {0x00, 0x10, 0x40, 0x20, 0, 0x30, 0, 0x60,
                                   0,    0,    0,    0,    0, 0x70, 0, 0x70};
static const uint8_t PLACES[16] = {0x00, 0x20, 0x60, 0x60, 0, 0x40, 0, 0x60,
                                   0,    0,    0,    0,    0, 0x60, 0, 0x60};
static const uint8_t WEIGHTS[16] = {0, 22, 0, 13, 0, 6, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1};

/* The ranks of 16 hands, flushes left out, less the places of their kickers, and where those
   places are in rb_places. */
static inline void rank_words(vector_counts counts, uint16_t *ranks, uint16_t *lookups)
{
    words straights = find_straights(counts.ones), no_straight = is_zero(straights);
    words second = without_lowest(counts.twos), upper_three = without_lowest(counts.threes);
    words pairs = choose(is_zero(without_lowest(second)), counts.twos, second);
    words three = choose(is_zero(upper_three), counts.threes, upper_three);
    words no_three = is_zero(three), no_four = is_zero(counts.fours);
    words made = choose(no_four, choose(no_three, pairs, three), counts.fours);
    words kind = kind_of(is_zero(counts.twos), is_zero(second), no_three, no_four);
    words is_full_house = _mm256_cmpeq_epi16(kind, _mm256_set1_epi16(7));
    words rest = _mm256_xor_si256(choose(is_full_house, counts.twos, counts.ones), made);

    /* The highest rank of a straight is the one kicker of a hand that nothing else counts in. */
    kind = choose(no_straight, kind, _mm256_set1_epi16(STRAIGHT_KIND));
    rest = choose(no_straight, rest, _mm256_slli_epi16(straights, 3));

    words is_two_pair = _mm256_cmpeq_epi16(kind, _mm256_set1_epi16(3));
    words less = without_lowest(made);
    words low = _mm256_and_si256(is_two_pair, _mm256_xor_si256(made, less));
    words high = choose(is_two_pair, less, made);
    words weight = _mm256_shuffle_epi8(table(WEIGHTS), kind);
    words index = _mm256_add_epi16(_mm256_mullo_epi16(weigh_index(high), weight), weigh_index(low));
    words start = _mm256_slli_epi16(_mm256_shuffle_epi8(table(STARTS), kind), 8);
    words place = _mm256_slli_epi16(_mm256_shuffle_epi8(table(PLACES), kind), 8);

    _mm256_storeu_si256((words *)lookups, _mm256_or_si256(place, rest));
    _mm256_storeu_si256((words *)ranks, _mm256_add_epi16(start, index));
}

/* Adds the places: by loads of words, since gathers of them are no faster. */
static inline void add_places(const uint16_t *lookups, int64_t count, uint16_t *ranks)
{
    const uint16_t *places = rb_places[0];

    for (int64_t i = 0; i < count; i += 4) {
        uint64_t four;
        memcpy(&four, lookups + i, sizeof four);
        ranks[i] += places[four & 0xFFFF];
        ranks[i + 1] += places[four >> 16 & 0xFFFF];
        ranks[i + 2] += places[four >> 32 & 0xFFFF];
        ranks[i + 3] += places[four >> 48];
    }
}

/* ---- the two ways in ---- */

/* Ranks of 32 hands, flushes left out; see rank_words. Returns a bit for each hand with a flush. */
static inline uint32_t rank_cards(const bytes cards[8], int count, uint16_t *ranks, uint16_t *lookups)
{
    static const uint8_t LOW_BITS[16] = {1, 2, 4, 8, 16, 32, 64, 128};
    static const uint8_t HIGH_BITS[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16};
    bytes card_ranks[8];

    for (int j = 0; j < count; j++)
        card_ranks[j] = _mm256_and_si256(_mm256_srli_epi16(cards[j], 2), _mm256_set1_epi8(15));
    vector_counts low = count_ranks(card_ranks, count, LOW_BITS);
    vector_counts high = count_ranks(card_ranks, count, HIGH_BITS);
    vector_counts first = {
        _mm256_unpacklo_epi8(low.ones, high.ones), _mm256_unpacklo_epi8(low.twos, high.twos),
        _mm256_unpacklo_epi8(low.threes, high.threes), _mm256_unpacklo_epi8(low.fours, high.fours)};
    vector_counts second = {
        _mm256_unpackhi_epi8(low.ones, high.ones), _mm256_unpackhi_epi8(low.twos, high.twos),
        _mm256_unpackhi_epi8(low.threes, high.threes), _mm256_unpackhi_epi8(low.fours, high.fours)};
    rank_words(first, ranks, lookups);
    rank_words(second, ranks + LANES, lookups + LANES);
    return find_flushes(cards, count);
}

static inline uint32_t rank_block(const uint8_t *hands, int count, uint16_t *ranks,
                                  uint16_t *lookups, bytes *highest)
{
    bytes cards[8];

    load_cards(hands, count, cards);
    for (int j = 0; j < count; j++) *highest = _mm256_max_epu8(*highest, cards[j]);
    return rank_cards(cards, count, ranks, lookups);
}

/* Lists the hands of a block that have a flush, from bits in the order of load_cards. */
static inline int list_flushes(uint32_t flushes, int first_hand, uint16_t *list)
{
    int count = 0;

    flushes = (flushes & 0xFF0000FFu) | (flushes >> 8 & 0xFF00u) | (flushes << 8 & 0xFF0000u);
    for (; flushes; flushes &= flushes - 1)
        list[count++] = (uint16_t)(first_hand + __builtin_ctz(flushes));
    return count;
}

/* Ranks whole blocks; reads up to 6 bytes beyond them. Returns a card that is 52 or more, if any. */
static inline uint32_t rank_blocks(const uint8_t *hands, int64_t block_count, int count,
                                   uint16_t *ranks)
{
    bytes highest = _mm256_setzero_si256();
    uint16_t lookups[PASS_HANDS], list[PASS_HANDS];

    while (block_count) {
        int blocks = block_count < BLOCKS_PER_PASS ? (int)block_count : BLOCKS_PER_PASS;
        int flush_count = 0;
        for (int b = 0; b < blocks; b++) {
            int at = b * BLOCK_HANDS;
            rb_prefetch(hands + at * count, BLOCK_HANDS * count);
            uint32_t flushes = rank_block(hands + at * count, count, ranks + at, lookups + at, &highest);
            flush_count += list_flushes(flushes, at, list + flush_count);
        }
        add_places(lookups, blocks * BLOCK_HANDS, ranks);
        rank_flushes(hands, count, list, flush_count, ranks);
        hands += blocks * BLOCK_HANDS * count;
        ranks += blocks * BLOCK_HANDS;
        block_count -= blocks;
    }
    bytes bad = _mm256_cmpeq_epi8(_mm256_max_epu8(highest, _mm256_set1_epi8(DECK_SIZE)), highest);
    return _mm256_testz_si256(bad, bad) ? 0 : DECK_SIZE;
}

static inline uint32_t rank_whole(const uint8_t *hands, int64_t hand_count, int count,
                                  uint16_t *ranks)
{
    uint8_t last[2 * BLOCK_HANDS * MOST_CARDS + 8] = {0};
    uint16_t last_ranks[2 * BLOCK_HANDS];
    int64_t blocks = (hand_count - 2) / BLOCK_HANDS, rest = hand_count - blocks * BLOCK_HANDS;
    uint32_t bad = rank_blocks(hands, blocks, count, ranks);

    memcpy(last, hands + blocks * BLOCK_HANDS * count, (size_t)(rest * count));
    bad |= rank_blocks(last, rest > BLOCK_HANDS ? 2 : 1, count, last_ranks);
    memcpy(ranks + blocks * BLOCK_HANDS, last_ranks, (size_t)rest * sizeof *ranks);
    return bad;
}

/* Loads reach up to 6 bytes beyond a block, so the last hands are ranked from a copy, and at least
   two: one of five cards would be a byte too few. */
static uint32_t rank_hands(const uint8_t *cards, int64_t hand_count, int card_count, uint16_t *ranks)
{
    if (hand_count < 1) return 0;
    switch (card_count) {
    case 5: return rank_whole(cards, hand_count, 5, ranks);
    case 6: return rank_whole(cards, hand_count, 6, ranks);
    default: return rank_whole(cards, hand_count, 7, ranks);
    }
}

/* Cards come in the order of load_cards. */
static void rank_deals(const uint8_t *const columns[MOST_CARDS], uint16_t ranks[DEAL_BATCH])
{
    uint16_t lookups[DEAL_BATCH], list[DEAL_BATCH];
    int flush_count = 0;

    for (int at = 0; at < DEAL_BATCH; at += BLOCK_HANDS) {
        bytes cards[8];
        for (int j = 0; j < MOST_CARDS; j++)
            cards[j] = _mm256_permute4x64_epi64(
                _mm256_loadu_si256((const bytes *)(columns[j] + at)), _MM_SHUFFLE(3, 1, 2, 0));
        flush_count += list_flushes(rank_cards(cards, MOST_CARDS, ranks + at, lookups + at), at,
                                    list + flush_count);
    }
    add_places(lookups, DEAL_BATCH, ranks);
    rank_flushes_of_deals(columns, list, flush_count, ranks);
}

static inline words load_words(const uint16_t *column)
{
    return _mm256_loadu_si256((const words *)column);
}

static inline words both(words a, words b)
{
    return _mm256_and_si256(a, b);
}

static inline words any(words a, words b)
{
    return _mm256_or_si256(a, b);
}

static inline vector_counts merge_counts(vector_counts a, vector_counts b)
{
    return (vector_counts){
        any(a.ones, b.ones),
        any(any(a.twos, b.twos), both(a.ones, b.ones)),
        any(any(a.threes, b.threes), any(both(a.twos, b.ones), both(a.ones, b.twos))),
        any(any(any(a.fours, b.fours), both(a.twos, b.twos)),
            any(both(a.threes, b.ones), both(a.ones, b.threes))),
    };
}

static void rank_count_rows(rank_counts added, count_columns rows, int64_t row_count,
                            uint16_t *ranks)
{
    uint16_t lookups[PASS_HANDS];
    vector_counts same = {
        _mm256_set1_epi16((short)added.ones), _mm256_set1_epi16((short)added.twos),
        _mm256_set1_epi16((short)added.threes), _mm256_set1_epi16((short)added.fours)};

    for (int64_t from = 0; from < row_count; from += PASS_HANDS) {
        int64_t left = row_count - from, count = left < PASS_HANDS ? left : PASS_HANDS;
        for (int64_t i = 0; i < count; i += LANES) {
            vector_counts row = {load_words(rows.ones + from + i), load_words(rows.twos + from + i),
                                 load_words(rows.threes + from + i),
                                 load_words(rows.fours + from + i)};
            rank_words(merge_counts(same, row), ranks + from + i, lookups + i);
        }
        add_places(lookups, count, ranks + from);
    }
}

/* Each entry four times: the lower card has four suits. A row is written from its start, and what is
   beyond its end is written over by the next one. */
static void spread_pairs(const uint16_t *pair_ranks, uint16_t *ranks)
{
    const __m128i first_two = _mm_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3);

    for (int high = 0; high < RANK_COUNT; high++) {
        const uint16_t *pairs = pair_ranks + high * (high + 1) / 2;
        __m128i eights[RANK_COUNT / 2 + 1];
        for (int i = 0; 2 * i <= high; i++)
            eights[i] = _mm_shuffle_epi8(_mm_cvtsi32_si128(pairs[2 * i] | pairs[2 * i + 1] << 16),
                                         first_two);
        for (int card = 4 * high; card < 4 * high + 4; card++)
            for (int i = 0; 2 * i <= high; i++)
                _mm_storeu_si128((__m128i *)(ranks + card * (card - 1) / 2 + 8 * i), eights[i]);
    }
}

/* Four sums each of sixteen, by index modulo 16. */
typedef struct {
    __m256d quarters[4];
} lane_sums;

static inline void add_where(lane_sums *sums, words mask, const double *weights)
{
    __m128i halves[2] = {_mm256_castsi256_si128(mask), _mm256_extracti128_si256(mask, 1)};

    for (int quarter = 0; quarter < 4; quarter++) {
        __m128i half = halves[quarter >> 1];
        __m128i words_of_four = quarter & 1 ? _mm_srli_si128(half, 8) : half;
        __m256d wide = _mm256_castsi256_pd(_mm256_cvtepi16_epi64(words_of_four));
        __m256d weight = _mm256_and_pd(wide, _mm256_loadu_pd(weights + 4 * quarter));
        sums->quarters[quarter] = _mm256_add_pd(sums->quarters[quarter], weight);
    }
}

static inline double sum_of(const lane_sums *sums)
{
    double lanes[TALLY_LANES];

    for (int quarter = 0; quarter < 4; quarter++)
        _mm256_storeu_pd(lanes + 4 * quarter, sums->quarters[quarter]);
    return rb_sum_lanes(lanes);
}

static void tally(uint16_t own, const uint16_t *ranks, const double *weights, int64_t count,
                  double tally[OUTCOMES])
{
    lane_sums ahead = {{_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd(),
                        _mm256_setzero_pd()}};
    lane_sums tied = ahead, behind = ahead;
    words mine = _mm256_set1_epi16((short)own), all = is_zero(_mm256_setzero_si256());

    for (int64_t i = 0; i < count; i += TALLY_LANES) {
        words row = load_words(ranks + i);
        words is_equal = _mm256_cmpeq_epi16(row, mine);
        words at_most = _mm256_cmpeq_epi16(_mm256_min_epu16(row, mine), row);
        words left_out = _mm256_or_si256(is_equal, is_zero(row));
        add_where(&ahead, _mm256_andnot_si256(left_out, at_most), weights + i);
        add_where(&tied, is_equal, weights + i);
        add_where(&behind, _mm256_andnot_si256(at_most, all), weights + i);
    }
    tally[AHEAD] = sum_of(&ahead);
    tally[TIED] = sum_of(&tied);
    tally[BEHIND] = sum_of(&behind);
}

/* ---- Philox ---- */

typedef __m256i lanes;
enum { LANE_ROWS = 4 };

static inline lanes load_lane_words(const uint32_t *column)
{
    return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)column));
}

static inline void store_lane_words(uint32_t *column, lanes x)
{
    __m256i packed = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));

    _mm_storeu_si128((__m128i *)column, _mm256_castsi256_si128(packed));
}

static inline lanes load_lane_keys(const uint64_t *keys)
{
    return _mm256_loadu_si256((const __m256i *)keys);
}

static inline lanes lane_constant(uint32_t word)
{
    return _mm256_set1_epi64x(word);
}

static inline lanes multiply_lanes(lanes a, lanes b)
{
    return _mm256_mul_epu32(a, b);
}

static inline lanes high_halves(lanes x)
{
    return _mm256_srli_epi64(x, 32);
}

static inline lanes add_lane_words(lanes a, lanes b)
{
    return _mm256_add_epi32(a, b);
}

static inline lanes xor_lanes(lanes a, lanes b, lanes c)
{
    return _mm256_xor_si256(_mm256_xor_si256(a, b), c);
}

#include "philox_lanes.h"

static int32_t count_gains(uint16_t own, const uint16_t *ranks, const uint16_t *is_behind,
                           const uint16_t *is_level)
{
    words mine = _mm256_set1_epi16((short)own), sum = _mm256_setzero_si256();

    for (int i = 0; i < GAIN_ROWS; i += LANES) {
        words row = load_words(ranks + i);
        words at_most = _mm256_cmpeq_epi16(_mm256_min_epu16(row, mine), row);
        words below = _mm256_andnot_si256(_mm256_cmpeq_epi16(row, mine), at_most);
        sum = _mm256_add_epi16(sum, _mm256_and_si256(at_most, load_words(is_behind + i)));
        sum = _mm256_add_epi16(sum, _mm256_and_si256(below, load_words(is_level + i)));
    }
    int32_t sums[8], gains = 0;
    _mm256_storeu_si256((__m256i *)sums, _mm256_madd_epi16(sum, _mm256_set1_epi16(1)));
    for (int i = 0; i < 8; i++) gains += sums[i];
    return gains;
}

const rank_path rb_avx2_path = {"avx2", rank_hands, rank_count_rows, spread_pairs, tally,
                                count_gains, philox, deal_cards, rank_deals, are_weights};

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
