/* Deals at random, a batch at a time. Players with a range draw holdings by their weights, and all
   draw again if two have the same card, which leaves deals their right odds. Players with any cards
   and then the board are dealt from what is left. Deals depend on their number alone. */
#ifndef RB_DEAL_SAMPLER_H
#define RB_DEAL_SAMPLER_H

#include "equity.h" /* which has no guard: cffi reads it too */
#include "deal_words.h"
#include "holding_sampler.h"

enum { SAMPLED_PLAYERS = 10 };

typedef struct {
    const rb_sampled_deals *deals;
    const cpu_path *path;
    suit_masks known;
    uint8_t is_random[SAMPLED_PLAYERS], is_fixed[SAMPLED_PLAYERS];
    uint8_t fixed[SAMPLED_PLAYERS][2]; /* the cards of players who can have no others */
    int range_count;
    holding_sampler *samplers; /* of those who draw from a range, in their order */
    uint32_t word_count;                       /* that first draws take */
    deal_words words;
    dealt_cards dealt; /* behind the cards dealt: columns of cards that are the same in every deal */
    const uint8_t *hands[SAMPLED_PLAYERS][MOST_CARDS]; /* columns of `dealt` */
} deal_sampler;

/* Returns 0 if no deal gives every player a hand. `samplers` must have room for every player. */
int rb_prepare_deals(deal_sampler *all, const rb_sampled_deals *deals);

/* Deals a batch that begins with a deal whose number is a multiple of DEAL_BATCH, into the columns
   of `hands`; 0 if no holdings without a card twice were found. */
int rb_draw_deals(deal_sampler *all, uint64_t first_deal);

#endif
