/* Card features of the follower's board and of hole cards on it. */
#ifndef DCUBOT_CARD_ROWS_H
#define DCUBOT_CARD_ROWS_H

#include "board_features.h"
#include "follower.h"
#include "hole_features.h"

static void ranked_board_row(const dcubot_net *net, follower *seen, int stage)
{
    feature_row *row = seen->rows + stage;
    int first = net->game.board_card_end[stage - 1], end = net->game.board_card_end[stage];

    row->count = 0;
    for (int rank = 0; rank < RANK_COUNT; rank++) {
        int count = 0;
        for (int i = first; i < end; i++) count += seen->board[i] >> 2 == rank;
        put(row, rank, (float)count);
    }
}

/* Board features of the stage that begins. */
static void board_row(const dcubot_net *net, follower *seen, int stage)
{
    if (net->feature_set == DCUBOT_RANKED) {
        ranked_board_row(net, seen, stage);
        return;
    }
    look_at_board(&seen->view, seen->board, stage);
    public_features(&seen->view, seen->rows + stage);
    if (stage == 3) river_action_features(&seen->view, &seen->river_action);
}

static void ranked_hole_row(const dcubot_net *net, const follower *seen, const uint8_t *cards,
                            feature_row *row)
{
    int hole = net->game.hole_card_count, board = net->game.board_card_end[seen->stage];
    int own[RANK_COUNT] = {0}, top = NO_RANK, board_top = NO_RANK, is_pocket = 0;

    row->count = 0;
    for (int i = 0; i < hole; i++) {
        int rank = cards[i] >> 2;
        is_pocket |= own[rank]++ > 0;
        if (rank > top) top = rank;
    }
    for (int rank = 0; rank < RANK_COUNT; rank++) {
        int on_board = 0;
        for (int i = 0; i < board; i++) on_board += seen->board[i] >> 2 == rank;
        if (on_board) board_top = rank;
        put(row, rank, (float)own[rank]);
        put(row, RANK_COUNT + rank, own[rank] && on_board);
    }
    put(row, 2 * RANK_COUNT, board && top > board_top);
    put(row, 2 * RANK_COUNT + 1, (float)is_pocket);
}

static inline bool board_known(const dcubot_net *net, const uint8_t *board, int stage)
{
    int end = net->game.board_card_end[stage];

    for (int i = 0; i < end; i++)
        if (board[i] >= DECK_LIMIT) return false;
    return true;
}

/* Board features of the stages before one. */
static inline int board_features_before(const dcubot_net *net, int stage)
{
    return stage > 1 ? net->stages[stage - 1].board_count : 0;
}

/* Card features of hole cards at the follower's stage. */
static void hole_row(const dcubot_net *net, const follower *seen, const uint8_t *cards, feature_row *row)
{
    if (net->feature_set == DCUBOT_RANKED) ranked_hole_row(net, seen, cards, row);
    else private_features(seen->stage ? &seen->view : NULL, cards, row);
}

#endif
