/* Ranks hands of cards on vectors: cards are transposed so that a byte, and then a word of 16 bits,
   holds one hand's card or mask of ranks. Same results as the plain C of rank_masks.h.

   Written once for all widths. A path includes it that has defined:
     VECTOR(operation)      an intrinsic by what follows _mm256_ or _mm512_
     bytes, words           a vector of so many bytes or words; & | ^ ~ work on it
     LANES                  words of a vector
     load, store            from and to memory, anywhere
     constant, less_one     a word in every lane; 1 less
   of three vectors, bit by bit:
     xor_3, or_3, and_3     of all
     majority               what two or more have
     or_and                 a | (b & c)
   of words, by a word_mask of what holds for each:
     is_zero, equals        of a word, of two
     shares_none            whether two have no bit in common
     choose                 by a mask, from two vectors
     add_where              adds a vector where a mask says so
     has_byte_from          whether a byte is so much or more
   of hands, which lie in a vector of bytes as they do FROM_HANDS or FROM_COLUMNS:
     load_order, load_hands the bytes of pairs of hands, card by card; see load_cards
     load_column            a column of cards, one for each hand
     rank_keys, look_up     a card as look_up takes it, and a table's bytes for such keys
     low_bits, high_bits    tables of a card's bit among the ranks 2 to 9, T to A
     flush_bits             a bit for each hand of a vector of bytes
     find_flushes           of the hands that have a flush
     list_flushes           lists them; may write CARD_BLOCK entries
   of kinds and kickers:
     KIND                   a category as kinds are numbered
     kind_of                from the pairs, those but the lowest, the threes and fours of hands
     is_full_house          from a kind, or what it was found from, the pairs left out
     start_of               where a kind's category starts
     weigh_bit              the index of the bit, or none, by what a kind's higher rank weighs
     weigh_lowest           the index of the lowest bit by LOW_WEIGHT where a mask says so, else 0
     place_kickers          what kickers add, or with LOOKS_UP_KICKERS where rb_places has it
     in_order               one half of the words of a block, in the order of hands
     LAST_BLOCKS            1, or 2 where loads reach beyond a block */
#ifndef RB_RANK_LANES_H
#define RB_RANK_LANES_H

#include <string.h>

#include "rank_flushes.h"
#include "cpu_paths.h"

enum { BLOCKS_PER_PASS = 64, PASS_HANDS = BLOCKS_PER_PASS * CARD_BLOCK };

/* rank_counts of a hand in each word, or half of the ranks in each byte. */
typedef struct {
    words ones, twos, threes, fours;
} vector_counts;

/* ---- hands of cards to masks of ranks ---- */

/* cards[j] gets card j of each hand, in an order that unpacking to words, or storing them, undoes. */
static inline void load_cards(const uint8_t *hands, int count, bytes cards[8])
{
    bytes pairs[8], fours[8], eights[8], order = load_order(count);

    for (int i = 0; i < 8; i++) pairs[i] = load_hands(hands, i, count, order);
    for (int i = 0; i < 8; i += 2) {
        fours[i] = VECTOR(unpacklo_epi16)(pairs[i], pairs[i + 1]);
        fours[i + 1] = VECTOR(unpackhi_epi16)(pairs[i], pairs[i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            eights[i + 2 * j] = VECTOR(unpacklo_epi32)(fours[i + j], fours[i + 2 + j]);
            eights[i + 2 * j + 1] = VECTOR(unpackhi_epi32)(fours[i + j], fours[i + 2 + j]);
        }
    for (int j = 0; j < 4; j++) {
        cards[2 * j] = VECTOR(unpacklo_epi64)(eights[j], eights[4 + j]);
        cards[2 * j + 1] = VECTOR(unpackhi_epi64)(eights[j], eights[4 + j]);
    }
}

typedef struct {
    bytes sum, carry;
} two_bits;

static inline two_bits add_bits(bytes a, bytes b, bytes c)
{
    return (two_bits){xor_3(a, b, c), majority(a, b, c)};
}

/* Counts, for each bit, in how many of seven masks it is set: at most four. */
static inline vector_counts count_bits(const bytes masks[MOST_CARDS])
{
    two_bits first = add_bits(masks[0], masks[1], masks[2]);
    two_bits second = add_bits(masks[3], masks[4], masks[5]);
    two_bits ones = add_bits(first.sum, second.sum, masks[6]);
    two_bits twos = add_bits(first.carry, second.carry, ones.carry);

    return (vector_counts){
        or_3(ones.sum, twos.sum, twos.carry),
        twos.sum | twos.carry,
        or_and(twos.carry, twos.sum, ones.sum),
        twos.carry,
    };
}

/* Counts the ranks of which a table has the bits. */
static inline vector_counts count_ranks(const bytes keys[MOST_CARDS], int count, bytes bits)
{
    bytes masks[MOST_CARDS];

    for (int j = 0; j < MOST_CARDS; j++)
        masks[j] = j < count ? look_up(bits, keys[j]) : constant(0);
    return count_bits(masks);
}

/* ---- masks of ranks to the rank of a hand ---- */

static inline words without_lowest(words x)
{
    return x & less_one(x);
}

static inline words find_straights(words ranks)
{
    words with_low_ace = VECTOR(slli_epi16)(ranks, 1) | VECTOR(srli_epi16)(ranks, 12);
    words twos = with_low_ace & VECTOR(srli_epi16)(with_low_ace, 1);

    return and_3(twos, VECTOR(srli_epi16)(twos, 2), VECTOR(srli_epi16)(with_low_ace, 4));
}

/* What a hand is made of: its kind, the ranks that make it, and the ranks its kickers are among.
   The highest rank of a straight counts as the one kicker of a hand that nothing else counts in. */
typedef struct {
    words kind, made, rest;
} vector_hand;

static inline vector_hand make_hand(vector_counts counts)
{
    words straights = find_straights(counts.ones);
    words second = without_lowest(counts.twos), upper_three = without_lowest(counts.threes);
    words pairs = choose(shares_none(second, less_one(second)), counts.twos, second);
    words three = choose(is_zero(upper_three), counts.threes, upper_three);
    words made = choose(is_zero(counts.threes), pairs, three);
    words kind = kind_of(counts.twos, second, counts.threes, counts.fours);
    word_mask no_straight = is_zero(straights);

    made = choose(is_zero(counts.fours), made, counts.fours);
    words rest = choose(is_full_house(kind, second, counts.threes, counts.fours), counts.twos,
                        counts.ones) ^ made;
    return (vector_hand){choose(no_straight, kind, constant(KIND(STRAIGHT))), made,
                         choose(no_straight, rest, VECTOR(slli_epi16)(straights, 3))};
}

/* Ranks of hands, flushes left out, and what their kickers add, which is not in the ranks where it is
   to be looked up. */
typedef struct {
    words ranks, kickers;
} ranked_words;

static inline ranked_words rank_words(vector_counts counts)
{
    vector_hand hand = make_hand(counts);
    words kickers = place_kickers(hand.rest, hand.kind);
    word_mask is_two_pair = equals(hand.kind, constant(KIND(TWO_PAIR)));
    words less = without_lowest(hand.made);
    words high = weigh_bit(choose(is_two_pair, less, hand.made), hand.kind);
    words low = weigh_lowest(hand.made, is_two_pair);
    words ranks = VECTOR(add_epi16)(start_of(hand.kind), VECTOR(add_epi16)(high, low));

    return (ranked_words){LOOKS_UP_KICKERS ? ranks : VECTOR(add_epi16)(ranks, kickers), kickers};
}

/* Looks up what kickers add: by loads of words, since gathers of them are no faster. */
static inline void add_kickers(const uint16_t *kickers, int64_t count, uint16_t *ranks)
{
    const uint16_t *places = rb_places[0];

    for (int64_t i = 0; LOOKS_UP_KICKERS && i < count; i += 4) {
        uint64_t four;
        memcpy(&four, kickers + i, sizeof four);
        ranks[i] += places[four & 0xFFFF];
        ranks[i + 1] += places[four >> 16 & 0xFFFF];
        ranks[i + 2] += places[four >> 32 & 0xFFFF];
        ranks[i + 3] += places[four >> 48];
    }
}

/* ---- the two ways in ---- */

/* In the order that unpacking leaves. */
static inline void rank_cards(const bytes cards[8], int count, ranked_words ranks[2])
{
    bytes keys[MOST_CARDS];

    for (int j = 0; j < count; j++) keys[j] = rank_keys(cards[j]);
    vector_counts low = count_ranks(keys, count, low_bits());
    vector_counts high = count_ranks(keys, count, high_bits());
    vector_counts first = {
        VECTOR(unpacklo_epi8)(low.ones, high.ones), VECTOR(unpacklo_epi8)(low.twos, high.twos),
        VECTOR(unpacklo_epi8)(low.threes, high.threes), VECTOR(unpacklo_epi8)(low.fours, high.fours)};
    vector_counts second = {
        VECTOR(unpackhi_epi8)(low.ones, high.ones), VECTOR(unpackhi_epi8)(low.twos, high.twos),
        VECTOR(unpackhi_epi8)(low.threes, high.threes), VECTOR(unpackhi_epi8)(low.fours, high.fours)};
    ranks[0] = rank_words(first);
    ranks[1] = rank_words(second);
}

static inline void store_block(const ranked_words found[2], int from, uint16_t *ranks,
                               uint16_t *kickers)
{
    for (int half = 0; half < 2; half++) {
        store(ranks + half * LANES, in_order(found[0].ranks, found[1].ranks, half, from));
        if (LOOKS_UP_KICKERS) store(kickers + half * LANES, found[half].kickers);
    }
}

static inline flush_bits rank_block(const uint8_t *hands, int count, uint16_t *ranks,
                                    uint16_t *kickers, bytes *highest)
{
    bytes cards[8];
    ranked_words found[2];

    load_cards(hands, count, cards);
    for (int j = 0; j < count; j++) *highest = VECTOR(max_epu8)(*highest, cards[j]);
    rank_cards(cards, count, found);
    store_block(found, FROM_HANDS, ranks, kickers);
    return find_flushes(cards, count);
}

/* Ranks whole blocks; reads up to 6 bytes beyond them. Returns 52 if a card is 52 or more. */
static inline uint32_t rank_blocks(const uint8_t *hands, int64_t block_count, int count,
                                   uint16_t *ranks)
{
    bytes highest = constant(0);
    uint16_t kickers[PASS_HANDS], list[PASS_HANDS + CARD_BLOCK];

    while (block_count) {
        int blocks = block_count < BLOCKS_PER_PASS ? (int)block_count : BLOCKS_PER_PASS;
        int flush_count = 0;
        for (int b = 0; b < blocks; b++) {
            int at = b * CARD_BLOCK;
            rb_prefetch(hands + at * count, CARD_BLOCK * count);
            flush_bits flushes = rank_block(hands + at * count, count, ranks + at, kickers + at,
                                            &highest);
            flush_count += list_flushes(flushes, FROM_HANDS, at, list + flush_count);
        }
        add_kickers(kickers, blocks * CARD_BLOCK, ranks);
        rank_flushes(hands, count, list, flush_count, ranks);
        hands += blocks * CARD_BLOCK * count;
        ranks += blocks * CARD_BLOCK;
        block_count -= blocks;
    }
    return has_byte_from(highest, DECK_SIZE) ? DECK_SIZE : 0;
}

/* What is read beyond a block is there for all but the last hands, which are ranked from a copy:
   at least two where loads reach beyond, since one of five cards would be a byte too few. */
static inline uint32_t rank_whole(const uint8_t *hands, int64_t hand_count, int count,
                                  uint16_t *ranks)
{
    uint8_t last[LAST_BLOCKS * CARD_BLOCK * MOST_CARDS + 8] = {0};
    uint16_t last_ranks[LAST_BLOCKS * CARD_BLOCK];
    int64_t blocks = (hand_count - LAST_BLOCKS) / CARD_BLOCK, rest = hand_count - blocks * CARD_BLOCK;
    uint32_t bad = rank_blocks(hands, blocks, count, ranks);

    memcpy(last, hands + blocks * CARD_BLOCK * count, (size_t)(rest * count));
    bad |= rank_blocks(last, rest > CARD_BLOCK ? 2 : 1, count, last_ranks);
    memcpy(ranks + blocks * CARD_BLOCK, last_ranks, (size_t)rest * sizeof *ranks);
    return bad;
}

/* Each number of cards gets a loop of its own, unrolled. */
static uint32_t rank_hands(const uint8_t *cards, int64_t hand_count, int card_count, uint16_t *ranks)
{
    if (hand_count < 1) return 0;
    switch (card_count) {
    case 5: return rank_whole(cards, hand_count, 5, ranks);
    case 6: return rank_whole(cards, hand_count, 6, ranks);
    default: return rank_whole(cards, hand_count, 7, ranks);
    }
}

static void rank_deals(const uint8_t *const columns[MOST_CARDS], uint16_t ranks[DEAL_BATCH])
{
    uint16_t kickers[DEAL_BATCH], list[DEAL_BATCH + CARD_BLOCK];
    int flush_count = 0;

    for (int at = 0; at < DEAL_BATCH; at += CARD_BLOCK) {
        bytes cards[8];
        ranked_words found[2];
        for (int j = 0; j < MOST_CARDS; j++) cards[j] = load_column(columns[j] + at);
        rank_cards(cards, MOST_CARDS, found);
        store_block(found, FROM_COLUMNS, ranks + at, kickers + at);
        flush_count += list_flushes(find_flushes(cards, MOST_CARDS), FROM_COLUMNS, at,
                                    list + flush_count);
    }
    add_kickers(kickers, DEAL_BATCH, ranks);
    rank_flushes_of_deals(columns, list, flush_count, ranks);
}

#endif
