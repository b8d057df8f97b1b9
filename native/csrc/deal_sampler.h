/* Deals at random, a batch at a time. Players with a range draw holdings by their weights, and all
   draw again if two have the same card, which leaves deals their right odds. Players with any cards
   and then the board draw sets of cards, two or three at a time, and each draws again until its
   cards are free. First draws of a batch are made at once. */
#ifndef RB_DEAL_SAMPLER_H
#define RB_DEAL_SAMPLER_H

#include "card_sets.h"
#include "equity.h" /* which has no guard: cffi reads it too */
#include "holding_sampler.h"

enum { DEAL_BATCH = 256, SAMPLED_PLAYERS = 10, MOST_WORDS = 24 };

/* Sets that are drawn one after the other, and where their cards go: into the holes of a player, or
   on the board from a byte of the hand on. */
typedef struct {
    const card_set *sets;
    uint32_t set_count;
    int player, shift;
} card_draw;

typedef struct {
    const rb_sampled_deals *deals;
    const rank_path *path;
    suit_masks known;
    card_set ones[52], twos[1326], threes[22100];
    int draw_count;
    card_draw draws[SAMPLED_PLAYERS + 2];
    uint64_t board; /* its known cards, in the bytes of a hand from the third on */
    uint8_t is_fixed[SAMPLED_PLAYERS];
    holding_sampler samplers[SAMPLED_PLAYERS];
    uint32_t call_count, word_count; /* calls made in advance, words that first draws take */
    uint64_t keys[DEAL_BATCH];
    uint32_t counter[4][DEAL_BATCH], words[MOST_WORDS][DEAL_BATCH];
    /* Of each deal of a batch: the word to draw again from next, and the cards given. */
    uint32_t next_word[DEAL_BATCH];
    suit_masks taken[DEAL_BATCH];
    /* A player's hand: hole cards in the two lowest bytes, and the board in those after them. */
    uint64_t holes[SAMPLED_PLAYERS][DEAL_BATCH], boards[DEAL_BATCH];
} deal_sampler;

void rb_prepare_deals(deal_sampler *all, const rb_sampled_deals *deals);

/* Fills `holes` and `boards` for `count` deals; 0 if no holdings without a card twice were found. */
int rb_draw_deals(deal_sampler *all, uint64_t first_deal, int count);

#endif
