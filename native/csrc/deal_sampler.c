#include <stdint.h>
#include <string.h>

#include "deal_sampler.h"
#include "draws.h"

enum { MOST_TRIES = 1000000, PURPOSE = 4 };

/* ---- words ---- */

static void make_words(deal_sampler *all, uint64_t first_deal, int count)
{
    philox_rows rows = {{all->counter[0], all->counter[1], all->counter[2], all->counter[3]},
                        all->keys};

    for (int i = 0; i < DEAL_BATCH; i++) {
        all->counter[1][i] = (uint32_t)(first_deal + (uint64_t)i);
        all->counter[2][i] = (uint32_t)((first_deal + (uint64_t)i) >> 32);
    }
    for (uint32_t call = 0; call < all->call_count; call++) {
        uint32_t *const words[4] = {all->words[4 * call], all->words[4 * call + 1],
                                    all->words[4 * call + 2], all->words[4 * call + 3]};
        for (int i = 0; i < DEAL_BATCH; i++) all->counter[0][i] = call;
        all->path->philox(rows, count, words);
    }
}

/* The next word of a deal for what has to be drawn again: one that is left of those made in advance,
   or one more. Counter words are the number of the call, the deal (64 bits), and the purpose. */
static uint32_t more_words(deal_sampler *all, int place)
{
    uint32_t word = all->next_word[place]++;
    uint32_t counter[4] = {word / 4, all->counter[1][place], all->counter[2][place],
                           PURPOSE << 8}, words[4];

    if (word < 4 * all->call_count) return all->words[word][place];
    rb_philox(counter, all->deals->key, words);
    return words[word % 4];
}

/* ---- what players hold ---- */

static uint64_t hole_bytes(int holding)
{
    return rb_holding_cards[holding][0] | (uint64_t)rb_holding_cards[holding][1] << 8;
}

static int is_drawn(const deal_sampler *all, int player)
{
    return !all->deals->is_random[player] && !all->is_fixed[player];
}

static void give_holding(deal_sampler *all, int player, int place, int holding)
{
    all->taken[place] |= rb_suits_of(rb_holding_cards[holding], 2);
    all->holes[player][place] = hole_bytes(holding);
}

/* Draws for a player in every deal of a batch; a card that an earlier player has marks the deal. */
static void draw_holdings(deal_sampler *all, int player, const uint32_t *first,
                          const uint32_t *second, uint8_t is_bad[DEAL_BATCH])
{
    const holding_sampler *sampler = &all->samplers[player];

    for (int i = 0; i < DEAL_BATCH; i++) {
        int holding = rb_draw_holding(sampler, first[i], second[i]);
        is_bad[i] |= (all->taken[i] & rb_suits_of(rb_holding_cards[holding], 2)) != 0;
        give_holding(all, player, i, holding);
    }
}

/* Holdings of one deal for all players with a range; 0 if two of them have the same card. */
static int draw_again(deal_sampler *all, int place)
{
    int is_good = 1;

    all->taken[place] = 0;
    for (int player = 0; player < all->deals->player_count; player++) {
        uint32_t first, second;
        int holding;
        if (!is_drawn(all, player)) continue;
        first = more_words(all, place);
        second = more_words(all, place);
        holding = rb_draw_holding(&all->samplers[player], first, second);
        is_good &= !(all->taken[place] & rb_suits_of(rb_holding_cards[holding], 2));
        give_holding(all, player, place, holding);
    }
    return is_good;
}

/* Holdings for the players with a range, in a whole batch; 0 if none without a card twice is found. */
static int draw_ranges(deal_sampler *all, int count)
{
    uint8_t is_bad[DEAL_BATCH] = {0};

    for (int player = 0, word = 0; player < all->deals->player_count; player++)
        if (is_drawn(all, player)) {
            draw_holdings(all, player, all->words[word], all->words[word + 1], is_bad);
            word += 2;
        }
    for (int place = 0; place < count; place++)
        for (int tries = 0; is_bad[place]; tries++) {
            is_bad[place] = !draw_again(all, place);
            if (is_bad[place] && tries == MOST_TRIES) return 0;
        }
    return 1;
}

/* ---- cards that could be any ---- */

/* Draws a set for every deal of a batch, and lists the deals in which its cards are not free. */
static int draw_sets(deal_sampler *all, const card_draw *draw, const uint32_t *words, int count,
                     uint16_t *again)
{
    uint64_t *to = draw->player < 0 ? all->boards : all->holes[draw->player];
    int again_count = 0;

    for (int i = 0; i < count; i++) {
        const card_set *set = &draw->sets[rb_below(words[i], draw->set_count)];
        suit_masks taken = all->taken[i];
        int is_free = !(set->suits & taken);
        again[again_count] = (uint16_t)i;
        again_count += !is_free;
        /* What is not free is drawn again, and added then. */
        all->taken[i] = taken | (set->suits & -(suit_masks)is_free);
        to[i] |= (set->cards & -(uint64_t)is_free) << draw->shift;
    }
    return again_count;
}

static void draw_set_again(deal_sampler *all, const card_draw *draw, int place)
{
    uint64_t *to = draw->player < 0 ? all->boards : all->holes[draw->player];
    const card_set *set;

    do set = &draw->sets[rb_below(more_words(all, place), draw->set_count)];
    while (set->suits & all->taken[place]);
    all->taken[place] |= set->suits;
    to[place] |= set->cards << draw->shift;
}

int rb_draw_deals(deal_sampler *all, uint64_t first_deal, int count)
{
    uint32_t set_words = all->word_count - (uint32_t)all->draw_count;
    uint16_t again[DEAL_BATCH + 1];

    make_words(all, first_deal, count);
    for (int i = 0; i < DEAL_BATCH; i++) {
        all->next_word[i] = all->word_count;
        all->taken[i] = 0;
        all->boards[i] = all->board;
    }
    if (set_words && !draw_ranges(all, count)) return 0;
    for (int d = 0; d < all->draw_count; d++) {
        const card_draw *draw = &all->draws[d];
        if (draw->player >= 0) memset(all->holes[draw->player], 0, sizeof *all->holes);
        int again_count = draw_sets(all, draw, all->words[set_words + (uint32_t)d], count, again);
        for (int i = 0; i < again_count; i++) draw_set_again(all, draw, again[i]);
    }
    return 1;
}

/* ---- what is known, and what is drawn from ---- */

/* A player with one holding has it; but if another has one of its cards they draw, in vain. */
static void fix_player(deal_sampler *all, int player)
{
    int holding = all->samplers[player].own[0];
    suit_masks suits = rb_suits_of(rb_holding_cards[holding], 2);

    all->is_fixed[player] = all->samplers[player].count == 1 && !(suits & all->known);
    if (!all->is_fixed[player]) return;
    all->known |= suits;
    for (int i = 0; i < DEAL_BATCH; i++) all->holes[player][i] = hole_bytes(holding);
}

/* Finds what is known, and prepares what the others are drawn from. */
static void prepare_players(deal_sampler *all)
{
    const rb_sampled_deals *deals = all->deals;
    suit_masks dead = rb_suits_of(deals->board, deals->board_count) |
                      rb_suits_of(deals->dead, deals->dead_count);

    all->known = dead;
    for (int player = 0; player < deals->player_count; player++) {
        double live[HOLDING_ROWS];
        if (deals->is_random[player]) continue;
        rb_live_weights(deals->weights + (int64_t)player * HOLDING_COUNT, dead, live);
        rb_fill_sampler(live, &all->samplers[player]);
        fix_player(all, player);
    }
}

/* Players first, and then the board. */
static void add_draw(deal_sampler *all, card_set *sets, int size, int player, int byte)
{
    uint32_t count = rb_list_card_sets(size, all->known, sets);

    all->draws[all->draw_count++] = (card_draw){sets, count, player, 8 * byte};
}

static void prepare_draws(deal_sampler *all)
{
    const rb_sampled_deals *deals = all->deals;
    int to_come = BOARD_CARDS - deals->board_count, byte = 2 + deals->board_count;

    for (int i = 0; i < deals->board_count; i++)
        all->board |= (uint64_t)deals->board[i] << 8 * (2 + i);
    all->draw_count = all->word_count = 0;
    for (int player = 0; player < deals->player_count; player++) {
        if (deals->is_random[player]) add_draw(all, all->twos, 2, player, 0);
        all->word_count += is_drawn(all, player) ? 2 : 0;
    }
    if (to_come == 1) add_draw(all, all->ones, 1, -1, byte);
    if (to_come > 2) add_draw(all, all->threes, 3, -1, byte + to_come - 3);
    if (to_come == 2 || to_come == 5) add_draw(all, all->twos, 2, -1, byte);
    all->word_count += all->draw_count;
    /* As many again as sets are drawn: few deals need more. */
    all->call_count = (all->word_count + (uint32_t)all->draw_count + 3) / 4;
    for (int i = 0; i < DEAL_BATCH; i++) {
        all->keys[i] = deals->key;
        all->counter[3][i] = PURPOSE << 8;
    }
}

void rb_prepare_deals(deal_sampler *all, const rb_sampled_deals *deals)
{
    all->deals = deals;
    all->path = rb_rank_path(deals->path);
    all->board = 0;
    memset(all->is_fixed, 0, sizeof all->is_fixed);
    prepare_players(all);
    prepare_draws(all);
}
