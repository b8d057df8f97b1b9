/* Card features of a board. Included by each file of kernels, as all that follows. */
#ifndef DCUBOT_BOARD_FEATURES_H
#define DCUBOT_BOARD_FEATURES_H

#include <stddef.h>
#include <string.h>

#include "feature_parts.h"

_Static_assert(PREFLOP_PRIVATE_COUNT == 6, "table 9-1");
_Static_assert(FLOP_PUBLIC_COUNT == 19 && FLOP_PRIVATE_COUNT == 71, "table 9-1");
_Static_assert(TURN_PUBLIC_COUNT == 22 && TURN_PRIVATE_COUNT == 95, "table 9-1");
_Static_assert(RIVER_PUBLIC_COUNT == 38 && RIVER_PRIVATE_COUNT == 82, "table 9-1");
_Static_assert(RIVER_ACTION_COUNT == 30, "appendix 9.2");

/* The highest straight of which a board has three ranks or more. */
static int top_window(uint32_t board_ranks)
{
    const uint16_t *windows = straights.windows[board_ranks];

    return top_rank((uint32_t)(windows[3] | windows[4] | windows[5]));
}

static void sort_ranks(board_view *view)
{
    view->quads = view->trips = view->pairs[0] = view->pairs[1] = NO_RANK;
    for (int rank = RANK_COUNT - 1; rank >= 0; rank--) {
        switch (view->count_of[rank]) {
        case 4: view->quads = (int8_t)rank; break;
        case 3: view->trips = (int8_t)rank; break;
        case 2: view->pairs[view->pair_count++] = (int8_t)rank; break;
        case 1: view->kickers[view->kicker_count++] = (int8_t)rank; break;
        default: break;
        }
    }
}

/* Looks at the board of a stage (1 flop, 2 turn, 3 river), 3 to 5 cards. */
static void look_at_board(board_view *view, const uint8_t *board, int stage)
{
    memset(view, 0, offsetof(board_view, straights));
    view->stage = stage;
    view->card_count = stage + 2;
    view->flush_suit = -1;
    for (int i = 0; i < view->card_count; i++) {
        int rank = board[i] >> 2, suit = board[i] & 3;
        view->ranks[i] = (int8_t)rank;
        view->suits[i] = (int8_t)suit;
        view->count_of[rank]++;
        view->rank_mask |= (uint16_t)(1 << rank);
        view->suit_masks[suit] |= (uint16_t)(1 << rank);
        if (++view->suit_counts[suit] >= 3) view->flush_suit = (int8_t)suit;
        if (i >= 2) view->straights[i - 1] = straights_on(view->rank_mask);
    }
    sort_ranks(view);
}

static int count_kinds(const board_view *view, int stage, straight_kind kind)
{
    return count_pairs(view->straights[stage]->kinds[kind]);
}

/* Rank pairs of one kind at an earlier stage and of another at a later one. */
static int count_moves(const board_view *view, int from, straight_kind was, straight_kind is)
{
    return count_pairs(both(view->straights[from]->kinds[was], view->straights[from + 1]->kinds[is]));
}

static void flop_features(const board_view *view, feature_row *row)
{
    if (view->trips >= 0) {
        put(row, FLOP_TRIPS, 1);
        put_rank(row, FLOP_TRIPS_RANK, view->trips);
    } else if (view->pair_count) {
        put(row, FLOP_PAIR, 1);
        put_rank(row, FLOP_PAIR_RANK, view->pairs[0]);
        put_rank(row, FLOP_PAIR_KICKER, view->kickers[0]);
        put(row, FLOP_PAIR_ABOVE, view->pairs[0] > view->kickers[0]);
    } else {
        put(row, FLOP_UNPAIRED, 1);
        put_rank(row, FLOP_HIGH, view->kickers[0]);
        put_rank(row, FLOP_MIDDLE, view->kickers[1]);
        put_rank(row, FLOP_LOW, view->kickers[2]);
    }
    int most = 0, two_gaps = windows_above(view->rank_mask, -1, 2);
    for (int suit = 0; suit < 4; suit++)
        if (view->suit_counts[suit] > most) most = view->suit_counts[suit];
    put(row, most == 3 ? FLOP_ONE_SUIT : most == 2 ? FLOP_TWO_SUITS : FLOP_THREE_SUITS, 1);
    put_count(row, FLOP_TWO_GAPS, two_gaps, FEW);
    put_count(row, FLOP_ONE_GAP_DRAWS, bits(one_gap_draws(view->rank_mask)), FEW);
    put_count(row, FLOP_SINGLE_DRAWS, count_kinds(view, 1, SINGLE_DRAW), MANY);
    put_count(row, FLOP_DOUBLE_DRAWS, count_kinds(view, 1, DOUBLE_DRAW), MANY);
    put_count(row, FLOP_BACKDOORS, windows_above(view->rank_mask, -1, 3), FEW);
    if (two_gaps) put_rank(row, FLOP_STRAIGHT_TOP, straight_rank(top_window(view->rank_mask)));
}

static int8_t flop_most(const board_view *view, int *suit)
{
    uint8_t counts[4] = {0};
    int8_t most = 0;

    for (int i = 0; i < 3; i++)
        if (++counts[view->suits[i]] > most) {
            most = (int8_t)counts[view->suits[i]];
            *suit = view->suits[i];
        }
    return most;
}

static void turn_suits(const board_view *view, feature_row *row)
{
    int suit = 0, most = flop_most(view, &suit), turn = view->suits[3];

    if (most == 3) {
        put(row, turn == suit ? TURN_FOUR_SUITED : TURN_THREE_OF_FLOP, 1);
    } else if (most == 2) {
        bool is_new = view->suit_counts[turn] == 1;
        put(row, turn == suit ? TURN_MAKES_THREE : is_new ? TURN_ONE_DRAW : TURN_TWO_DRAWS, 1);
    } else {
        put(row, view->suit_counts[turn] == 2 ? TURN_NEW_DRAW : TURN_NO_DRAW, 1);
    }
}

/* The ranks of the cards dealt before the newest. */
static void count_before(const board_view *view, int8_t *counts)
{
    memset(counts, 0, RANK_COUNT);
    for (int i = 0; i + 1 < view->card_count; i++) counts[view->ranks[i]]++;
}

static uint32_t mask_of_count(const int8_t *counts, int count)
{
    uint32_t mask = 0;

    for (int rank = 0; rank < RANK_COUNT; rank++) mask |= (uint32_t)(counts[rank] == count) << rank;
    return mask;
}

static void turn_features(const board_view *view, feature_row *row)
{
    int8_t before[RANK_COUNT];
    int turn = view->ranks[3];

    count_before(view, before);
    uint32_t pair = mask_of_count(before, 2), trips = mask_of_count(before, 3);
    uint32_t single = mask_of_count(before, 1);
    bool is_new = before[turn] == 0;
    if (is_new) put_rank(row, TURN_RANK, turn);
    if (trips) {
        put(row, is_new ? TURN_TRIPS_ABOVE : TURN_QUADS, is_new ? turn > top_rank(trips) : 1);
    } else if (pair) {
        put(row, TURN_TRIPS, before[turn] == 2);
        put(row, TURN_TWO_PAIR, before[turn] == 1);
        if (is_new) put(row, TURN_ABOVE_PAIR, turn > top_rank(pair));
        if (is_new) put(row, TURN_ABOVE_KICKER, turn > top_rank(single));
    } else if (!is_new) {
        put(row, TURN_PAIR, 1);
        put_count(row, TURN_PAIR_WHICH, count_above(single, turn), FEW);
    } else {
        put_count(row, TURN_UNPAIRED, count_below(single, turn), FEW);
    }
    turn_suits(view, row);
    put_count(row, TURN_SINGLE_MADE, count_moves(view, 1, SINGLE_DRAW, MADE), MANY);
    put_count(row, TURN_DOUBLE_MADE, count_moves(view, 1, DOUBLE_DRAW, MADE), MANY);
    put_count(row, TURN_NEW_SINGLE, count_moves(view, 1, NO_DRAW, SINGLE_DRAW), MANY);
    put_count(row, TURN_NEW_DOUBLE, count_moves(view, 1, NO_DRAW, DOUBLE_DRAW), MANY);
    put_count(row, TURN_SINGLE_TO_DOUBLE, count_moves(view, 1, SINGLE_DRAW, DOUBLE_DRAW), MANY);
}

static void river_ranks(const board_view *view, feature_row *row)
{
    int8_t before[RANK_COUNT];
    int river = view->ranks[4], turn = view->ranks[3];

    count_before(view, before);
    uint32_t pair = mask_of_count(before, 2), trips = mask_of_count(before, 3);
    uint32_t quads = mask_of_count(before, 4), single = mask_of_count(before, 1);
    bool is_new = before[river] == 0;
    if (quads) {
        put_rank(row, RIVER_QUADS_RANK, river);
    } else if (trips) {
        put(row, RIVER_QUADS, before[river] == 3);
        put(row, RIVER_FULL_KICKER, before[river] == 1);
        if (!is_new) return;
        put_rank(row, RIVER_TRIPS_RANK, river);
        put(row, RIVER_TRIPS_ABOVE, river > top_rank(trips));
        put(row, RIVER_TRIPS_ABOVE_KICKER, river > top_rank(single));
    } else if (bits(pair) == 2) {
        put(row, RIVER_FULL_PAIR, before[river] == 2);
        put(row, RIVER_FULL_HIGH, river == top_rank(pair));
        if (is_new) put_rank(row, RIVER_PAIRS_RANK, river);
    } else if (pair) {
        put(row, RIVER_TRIPS, before[river] == 2);
        put(row, RIVER_PAIRS_FLOP, before[river] == 1 && river != turn);
        put(row, RIVER_PAIRS_TURN, before[river] == 1 && river == turn);
        if (!is_new) return;
        put_rank(row, RIVER_PAIR_RANK, river);
        put(row, RIVER_PAIR_BELOW, river < top_rank(pair));
        put_count(row, RIVER_PAIR_KICKERS, count_below(single, river), FEW);
    } else if (!is_new) {
        put(row, RIVER_PAIR_FLOP, river != turn);
        if (river != turn)
            put_count(row, RIVER_PAIR_WHICH, count_above(single & ~(1u << turn), river), FEW);
        put(row, RIVER_PAIR_TURN, river == turn);
    } else {
        put_rank(row, RIVER_UNPAIRED_RANK, river);
        put_count(row, RIVER_UNPAIRED_BELOW, count_above(single, river), FEW);
    }
}

static void river_suits(const board_view *view, feature_row *row)
{
    int river = view->suits[4], suit = view->flush_suit, front = 0;

    if (suit < 0) return;
    if (view->suit_counts[suit] == 5) {
        put(row, RIVER_FLUSH, 1);
        put_rank(row, RIVER_FLUSH_BOTTOM, __builtin_ctz(view->suit_masks[suit]));
    } else if (river != suit) {
        put(row, RIVER_THREE_KEPT, 1);
    } else if (view->suit_counts[suit] == 4) {
        put(row, RIVER_FOUR_SUITED, 1);
    } else {
        int most = flop_most(view, &front);
        bool is_front = most == 2 && front == suit;
        put(row, is_front ? RIVER_FRONT_FLUSH : most == 2 ? RIVER_BACK_FLUSH : RIVER_NEW_FLUSH, 1);
    }
}

/* Rank pairs whose kinds at the three stages are these. */
static int count_paths(const board_view *view, straight_kind flop, straight_kind turn)
{
    const straight_view *const *at = view->straights;

    return count_pairs(both(both(at[1]->kinds[flop], at[2]->kinds[turn]), at[3]->kinds[MADE]));
}

static int count_one_gap_pairs(const board_view *view, straight_kind flop)
{
    const straight_view *const *at = view->straights;

    return count_pairs(both(both(at[1]->kinds[flop], at[2]->kinds[MADE]), at[3]->one_gaps));
}

static void river_straights(const board_view *view, feature_row *row)
{
    int window = top_window(view->rank_mask);

    put(row, RIVER_STRAIGHT, straight_window(view->rank_mask) >= 0);
    put_count(row, RIVER_ONE_GAP_SINGLE, count_one_gap_pairs(view, SINGLE_DRAW), MANY);
    put_count(row, RIVER_ONE_GAP_DOUBLE, count_one_gap_pairs(view, DOUBLE_DRAW), MANY);
    put_count(row, RIVER_SINGLE_MADE, count_paths(view, SINGLE_DRAW, SINGLE_DRAW), MANY);
    put_count(row, RIVER_DOUBLE_MADE, count_paths(view, DOUBLE_DRAW, DOUBLE_DRAW), MANY);
    put_count(row, RIVER_NEW_SINGLE_MADE, count_paths(view, NO_DRAW, SINGLE_DRAW), MANY);
    put_count(row, RIVER_NEW_DOUBLE_MADE, count_paths(view, NO_DRAW, DOUBLE_DRAW), MANY);
    put_count(row, RIVER_STEP_MADE, count_paths(view, SINGLE_DRAW, DOUBLE_DRAW), MANY);
    put_count(row, RIVER_ONE_GAPS, bits(straights.draws[view->rank_mask]), FEW);
    put_count(row, RIVER_TWO_GAPS, windows_above(view->rank_mask, -1, 2), FEW);
    if (window >= 0) put_rank(row, RIVER_STRAIGHT_TOP, straight_rank(window));
}

/* What the newest card of the board adds, for the transition matrices. */
static void public_features(const board_view *view, feature_row *row)
{
    row->count = 0;
    if (view->stage == 1) {
        flop_features(view, row);
    } else if (view->stage == 2) {
        turn_features(view, row);
    } else {
        river_ranks(view, row);
        river_suits(view, row);
        river_straights(view, row);
    }
}

static int board_class(const board_view *view)
{
    if (view->quads >= 0) return BOARD_QUADS;
    if (view->trips >= 0) return view->pair_count ? BOARD_FULL : BOARD_TRIPS;
    return view->pair_count == 2 ? BOARD_TWO_PAIR : view->pair_count ? BOARD_PAIR : BOARD_UNPAIRED;
}

/* The river's short list, for the action selection. */
static void river_action_features(const board_view *view, feature_row *row)
{
    int suit = view->flush_suit, window = top_window(view->rank_mask);
    int first = view->quads >= 0 ? view->quads : view->trips >= 0 ? view->trips : view->pairs[0];
    int second = view->trips >= 0 ? view->pairs[0] : view->pairs[1];
    uint32_t single = 0;

    row->count = 0;
    put(row, board_class(view), 1);
    if (first >= 0) put_rank(row, BOARD_MATCHED_RANK, first);
    if (second >= 0) put_rank(row, BOARD_SECOND_RANK, second);
    for (int i = 0; i < view->kicker_count; i++) {
        put_rank(row, BOARD_KICKER_1 + i, view->kickers[i]);
        single |= 1u << view->kickers[i];
    }
    if (first >= 0) put_count(row, BOARD_KICKERS_BELOW, count_below(single, first), FEW);
    if (view->trips >= 0 && second >= 0) put(row, BOARD_MATCHED_ABOVE_SECOND, first > second);
    if (suit >= 0) {
        int count = view->suit_counts[suit];
        put(row, count == 5 ? BOARD_ONE_SUIT : count == 4 ? BOARD_FOUR_SUITED : BOARD_THREE_SUITED, 1);
        if (count == 5) put_rank(row, BOARD_SUIT_BOTTOM, __builtin_ctz(view->suit_masks[suit]));
        put_rank(row, BOARD_SUIT_TOP, top_rank(view->suit_masks[suit]));
        put(row, BOARD_SUIT_ACE, (float)(view->suit_masks[suit] >> 12 & 1));
    } else {
        put(row, BOARD_NO_FLUSH, 1);
    }
    if (straight_window(view->rank_mask) >= 0) {
        put(row, BOARD_STRAIGHT, 1);
        put_rank(row, BOARD_STRAIGHT_RANK, straight_rank(straight_window(view->rank_mask)));
    }
    put_count(row, BOARD_ONE_GAPS, bits(straights.draws[view->rank_mask]), FEW);
    put_count(row, BOARD_TWO_GAPS, windows_above(view->rank_mask, -1, 2), FEW);
    if (window >= 0) put_rank(row, BOARD_STRAIGHT_TOP, straight_rank(window));
    int high_cards = 0;
    for (int i = 0; i < view->card_count; i++) high_cards += view->ranks[i] >= 8;
    put_count(row, BOARD_HIGH_CARDS, high_cards, FEW);
    put_count(row, BOARD_RANKS, bits(view->rank_mask), FEW);
    put_rank(row, BOARD_TOP, top_rank(view->rank_mask));
}

#endif
