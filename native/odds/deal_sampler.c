#include <stdint.h>
#include <string.h>

#include "deal_sampler.h"

enum { MOST_TRIES = 1000000, PURPOSE = 4 };

/* ---- holdings from ranges ---- */

static void put_holding(deal_sampler *all, int range, int place, uint32_t word)
{
    const uint8_t *places = rb_draw_holding(&all->samplers[range], word);

    all->dealt.places[2 * range][place] = places[0];
    all->dealt.places[2 * range + 1][place] = places[1];
}

/* Marks the deals in which a range's holding has a card of one before it. */
static void mark_clashes(const deal_sampler *all, int range, uint8_t is_bad[DEAL_BATCH])
{
    const uint8_t *low = all->dealt.places[2 * range], *high = all->dealt.places[2 * range + 1];

    for (int c = 0; c < 2 * range; c++) {
        const uint8_t *other = all->dealt.places[c];
        for (int i = 0; i < DEAL_BATCH; i++) is_bad[i] |= (low[i] == other[i]) | (high[i] == other[i]);
    }
}

/* Draws anew for all ranges in one deal, from a word on; 0 if two have the same card. */
static int draw_again(deal_sampler *all, int place, uint32_t word)
{
    uint64_t taken = 0;
    int is_good = 1;

    for (int range = 0; range < all->range_count; range++) {
        uint64_t cards;
        put_holding(all, range, place, rb_one_deal_word(&all->words, word + (uint32_t)range, place));
        cards = (uint64_t)1 << all->dealt.places[2 * range][place] |
                (uint64_t)1 << all->dealt.places[2 * range + 1][place];
        is_good &= !(taken & cards);
        taken |= cards;
    }
    return is_good;
}

static int draw_until_good(deal_sampler *all, int place)
{
    uint32_t word = all->word_count;

    for (int tries = 0; tries < MOST_TRIES; tries++, word += (uint32_t)all->range_count)
        if (draw_again(all, place, word)) return 1;
    return 0;
}

static int draw_ranges(deal_sampler *all)
{
    uint8_t is_bad[DEAL_BATCH] = {0};

    for (int range = 0; range < all->range_count; range++) {
        for (int i = 0; i < DEAL_BATCH; i++) put_holding(all, range, i, all->dealt.words[range][i]);
        mark_clashes(all, range, is_bad);
    }
    if (all->range_count < 2) return 1;
    for (int i = 0; i < DEAL_BATCH; i++)
        if (is_bad[i] && !draw_until_good(all, i)) return 0;
    return 1;
}

int rb_draw_deals(deal_sampler *all, uint64_t first_deal)
{
    all->words.first_deal = first_deal;
    rb_make_deal_words(&all->words, all->word_count, all->dealt.words);
    if (!draw_ranges(all)) return 0;
    all->path->deal_cards(&all->dealt);
    return 1;
}

/* ---- what is known, and what is drawn from ---- */

static int is_any(const double *weights)
{
    int i = 1;

    while (i < HOLDING_COUNT && weights[i] == weights[0]) i++;
    return i == HOLDING_COUNT;
}

static int count_holdings(const double *live)
{
    int count = 0;

    for (int i = 0; i < HOLDING_COUNT; i++) count += live[i] > 0.0;
    return count;
}

/* Gives every player who has one holding left its cards. They may take others' holdings, so this goes
   on until nothing changes; 0 if somebody has no holding left. */
static int fix_players(deal_sampler *all)
{
    const rb_sampled_deals *deals = all->deals;
    int found = 1;

    while (found) {
        found = 0;
        for (int player = 0; player < deals->player_count; player++) {
            double live[HOLDING_ROWS];
            if (all->is_random[player] || all->is_fixed[player]) continue;
            rb_live_weights(deals->weights + (int64_t)player * HOLDING_COUNT, all->known, live);
            int count = count_holdings(live), holding = 0;
            if (!count) return 0;
            if (count > 1) continue;
            while (!(live[holding] > 0.0)) holding++;
            for (int card = 0; card < 2; card++) all->fixed[player][card] = rb_holding_cards[holding][card];
            all->known |= rb_suits_of(all->fixed[player], 2);
            found = all->is_fixed[player] = 1;
        }
    }
    return 1;
}

static void prepare_ranges(deal_sampler *all)
{
    const rb_sampled_deals *deals = all->deals;
    uint8_t place_of[DECK_SIZE];
    int known_count = 0;

    for (int card = 0; card < DECK_SIZE; card++) {
        place_of[card] = (uint8_t)(card - known_count);
        if (rb_card_bits[card] & all->known) all->dealt.known[known_count++] = (uint8_t)card;
    }
    all->dealt.deck_size = DECK_SIZE;
    all->dealt.known_count = known_count;
    all->range_count = 0;
    for (int player = 0; player < deals->player_count; player++) {
        double live[HOLDING_ROWS];
        if (all->is_random[player] || all->is_fixed[player]) continue;
        rb_live_weights(deals->weights + (int64_t)player * HOLDING_COUNT, all->known, live);
        rb_fill_sampler(live, place_of, &all->samplers[all->range_count++]);
    }
}

/* ---- columns ---- */

static const uint8_t *constant_column(deal_sampler *all, int column, uint8_t card)
{
    return memset(all->dealt.cards[column], card, DEAL_BATCH);
}

/* Ranges come first, then any cards, then the board to come, and then what is known. */
static void lay_out_columns(deal_sampler *all)
{
    const rb_sampled_deals *deals = all->deals;
    const uint8_t *board[BOARD_CARDS];
    int range_column = 0, column = 2 * all->range_count;

    all->dealt.given_count = column;
    for (int player = 0; player < deals->player_count; player++) {
        int *next = all->is_random[player] ? &column : &range_column;
        for (int card = 0; !all->is_fixed[player] && card < 2; card++)
            all->hands[player][card] = all->dealt.cards[(*next)++];
    }
    for (int i = deals->board_count; i < BOARD_CARDS; i++) board[i] = all->dealt.cards[column++];
    all->dealt.count = column;
    for (int i = 0; i < deals->board_count; i++)
        board[i] = constant_column(all, column++, deals->board[i]);
    for (int player = 0; player < deals->player_count; player++) {
        for (int card = 0; all->is_fixed[player] && card < 2; card++)
            all->hands[player][card] = constant_column(all, column++, all->fixed[player][card]);
        memcpy(all->hands[player] + 2, board, sizeof board);
    }
}

int rb_prepare_deals(deal_sampler *all, const rb_sampled_deals *deals)
{
    int drawn;

    all->deals = deals;
    all->path = rb_cpu_path(deals->path);
    all->known = rb_suits_of(deals->board, deals->board_count) |
                 rb_suits_of(deals->dead, deals->dead_count);
    for (int player = 0; player < deals->player_count; player++) {
        all->is_random[player] = (uint8_t)is_any(deals->weights + (int64_t)player * HOLDING_COUNT);
        all->is_fixed[player] = 0;
    }
    if (!fix_players(all)) return 0;
    prepare_ranges(all);
    lay_out_columns(all);
    drawn = all->dealt.count - all->dealt.given_count;
    all->word_count = (uint32_t)(all->range_count + (drawn + CARDS_PER_WORD - 1) / CARDS_PER_WORD);
    all->words = (deal_words){all->path, deals->key, 0, PURPOSE};
    return 1;
}
