/* Tables at which one hand at a time is played. */
#include <stddef.h>

#include "deal.h"
#include "showdown.h"

void rb_start_hands(const rb_tables *tables, const int32_t *rows, int64_t row_count)
{
    for (int64_t i = 0; i < row_count; i++) start_hand(tables, rows[i], tables->game.player_count, tables->game.loop);
}

/* Whether all cards of a row are different ones of the deck: bits that differ add up to what they are
   together. */
static bool is_deal(uint64_t deck, const uint8_t *cards, int count)
{
    uint64_t sum = 0, together = 0;
    bool is_known = true;

    for (int i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << (cards[i] & 63);
        is_known &= cards[i] < DECK_LIMIT;
        sum += bit;
        together |= bit;
    }
    return is_known & (sum == together) & !(together & ~deck);
}

static bool is_deal_in_part(uint64_t deck, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        if (cards[i] == UNKNOWN_CARD) continue;
        if (cards[i] >= DECK_LIMIT || !(deck >> cards[i] & 1)) return false;
        deck ^= UINT64_C(1) << cards[i];
    }
    return true;
}

int64_t rb_check_deals(const rb_game *game, const uint8_t *cards, int64_t hand_count,
                       int32_t may_be_unknown)
{
    int count = game->cards_per_hand;

    for (int64_t hand = 0; hand < hand_count; hand++, cards += count)
        if (!(may_be_unknown ? is_deal_in_part : is_deal)(game->deck, cards, count)) return hand;
    return -1;
}

int64_t rb_check_rows(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                      int32_t may_be_done)
{
    for (int64_t i = 0; i < row_count; i++) {
        if (rows[i] < 0 || rows[i] >= tables->table_count) return i;
        if (!may_be_done && tables->hands[rows[i]].is_done) return i;
    }
    return -1;
}

int64_t rb_find_repeat(const int32_t *rows, int64_t row_count, uint8_t *marks)
{
    int64_t seen = 0;

    while (seen < row_count && !marks[rows[seen]]) marks[rows[seen++]] = 1;
    for (int64_t i = 0; i < seen; i++) marks[rows[i]] = 0;
    return seen < row_count ? seen : -1;
}

void rb_act(const rb_tables *tables, const int32_t *rows, int64_t row_count, const uint8_t *kinds,
            const int64_t *amounts, int32_t play, uint8_t *faults)
{
    int player_count = tables->game.player_count, loop = tables->game.loop;

    for (int64_t i = 0; i < row_count; i++) {
        action wanted = {.kind = kinds[i], .amount = amounts ? amounts[i] : 0};
        faults[i] = mend(tables, rows[i], &wanted, player_count, loop);
        if (play) take_action(tables, rows[i], wanted, player_count, loop);
    }
}

static bool are_known(const rb_game *game, const uint8_t *cards, uint32_t live)
{
    for (; live; live &= live - 1)
        for (int i = 0; i < game->shown_card_count; i++)
            if (hole_card(game, cards, __builtin_ctz(live), i) == UNKNOWN_CARD) return false;
    for (int i = 0; i < whole_board(game); i++)
        if (board_card(game, cards, i) == UNKNOWN_CARD) return false;
    return true;
}

int64_t rb_payoffs(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                   int64_t *payoffs)
{
    const rb_game *game = &tables->game;
    int player_count = game->player_count;
    uint16_t ranks[2 * MOST_PLAYERS] = {0};

    for (int64_t i = 0; i < row_count; i++) {
        int64_t table = rows[i];
        uint32_t live = tables->hands[table].live;
        const uint8_t *cards = tables->cards + table * game->cards_per_hand;
        if (are_several(live)) {
            if (!are_known(game, cards, live)) return i;
            rb_rank_live(game, cards, live, ranks);
        }
        const int64_t *spent = tables->spent + table * player_count;
        if (game->ranking_count > 1 && are_several(live))
            rb_settle_parts(game, spent, live, ranks, payoffs + i * player_count);
        else settle(spent, live, ranks, payoffs + i * player_count, player_count);
        if (game->has_dead)
            rb_pay_dead(game, tables->dead + table * player_count, live, ranks, payoffs + i * player_count);
    }
    return -1;
}
