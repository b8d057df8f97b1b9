/* Hand strength and potential: two hole cards against all that an opponent may hold. The holdings
   are ranked once for each board, and then held against each row that has the board. */
#include <stdint.h>

#include "strength.h"

#include <stdlib.h>
#include <string.h>

#include "runouts.h"

enum { MOST_GROUPED = 16 };

/* What is kept of a row while the boards to come are gone through. */
typedef struct {
    suit_masks holes;
    int holding;
    double live[HOLDING_ROWS];          /* weights of the holdings that the row's cards leave */
    double now[OUTCOMES][HOLDING_ROWS]; /* the same, split by how the row stands against them now */
    double total_now[OUTCOMES];
    double *sums;
} kept_row;

/* Rows with the same board, and what is to be summed for them. */
typedef struct {
    const cpu_path *path;
    rb_strength_rows *rows;
    const int32_t *powers;
    int32_t power_count;
    suit_masks board;
    int64_t first_row;
    int count, most;
    kept_row *kept;
    int64_t empty_row; /* the first one that nothing of the range is left to, or -1 */
} row_group;

typedef void (*treat_group)(row_group *group);

static const double *weights_of(const rb_strength_rows *rows, int64_t row)
{
    return rows->weights + row * rows->weight_stride;
}

static suit_masks board_of(const rb_strength_rows *rows, int64_t row)
{
    return rb_suits_of(rows->boards + row * rows->board_stride, rows->board_count);
}

static void keep_row(row_group *group, int place, double *sums, int width)
{
    int64_t row = group->first_row + place;
    const uint8_t *holes = group->rows->holes + 2 * row;
    kept_row *kept = &group->kept[place];

    kept->holes = rb_suits_of(holes, 2);
    kept->holding = rb_holding(holes[0], holes[1]);
    kept->sums = sums + row * width;
    rb_live_weights(weights_of(group->rows, row), group->board | kept->holes, kept->live);
    for (int i = 0; i < width; i++) kept->sums[i] = 0.0;
}

/* ---- rows ---- */

static int32_t find_fault(rb_strength_rows *rows, const cpu_path *path)
{
    for (int64_t row = rows->first_row; row < rows->first_row + rows->row_count; row++) {
        suit_masks cards = rb_suits_of(rows->holes + 2 * row, 2) | board_of(rows, row);
        rows->fault_row = row;
        if (cards & NO_SUCH_CARD || __builtin_popcountll(cards) != 2 + rows->board_count)
            return RB_BAD_CARDS;
        if ((row == rows->first_row || rows->weight_stride) && !path->are_weights(weights_of(rows, row), HOLDING_COUNT))
            return RB_BAD_WEIGHTS;
    }
    return RB_NO_ROW_FAULT;
}

/* Hands the rows to `treat` in groups of the same board. */
static int32_t treat_in_groups(row_group group, treat_group treat, double *sums, int width)
{
    rb_strength_rows *rows = group.rows;
    int64_t end = rows->first_row + rows->row_count;
    int32_t fault;

    group.path = rb_cpu_path(rows->path);
    fault = find_fault(rows, group.path);
    if (fault || !rows->row_count) return fault;
    group.empty_row = -1;
    group.most = rows->row_count < MOST_GROUPED ? (int)rows->row_count : MOST_GROUPED;
    group.kept = malloc((size_t)group.most * sizeof *group.kept);
    if (!group.kept) return RB_NO_MEMORY;
    for (int64_t row = rows->first_row; row < end && group.empty_row < 0; row += group.count) {
        group.first_row = row;
        group.board = board_of(rows, row);
        group.count = 0;
        while (group.count < group.most && row + group.count < end &&
               board_of(rows, row + group.count) == group.board)
            keep_row(&group, group.count++, sums, width);
        treat(&group);
    }
    free(group.kept);
    rows->fault_row = group.empty_row;
    return group.empty_row < 0 ? RB_NO_ROW_FAULT : RB_NOTHING_LEFT;
}

/* Notes a row whose cards leave nothing of the range. */
static void check_left(row_group *group, int place, double weight)
{
    if (!(weight > 0.0) && group->empty_row < 0) group->empty_row = group->first_row + place;
}

static void visit_runouts(row_group *group, int to_come, visit_board visit)
{
    const rb_strength_rows *rows = group->rows;
    suit_masks sets[MOST_GROUPED + 1] = {group->board};
    suit_symmetry symmetry = {{0, 1, 2, 3}};

    for (int i = 0; i < group->count; i++) sets[i + 1] = group->kept[i].holes;
    if (to_come > 1)
        symmetry = rb_find_symmetry(sets, group->count + 1, weights_of(rows, group->first_row),
                                    rows->weight_stride ? group->count : 1);
    rb_visit_runouts(group->board, 0, to_come, symmetry, visit, group);
}

/* ---- hand strength ---- */

static double strength_of(const double tally[OUTCOMES])
{
    return (tally[AHEAD] + tally[TIED] / 2) / (tally[AHEAD] + tally[TIED] + tally[BEHIND]);
}

static void find_strength(row_group *group)
{
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(group->board, group->board, group->path, ranks);
    for (int i = 0; i < group->count; i++) {
        kept_row *row = &group->kept[i];
        double tally[OUTCOMES];
        group->path->tally(ranks[row->holding], ranks, row->live, HOLDING_COUNT, tally);
        check_left(group, i, tally[AHEAD] + tally[TIED] + tally[BEHIND]);
        *row->sums = strength_of(tally);
    }
}

int32_t rb_hand_strength(rb_strength_rows *rows, double *strengths)
{
    return treat_in_groups((row_group){.rows = rows}, find_strength, strengths, 1);
}

/* ---- hand potential ---- */

static void split_by_outcome(kept_row *row, const uint16_t ranks[HOLDING_ROWS])
{
    uint16_t own = ranks[row->holding];

    memset(row->now, 0, sizeof row->now);
    memset(row->total_now, 0, sizeof row->total_now);
    for (int i = 0; i < HOLDING_COUNT; i++) {
        int outcome = ranks[i] < own ? AHEAD : ranks[i] == own ? TIED : BEHIND;
        row->now[outcome][i] = row->live[i];
        row->total_now[outcome] += row->live[i];
    }
}

static void tally_board(suit_masks board, int64_t count, void *context)
{
    row_group *group = context;
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(board, board, group->path, ranks);
    for (int i = 0; i < group->count; i++) {
        kept_row *row = &group->kept[i];
        if (board & row->holes) continue;
        for (int now = 0; now < OUTCOMES; now++) {
            double tally[OUTCOMES];
            if (row->total_now[now] == 0.0) continue;
            group->path->tally(ranks[row->holding], ranks, row->now[now], HOLDING_COUNT, tally);
            for (int then = 0; then < OUTCOMES; then++)
                row->sums[OUTCOMES * now + then] += (double)count * tally[then];
        }
    }
}

static void tally_to_come(row_group *group, int to_come)
{
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(group->board, group->board, group->path, ranks);
    for (int i = 0; i < group->count; i++) {
        kept_row *row = &group->kept[i];
        split_by_outcome(row, ranks);
        check_left(group, i, row->total_now[AHEAD] + row->total_now[TIED] + row->total_now[BEHIND]);
    }
    visit_runouts(group, to_come, tally_board);
}

static void tally_next_card(row_group *group)
{
    tally_to_come(group, 1);
}

static void tally_two_cards(row_group *group)
{
    tally_to_come(group, 2);
}

int32_t rb_tally_potential(rb_strength_rows *rows, int32_t to_come, double *tallies)
{
    return treat_in_groups((row_group){.rows = rows}, to_come == 1 ? tally_next_card : tally_two_cards,
                           tallies, OUTCOMES * OUTCOMES);
}

/* ---- expected hand strength ---- */

static double power_of(double x, int exponent)
{
    double product = 1.0;

    while (exponent-- > 0) product *= x;
    return product;
}

static void expect_board(suit_masks board, int64_t count, void *context)
{
    row_group *group = context;
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(board, board, group->path, ranks);
    for (int i = 0; i < group->count; i++) {
        kept_row *row = &group->kept[i];
        double tally[OUTCOMES], weight;
        if (board & row->holes) continue;
        group->path->tally(ranks[row->holding], ranks, row->live, HOLDING_COUNT, tally);
        weight = tally[AHEAD] + tally[TIED] + tally[BEHIND];
        if (weight == 0.0) continue;
        row->sums[0] += (double)count * weight;
        for (int p = 0; p < group->power_count; p++)
            row->sums[1 + p] += (double)count * weight * power_of(strength_of(tally), group->powers[p]);
    }
}

static void expect_runouts(row_group *group)
{
    visit_runouts(group, BOARD_CARDS - group->rows->board_count, expect_board);
    for (int i = 0; i < group->count; i++) check_left(group, i, group->kept[i].sums[0]);
}

int32_t rb_expect_strength(rb_strength_rows *rows, const int32_t *powers, int32_t power_count,
                           double *sums)
{
    row_group group = {.rows = rows, .powers = powers, .power_count = power_count};

    return treat_in_groups(group, expect_runouts, sums, 1 + power_count);
}
