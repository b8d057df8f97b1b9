/* Ranks at the showdown, and side pots. */
#include "showdown.h"
#include "deal.h"
#include "ranks.h"

uint16_t rb_rank_position(const rb_game *game, const uint8_t *cards, int position)
{
    int hole_count = game->hole_card_count, board_count = whole_board(game);
    uint8_t held[RANKED_CARDS];

    for (int i = 0; i < hole_count; i++) held[i] = hole_card(game, cards, position, i);
    for (int i = 0; i < board_count; i++) held[hole_count + i] = board_card(game, cards, i);
    return rb_rank_cards(held, hole_count + board_count);
}

/* Who has spent more than `paid` is in for the next layer. */
void rb_pay_layers(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
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
        pay_best((level - paid) * contributors, live & in, ranks, payoffs, player_count);
        paid = level;
    }
}

void rb_settle(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
               int64_t *payoffs)
{
    settle(spent, live, ranks, payoffs, player_count);
}
