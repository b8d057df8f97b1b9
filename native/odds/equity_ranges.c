/* Exact equity of one range against another. On each board either every holding of the smaller range
   is held against the other, or, if it has many, all holdings are sorted by rank and gone through
   once: what is below a holding, less what shares a card with it, is beaten. */
#include <stdint.h>
#include <string.h>

#include "equity.h"

#include "runouts.h"

enum { FEW_HOLDINGS = 16, RADIX = 256 };

/* Weights of the opponent's holdings: in all, and by card. */
typedef struct {
    double all, with_card[DECK_SIZE];
} card_sums;

typedef struct {
    const cpu_path *path;
    const double *weights[2];
    suit_masks dead;
    double *tally;
    int count;
    uint16_t holdings[HOLDING_COUNT];          /* sorted: of either range; few: of the smaller one */
    double live[FEW_HOLDINGS][HOLDING_ROWS];   /* few: what each leaves of the other range */
} range_match;

/* ---- few holdings against a range ---- */

static void visit_few(suit_masks board, int64_t count, void *context)
{
    range_match *match = context;
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(board, board, match->path, ranks);
    for (int i = 0; i < match->count; i++) {
        int holding = match->holdings[i];
        double tally[OUTCOMES], weight = match->weights[0][holding] * (double)count;
        if (!ranks[holding]) continue;
        match->path->tally(ranks[holding], ranks, match->live[i], HOLDING_COUNT, tally);
        for (int outcome = 0; outcome < OUTCOMES; outcome++)
            match->tally[outcome] += weight * tally[outcome];
    }
}

/* ---- two ranges of many holdings ---- */

static void sort_by(int shift, const uint32_t *from, int count, uint32_t *to)
{
    int start[RADIX] = {0}, sum = 0;

    for (int i = 0; i < count; i++) start[from[i] >> shift & (RADIX - 1)]++;
    for (int digit = 0; digit < RADIX; digit++) {
        int here = start[digit];
        start[digit] = sum;
        sum += here;
    }
    for (int i = 0; i < count; i++) to[start[from[i] >> shift & (RADIX - 1)]++] = from[i];
}

/* The holdings dealt on this board, weakest first: rank << 16 | holding. */
static int sort_holdings(const range_match *match, const uint16_t *ranks, uint32_t *sorted)
{
    uint32_t keys[HOLDING_COUNT];
    int count = 0;

    for (int i = 0; i < match->count; i++) {
        int holding = match->holdings[i];
        if (ranks[holding]) sorted[count++] = (uint32_t)ranks[holding] << 16 | (uint32_t)holding;
    }
    sort_by(16, sorted, count, keys);
    sort_by(24, keys, count, sorted);
    return count;
}

static void add_weight(card_sums *sums, int holding, double weight)
{
    sums->all += weight;
    sums->with_card[rb_holding_cards[holding][0]] += weight;
    sums->with_card[rb_holding_cards[holding][1]] += weight;
}

/* The weight in `sums` of holdings that share no card with this one, which is not among them. */
static double clear_of(const card_sums *sums, int holding)
{
    const uint8_t *cards = rb_holding_cards[holding];

    return sums->all - sums->with_card[cards[0]] - sums->with_card[cards[1]];
}

static void visit_sorted(suit_masks board, int64_t count, void *context)
{
    range_match *match = context;
    const double *first = match->weights[0], *second = match->weights[1];
    uint16_t ranks[HOLDING_ROWS];
    uint32_t sorted[HOLDING_COUNT] = {0};
    card_sums below = {0}, up_to = {0};
    double ahead = 0.0, not_behind = 0.0, all = 0.0;

    rb_rank_holdings(board, board, match->path, ranks);
    int n = sort_holdings(match, ranks, sorted);
    for (int i = 0, end; i < n; i = end) {
        for (end = i; end < n && sorted[end] >> 16 == sorted[i] >> 16; end++)
            add_weight(&up_to, sorted[end] & 0xFFFF, second[sorted[end] & 0xFFFF]);
        for (int j = i; j < end; j++) {
            int holding = sorted[j] & 0xFFFF;
            ahead += first[holding] * clear_of(&below, holding);
            not_behind += first[holding] * (clear_of(&up_to, holding) + second[holding]);
        }
        for (int j = i; j < end; j++)
            add_weight(&below, sorted[j] & 0xFFFF, second[sorted[j] & 0xFFFF]);
    }
    for (int i = 0; i < n; i++) {
        int holding = sorted[i] & 0xFFFF;
        all += first[holding] * (clear_of(&up_to, holding) + second[holding]);
    }
    match->tally[AHEAD] += (double)count * ahead;
    match->tally[TIED] += (double)count * (not_behind - ahead);
    match->tally[BEHIND] += (double)count * (all - not_behind);
}

/* ---- both ---- */

static suit_masks holding_suits(int holding)
{
    return rb_suits_of(rb_holding_cards[holding], 2);
}

static int list_holdings(const double *first, const double *second, suit_masks dead,
                         uint16_t *holdings)
{
    int count = 0;

    for (int i = 0; i < HOLDING_COUNT; i++)
        if ((first[i] > 0.0 || (second && second[i] > 0.0)) && !(holding_suits(i) & dead))
            holdings[count++] = (uint16_t)i;
    return count;
}

static void visit_boards(const rb_two_ranges *ranges, range_match *match, visit_board visit)
{
    suit_masks board = rb_suits_of(ranges->board, ranges->board_count);
    suit_masks sets[2] = {board, match->dead};
    double both[2 * HOLDING_COUNT];

    memcpy(both, ranges->first, HOLDING_COUNT * sizeof *both);
    memcpy(both + HOLDING_COUNT, ranges->second, HOLDING_COUNT * sizeof *both);
    rb_visit_runouts(board, match->dead, BOARD_CARDS - ranges->board_count,
                     rb_find_symmetry(sets, 2, both, 2), visit, match);
}

void rb_equity_of_ranges(const rb_two_ranges *ranges, double tally[3])
{
    range_match match = {.path = rb_cpu_path(ranges->path), .tally = tally};
    uint16_t second[HOLDING_COUNT];
    int first_count, second_count;

    match.dead = rb_suits_of(ranges->board, ranges->board_count) |
                 rb_suits_of(ranges->dead, ranges->dead_count);
    match.weights[0] = ranges->first;
    match.weights[1] = ranges->second;
    tally[AHEAD] = tally[TIED] = tally[BEHIND] = 0.0;
    first_count = list_holdings(ranges->first, NULL, match.dead, match.holdings);
    second_count = list_holdings(ranges->second, NULL, match.dead, second);
    if (first_count > FEW_HOLDINGS && second_count > FEW_HOLDINGS) {
        match.count = list_holdings(ranges->first, ranges->second, match.dead, match.holdings);
        visit_boards(ranges, &match, visit_sorted);
        return;
    }
    match.count = first_count;
    if (second_count < first_count) {
        match.count = second_count;
        match.weights[0] = ranges->second;
        match.weights[1] = ranges->first;
        memcpy(match.holdings, second, sizeof second);
    }
    for (int i = 0; i < match.count; i++)
        rb_live_weights(match.weights[1], match.dead | holding_suits(match.holdings[i]), match.live[i]);
    visit_boards(ranges, &match, visit_few);
    if (match.weights[0] == ranges->second) {
        double ahead = tally[AHEAD];
        tally[AHEAD] = tally[BEHIND];
        tally[BEHIND] = ahead;
    }
}
