/* Hands and draws with AVX2: what rank_lanes.h, holding_lanes.h and philox_lanes.h ask for. A
   shuffle of bytes looks up 16 entries, so kickers are looked up in memory. */
#include <stdint.h>

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt,bmi,bmi2")
#endif

#include <immintrin.h>
#include <string.h>

#include "badugi_columns.h"
#include "check_weights.h"
#include "deal_cards.h"
#include "highest_row.h"
#include "cpu_paths.h"

#define VECTOR(operation) _mm256_##operation

enum { LANES = 16, CARD_BLOCK = 2 * LANES };

typedef __m256i bytes; /* of 32 hands */
typedef __m256i words; /* of 16 hands */
typedef __m256i word_mask;
typedef uint32_t flush_bits;

static inline __m256i load(const void *source)
{
    return _mm256_loadu_si256(source);
}

static inline void store(uint16_t *place, words x)
{
    _mm256_storeu_si256((words *)place, x);
}

static inline __m256i table(const uint8_t entries[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)entries));
}

static inline words constant(int value)
{
    return _mm256_set1_epi16((short)value);
}

static inline words less_one(words x)
{
    return _mm256_add_epi16(x, constant(-1));
}

/* ---- three vectors, bit by bit ---- */

static inline __m256i xor_3(__m256i a, __m256i b, __m256i c)
{
    return a ^ b ^ c;
}

static inline __m256i or_3(__m256i a, __m256i b, __m256i c)
{
    return a | (b | c);
}

static inline __m256i and_3(__m256i a, __m256i b, __m256i c)
{
    return a & b & c;
}

static inline __m256i majority(__m256i a, __m256i b, __m256i c)
{
    return (a & b) | ((a ^ b) & c);
}

static inline __m256i or_and(__m256i a, __m256i b, __m256i c)
{
    return a | (b & c);
}

/* ---- words ---- */

static inline word_mask equals(words a, words b)
{
    return _mm256_cmpeq_epi16(a, b);
}

static inline word_mask is_zero(words x)
{
    return equals(x, _mm256_setzero_si256());
}

static inline word_mask shares_none(words a, words b)
{
    return is_zero(a & b);
}

static inline word_mask at_most(words a, words b)
{
    return equals(_mm256_min_epu16(a, b), a);
}

static inline word_mask below(words a, words b)
{
    return _mm256_andnot_si256(equals(a, b), at_most(a, b));
}

static inline word_mask above(words a, words b)
{
    return ~at_most(a, b);
}

static inline word_mask live_below(words a, words b)
{
    return _mm256_andnot_si256(equals(a, b) | is_zero(a), at_most(a, b));
}

static inline words choose(word_mask condition, words yes, words no)
{
    return _mm256_blendv_epi8(no, yes, condition);
}

static inline words add_where(words sum, word_mask mask, words x)
{
    return _mm256_add_epi16(sum, mask & x);
}

static inline int32_t sum_words(words x)
{
    int32_t sums[LANES / 2], sum = 0;

    _mm256_storeu_si256((__m256i *)sums, _mm256_madd_epi16(x, constant(1)));
    for (int i = 0; i < LANES / 2; i++) sum += sums[i];
    return sum;
}

static inline int has_byte_from(bytes x, int least)
{
    bytes is_from = _mm256_cmpeq_epi8(_mm256_max_epu8(x, _mm256_set1_epi8((char)least)), x);

    return !_mm256_testz_si256(is_from, is_from);
}

/* ---- cards ---- */

/* Cards always lie in the order 0 to 7, 16 to 23, 8 to 15, 24 to 31, so that unpacking to words
   gives hands 0 to 15 and 16 to 31. */
enum { FROM_HANDS, FROM_COLUMNS };

/* Of two neighbouring hands, interleaved. */
static inline bytes load_order(int count)
{
    uint8_t order[16];

    for (int j = 0; j < 8; j++) {
        order[2 * j] = (uint8_t)(j < count ? j : 128);
        order[2 * j + 1] = (uint8_t)(j < count ? count + j : 128);
    }
    return table(order);
}

/* Reads up to 6 bytes beyond a block. */
static inline bytes load_hands(const uint8_t *hands, int pair, int count, bytes order)
{
    const uint8_t *low = hands + (2 * (pair & 3) + 16 * (pair >> 2)) * count;
    __m128i low_pair = _mm_loadu_si128((const __m128i *)low);
    __m128i high_pair = _mm_loadu_si128((const __m128i *)(low + 8 * count));

    return _mm256_shuffle_epi8(
        _mm256_inserti128_si256(_mm256_castsi128_si256(low_pair), high_pair, 1), order);
}

enum { LAST_BLOCKS = 2 };

static inline bytes load_column(const uint8_t *column)
{
    return _mm256_permute4x64_epi64(load(column), _MM_SHUFFLE(3, 1, 2, 0));
}

static inline bytes rank_keys(bytes cards)
{
    return _mm256_srli_epi16(cards, 2) & _mm256_set1_epi8(15);
}

static inline bytes look_up(bytes table, bytes keys)
{
    return _mm256_shuffle_epi8(table, keys);
}

static inline bytes low_bits(void)
{
    static const uint8_t BITS[16] = {1, 2, 4, 8, 16, 32, 64, 128};

    return table(BITS);
}

static inline bytes high_bits(void)
{
    static const uint8_t BITS[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16};

    return table(BITS);
}

/* Counters of four bits, two suits to a byte, start at 3: their top bit tells of five. */
static inline flush_bits find_flushes(const bytes cards[8], int count)
{
    static const uint8_t CLUB_DIAMOND[16] = {1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0};
    static const uint8_t HEART_SPADE[16] = {0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16};
    bytes low = _mm256_set1_epi8(0x33), high = low;

    for (int j = 0; j < count; j++) {
        low = _mm256_add_epi8(low, look_up(table(CLUB_DIAMOND), cards[j]));
        high = _mm256_add_epi8(high, look_up(table(HEART_SPADE), cards[j]));
    }
    bytes over = (low | high) & _mm256_set1_epi8((char)0x88);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(over, _mm256_setzero_si256()));
}

static inline int list_flushes(flush_bits flushes, int from, int first_hand, uint16_t *list)
{
    int count = 0;

    (void)from;
    flushes = (flushes & 0xFF0000FFu) | (flushes >> 8 & 0xFF00u) | (flushes << 8 & 0xFF0000u);
    for (; flushes; flushes &= flushes - 1)
        list[count++] = (uint16_t)(first_hand + __builtin_ctz(flushes));
    return count;
}

/* ---- ranks ---- */

#define KIND(CATEGORY) CATEGORY##_KIND

/* See RB_KINDS; straights left out. */
static inline words kind_of(words twos, words second, words threes, words fours)
{
    words kind = add_where(constant(15), is_zero(twos), constant(-1));

    kind = add_where(kind, is_zero(second), constant(-2));
    kind = add_where(kind, is_zero(threes), constant(-4));
    return add_where(kind, is_zero(fours), constant(-8));
}

static inline word_mask is_full_house(words kind, words second, words threes, words fours)
{
    (void)second, (void)threes, (void)fours;
    return equals(kind, constant(FULL_HOUSE_KIND));
}

/* By kind: the high bytes of the category's start and of the table of places, and what multiplies
   thirteen times the rank. */
#define START_OF(KIND, CATEGORY, HIGH, LOW, KICKERS) [KIND] = CATEGORY << (CATEGORY_SHIFT - 8),
#define PLACES_OF(KIND, CATEGORY, HIGH, LOW, KICKERS) [KIND] = PLACE_OF_##KICKERS * (RANK_SETS >> 8),
#define WEIGHT_OF(KIND, CATEGORY, HIGH, LOW, KICKERS) [KIND] = HIGH / 13,
static const uint8_t STARTS[HAND_KINDS] = {RB_KINDS(START_OF)};
static const uint8_t PLACES[HAND_KINDS] = {RB_KINDS(PLACES_OF)};
static const uint8_t WEIGHTS[HAND_KINDS] = {RB_KINDS(WEIGHT_OF)};

static inline words high_byte_of(const uint8_t *entries, words kind)
{
    return _mm256_slli_epi16(look_up(table(entries), kind), 8);
}

static inline words start_of(words kind)
{
    return high_byte_of(STARTS, kind);
}

/* 13 times the index of the one bit set, 0 for no bit: multiplied by 0x135c the thirteen bits
   differ in their top four, and none has them zero. */
static inline words weigh_index(words bit)
{
    static const uint8_t INDEX[16] = {0,      0,      1 * 13, 4 * 13, 2 * 13,  8 * 13, 5 * 13,  10 * 13,
                                      0,      3 * 13, 7 * 13, 9 * 13, 12 * 13, 6 * 13, 11 * 13, 0};
    words spread = _mm256_mullo_epi16(bit, constant(0x135c));

    return look_up(table(INDEX), _mm256_srli_epi16(spread, 12));
}

static inline words weigh_bit(words bit, words kind)
{
    return _mm256_mullo_epi16(weigh_index(bit), look_up(table(WEIGHTS), kind));
}

static inline words weigh_lowest(words bits, word_mask is_counted)
{
    return weigh_index((bits ^ (bits & less_one(bits))) & is_counted);
}

enum { LOOKS_UP_KICKERS = 1 };

static inline words place_kickers(words rest, words kind)
{
    return high_byte_of(PLACES, kind) | rest;
}

static inline words in_order(words first, words second, int half, int from)
{
    (void)from;
    return half ? second : first;
}

/* ---- holdings ---- */

static inline words four_times(const uint16_t *entries)
{
    const words order = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3,
                                         4, 5, 4, 5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, 6, 7);
    int64_t four;

    memcpy(&four, entries, sizeof four);
    return _mm256_shuffle_epi8(_mm256_set1_epi64x(four), order);
}

typedef __m256d doubles;
enum { DOUBLES = 4 };

static inline doubles add_weights(doubles sum, word_mask mask, int first, const double *weights)
{
    __m128i half = first & 8 ? _mm256_extracti128_si256(mask, 1) : _mm256_castsi256_si128(mask);
    __m128i words_of_four = first & 4 ? _mm_srli_si128(half, 8) : half;
    __m256d wide = _mm256_castsi256_pd(_mm256_cvtepi16_epi64(words_of_four));

    return _mm256_add_pd(sum, _mm256_and_pd(wide, _mm256_loadu_pd(weights)));
}

/* ---- Philox ---- */

typedef __m256i lanes;
enum { LANE_ROWS = 4 };

static inline lanes lane_constant(uint32_t word)
{
    return _mm256_set1_epi64x(word);
}

static inline lanes load_lane_words(const uint32_t *column)
{
    return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)column));
}

static inline void store_lane_words(uint32_t *column, lanes x)
{
    __m256i packed = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));

    _mm_storeu_si128((__m128i *)column, _mm256_castsi256_si128(packed));
}

#include "holding_lanes.h"
#include "philox_lanes.h"

const cpu_path rb_avx2_path = CPU_PATH("avx2");

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
