/* Every holding against a known hand, board by board. */
#include <stdint.h>
#include <string.h>

#include "equities_against.h"
#include "runouts.h"

typedef struct {
    const cpu_path *path;
    int held;
    uint16_t *half_boards;
} met_hand;

static void add_board(suit_masks board, int64_t count, void *context)
{
    met_hand *met = context;
    uint16_t ranks[HOLDING_ROWS];

    rb_rank_holdings(board, board, met->path, ranks);
    uint16_t own = ranks[met->held];
    for (int i = 0; i < HOLDING_COUNT; i++)
        met->half_boards[i] = (uint16_t)(met->half_boards[i] + (ranks[i] > own) + (ranks[i] >= own));
    (void)count; /* suits are told apart, so it is 1 */
}

void rb_wins_against(const rb_met_hands *hands, uint16_t *half_boards)
{
    const suit_symmetry none = {{0, 1, 2, 3}};

    memset(half_boards, 0, (size_t)hands->row_count * HOLDING_COUNT * sizeof *half_boards);
    for (int64_t row = 0; row < hands->row_count; row++) {
        const uint8_t *hole = hands->holes + 2 * row;
        int dealt = hands->board_counts[row];
        suit_masks board = rb_suits_of(hands->boards + BOARD_CARDS * row, dealt);
        met_hand met = {rb_cpu_path(hands->path), rb_holding(hole[0], hole[1]),
                        half_boards + row * HOLDING_COUNT};
        rb_visit_runouts(board, rb_suits_of(hole, 2), BOARD_CARDS - dealt, none, add_board, &met);
    }
}
