#include <stdint.h>
#include <string.h>

#include "rankers.h"
#include "showdown_strength.h"
#include "showdown_shares.h"
#include "rank_by.h"

/* ---- ranks ---- */

/* Turns columns into rows, a hand after the other. */
static void gather(const uint8_t *const *columns, int width, int count, uint8_t *rows)
{
    for (int column = 0; column < width; column++)
        for (int i = 0; i < count; i++) rows[i * width + column] = columns[column][i];
}

static void rank_all_cards(showdown_shares *all, const rb_ranking *ranking, const dealt_hand *hand,
                           int count, uint16_t *ranks)
{
    const cpu_path *path = all->deals->words.path;
    const dealt_hand *board = &all->deals->board;
    const uint8_t *columns[MOST_SHOWN + MOST_LAID];
    int width = hand->count + board->count;

    memcpy(columns, hand->columns, (size_t)hand->count * sizeof *columns);
    memcpy(columns + hand->count, board->columns, (size_t)board->count * sizeof *columns);
    if (ranking->ranker == HIGH && !ranking->wild && width == MOST_CARDS && count > 1) {
        path->rank_deals(columns, ranks);
        return;
    }
    rb_hands hands = {all->hands, all->boards, width, 0, 1, count};
    gather(columns, width, count, all->hands);
    rb_best_ranks(ranking, &hands, all->deals->rows->path, ranks);
}

/* Ranks hands of so many hole cards and so many of the board. */
static void rank_chosen(showdown_shares *all, const rb_ranking *ranking, const dealt_hand *hand,
                        int count, uint16_t *ranks)
{
    const dealt_hand *board = &all->deals->board;
    rb_hands hands = {all->hands, all->boards, hand->count, board->count, board->is_fixed, count};

    gather(hand->columns, hand->count, count, all->hands);
    gather(board->columns, board->count, board->is_fixed ? 1 : count, all->boards);
    rb_best_ranks(ranking, &hands, all->deals->rows->path, ranks);
}

static const rb_ranking *ranking_of(const showdown_shares *all, int ranking)
{
    return &all->deals->rows->rankings[ranking];
}

/* Reads the boards of a batch once for all hands. */
static void read_boards(showdown_shares *all, int ranking, int count)
{
    const rb_ranking *by = ranking_of(all, ranking);
    const dealt_hand *board = &all->deals->board;

    if (!rb_has_omaha(by, all->deals->own[0].count, board->count)) return;
    gather(board->columns, board->count, count, all->boards);
    for (int i = 0; i < count; i++)
        rb_read_omaha_board(by->ranker, all->deals->words.path, all->boards + i * board->count,
                            board->count, &all->read[ranking][i]);
}

static void rank_omaha(showdown_shares *all, int ranking, const dealt_hand *hand, int count,
                       uint16_t *ranks)
{
    const rb_ranking *by = ranking_of(all, ranking);
    const omaha_board *boards = all->read[ranking];
    uint32_t too_low = rb_highest_unqualified(by);
    int step = !all->deals->board.is_fixed;

    gather(hand->columns, hand->count, count, all->hands);
    for (int i = 0; i < count; i++) {
        uint32_t rank = rb_rank_omaha(by->ranker, all->hands + i * hand->count, hand->count,
                                      boards + i * step);
        ranks[i] = (uint16_t)(rank > too_low ? rank : 0);
    }
}

static void rank_hand(showdown_shares *all, int ranking, const dealt_hand *hand, int count,
                      uint16_t *ranks)
{
    const rb_ranking *by = ranking_of(all, ranking);

    if (rb_has_omaha(by, hand->count, all->deals->board.count))
        rank_omaha(all, ranking, hand, count, ranks);
    else if (by->from_hole || by->from_board) rank_chosen(all, by, hand, count, ranks);
    else rank_all_cards(all, by, hand, count, ranks);
}

static int is_fixed(const showdown_shares *all, int choice)
{
    return all->deals->own[choice].is_fixed && all->deals->board.is_fixed;
}

static void rank_own(showdown_shares *all, int ranking, int choice, int count)
{
    if (!is_fixed(all, choice)) {
        rank_hand(all, ranking, &all->deals->own[choice], count, all->ranks);
        return;
    }
    for (int i = 0; i < count; i++) all->ranks[i] = all->fixed_ranks[ranking][choice];
}

void rb_prepare_shares(showdown_shares *all, const showdown_deals *deals)
{
    const rb_showdown_rows *rows = deals->rows;

    all->deals = deals;
    all->deal_count = 0;
    memset(all->sums, 0, (size_t)rows->choice_count * sizeof *all->sums);
    for (int ranking = 0; ranking < rows->ranking_count; ranking++) {
        if (deals->board.is_fixed) read_boards(all, ranking, 1);
        for (int choice = 0; choice < rows->choice_count; choice++)
            if (is_fixed(all, choice))
                rank_hand(all, ranking, &deals->own[choice], 1, &all->fixed_ranks[ranking][choice]);
    }
}

/* ---- shares ---- */

static void find_best(showdown_shares *all, int ranking, int count)
{
    best_opponents *best = &all->best[ranking];

    memset(best, 0, sizeof *best);
    for (int opponent = 0; opponent < all->deals->opponent_count; opponent++) {
        rank_hand(all, ranking, &all->deals->opponents[opponent], count, all->ranks);
        for (int i = 0; i < count; i++) {
            uint16_t rank = all->ranks[i], held = best->rank[i];
            uint16_t holders = (uint16_t)(best->holders[i] + (rank == held));
            best->holders[i] = rank > held ? 1 : holders;
            best->rank[i] = rank > held ? rank : held;
        }
    }
}

/* The part of 1/2520 that each of so many players gets. */
static const uint16_t SHARES[MOST_OPPONENTS + 2] = {0, 2520, 1260, 840, 630, 504, 420, 360, 315, 280, 252};

static void share_deals(showdown_shares *all, int ranking, int count)
{
    const best_opponents *best = &all->best[ranking];
    uint16_t *shares = all->shares[ranking];

    for (int i = 0; i < count; i++) {
        uint16_t own = all->ranks[i], tied = SHARES[best->holders[i] + 1];
        shares[i] = own > best->rank[i] ? SHARE_UNITS : own == best->rank[i] ? tied : 0;
    }
}

/* Where nobody qualifies for the second half, it goes as the first does. */
static void leave_to_first(showdown_shares *all, int count)
{
    const uint16_t *best = all->best[1].rank;

    for (int i = 0; i < count; i++)
        if (!best[i] && !all->ranks[i]) all->shares[1][i] = all->shares[0][i];
}

static void add_choice(showdown_shares *all, int choice, int count)
{
    const rb_showdown_rows *rows = all->deals->rows;
    int last = rows->ranking_count - 1;
    int64_t sum = 0;

    for (int ranking = 0; ranking < rows->ranking_count; ranking++) {
        rank_own(all, ranking, choice, count);
        share_deals(all, ranking, count);
    }
    if (last && rows->rankings[last].at_most) leave_to_first(all, count);
    for (int i = 0; i < count; i++) sum += all->shares[0][i] + all->shares[last][i];
    all->sums[choice] += sum;
}

void rb_add_shares(showdown_shares *all, int count)
{
    const rb_showdown_rows *rows = all->deals->rows;

    for (int ranking = 0; ranking < rows->ranking_count; ranking++) {
        if (!all->deals->board.is_fixed) read_boards(all, ranking, count);
        find_best(all, ranking, count);
    }
    for (int choice = 0; choice < rows->choice_count; choice++) add_choice(all, choice, count);
    all->deal_count += count;
}

void rb_conclude_shares(const showdown_shares *all, double *strength)
{
    double units = 2.0 * SHARE_UNITS * (double)all->deal_count;

    for (int choice = 0; choice < all->deals->rows->choice_count; choice++)
        strength[choice] = (double)all->sums[choice] / units;
}
