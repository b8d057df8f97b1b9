/* Hand strength and positive potential to the next card, against all holdings up to a bound. The
   holdings are ranked once for each board and each next card, for all rows that have the board. */
#include <stdint.h>

#include "next_card.h"

#include <stdlib.h>

#include "holdings.h"

enum { MOST_GROUPED = 32, LEAST_BOARD = 3, NEVER_AHEAD = 0xFFFF, NOT_DEALT = 255 };

/* What is kept of a row while the next cards are gone through; 1 where it holds. */
typedef struct {
    suit_masks holes;
    int holding;
    uint16_t is_behind[HOLDING_ROWS]; /* the row is beaten by the holding now */
    uint16_t is_level[HOLDING_ROWS];  /* beaten or tied */
    int32_t now[OUTCOMES];
    int32_t gains; /* twice the holdings got ahead of, over all next cards */
} kept_row;

typedef struct {
    const cpu_path *path;
    suit_masks board;
    int board_count, count;
    kept_row rows[MOST_GROUPED];
} row_group;

static int board_count_of(const rb_bounded_rows *rows, int64_t row)
{
    const uint8_t *board = rows->boards + BOARD_CARDS * row;
    int count = 0;

    while (count < BOARD_CARDS && board[count] != NOT_DEALT) count++;
    return count;
}

static suit_masks board_of(const rb_bounded_rows *rows, int64_t row)
{
    return rb_suits_of(rows->boards + BOARD_CARDS * row, board_count_of(rows, row));
}

/* Takes a card's holdings out of the ranks: nobody gets ahead of them. */
static void take_out(int card, uint16_t ranks[HOLDING_ROWS])
{
    uint16_t *with_lower = ranks + rb_holding(0, card);

    for (int low = 0; low < card; low++) with_lower[low] = NEVER_AHEAD;
    for (int high = card + 1; high < DECK_SIZE; high++) ranks[rb_holding(card, high)] = NEVER_AHEAD;
}

/* Marks the holdings that an opponent of the row may have. */
static void mark_live(const rb_bounded_rows *rows, int64_t number, const uint16_t *ranks,
                      uint16_t live[HOLDING_ROWS])
{
    uint16_t bound = rows->bounds[number];

    for (int i = 0; i < HOLDING_COUNT; i++) live[i] = (ranks[i] != 0) & (rows->places[i] < bound);
    for (int i = HOLDING_COUNT; i < HOLDING_ROWS; i++) live[i] = 0;
    for (int hole = 0; hole < 2; hole++) {
        int card = rows->holes[2 * number + hole];
        for (int other = 0; other < DECK_SIZE; other++)
            if (other != card) live[rb_holding(card, other)] = 0;
    }
}

static void compare_now(const uint16_t *ranks, kept_row *row)
{
    uint16_t own = ranks[row->holding];
    int32_t live = 0, level = 0, behind = 0;

    for (int i = HOLDING_COUNT; i < HOLDING_ROWS; i++) row->is_behind[i] = 0;
    for (int i = 0; i < HOLDING_COUNT; i++) {
        uint16_t is_live = row->is_level[i];
        row->is_level[i] = is_live & (ranks[i] >= own);
        row->is_behind[i] = is_live & (ranks[i] > own);
        live += is_live;
        level += row->is_level[i];
        behind += row->is_behind[i];
    }
    row->now[AHEAD] = live - level;
    row->now[TIED] = level - behind;
    row->now[BEHIND] = behind;
    row->gains = 0;
}

static void add_next_card(row_group *group, int card)
{
    suit_masks next = rb_card_bits[card];
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(group->board | next, 0, group->path, ranks);
    take_out(card, ranks);
    for (int i = 0; i < group->count; i++) {
        kept_row *row = &group->rows[i];
        if (next & row->holes) continue;
        row->gains += group->path->count_gains(ranks[row->holding], ranks, row->is_behind, row->is_level);
    }
}

static void tally_group(const rb_bounded_rows *rows, int64_t first, row_group *group)
{
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(group->board, group->board, group->path, ranks);
    for (int i = 0; i < group->count; i++) {
        const uint8_t *holes = rows->holes + 2 * (first + i);
        kept_row *row = &group->rows[i];
        row->holes = rb_suits_of(holes, 2);
        row->holding = rb_holding(holes[0], holes[1]);
        mark_live(rows, first + i, ranks, row->is_level);
        compare_now(ranks, row);
    }
    if (group->board_count == BOARD_CARDS) return;
    for (int card = 0; card < DECK_SIZE; card++)
        if (!(rb_card_bits[card] & group->board)) add_next_card(group, card);
}

static void answer_row(const kept_row *row, int board_count, double answer[2])
{
    double tied = row->now[TIED] / 2.0, behind = row->now[BEHIND] + tied;
    /* Each holding sees every card but its own two, the row's and the board. */
    double most = (DECK_SIZE - 4 - board_count) * behind;

    answer[0] = (row->now[AHEAD] + tied) / (row->now[AHEAD] + row->now[TIED] + row->now[BEHIND]);
    answer[1] = row->gains ? row->gains / 2.0 / most : 0.0;
}

int32_t rb_bounded_strength(const rb_bounded_rows *rows, double *answers)
{
    row_group *group = malloc(sizeof *group);

    if (!group) return -1;
    group->path = rb_cpu_path(rows->path);
    for (int64_t row = 0; row < rows->row_count; row += group->count) {
        group->board = board_of(rows, row);
        group->board_count = board_count_of(rows, row);
        group->count = 1;
        while (group->count < MOST_GROUPED && row + group->count < rows->row_count &&
               board_of(rows, row + group->count) == group->board)
            group->count++;
        tally_group(rows, row, group);
        for (int i = 0; i < group->count; i++)
            answer_row(&group->rows[i], group->board_count, answers + 2 * (row + i));
    }
    free(group);
    return 0;
}

int64_t rb_find_bad_bounded_row(const rb_bounded_rows *rows)
{
    for (int64_t row = 0; row < rows->row_count; row++) {
        const uint8_t *board = rows->boards + BOARD_CARDS * row;
        suit_masks cards = rb_suits_of(rows->holes + 2 * row, 2) | board_of(rows, row);
        int count = board_count_of(rows, row);
        if (cards & NO_SUCH_CARD || __builtin_popcountll(cards) != 2 + count || count < LEAST_BOARD)
            return row;
        for (int i = count; i < BOARD_CARDS; i++)
            if (board[i] != NOT_DEALT) return row;
    }
    return -1;
}
