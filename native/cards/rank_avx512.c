/* Ranks hands with AVX-512 as rank_avx2.c does with AVX2. Its permutations of bytes and words hold
   the tables in registers, so that no kicker is looked up in memory. */
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
#include <string.h>

#include "check_weights.h"
#include "deal_cards.h"
#include "rank_avx512_tables.h"
#include "rank_flushes.h"

enum { BLOCKS_PER_PASS = 64, PASS_HANDS = BLOCKS_PER_PASS * CARD_BLOCK };

typedef __m512i bytes; /* of 64 hands */
typedef __m512i words; /* of 32 hands */

/* rank_counts of 32 or 64 hands. */
typedef struct {
    __m512i ones, twos, threes, fours;
} vector_counts;

static const avx512_tables *const tables = &rb_avx512_tables;

static inline __m512i load(const void *source)
{
    return _mm512_loadu_si512(source);
}

/* ---- hands of cards to masks of ranks ---- */

/* cards[j] gets card j of 64 hands: byte 16 q + 2 i + b is that of hand 8 i + 2 q + b. Unpacking to
   words gives hands 0 to 31 and 32 to 63, in an order that word_of_hand undoes. */
static inline void load_cards(const uint8_t *hands, int count, bytes cards[8], bytes *highest)
{
    __mmask64 eight_hands = ((uint64_t)1 << 8 * count) - 1;
    bytes pairs[8], fours[8], eights[8];

    for (int i = 0; i < 8; i++) {
        bytes raw = _mm512_maskz_loadu_epi8(eight_hands, hands + 8 * i * count);
        *highest = _mm512_max_epu8(*highest, raw);
        pairs[i] = _mm512_permutexvar_epi8(load(tables->interleave[count]), raw);
    }
    for (int i = 0; i < 8; i += 2) {
        fours[i] = _mm512_unpacklo_epi16(pairs[i], pairs[i + 1]);
        fours[i + 1] = _mm512_unpackhi_epi16(pairs[i], pairs[i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            eights[i + 2 * j] = _mm512_unpacklo_epi32(fours[i + j], fours[i + 2 + j]);
            eights[i + 2 * j + 1] = _mm512_unpackhi_epi32(fours[i + j], fours[i + 2 + j]);
        }
    for (int j = 0; j < 4; j++) {
        cards[2 * j] = _mm512_unpacklo_epi64(eights[j], eights[4 + j]);
        cards[2 * j + 1] = _mm512_unpackhi_epi64(eights[j], eights[4 + j]);
    }
}

enum { XOR_3 = 0x96, MAJORITY = 0xE8, OR_3 = 0xFE, AND_3 = 0x80, A_OR_B_AND_C = 0xF8 };

typedef struct {
    bytes sum, carry;
} two_bits;

static inline two_bits add_bits(bytes a, bytes b, bytes c)
{
    return (two_bits){_mm512_ternarylogic_epi64(a, b, c, XOR_3),
                      _mm512_ternarylogic_epi64(a, b, c, MAJORITY)};
}

/* Counts, for each bit, in how many of seven masks it is set: at most four. */
static inline vector_counts count_bits(const bytes masks[7])
{
    two_bits first = add_bits(masks[0], masks[1], masks[2]);
    two_bits second = add_bits(masks[3], masks[4], masks[5]);
    two_bits ones = add_bits(first.sum, second.sum, masks[6]);
    two_bits twos = add_bits(first.carry, second.carry, ones.carry);

    return (vector_counts){
        _mm512_ternarylogic_epi64(ones.sum, twos.sum, twos.carry, OR_3),
        _mm512_or_si512(twos.sum, twos.carry),
        _mm512_ternarylogic_epi64(twos.carry, twos.sum, ones.sum, A_OR_B_AND_C),
        twos.carry,
    };
}

static inline vector_counts count_ranks(const bytes cards[8], int count, const uint8_t bits[64])
{
    bytes masks[7];

    for (int j = 0; j < 7; j++)
        masks[j] = j < count ? _mm512_permutexvar_epi8(cards[j], load(bits)) : _mm512_setzero_si512();
    return count_bits(masks);
}

/* A bit for each hand with a flush, in the order of load_cards. */
static inline __mmask64 find_flushes(const bytes cards[8], int count)
{
    const uint8_t *is_flush = tables->is_flush[count];
    bytes sums = _mm512_setzero_si512();

    for (int j = 0; j < count; j++)
        sums = _mm512_add_epi8(sums, _mm512_permutexvar_epi8(cards[j], load(tables->suit_weights)));
    bytes below_128 = _mm512_permutex2var_epi8(load(is_flush), sums, load(is_flush + 64));
    bytes from_128 = _mm512_permutex2var_epi8(load(is_flush + 128), sums, load(is_flush + 192));
    bytes flush = _mm512_mask_mov_epi8(below_128, _mm512_movepi8_mask(sums), from_128);
    return _mm512_test_epi8_mask(flush, flush);
}

/* ---- masks of ranks to the rank of a hand ---- */

static inline words constant(int value)
{
    return _mm512_set1_epi16((short)value);
}

static inline words less_one(words x)
{
    return _mm512_add_epi16(x, constant(-1));
}

static inline words without_lowest(words x)
{
    return _mm512_and_si512(x, less_one(x));
}

static inline __mmask32 is_any(words x)
{
    return _mm512_test_epi16_mask(x, x);
}

static inline words choose(__mmask32 condition, words yes, words no)
{
    return _mm512_mask_mov_epi16(no, condition, yes);
}

static inline words find_straights(words ranks)
{
    words with_low_ace = _mm512_or_si512(_mm512_slli_epi16(ranks, 1), _mm512_srli_epi16(ranks, 12));
    words twos = _mm512_and_si512(with_low_ace, _mm512_srli_epi16(with_low_ace, 1));

    return _mm512_ternarylogic_epi64(twos, _mm512_srli_epi16(twos, 2),
                                     _mm512_srli_epi16(with_low_ace, 4), AND_3);
}

/* What a hand is made of: its category, the ranks that make it, and the ranks its kickers are among.
   The highest rank of a straight counts as the one kicker of a hand that nothing else counts in. */
typedef struct {
    words category, made, rest;
} vector_hand;

static inline vector_hand make_hand(vector_counts counts)
{
    words straights = find_straights(counts.ones);
    words second = without_lowest(counts.twos), upper_three = without_lowest(counts.threes);
    __mmask32 has_second = is_any(second), has_three = is_any(counts.threes);
    __mmask32 has_third = _mm512_test_epi16_mask(second, less_one(second));
    __mmask32 has_four = is_any(counts.fours), is_straight = is_any(straights);
    __mmask32 is_full_house = has_second & has_three & ~has_four;
    words made = choose(has_third, second, counts.twos);
    words category = _mm512_maskz_mov_epi16(is_any(counts.twos), constant(PAIR));

    made = choose(has_three, counts.threes, made);
    made = choose(is_any(upper_three), upper_three, made);
    made = choose(has_four, counts.fours, made);
    category = choose(has_second, constant(TWO_PAIR), category);
    category = choose(has_three, constant(THREE_OF_A_KIND), category);
    category = choose(is_full_house, constant(FULL_HOUSE), category);
    category = choose(has_four, constant(FOUR_OF_A_KIND), category);
    category = choose(is_straight, constant(STRAIGHT), category);
    words rest = _mm512_xor_si512(choose(is_full_house, counts.twos, counts.ones), made);
    return (vector_hand){category, made, choose(is_straight, _mm512_slli_epi16(straights, 3), rest)};
}

/* The place of the kickers: the lowest ranks beyond 1, 2, 3 or 5, at most two, are dropped first. */
static inline words place_kickers(words rest, words category)
{
    __mmask32 is_high_card = _mm512_testn_epi16_mask(category, category);
    __mmask32 is_pair = _mm512_cmpeq_epi16_mask(category, constant(PAIR));
    __mmask32 is_three = _mm512_cmpeq_epi16_mask(category, constant(THREE_OF_A_KIND));
    words kept = choose(is_three, constant(2), constant(1));
    kept = choose(is_pair, constant(3), kept);
    kept = choose(is_high_card, constant(5), kept);
    words surplus = _mm512_sub_epi16(_mm512_popcnt_epi16(rest), kept);
    rest = choose(_mm512_cmpgt_epi16_mask(surplus, constant(0)), without_lowest(rest), rest);
    rest = choose(_mm512_cmpgt_epi16_mask(surplus, constant(1)), without_lowest(rest), rest);

    words low = _mm512_and_si512(rest, constant(LOW_SETS - 1));
    words high = _mm512_srli_epi16(rest, LOW_RANKS);
    words place = _mm512_permutexvar_epi8(high, load(tables->high_place_of_1));
    place = choose(is_three, _mm512_permutexvar_epi8(high, load(tables->high_place_of_2)), place);
    place = choose(is_pair,
                   _mm512_permutex2var_epi16(load(tables->high_place_of_3), high,
                                             load(tables->high_place_of_3 + LANES)), place);
    place = choose(is_high_card,
                   _mm512_permutex2var_epi16(load(tables->high_place_of_5), high,
                                             load(tables->high_place_of_5 + LANES)), place);
    return _mm512_add_epi16(place, _mm512_permutex2var_epi8(load(tables->low_places), low,
                                                            load(tables->low_places + 64)));
}

/* The ranks of 32 hands, flushes left out. A bit's index is the count of the bits below it. */
static inline words rank_words(vector_counts counts)
{
    vector_hand hand = make_hand(counts);
    words place = place_kickers(hand.rest, hand.category);
    words weight = _mm512_permutexvar_epi16(hand.category, load(tables->weights));
    __mmask32 is_two_pair = _mm512_cmpeq_epi16_mask(hand.category, constant(TWO_PAIR));
    words below = less_one(hand.made);
    words high = choose(is_two_pair, _mm512_and_si512(hand.made, below), hand.made);
    words high_index = _mm512_popcnt_epi16(less_one(high));
    words low_index = less_one(_mm512_popcnt_epi16(below));
    words low = _mm512_maskz_mullo_epi16(is_two_pair, low_index, constant(LOW_WEIGHT));
    words index = _mm512_add_epi16(_mm512_mullo_epi16(high_index, weight), low);
    words start = _mm512_slli_epi16(hand.category, CATEGORY_SHIFT);

    return _mm512_add_epi16(_mm512_add_epi16(start, index), place);
}

/* ---- the two ways in ---- */

/* Ranks of 64 hands, flushes left out, in the order that unpacking leaves. */
static inline void rank_cards(const bytes cards[8], int count, words ranks[2])
{
    vector_counts low = count_ranks(cards, count, tables->low_bits);
    vector_counts high = count_ranks(cards, count, tables->high_bits);
    vector_counts first = {
        _mm512_unpacklo_epi8(low.ones, high.ones), _mm512_unpacklo_epi8(low.twos, high.twos),
        _mm512_unpacklo_epi8(low.threes, high.threes), _mm512_unpacklo_epi8(low.fours, high.fours)};
    vector_counts second = {
        _mm512_unpackhi_epi8(low.ones, high.ones), _mm512_unpackhi_epi8(low.twos, high.twos),
        _mm512_unpackhi_epi8(low.threes, high.threes), _mm512_unpackhi_epi8(low.fours, high.fours)};
    ranks[0] = rank_words(first);
    ranks[1] = rank_words(second);
}

static inline __mmask64 rank_block(const uint8_t *hands, int count, uint16_t *ranks, bytes *highest)
{
    bytes cards[8];
    words found[2], order = load(tables->word_of_hand);

    load_cards(hands, count, cards, highest);
    rank_cards(cards, count, found);
    _mm512_storeu_si512(ranks, _mm512_permutexvar_epi16(order, found[0]));
    _mm512_storeu_si512(ranks + LANES, _mm512_permutexvar_epi16(order, found[1]));
    return find_flushes(cards, count);
}

/* Lists the hands of a block that have a flush, given the hand of each bit; writes up to 64 entries. */
static inline int list_flushes(__mmask64 flushes, bytes hands, int first_hand, uint16_t *list)
{
    bytes found = _mm512_maskz_compress_epi8(flushes, hands);
    words first = constant(first_hand);
    int count = __builtin_popcountll(flushes);

    _mm512_storeu_si512(
        list, _mm512_add_epi16(first, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(found))));
    if (__builtin_expect(count > LANES, 0))
        _mm512_storeu_si512(list + LANES,
                            _mm512_add_epi16(first, _mm512_cvtepu8_epi16(
                                                        _mm512_extracti64x4_epi64(found, 1))));
    return count;
}

/* Ranks whole blocks; reads up to 3 bytes beyond them. Returns 52 if a card is 52 or more. */
static inline uint32_t rank_blocks(const uint8_t *hands, int64_t block_count, int count,
                                   uint16_t *ranks)
{
    bytes highest = _mm512_setzero_si512();
    uint16_t list[PASS_HANDS + CARD_BLOCK];

    while (block_count) {
        int blocks = block_count < BLOCKS_PER_PASS ? (int)block_count : BLOCKS_PER_PASS;
        int flush_count = 0;
        for (int b = 0; b < blocks; b++) {
            int at = b * CARD_BLOCK;
            rb_prefetch(hands + at * count, CARD_BLOCK * count);
            __mmask64 flushes = rank_block(hands + at * count, count, ranks + at, &highest);
            flush_count += list_flushes(flushes, load(tables->hand_of_byte), at, list + flush_count);
        }
        rank_flushes(hands, count, list, flush_count, ranks);
        hands += blocks * CARD_BLOCK * count;
        ranks += blocks * CARD_BLOCK;
        block_count -= blocks;
    }
    return _mm512_cmpge_epu8_mask(highest, _mm512_set1_epi8(DECK_SIZE)) ? DECK_SIZE : 0;
}

static inline uint32_t rank_whole(const uint8_t *hands, int64_t hand_count, int count,
                                  uint16_t *ranks)
{
    uint8_t last[CARD_BLOCK * MOST_CARDS + 8] = {0};
    uint16_t last_ranks[CARD_BLOCK];
    int64_t blocks = (hand_count - 1) / CARD_BLOCK, rest = hand_count - blocks * CARD_BLOCK;
    uint32_t bad = rank_blocks(hands, blocks, count, ranks);

    memcpy(last, hands + blocks * CARD_BLOCK * count, (size_t)(rest * count));
    bad |= rank_blocks(last, 1, count, last_ranks);
    memcpy(ranks + blocks * CARD_BLOCK, last_ranks, (size_t)rest * sizeof *ranks);
    return bad;
}

/* The second pass reads beyond a block, so the last hands are ranked from a copy. */
static uint32_t rank_hands(const uint8_t *cards, int64_t hand_count, int card_count, uint16_t *ranks)
{
    if (hand_count < 1) return 0;
    switch (card_count) {
    case 5: return rank_whole(cards, hand_count, 5, ranks);
    case 6: return rank_whole(cards, hand_count, 6, ranks);
    default: return rank_whole(cards, hand_count, 7, ranks);
    }
}

/* Unpacking leaves eight hands of sixteen in each quarter of either vector. */
static void rank_deals(const uint8_t *const columns[MOST_CARDS], uint16_t ranks[DEAL_BATCH])
{
    words first_half = load(tables->words_of_deals[0]), second_half = load(tables->words_of_deals[1]);
    uint16_t list[DEAL_BATCH + CARD_BLOCK];
    int flush_count = 0;

    for (int at = 0; at < DEAL_BATCH; at += CARD_BLOCK) {
        bytes cards[8];
        words found[2];
        for (int j = 0; j < MOST_CARDS; j++) cards[j] = load(columns[j] + at);
        rank_cards(cards, MOST_CARDS, found);
        _mm512_storeu_si512(ranks + at, _mm512_permutex2var_epi16(found[0], first_half, found[1]));
        _mm512_storeu_si512(ranks + at + LANES,
                            _mm512_permutex2var_epi16(found[0], second_half, found[1]));
        flush_count += list_flushes(find_flushes(cards, MOST_CARDS), load(tables->bytes_in_order), at,
                                    list + flush_count);
    }
    rank_flushes_of_deals(columns, list, flush_count, ranks);
}

/* a | b & c, and a | b | c. */
static inline words or_both(words a, words b, words c)
{
    return _mm512_ternarylogic_epi64(a, b, c, A_OR_B_AND_C);
}

static inline vector_counts merge_counts(vector_counts a, vector_counts b)
{
    words threes = or_both(_mm512_or_si512(a.threes, b.threes), a.twos, b.ones);
    words fours = or_both(_mm512_or_si512(a.fours, b.fours), a.twos, b.twos);

    fours = or_both(or_both(fours, a.threes, b.ones), a.ones, b.threes);
    return (vector_counts){_mm512_or_si512(a.ones, b.ones),
                           or_both(_mm512_or_si512(a.twos, b.twos), a.ones, b.ones),
                           or_both(threes, a.ones, b.twos), fours};
}

static void rank_count_rows(rank_counts added, count_columns rows, int64_t row_count,
                            uint16_t *ranks)
{
    vector_counts same = {constant((int)added.ones), constant((int)added.twos),
                          constant((int)added.threes), constant((int)added.fours)};

    for (int64_t i = 0; i < row_count; i += LANES) {
        vector_counts row = {load(rows.ones + i), load(rows.twos + i), load(rows.threes + i),
                             load(rows.fours + i)};
        _mm512_storeu_si512(ranks + i, rank_words(merge_counts(same, row)));
    }
}

/* Each entry four times: the lower card has four suits. A row is written from its start, and what is
   beyond its end is written over by the next one. */
static void spread_pairs(const uint16_t *pair_ranks, uint16_t *ranks)
{
    words first = load(tables->quarters), second = _mm512_add_epi16(first, constant(LANES / 4));

    for (int high = 0; high < RANK_COUNT; high++) {
        words pairs = _mm512_castsi256_si512(
            _mm256_loadu_si256((const __m256i *)(pair_ranks + high * (high + 1) / 2)));
        words low_ranks = _mm512_permutexvar_epi16(first, pairs);
        words high_ranks = _mm512_permutexvar_epi16(second, pairs);
        for (int card = 4 * high; card < 4 * high + 4; card++) {
            uint16_t *row = ranks + card * (card - 1) / 2;
            _mm512_storeu_si512(row, low_ranks);
            if (card > LANES) _mm512_storeu_si512(row + LANES, high_ranks);
        }
    }
}

/* Sixteen sums, by index modulo 16. */
typedef struct {
    __m512d low, high;
} lane_sums;

static inline lane_sums add_where(lane_sums sums, unsigned mask, const double *weights)
{
    return (lane_sums){
        _mm512_mask_add_pd(sums.low, (__mmask8)mask, sums.low, _mm512_loadu_pd(weights)),
        _mm512_mask_add_pd(sums.high, (__mmask8)(mask >> 8), sums.high, _mm512_loadu_pd(weights + 8)),
    };
}

static inline double sum_of(lane_sums sums)
{
    double lanes[TALLY_LANES];

    _mm512_storeu_pd(lanes, sums.low);
    _mm512_storeu_pd(lanes + 8, sums.high);
    return rb_sum_lanes(lanes);
}

static void tally(uint16_t own, const uint16_t *ranks, const double *weights, int64_t count,
                  double tally[OUTCOMES])
{
    lane_sums ahead = {_mm512_setzero_pd(), _mm512_setzero_pd()}, tied = ahead, behind = ahead;

    for (int64_t i = 0; i < count; i += LANES) {
        words row = load(ranks + i);
        __mmask32 is_below = _mm512_mask_cmplt_epu16_mask(is_any(row), row, constant(own));
        __mmask32 is_equal = _mm512_cmpeq_epu16_mask(row, constant(own));
        __mmask32 is_above = _mm512_cmpgt_epu16_mask(row, constant(own));
        for (int half = 0; half < LANES; half += TALLY_LANES) {
            ahead = add_where(ahead, is_below >> half, weights + i + half);
            tied = add_where(tied, is_equal >> half, weights + i + half);
            behind = add_where(behind, is_above >> half, weights + i + half);
        }
    }
    tally[AHEAD] = sum_of(ahead);
    tally[TIED] = sum_of(tied);
    tally[BEHIND] = sum_of(behind);
}

/* ---- Philox ---- */

typedef __m512i lanes;
enum { LANE_ROWS = 8 };

static inline lanes load_lane_words(const uint32_t *column)
{
    return _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)column));
}

static inline void store_lane_words(uint32_t *column, lanes x)
{
    _mm256_storeu_si256((__m256i *)column, _mm512_cvtepi64_epi32(x));
}

static inline lanes load_lane_keys(const uint64_t *keys)
{
    return load(keys);
}

static inline lanes lane_constant(uint32_t word)
{
    return _mm512_set1_epi64(word);
}

static inline lanes multiply_lanes(lanes a, lanes b)
{
    return _mm512_mul_epu32(a, b);
}

static inline lanes high_halves(lanes x)
{
    return _mm512_srli_epi64(x, 32);
}

static inline lanes add_lane_words(lanes a, lanes b)
{
    return _mm512_add_epi32(a, b);
}

static inline lanes xor_lanes(lanes a, lanes b, lanes c)
{
    return _mm512_ternarylogic_epi64(a, b, c, XOR_3);
}

#include "philox_lanes.h"

static int32_t count_gains(uint16_t own, const uint16_t *ranks, const uint16_t *is_behind,
                           const uint16_t *is_level)
{
    words mine = _mm512_set1_epi16((short)own), sum = _mm512_setzero_si512();

    for (int i = 0; i < GAIN_ROWS; i += LANES) {
        words row = _mm512_loadu_si512(ranks + i);
        __mmask32 at_most = _mm512_cmple_epu16_mask(row, mine);
        __mmask32 below = _mm512_cmplt_epu16_mask(row, mine);
        sum = _mm512_mask_add_epi16(sum, at_most, sum, _mm512_loadu_si512(is_behind + i));
        sum = _mm512_mask_add_epi16(sum, below, sum, _mm512_loadu_si512(is_level + i));
    }
    return _mm512_reduce_add_epi32(_mm512_madd_epi16(sum, _mm512_set1_epi16(1)));
}

const rank_path rb_avx512_path = {"avx512", rank_hands, rank_count_rows, spread_pairs, tally,
                                  count_gains, philox, deal_cards, rank_deals, are_weights};

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
