/* Ranks at the showdown, and side pots. */
#include "showdown.h"
#include "deal.h"
#include "ranks.h"

enum { MOST_HELD = 8, MOST_BOARD = 8 };

uint16_t rb_rank_position(const rb_game *game, const uint8_t *cards, int position, int ranking)
{
    int hole_count = game->shown_card_count, board_count = whole_board(game);
    uint8_t held[MOST_HELD + MOST_BOARD];

    for (int i = 0; i < hole_count; i++) held[i] = hole_card(game, cards, position, i);
    for (int i = 0; i < board_count; i++) held[hole_count + i] = board_card(game, cards, i);
    if (game->loop != STEPS_LOOP) return rb_rank_cards(held, hole_count + board_count);
    return rb_best_rank(game->rankings + ranking, held, hole_count, held + hole_count, board_count);
}

void rb_rank_live(const rb_game *game, const uint8_t *cards, uint32_t live, uint16_t *ranks)
{
    for (; live; live &= live - 1) {
        int position = __builtin_ctz(live);
        for (int i = 0; i < game->ranking_count; i++)
            ranks[i * game->player_count + position] = rb_rank_position(game, cards, position, i);
    }
}

/* A part of the pot: what everybody put in above `paid`, up to the least of those who did. Who has spent
   more than `paid` is in for it; a layer of folded players alone goes with the one below. */
typedef struct {
    int64_t paid, chips;
    uint32_t contenders;
} pot_layer;

/* Goes on to the next layer; false where there is none. The first begins with 0 paid and who is live. */
static bool next_layer(const int64_t *spent, uint32_t live, int player_count, pot_layer *layer)
{
    int64_t level = INT64_MAX, contributors = 0;
    uint32_t in = 0;

    for (int i = 0; i < player_count; i++) {
        if (spent[i] <= layer->paid) continue;
        contributors++;
        in |= 1u << i;
        if (spent[i] < level) level = spent[i];
    }
    if (!in) return false;
    if (live & in) layer->contenders = live & in;
    layer->chips = (level - layer->paid) * contributors;
    layer->paid = level;
    return true;
}

void rb_pay_layers(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
                   int64_t *payoffs)
{
    pot_layer layer = {.contenders = live};

    while (next_layer(spent, live, player_count, &layer))
        pay_best(layer.chips, layer.contenders, ranks, payoffs, player_count);
}

/* ---- pots that several rankings share ---- */

/* Shares units among the best of `in`; what cannot be shared goes to the earliest of them. */
static void share_units(int64_t units, uint32_t in, const uint16_t *ranks, int player_count,
                        int64_t *payoffs)
{
    int best = -1, winner_count = 0, first = 0;

    for (int i = player_count; i-- > 0;) {
        if (!(in >> i & 1) || ranks[i] < best) continue;
        winner_count = ranks[i] > best ? 1 : winner_count + 1;
        best = ranks[i];
        first = i;
    }
    for (int i = 0; i < player_count; i++)
        if (in >> i & 1 && ranks[i] == best) payoffs[i] += units / winner_count;
    payoffs[first] += units % winner_count;
}

static uint32_t qualified(uint32_t in, const uint16_t *ranks)
{
    uint32_t found = 0;

    for (; in; in &= in - 1) {
        int position = __builtin_ctz(in);
        if (ranks[position]) found |= 1u << position;
    }
    return found;
}

static void pay_parts(const rb_game *game, int64_t units, uint32_t in, const uint16_t *ranks,
                      int64_t *payoffs)
{
    int player_count = game->player_count;
    uint32_t second = in;

    if (game->ranking_count > 1 && game->rankings[1].at_most)
        second = qualified(in, ranks + player_count);
    if (game->ranking_count == 1 || !second) {
        share_units(units, in, ranks, player_count, payoffs);
        return;
    }
    share_units(units / 2, in, ranks, player_count, payoffs);
    share_units(units / 2, second, ranks + player_count, player_count, payoffs);
}

void rb_settle_parts(const rb_game *game, const int64_t *spent, uint32_t live, const uint16_t *ranks,
                     int64_t *payoffs)
{
    int player_count = game->player_count;
    pot_layer layer = {.contenders = live};

    for (int i = 0; i < player_count; i++) payoffs[i] = -spent[i] * PAYOFF_UNIT;
    while (next_layer(spent, live, player_count, &layer))
        pay_parts(game, layer.chips * PAYOFF_UNIT, layer.contenders, ranks, payoffs);
}

void rb_pay_dead(const rb_game *game, const int64_t *dead, uint32_t live, const uint16_t *ranks,
                 int64_t *payoffs)
{
    int64_t units = 0;

    for (int i = 0; i < game->player_count; i++) {
        payoffs[i] -= dead[i] * PAYOFF_UNIT;
        units += dead[i] * PAYOFF_UNIT;
    }
    if (are_several(live)) pay_parts(game, units, live, ranks, payoffs);
    else payoffs[__builtin_ctz(live)] += units;
}

void rb_settle(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
               int64_t *payoffs)
{
    settle(spent, live, ranks, payoffs, player_count);
}
