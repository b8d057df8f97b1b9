/* Every holding against known hands, board by board. */
#include <stdint.h>
#include <string.h>

#include "shares_against.h"
#include "runouts.h"

enum { MOST_KNOWN = 9, WHOLE = 2520 };

typedef struct {
    const cpu_path *path;
    int known_count;
    uint32_t contestants;
    int held[MOST_KNOWN];
    uint16_t halves[MOST_KNOWN + 1][HOLDING_COUNT]; /* of boards that one known hand is best on */
    uint32_t *shares;
} met_hands;

/* The best rank among the known hands that play, and who has it. */
static uint16_t best_known(const met_hands *met, const uint16_t *ranks, uint32_t *winners)
{
    uint16_t best = 0;

    *winners = 0;
    for (int i = 0; i < met->known_count; i++) {
        uint16_t rank = ranks[met->held[i]];
        if (!(met->contestants >> i & 1) || rank < best) continue;
        *winners = (rank > best ? 0 : *winners) | 1u << i;
        best = rank;
    }
    return best;
}

/* Adds a board to the shares of one player, for every holding that is not 0: by whether it is below
   the best rank, at it, or above. */
static void add_shares(const uint16_t *ranks, uint16_t best, const uint32_t parts[3], uint32_t *shares)
{
    const uint32_t below = parts[0], at = parts[1], above = parts[2];

    for (int i = 0; i < HOLDING_COUNT; i++) {
        uint32_t part = ranks[i] < best ? below : above;
        part = ranks[i] == best ? at : part;
        shares[i] += ranks[i] ? part : 0;
    }
}

/* The same in halves of a board where one known hand has the best rank and the holding plays: the most
   usual case, for which short numbers do. */
static void add_halves(const uint16_t *ranks, uint16_t best, uint16_t *known, uint16_t *own)
{
    for (int i = 0; i < HOLDING_COUNT; i++) {
        uint16_t won = (uint16_t)((ranks[i] > best) + (ranks[i] >= best));
        own[i] = (uint16_t)(own[i] + won);
        known[i] = (uint16_t)(known[i] + (ranks[i] ? 2 - won : 0));
    }
}

/* Adds the halves to the shares. */
static void add_up(met_hands *met)
{
    for (int player = 0; player <= met->known_count; player++)
        for (int i = 0; i < HOLDING_COUNT; i++)
            met->shares[player * HOLDING_COUNT + i] += WHOLE / 2 * met->halves[player][i];
}

static void add_board(suit_masks board, int64_t count, void *context)
{
    met_hands *met = context;
    uint16_t ranks[HOLDING_ROWS];
    uint32_t winners;

    rb_rank_holdings(board, board, met->path, ranks);
    uint16_t best = best_known(met, ranks, &winners);
    uint32_t tied = (uint32_t)__builtin_popcount(winners), whole = tied ? WHOLE / tied : 0;
    if (!(met->contestants >> met->known_count & 1)) {
        const uint32_t parts[3] = {whole, whole, whole};
        for (int i = 0; i < met->known_count; i++)
            if (winners >> i & 1) add_shares(ranks, best, parts, met->shares + i * HOLDING_COUNT);
        return;
    }
    if (tied == 1) {
        add_halves(ranks, best, met->halves[__builtin_ctz(winners)], met->halves[met->known_count]);
        return;
    }
    const uint32_t known[3] = {whole, WHOLE / (tied + 1), 0}, own[3] = {0, WHOLE / (tied + 1), WHOLE};
    for (int i = 0; i < met->known_count; i++)
        if (winners >> i & 1) add_shares(ranks, best, known, met->shares + i * HOLDING_COUNT);
    add_shares(ranks, best, own, met->shares + met->known_count * HOLDING_COUNT);
    (void)count; /* suits are told apart, so it is 1 */
}

void rb_shares_against(const rb_met_hands *hands, uint32_t *shares)
{
    const suit_symmetry none = {{0, 1, 2, 3}};
    const int known = hands->known_count;
    const int64_t width = (int64_t)(known + 1) * HOLDING_COUNT;

    memset(shares, 0, (size_t)(hands->row_count * width) * sizeof *shares);
    for (int64_t row = 0; row < hands->row_count; row++) {
        const uint8_t *holes = hands->holes + row * known * 2;
        int dealt = hands->board_counts[row];
        suit_masks board = rb_suits_of(hands->boards + BOARD_CARDS * row, dealt);
        met_hands met = {.path = rb_cpu_path(hands->path), .known_count = known,
                         .contestants = hands->contestants[row], .shares = shares + row * width};
        for (int i = 0; i < known; i++) met.held[i] = rb_holding(holes[2 * i], holes[2 * i + 1]);
        rb_visit_runouts(board, rb_suits_of(holes, 2 * known), BOARD_CARDS - dealt, none, add_board,
                         &met);
        add_up(&met);
    }
}
