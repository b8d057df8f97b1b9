/* Fills the tables of lanes_avx512.c. Every processor runs this when the library is loaded, so it stands
   in a file of its own, which is compiled for no more than all of them have. */
#include "lanes_avx512_tables.h"
#include "rank_masks.h"

#if defined(__x86_64__)
avx512_tables rb_avx512_tables __attribute__((aligned(64), visibility("hidden")));

/* With these weights no sum modulo 256 comes both from suits with a flush and from suits without. */
static const uint8_t SUIT_WEIGHTS[SUIT_COUNT] = {0, 1, 6, 31};

static void fill_flushes(int count)
{
    for (int clubs = 0; clubs <= count; clubs++)
        for (int diamonds = 0; clubs + diamonds <= count; diamonds++)
            for (int hearts = 0; clubs + diamonds + hearts <= count; hearts++) {
                int spades = count - clubs - diamonds - hearts;
                int sum = diamonds * SUIT_WEIGHTS[1] + hearts * SUIT_WEIGHTS[2] + spades * SUIT_WEIGHTS[3];
                rb_avx512_tables.is_flush[count][sum & 255] |= clubs > 4 || diamonds > 4 || hearts > 4 || spades > 4;
            }
}

/* See load_cards of lanes_avx512.c. */
static void fill_orders(void)
{
    for (int quarter = 0; quarter < 4; quarter++)
        for (int i = 0; i < 16; i++) {
            int hand = 2 * quarter + (i & 1), card = i >> 1, byte = 16 * quarter + i;
            for (int count = LEAST_FULL_HAND; count <= MOST_CARDS; count++)
                rb_avx512_tables.interleave[count][byte] = (uint8_t)(card < count ? hand * count + card : 63);
            rb_avx512_tables.hand_of_byte[byte] = (uint8_t)(8 * card + hand);
            if (i < 8) rb_avx512_tables.word_of_hand[8 * card + hand] = (uint16_t)(8 * quarter + i);
        }
}

static void fill_categories(void)
{
    for (int kind = 0; kind < HAND_KINDS; kind++) {
        int category = rb_made_hands[kind].start >> CATEGORY_SHIFT;
        rb_avx512_tables.weights[category] = rb_made_hands[kind].high_weight;
        rb_avx512_tables.kept[category] = (uint16_t)rb_place_counts[rb_made_hands[kind].place];
    }
}

__attribute__((constructor)) static void fill_tables(void)
{
    for (int card = 0; card < DECK_SIZE; card++) {
        uint32_t bit = 1u << (card >> 2);
        rb_avx512_tables.low_bits[card] = (uint8_t)bit;
        rb_avx512_tables.high_bits[card] = (uint8_t)(bit >> 8);
        rb_avx512_tables.suit_weights[card] = SUIT_WEIGHTS[card & 3];
    }
    for (int count = LEAST_FULL_HAND; count <= MOST_CARDS; count++) fill_flushes(count);
    fill_orders();
    for (uint32_t low = 0; low < LOW_SETS; low++) {
        int count = __builtin_popcount(low);
        rb_avx512_tables.low_places[low] = (uint8_t)rb_place_of_top(low, count < 5 ? count : 5);
    }
    for (uint32_t high = 0; high < HIGH_SETS; high++) {
        rb_avx512_tables.high_place_of_1[high] = (uint8_t)rb_place_of_top(high << LOW_RANKS, 1);
        rb_avx512_tables.high_place_of_2[high] = (uint8_t)rb_place_of_top(high << LOW_RANKS, 2);
        rb_avx512_tables.high_place_of_3[high] = (uint16_t)rb_place_of_top(high << LOW_RANKS, 3);
        rb_avx512_tables.high_place_of_5[high] = (uint16_t)rb_place_of_top(high << LOW_RANKS, 5);
    }
    for (int i = 0; i < LANES; i++) rb_avx512_tables.quarters[i] = (uint16_t)(i / 4);
    for (int deal = 0; deal < CARD_BLOCK; deal++) {
        rb_avx512_tables.bytes_in_order[deal] = (uint8_t)deal;
        rb_avx512_tables.words_of_deals[deal / LANES][deal % LANES] =
            (uint16_t)(deal / 16 * 8 + deal % 8 + (deal & 8 ? LANES : 0));
    }
    fill_categories();
}
#endif
