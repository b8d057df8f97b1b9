/* What lanes_avx512.c holds in registers: the cards and ranks of hands, and places of kickers. */
#ifndef RB_LANES_AVX512_TABLES_H
#define RB_LANES_AVX512_TABLES_H

#include "rank_tables.h"

enum { CARD_BLOCK = 64, LANES = 32 };
enum { LOW_RANKS = 7, LOW_SETS = 1 << LOW_RANKS, HIGH_SETS = 1 << (RANK_COUNT - LOW_RANKS) };

/* Cards are numbers of six bits here. */
typedef struct {
    uint8_t low_bits[64], high_bits[64]; /* of a card: its bit among ranks 2 to 9, T to A */
    uint8_t suit_weights[64];
    uint8_t is_flush[MOST_CARDS + 1][256]; /* by number of cards and sum of suit weights */
    uint8_t interleave[MOST_CARDS + 1][64], hand_of_byte[64];
    uint8_t bytes_in_order[CARD_BLOCK];
    uint16_t word_of_hand[LANES], words_of_deals[2][LANES], quarters[LANES]; /* i / 4 */
    /* A place is a sum of what the lower seven ranks and what the upper six give. */
    uint8_t low_places[LOW_SETS], high_place_of_1[HIGH_SETS], high_place_of_2[HIGH_SETS];
    uint16_t high_place_of_3[HIGH_SETS], high_place_of_5[HIGH_SETS];
    uint16_t weights[LANES], kept[LANES]; /* by category: of the higher rank; how many kickers */
} avx512_tables;

/* Written once, when the library is loaded. */
extern avx512_tables rb_avx512_tables __attribute__((aligned(64), visibility("hidden")));

#endif
