/* The end of a hand: who holds what, and how the pots are split. */
#include "hand.h"
#include "ranks.h"

static const int64_t UNITS_OVER[MOST_PLAYERS + 1] = {0, 2520, 1260, 840, 630, 504, 420, 360, 315, 280, 252};

void rb_rank_live(const rb_game *game, const uint8_t *cards, uint32_t live, uint16_t *ranks)
{
    int hole_count = game->hole_card_count;
    int board_count = game->board_card_end[game->round_count - 1];
    const uint8_t *board = cards + game->player_count * hole_count;
    uint8_t held[RANKED_CARDS];

    memcpy(held + hole_count, board, (size_t)board_count);
    for (; live; live &= live - 1) {
        int position = __builtin_ctz(live);
        memcpy(held, cards + position * hole_count, (size_t)hole_count);
        ranks[position] = rb_rank_cards(held, hole_count + board_count);
    }
}

/* The positions of `live` with the highest rank. */
static uint32_t best_of(uint32_t live, const uint16_t *ranks)
{
    uint32_t best = 0;
    int highest = -1;

    for (; live; live &= live - 1) {
        int position = __builtin_ctz(live);
        if (ranks[position] > highest) {
            highest = ranks[position];
            best = 0;
        }
        if (ranks[position] == highest) best |= 1u << position;
    }
    return best;
}

static void pay(int64_t chips, uint32_t winners, int64_t *payoffs)
{
    int64_t share = chips * UNITS_OVER[__builtin_popcount(winners)];

    for (; winners; winners &= winners - 1) payoffs[__builtin_ctz(winners)] += share;
}

/* Layer by layer of equal spending: who has spent more than `paid` is in for the next layer. */
static void pay_layers(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
                       int64_t *payoffs)
{
    for (int64_t paid = 0;;) {
        int64_t level = INT64_MAX, contributors = 0;
        uint32_t in = 0;
        for (int i = 0; i < player_count; i++) {
            if (spent[i] <= paid) continue;
            contributors++;
            in |= 1u << i;
            if (spent[i] < level) level = spent[i];
        }
        if (!in) return;
        pay((level - paid) * contributors, best_of(live & in, ranks), payoffs);
        paid = level;
    }
}

void rb_settle(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
               int64_t *payoffs)
{
    int64_t pot = 0, most = 0, least_live = INT64_MAX;

    for (int i = 0; i < player_count; i++) {
        payoffs[i] = -spent[i] * PAYOFF_UNIT;
        pot += spent[i];
        if (spent[i] > most) most = spent[i];
        if (live >> i & 1 && spent[i] < least_live) least_live = spent[i];
    }
    if (!(live & (live - 1))) pay(pot, live, payoffs);
    else if (least_live == most) pay(pot, best_of(live, ranks), payoffs);
    else pay_layers(spent, live, ranks, player_count, payoffs);
}
