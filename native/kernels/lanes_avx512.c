/* Hands and draws with AVX-512: what rank_lanes.h, holding_lanes.h and philox_lanes.h ask for. Its
   permutations of bytes and words hold the tables in registers, so that no kicker is looked up in
   memory. */
#include <stdint.h>

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg," \
                          "popcnt,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg")
#pragma GCC target("popcnt,bmi,bmi2")
#endif

#include <immintrin.h>

#include "badugi_columns.h"
#include "check_weights.h"
#include "deal_cards.h"
#include "highest_row.h"
#include "lanes_avx512_tables.h"
#include "cpu_paths.h"

#define VECTOR(operation) _mm512_##operation

typedef __m512i bytes; /* of 64 hands */
typedef __m512i words; /* of 32 hands */
typedef __mmask32 word_mask;
typedef __mmask64 flush_bits;

static const avx512_tables *const tables = &rb_avx512_tables;

static inline __m512i load(const void *source)
{
    return _mm512_loadu_si512(source);
}

static inline void store(uint16_t *place, words x)
{
    _mm512_storeu_si512(place, x);
}

static inline words constant(int value)
{
    return _mm512_set1_epi16((short)value);
}

static inline words less_one(words x)
{
    return _mm512_add_epi16(x, constant(-1));
}

/* ---- three vectors, bit by bit ---- */

enum { XOR_3 = 0x96, MAJORITY = 0xE8, OR_3 = 0xFE, AND_3 = 0x80, A_OR_B_AND_C = 0xF8 };

static inline __m512i xor_3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, XOR_3);
}

static inline __m512i or_3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, OR_3);
}

static inline __m512i and_3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, AND_3);
}

static inline __m512i majority(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, MAJORITY);
}

static inline __m512i or_and(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, A_OR_B_AND_C);
}

/* ---- words ---- */

static inline word_mask equals(words a, words b)
{
    return _mm512_cmpeq_epi16_mask(a, b);
}

static inline word_mask shares_none(words a, words b)
{
    return _mm512_testn_epi16_mask(a, b);
}

static inline word_mask is_zero(words x)
{
    return shares_none(x, x);
}

static inline word_mask at_most(words a, words b)
{
    return _mm512_cmple_epu16_mask(a, b);
}

static inline word_mask below(words a, words b)
{
    return _mm512_cmplt_epu16_mask(a, b);
}

static inline word_mask above(words a, words b)
{
    return _mm512_cmpgt_epu16_mask(a, b);
}

static inline word_mask live_below(words a, words b)
{
    return _mm512_mask_cmplt_epu16_mask(_mm512_test_epi16_mask(a, a), a, b);
}

static inline words choose(word_mask condition, words yes, words no)
{
    return _mm512_mask_mov_epi16(no, condition, yes);
}

static inline words add_where(words sum, word_mask mask, words x)
{
    return _mm512_mask_add_epi16(sum, mask, sum, x);
}

static inline int32_t sum_words(words x)
{
    return _mm512_reduce_add_epi32(_mm512_madd_epi16(x, constant(1)));
}

static inline int has_byte_from(bytes x, int least)
{
    return _mm512_cmpge_epu8_mask(x, _mm512_set1_epi8((char)least)) != 0;
}

/* ---- cards ---- */

/* How the hands of a block lie: from hands, byte 16 q + 2 i + b is that of hand 8 i + 2 q + b; from
   columns they are in order. Unpacking leaves eight of sixteen in each quarter. */
enum { FROM_HANDS, FROM_COLUMNS };

static inline bytes load_order(int count)
{
    return load(tables->interleave[count]);
}

static inline bytes load_hands(const uint8_t *hands, int eight, int count, bytes order)
{
    __mmask64 eight_hands = ((uint64_t)1 << 8 * count) - 1;

    return _mm512_permutexvar_epi8(
        order, _mm512_maskz_loadu_epi8(eight_hands, hands + 8 * eight * count));
}

enum { LAST_BLOCKS = 1 };

static inline bytes load_column(const uint8_t *column)
{
    return load(column);
}

static inline bytes rank_keys(bytes cards)
{
    return cards;
}

static inline bytes look_up(bytes table, bytes keys)
{
    return _mm512_permutexvar_epi8(keys, table);
}

static inline bytes low_bits(void)
{
    return load(tables->low_bits);
}

static inline bytes high_bits(void)
{
    return load(tables->high_bits);
}

/* By sums of suit weights, of which 256 can be looked up. */
static inline flush_bits find_flushes(const bytes cards[8], int count)
{
    const uint8_t *is_flush = tables->is_flush[count];
    bytes sums = _mm512_setzero_si512();

    for (int j = 0; j < count; j++)
        sums = _mm512_add_epi8(sums, look_up(load(tables->suit_weights), cards[j]));
    bytes below_128 = _mm512_permutex2var_epi8(load(is_flush), sums, load(is_flush + 64));
    bytes from_128 = _mm512_permutex2var_epi8(load(is_flush + 128), sums, load(is_flush + 192));
    bytes flush = _mm512_mask_mov_epi8(below_128, _mm512_movepi8_mask(sums), from_128);
    return _mm512_test_epi8_mask(flush, flush);
}

static inline int list_flushes(flush_bits flushes, int from, int first_hand, uint16_t *list)
{
    bytes hands = load(from == FROM_HANDS ? tables->hand_of_byte : tables->bytes_in_order);
    bytes found = _mm512_maskz_compress_epi8(flushes, hands);
    words first = constant(first_hand);
    int count = __builtin_popcountll(flushes);

    store(list, _mm512_add_epi16(first, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(found))));
    if (__builtin_expect(count > LANES, 0))
        store(list + LANES, _mm512_add_epi16(first, _mm512_cvtepu8_epi16(
                                                        _mm512_extracti64x4_epi64(found, 1))));
    return count;
}

/* ---- ranks ---- */

/* Kinds are categories here. */
#define KIND(CATEGORY) CATEGORY

static inline word_mask is_any(words x)
{
    return _mm512_test_epi16_mask(x, x);
}

static inline words kind_of(words twos, words second, words threes, words fours)
{
    word_mask has_second = is_any(second), has_three = is_any(threes);
    words kind = _mm512_maskz_mov_epi16(is_any(twos), constant(PAIR));

    kind = choose(has_second, constant(TWO_PAIR), kind);
    kind = choose(has_three, constant(THREE_OF_A_KIND), kind);
    kind = choose(has_second & has_three, constant(FULL_HOUSE), kind);
    return choose(is_any(fours), constant(FOUR_OF_A_KIND), kind);
}

static inline word_mask is_full_house(words kind, words second, words threes, words fours)
{
    (void)kind;
    return is_any(second) & is_any(threes) & is_zero(fours);
}

static inline words start_of(words kind)
{
    return _mm512_slli_epi16(kind, CATEGORY_SHIFT);
}

/* A bit's index is the count of the bits below it. */
static inline words weigh_bit(words bit, words kind)
{
    words weight = _mm512_permutexvar_epi16(kind, load(tables->weights));

    return _mm512_mullo_epi16(_mm512_popcnt_epi16(less_one(bit)), weight);
}

static inline words weigh_lowest(words bits, word_mask is_counted)
{
    words below = _mm512_andnot_si512(bits, less_one(bits));

    return _mm512_maskz_mullo_epi16(is_counted, _mm512_popcnt_epi16(below), constant(LOW_WEIGHT));
}

enum { LOOKS_UP_KICKERS = 0 };

/* Where there are more bits than `least`, one fewer: the lowest. */
static inline words drop_lowest(words ranks, words surplus, int least)
{
    word_mask is_more = _mm512_cmpgt_epi16_mask(surplus, constant(least));

    return choose(is_more, ranks & less_one(ranks), ranks);
}

/* The lowest ranks beyond 1, 2, 3 or 5, at most two, are dropped first. */
static inline words place_kickers(words rest, words kind)
{
    word_mask is_high_card = is_zero(kind), is_pair = equals(kind, constant(PAIR));
    word_mask is_three = equals(kind, constant(THREE_OF_A_KIND));
    words kept = _mm512_permutexvar_epi16(kind, load(tables->kept));
    words surplus = _mm512_sub_epi16(_mm512_popcnt_epi16(rest), kept);
    rest = drop_lowest(drop_lowest(rest, surplus, 0), surplus, 1);

    words low = rest & constant(LOW_SETS - 1);
    words high = _mm512_srli_epi16(rest, LOW_RANKS);
    words place = look_up(load(tables->high_place_of_1), high);
    place = choose(is_three, look_up(load(tables->high_place_of_2), high), place);
    place = choose(is_pair,
                   _mm512_permutex2var_epi16(load(tables->high_place_of_3), high,
                                             load(tables->high_place_of_3 + LANES)), place);
    place = choose(is_high_card,
                   _mm512_permutex2var_epi16(load(tables->high_place_of_5), high,
                                             load(tables->high_place_of_5 + LANES)), place);
    return _mm512_add_epi16(place, _mm512_permutex2var_epi8(load(tables->low_places), low,
                                                            load(tables->low_places + 64)));
}

static inline words in_order(words first, words second, int half, int from)
{
    if (from == FROM_HANDS)
        return _mm512_permutexvar_epi16(load(tables->word_of_hand), half ? second : first);
    return _mm512_permutex2var_epi16(first, load(tables->words_of_deals[half]), second);
}

/* ---- holdings ---- */

static inline words four_times(const uint16_t *entries)
{
    __m128i eight = _mm_loadu_si128((const __m128i *)entries);

    return _mm512_permutexvar_epi16(load(tables->quarters), _mm512_castsi128_si512(eight));
}

typedef __m512d doubles;
enum { DOUBLES = 8 };

static inline doubles add_weights(doubles sum, word_mask mask, int first, const double *weights)
{
    return _mm512_mask_add_pd(sum, (__mmask8)(mask >> first), sum, _mm512_loadu_pd(weights));
}

/* ---- Philox ---- */

typedef __m512i lanes;
enum { LANE_ROWS = 8 };

static inline lanes lane_constant(uint32_t word)
{
    return _mm512_set1_epi64(word);
}

static inline lanes load_lane_words(const uint32_t *column)
{
    return _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)column));
}

static inline void store_lane_words(uint32_t *column, lanes x)
{
    _mm256_storeu_si256((__m256i *)column, _mm512_cvtepi64_epi32(x));
}

#include "holding_lanes.h"
#include "philox_lanes.h"

const cpu_path rb_avx512_path = CPU_PATH("avx512");

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
