/* Private card features: what two hole cards are on a board. Groups that recur at several stages
   are written once; a table of places says where a stage keeps them, NONE where it has no such. */
#ifndef DCUBOT_HOLE_FEATURES_H
#define DCUBOT_HOLE_FEATURES_H

#include "feature_parts.h"

enum { NONE = -1 };

typedef struct {
    const board_view *view;
    feature_row *row;
    int high, low;       /* ranks of the hole cards */
    bool is_pocket;
    uint32_t kickers;    /* unpaired ranks of the board */
} hand_view;

static inline void note(const hand_view *hand, int place, float value)
{
    if (place != NONE) put(hand->row, place, value);
}

static inline void note_rank(const hand_view *hand, int place, int rank)
{
    if (place != NONE) put_rank(hand->row, place, rank);
}

static inline void note_few(const hand_view *hand, int place, int count)
{
    if (place != NONE) put_count(hand->row, place, count, FEW);
}

/* Value of what matching ranks make, above trips only: 0, or full houses below quads, each by its
   ranks. */
static int matched_value(const board_view *view, int high, int low)
{
    int trips = NO_RANK, pair = NO_RANK, kicker = NO_RANK, quads = NO_RANK;

    for (int rank = RANK_COUNT - 1; rank >= 0; rank--) {
        int count = view->count_of[rank] + (rank == high) + (rank == low);
        if (count >= 4) {
            if (quads < 0) quads = rank;
        } else if (count == 3 && trips < 0) {
            trips = rank;
        } else if (count >= 2 && pair < 0) {
            pair = rank;
        }
        if (count && count < 4 && kicker < 0) kicker = rank;
    }
    if (quads >= 0) return 1024 + quads * 16 + kicker;
    return trips >= 0 && pair >= 0 ? 1 + trips * 16 + pair : 0;
}

/* Rank pairs that make more than `value`, of the same class (full house or quads); `pockets` 1
   pairs only, 0 unpaired only, -1 all. */
static int count_higher(const board_view *view, int value, int pockets)
{
    int count = 0, limit = value >= 1024 ? 1 << 20 : 1024;

    for (int high = 0; high < RANK_COUNT; high++)
        for (int low = 0; low <= high; low++) {
            if (pockets >= 0 && pockets != (low == high)) continue;
            if (view->count_of[high] + (low == high) > 3 || view->count_of[low] > 3) continue;
            int other = matched_value(view, high, low);
            count += other > value && other < limit;
        }
    return count;
}

static void note_higher(const hand_view *hand, int place, int pockets)
{
    if (place == NONE) return;
    int value = matched_value(hand->view, hand->high, hand->low);
    put_count(hand->row, place, count_higher(hand->view, value, pockets), MANY);
}

typedef struct {
    int quads, pocket, pocket_rank, high, low, above;
    int full, full_above, full_rank, full_higher, pocket_higher;
} trips_places;

static void on_trips_board(const hand_view *hand, const trips_places *at)
{
    int trips = hand->view->trips;
    bool in_kicker = (hand->kickers >> hand->high & 1) || (hand->kickers >> hand->low & 1);

    if (hand->high == trips || hand->low == trips) {
        int side = hand->high == trips ? hand->low : hand->high;
        note(hand, at->quads, 1);
        if (at->full_higher != NONE && side > hand->view->kickers[0]) note_rank(hand, at->high, side);
    } else if (at->full_higher != NONE && (hand->is_pocket || in_kicker)) {
        note(hand, at->full, 1);
        note_higher(hand, at->full_higher, -1);
    } else if (hand->is_pocket) {
        note(hand, at->pocket, 1);
        note_rank(hand, at->pocket_rank, hand->high);
        note(hand, at->pocket_higher, in_kicker && hand->high > trips);
    } else if (in_kicker && at->full != NONE) {
        int side = hand->kickers >> hand->high & 1 ? hand->low : hand->high;
        note(hand, at->full, 1);
        note(hand, at->full_above, side > hand->view->kickers[0]);
        note_rank(hand, at->full_rank, side);
    } else {
        note_rank(hand, at->high, hand->high);
        note_rank(hand, at->low, hand->low);
        note_few(hand, at->above,
                 count_below(hand->kickers, hand->high) + count_below(hand->kickers, hand->low));
    }
}

typedef struct {
    int quads, quads_higher, full, full_higher, pocket, pocket_rank, pocket_pairs, pocket_kicker;
    int pocket_out, kicker, kicker_rank, high, high_pairs, low_pairs, high_kicker, board;
} pairs_places;

static void on_two_pair_board(const hand_view *hand, const pairs_places *at)
{
    const board_view *view = hand->view;
    int upper = view->pairs[0], lower = view->pairs[1];
    int kicker = view->kicker_count ? view->kickers[0] : NO_RANK;
    int value = matched_value(view, hand->high, hand->low);

    if (value >= 1024) {
        note(hand, at->quads, 1);
        note_higher(hand, at->quads_higher, -1);
    } else if (value) {
        note(hand, at->full, 1);
        note_higher(hand, at->full_higher, -1);
    } else if (hand->is_pocket && hand->high > lower) {
        note(hand, at->pocket, 1);
        note_rank(hand, at->pocket_rank, hand->high);
        note_few(hand, at->pocket_pairs, (hand->high > upper) + (hand->high > lower));
        note(hand, at->pocket_kicker, hand->high > kicker);
    } else if (at->kicker != NONE && kicker > lower && (hand->high == kicker || hand->low == kicker)) {
        int side = hand->high == kicker ? hand->low : hand->high;
        note(hand, at->kicker, 1);
        note_rank(hand, at->kicker_rank, side > lower ? side : lower);
    } else if (hand->is_pocket && at->pocket_out != NONE) {
        note(hand, at->pocket_out, 1);
    } else if (at->board != NONE && hand->high <= kicker) {
        note(hand, at->board, 1);
    } else {
        note_rank(hand, at->high, hand->high);
        note_few(hand, at->high_pairs, (hand->high > upper) + (hand->high > lower));
        note_few(hand, at->low_pairs, (hand->low > upper) + (hand->low > lower));
        note(hand, at->high_kicker, hand->high > kicker);
    }
}

typedef struct {
    int quads, full_pocket, full, higher_pocket, higher;
    int trips, trips_above_pair, trips_kickers, trips_rank;
    int pocket, pocket_rank, pocket_above_pair, pocket_kickers;
    int kicker, kicker_pair_below, kicker_below, kicker_rank, side_above_pair, side_kickers;
    int high, low, above_pair, above_kickers, high_above, low_above;
} pair_places;

static void with_trips(const hand_view *hand, const pair_places *at, int side)
{
    note(hand, at->trips, 1);
    note(hand, at->trips_above_pair, side > hand->view->pairs[0]);
    note_few(hand, at->trips_kickers, count_below(hand->kickers, side));
    note_rank(hand, at->trips_rank, side);
}

static void with_kicker(const hand_view *hand, const pair_places *at)
{
    bool is_high = hand->kickers >> hand->high & 1;
    int paired = is_high ? hand->high : hand->low, side = is_high ? hand->low : hand->high;
    int pair = hand->view->pairs[0];

    note(hand, at->kicker, 1);
    note(hand, at->kicker_pair_below, pair < paired);
    note_few(hand, at->kicker_below, count_below(hand->kickers, paired));
    note_rank(hand, at->kicker_rank, side);
    note(hand, at->side_above_pair, side > pair);
    note_few(hand, at->side_kickers, count_below(hand->kickers, side));
}

static void on_pair_board(const hand_view *hand, const pair_places *at)
{
    const board_view *view = hand->view;
    int pair = view->pairs[0], high = hand->high, low = hand->low;
    int value = matched_value(view, high, low);
    bool in_kickers = (hand->kickers >> high & 1) || (hand->kickers >> low & 1);

    if (value >= 1024) {
        note(hand, at->quads, 1);
    } else if (value) {
        note(hand, hand->is_pocket ? at->full_pocket : at->full, 1);
        note_higher(hand, at->higher_pocket, 1);
        note_higher(hand, at->higher, 0);
    } else if (high == pair || low == pair) {
        with_trips(hand, at, high == pair ? low : high);
    } else if (hand->is_pocket) {
        note(hand, at->pocket, 1);
        note_rank(hand, at->pocket_rank, high);
        note(hand, at->pocket_above_pair, high > pair);
        note_few(hand, at->pocket_kickers, count_below(hand->kickers, high));
    } else if (in_kickers) {
        with_kicker(hand, at);
    } else {
        int below_high = count_below(hand->kickers, high), below_low = count_below(hand->kickers, low);
        note_rank(hand, at->high, high);
        note_rank(hand, at->low, low);
        note_few(hand, at->above_pair, (high > pair) + (low > pair));
        note_few(hand, at->above_kickers, below_high + below_low);
        note_few(hand, at->high_above, below_high + 2 * (high > pair));
        note_few(hand, at->low_above, below_low + 2 * (low > pair));
    }
}

typedef struct {
    int set, set_rank, set_which;
    int two_pair, two_pair_high, two_pair_low, two_pair_missing, high_above, low_above;
    int pocket, pocket_rank, pocket_below;
    int pair, pair_rank, pair_below, side_rank, side_below;
    int nothing, high, high_below, low, low_below;
} unpaired_places;

static void with_two_pair(const hand_view *hand, const unpaired_places *at)
{
    note(hand, at->two_pair, 1);
    note_rank(hand, at->two_pair_high, hand->high);
    note_rank(hand, at->two_pair_low, hand->low);
    if (at->two_pair_missing != NONE) {
        uint32_t left = hand->kickers & ~(1u << hand->high | 1u << hand->low);
        note_few(hand, at->two_pair_missing, count_above(hand->kickers, top_rank(left)));
    }
    note_few(hand, at->high_above, count_below(hand->kickers, hand->high));
    note_few(hand, at->low_above, count_below(hand->kickers, hand->low));
}

static void with_pair(const hand_view *hand, const unpaired_places *at, int paired, int side)
{
    note(hand, at->pair, 1);
    note_rank(hand, at->pair_rank, paired);
    note_few(hand, at->pair_below, count_above(hand->kickers, paired));
    note_rank(hand, at->side_rank, side);
    note_few(hand, at->side_below, count_above(hand->kickers, side));
}

static void on_unpaired_board(const hand_view *hand, const unpaired_places *at)
{
    bool has_high = hand->kickers >> hand->high & 1, has_low = hand->kickers >> hand->low & 1;

    if (hand->is_pocket) {
        note(hand, has_high ? at->set : at->pocket, 1);
        note_rank(hand, has_high ? at->set_rank : at->pocket_rank, hand->high);
        note_few(hand, has_high ? at->set_which : at->pocket_below,
                 count_above(hand->kickers, hand->high));
    } else if (has_high && has_low) {
        with_two_pair(hand, at);
    } else if (has_high || has_low) {
        with_pair(hand, at, has_high ? hand->high : hand->low, has_high ? hand->low : hand->high);
    } else {
        note(hand, at->nothing, 1);
        note_rank(hand, at->high, hand->high);
        note_few(hand, at->high_below, count_above(hand->kickers, hand->high));
        note_rank(hand, at->low, hand->low);
        note_few(hand, at->low_below, count_above(hand->kickers, hand->low));
    }
}

/* Hole cards of a suit: their number, and the ranks above the best of them not on the board. */
static int held_of(const uint8_t *hole_cards, int suit, int *best)
{
    int count = 0;

    *best = NO_RANK;
    for (int i = 0; i < 2; i++) {
        if ((hole_cards[i] & 3) != suit) continue;
        count++;
        if (hole_cards[i] >> 2 > *best) *best = hole_cards[i] >> 2;
    }
    return count;
}

static const float SUIT = 12;

static void note_suited(const hand_view *hand, int suit, int best, int place)
{
    uint32_t out = (~(uint32_t)hand->view->suit_masks[suit]) & 0x1fff;

    put(hand->row, place, 1);
    put_count(hand->row, place + 1, count_above(out, best), SUIT);
}

static void flop_flush(const hand_view *hand, const uint8_t *cards)
{
    bool has_two = false;

    for (int suit = 0; suit < 4; suit++) has_two |= hand->view->suit_counts[suit] == 2;
    for (int suit = 0; suit < 4; suit++) {
        int best, held = held_of(cards, suit, &best), on_board = hand->view->suit_counts[suit];
        if (!held) continue;
        if (on_board == 3)
            note_suited(hand, suit, best, held == 2 ? F_FLUSH : F_FLUSH_DRAW_ONE);
        else if (on_board == 2)
            note_suited(hand, suit, best, held == 2 ? F_FLUSH_DRAW : F_BACKDOOR_FLUSH_ONE);
        else if (on_board == 1 && held == 2)
            note_suited(hand, suit, best, has_two ? F_BACKDOOR_FLUSH_TWO : F_BACKDOOR_FLUSH);
    }
}

static void turn_flush(const hand_view *hand, const uint8_t *cards)
{
    const board_view *view = hand->view;
    int twos = 0;

    for (int suit = 0; suit < 4; suit++) twos += view->suit_counts[suit] == 2;
    for (int suit = 0; suit < 4; suit++) {
        int best, held = held_of(cards, suit, &best), on_board = view->suit_counts[suit];
        if (!held) continue;
        if (on_board == 4) {
            note_suited(hand, suit, best, T_FLUSH_FOUR);
            put(hand->row, T_FLUSH_FOUR_BOTH, held == 2);
        } else if (on_board == 3) {
            note_suited(hand, suit, best, held == 2 ? T_FLUSH : T_FLUSH_DRAW_ONE);
        } else if (on_board == 2 && held == 2) {
            bool is_back = twos == 2 && view->suits[3] == suit;
            note_suited(hand, suit, best,
                        twos == 1 ? T_FLUSH_DRAW : is_back ? T_BACK_DRAW : T_FRONT_DRAW);
        }
    }
}

static void river_flush(const hand_view *hand, const uint8_t *cards)
{
    int suit = hand->view->flush_suit, best;

    if (suit < 0) return;
    int held = held_of(cards, suit, &best), on_board = hand->view->suit_counts[suit];
    if (!held || (on_board == 3 && held < 2)) return;
    if (on_board == 5) {
        if (best > __builtin_ctz(hand->view->suit_masks[suit]))
            note_suited(hand, suit, best, R_FLUSH_BOARD);
    } else if (on_board == 4) {
        note_suited(hand, suit, best, R_FLUSH_FOUR);
        put(hand->row, R_FLUSH_FOUR_BOTH, held == 2);
    } else {
        note_suited(hand, suit, best, R_FLUSH);
    }
}

/* A straight made with one hole card, or only with both. */
static bool needs_both(const hand_view *hand, int window)
{
    uint32_t board = hand->view->rank_mask;

    return straight_window(board | 1u << hand->high) < window &&
           straight_window(board | 1u << hand->low) < window;
}

/* Sum over the ranks that make my straight (or over none, where it is made) of the straights above
   it that a board then lets others make with `gaps` cards. */
static int higher_when_made(const hand_view *hand, uint32_t completing, int gaps)
{
    uint32_t board = hand->view->rank_mask, mine = board | 1u << hand->high | 1u << hand->low;
    int count = 0;

    for (uint32_t left = completing; left; left &= left - 1) {
        uint32_t rank = left & -left;
        count += windows_above(board | rank, straight_window(mine | rank), gaps);
    }
    return count;
}

/* Of some ranks, those that leave a board with four of a straight. */
static int count_with_four(uint32_t board, uint32_t ranks)
{
    int count = 0;

    for (uint32_t left = ranks; left; left &= left - 1)
        count += windows_above(board | (left & -left), -1, 1) > 0;
    return count;
}

/* Rank pairs that one of some ranks gives a straight of their own. */
static pair_set completed_by(const straight_view *view, uint32_t ranks)
{
    pair_set all = {0};

    for (uint32_t left = ranks; left; left &= left - 1) {
        pair_set more = view->completed_by[__builtin_ctz(left)];
        all.words[0] |= more.words[0];
        all.words[1] |= more.words[1];
    }
    return all;
}

/* Rank pairs of a set that are of a kind now. */
static inline void note_kind(const hand_view *hand, int place, pair_set set, straight_kind kind)
{
    put_count(hand->row, place, count_pairs(both(set, hand->view->straights[hand->view->stage]->kinds[kind])),
              MANY);
}

/* Rank pairs of a set that were of a kind on the flop and are of another on the turn. */
static inline void note_way(const hand_view *hand, int place, pair_set set, straight_kind flop,
                            straight_kind turn)
{
    note_kind(hand, place, both(set, hand->view->straights[1]->kinds[flop]), turn);
}

/* Ranks that make a straight for the hole cards and not for the board alone. */
static uint32_t completing_of(const hand_view *hand)
{
    uint32_t board = hand->view->rank_mask;

    return (uint32_t)(straights.draws[board | 1u << hand->high | 1u << hand->low] & ~straights.draws[board]);
}

static void flop_backdoors(const hand_view *hand)
{
    const board_view *view = hand->view;
    uint32_t board = view->rank_mask, own = 1u << hand->high | 1u << hand->low, mine = board | own;
    uint32_t needed = 0;
    int count = 0, top = -1;

    for (uint32_t left = straights.windows[mine][3]; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (!(window_ranks(i) & own & ~board)) continue;
        count++;
        top = i;
        needed |= window_ranks(i) & ~mine;
    }
    if (count) {
        pair_set shared = completed_by(view->straights[1], needed);
        put_count(hand->row, F_BACKDOOR, count, FEW);
        put_count(hand->row, F_BACKDOOR_HIGHER, windows_above(board, top, 2), FEW);
        put_count(hand->row, F_BACKDOOR_ONE_GAP, bits(needed & one_gap_draws(board)), FEW);
        note_kind(hand, F_BACKDOOR_SINGLE, shared, SINGLE_DRAW);
        note_kind(hand, F_BACKDOOR_DOUBLE, shared, DOUBLE_DRAW);
    }
    pair_set paired = completed_by(view->straights[1], own);
    note_kind(hand, F_PAIRING_SINGLE, paired, SINGLE_DRAW);
    note_kind(hand, F_PAIRING_DOUBLE, paired, DOUBLE_DRAW);
}

static void flop_straight(const hand_view *hand)
{
    uint32_t board = hand->view->rank_mask, completing = completing_of(hand);
    straight_kind kind = kind_of(hand->view->straights[1], rank_pair(hand->low, hand->high));

    if (kind == MADE) {
        int window = straight_window(board | 1u << hand->high | 1u << hand->low);
        put(hand->row, F_STRAIGHT, 1);
        put_count(hand->row, F_STRAIGHT_HIGHER, windows_above(board, window, 2), FEW);
        return;
    }
    if (kind == NO_DRAW) {
        flop_backdoors(hand);
        return;
    }
    pair_set shared = completed_by(hand->view->straights[1], completing);
    put(hand->row, kind == SINGLE_DRAW ? F_SINGLE_DRAW : F_DOUBLE_DRAW, 1);
    put_count(hand->row, F_HIGHER_ONE_GAP, higher_when_made(hand, completing, 1), FEW);
    put_count(hand->row, F_HIGHER_TWO_GAP, higher_when_made(hand, completing, 2), FEW);
    put_count(hand->row, F_SHARED_ONE_GAP, count_with_four(board, completing), FEW);
    note_kind(hand, F_SHARED_SINGLE, shared, SINGLE_DRAW);
    note_kind(hand, F_SHARED_DOUBLE, shared, DOUBLE_DRAW);
}

static void turn_straight(const hand_view *hand)
{
    const straight_view *view = hand->view->straights[2];
    uint32_t board = hand->view->rank_mask, own = 1u << hand->high | 1u << hand->low;
    straight_kind kind = kind_of(view, rank_pair(hand->low, hand->high));

    if (kind == MADE) {
        int window = straight_window(board | own);
        put(hand->row, needs_both(hand, window) ? T_STRAIGHT : T_STRAIGHT_ONE, 1);
        put_count(hand->row, T_STRAIGHT_HIGHER, windows_above(board, window, 2), FEW);
        put_count(hand->row, T_STRAIGHT_HIGHER_ONE, windows_above(board, window, 1), FEW);
        return;
    }
    if (kind == NO_DRAW) {
        pair_set paired = completed_by(view, own);
        note_kind(hand, T_PAIRING_SINGLE, paired, SINGLE_DRAW);
        note_kind(hand, T_PAIRING_DOUBLE, paired, DOUBLE_DRAW);
        return;
    }
    uint32_t completing = completing_of(hand);
    pair_set shared = completed_by(view, completing);
    put(hand->row, kind == SINGLE_DRAW ? T_SINGLE_DRAW : T_DOUBLE_DRAW, 1);
    put_count(hand->row, T_HIGHER_ONE_GAP, higher_when_made(hand, completing, 1), FEW);
    put_count(hand->row, T_HIGHER_TWO_GAP, higher_when_made(hand, completing, 2), FEW);
    put_count(hand->row, T_SHARED_ONE_GAP, count_with_four(board, completing), FEW);
    note_way(hand, T_SHARED_SINGLE, shared, SINGLE_DRAW, SINGLE_DRAW);
    note_way(hand, T_SHARED_NEW_SINGLE, shared, NO_DRAW, SINGLE_DRAW);
    note_way(hand, T_SHARED_DOUBLE, shared, DOUBLE_DRAW, DOUBLE_DRAW);
    note_way(hand, T_SHARED_STEP, shared, SINGLE_DRAW, DOUBLE_DRAW);
    note_way(hand, T_SHARED_NEW_DOUBLE, shared, NO_DRAW, DOUBLE_DRAW);
}

static void river_straight(const hand_view *hand)
{
    uint32_t board = hand->view->rank_mask;
    int window = straight_window(board | 1u << hand->high | 1u << hand->low);

    if (window < 0) return;
    if (window == straight_window(board)) {
        put(hand->row, R_STRAIGHT_BOARD, 1);
    } else {
        put(hand->row, needs_both(hand, window) ? R_STRAIGHT : R_STRAIGHT_ONE, 1);
        put_rank(hand->row, R_STRAIGHT_TOP, straight_rank(window));
    }
    put_count(hand->row, R_STRAIGHT_HIGHER_ONE, windows_above(board, window, 1), FEW);
    put_count(hand->row, R_STRAIGHT_HIGHER, windows_above(board, window, 2), FEW);
}

static const unpaired_places FLOP_UNPAIRED_AT = {
    F_SET, F_SET_RANK, F_SET_WHICH, F_TWO_PAIR, F_TWO_PAIR_HIGH, F_TWO_PAIR_LOW, F_TWO_PAIR_MISSING,
    NONE, NONE, F_POCKET, F_POCKET_RANK, F_POCKET_BELOW, F_PAIR, F_PAIR_RANK, F_PAIR_BELOW,
    F_PAIR_SIDE_RANK, F_PAIR_SIDE_BELOW, F_NOTHING, F_NOTHING_HIGH, F_NOTHING_HIGH_BELOW,
    F_NOTHING_LOW, F_NOTHING_LOW_BELOW,
};
static const unpaired_places TURN_UNPAIRED_AT = {
    T_SET, T_SET_RANK, T_SET_WHICH, T_TWO_PAIR, T_TWO_PAIR_HIGH, T_TWO_PAIR_LOW, NONE,
    T_TWO_PAIR_HIGH_ABOVE, T_TWO_PAIR_LOW_ABOVE, T_POCKET, T_POCKET_RANK, T_POCKET_BELOW, T_PAIR,
    T_PAIR_RANK, T_PAIR_BELOW, T_PAIR_SIDE_RANK, T_PAIR_SIDE_BELOW, T_NOTHING, T_NOTHING_HIGH,
    T_NOTHING_HIGH_BELOW, T_NOTHING_LOW, T_NOTHING_LOW_BELOW,
};
static const unpaired_places RIVER_UNPAIRED_AT = {
    R_SET, R_SET_RANK, R_SET_WHICH, R_TWO_PAIR, R_TWO_PAIR_HIGH, R_TWO_PAIR_LOW, NONE,
    R_TWO_PAIR_HIGH_ABOVE, R_TWO_PAIR_LOW_ABOVE, R_POCKET, R_POCKET_RANK, R_POCKET_BELOW, R_PAIR,
    R_PAIR_RANK, R_PAIR_BELOW, R_PAIR_SIDE_RANK, R_PAIR_SIDE_BELOW, R_NOTHING, R_NOTHING_HIGH,
    R_NOTHING_HIGH_BELOW, R_NOTHING_LOW, R_NOTHING_LOW_BELOW,
};
static const pair_places FLOP_PAIR_AT = {
    F_PAIR_QUADS, F_PAIR_FULL_POCKET, F_PAIR_FULL, NONE, NONE, F_PAIR_TRIPS, F_PAIR_TRIPS_ABOVE_PAIR,
    F_PAIR_TRIPS_ABOVE_KICKER, NONE, F_PAIR_POCKET, F_PAIR_POCKET_RANK, F_PAIR_POCKET_ABOVE_PAIR,
    F_PAIR_POCKET_ABOVE_KICKER, F_PAIR_KICKER, NONE, NONE, F_PAIR_KICKER_RANK,
    F_PAIR_KICKER_ABOVE_PAIR, F_PAIR_KICKER_ABOVE_KICKER, F_PAIR_HIGH, F_PAIR_LOW,
    F_PAIR_HOLE_ABOVE_PAIR, F_PAIR_HOLE_ABOVE_KICKER, NONE, NONE,
};
static const pair_places TURN_PAIR_AT = {
    T_PAIR_QUADS, T_PAIR_FULL_POCKET, T_PAIR_FULL, T_PAIR_FULL_HIGHER_POCKET, T_PAIR_FULL_HIGHER,
    T_PAIR_TRIPS, T_PAIR_TRIPS_ABOVE_PAIR, T_PAIR_TRIPS_ABOVE_KICKERS, T_PAIR_TRIPS_RANK,
    T_PAIR_POCKET, T_PAIR_POCKET_RANK, T_PAIR_POCKET_ABOVE_PAIR, T_PAIR_POCKET_ABOVE_KICKERS,
    T_PAIR_KICKER, T_PAIR_KICKER_PAIR_BELOW, T_PAIR_KICKER_BELOW, T_PAIR_KICKER_RANK,
    T_PAIR_KICKER_ABOVE_PAIR, T_PAIR_KICKER_ABOVE_KICKERS, T_PAIR_HIGH, T_PAIR_LOW,
    T_PAIR_HOLE_ABOVE_PAIR, T_PAIR_HOLE_ABOVE_KICKERS, NONE, NONE,
};
static const pair_places RIVER_PAIR_AT = {
    R_PAIR_QUADS, R_PAIR_FULL_POCKET, R_PAIR_FULL, R_PAIR_FULL_HIGHER_POCKET, R_PAIR_FULL_HIGHER,
    R_PAIR_TRIPS, R_PAIR_TRIPS_ABOVE_PAIR, R_PAIR_TRIPS_ABOVE_KICKERS, R_PAIR_TRIPS_RANK,
    R_PAIR_POCKET, R_PAIR_POCKET_RANK, R_PAIR_POCKET_ABOVE_PAIR, R_PAIR_POCKET_ABOVE_KICKERS,
    R_PAIR_KICKER, R_PAIR_KICKER_PAIR_BELOW, R_PAIR_KICKER_BELOW, R_PAIR_KICKER_RANK,
    R_PAIR_KICKER_ABOVE_PAIR, R_PAIR_KICKER_ABOVE_KICKERS, R_PAIR_HIGH, R_PAIR_LOW,
    R_PAIR_HOLE_ABOVE_PAIR, NONE, R_PAIR_HIGH_ABOVE, R_PAIR_LOW_ABOVE,
};
static const pairs_places TURN_PAIRS_AT = {
    T_PAIRS_QUADS, T_PAIRS_QUADS_HIGHER, T_PAIRS_FULL, T_PAIRS_FULL_HIGHER, T_PAIRS_POCKET,
    T_PAIRS_POCKET_RANK, T_PAIRS_POCKET_ABOVE, NONE, T_PAIRS_POCKET_OUT, NONE, NONE, T_PAIRS_HIGH,
    T_PAIRS_HIGH_ABOVE, T_PAIRS_LOW_ABOVE, NONE, NONE,
};
static const pairs_places RIVER_PAIRS_AT = {
    R_PAIRS_QUADS, R_PAIRS_QUADS_HIGHER, R_PAIRS_FULL, R_PAIRS_FULL_HIGHER, R_PAIRS_POCKET,
    R_PAIRS_POCKET_RANK, NONE, R_PAIRS_POCKET_ABOVE, NONE, R_PAIRS_KICKER, R_PAIRS_KICKER_RANK,
    R_PAIRS_HIGH, NONE, NONE, R_PAIRS_HIGH_ABOVE, R_PAIRS_BOARD,
};
static const trips_places FLOP_TRIPS_AT = {
    F_TRIPS_QUADS, F_TRIPS_POCKET, F_TRIPS_POCKET_RANK, F_TRIPS_HIGH, F_TRIPS_LOW, NONE, NONE, NONE,
    NONE, NONE, NONE,
};
static const trips_places TURN_TRIPS_AT = {
    T_TRIPS_QUADS, T_TRIPS_POCKET, T_TRIPS_POCKET_RANK, T_TRIPS_HIGH, T_TRIPS_LOW, T_TRIPS_ABOVE,
    T_TRIPS_FULL, T_TRIPS_FULL_ABOVE, T_TRIPS_FULL_RANK, NONE, T_TRIPS_POCKET_HIGHER,
};
static const trips_places RIVER_TRIPS_AT = {
    R_TRIPS_QUADS, NONE, NONE, R_TRIPS_HIGH, R_TRIPS_LOW, R_TRIPS_ABOVE, R_TRIPS_FULL, NONE, NONE,
    R_TRIPS_FULL_HIGHER, NONE,
};

static void on_full_board(const hand_view *hand)
{
    const board_view *view = hand->view;
    int value = matched_value(view, hand->high, hand->low);
    int on_board = 1 + view->trips * 16 + view->pairs[0];

    if (value >= 1024) {
        put(hand->row, R_FULL_QUADS, 1);
        note_higher(hand, R_FULL_QUADS_HIGHER, -1);
    } else if (value > on_board) {
        put(hand->row, R_FULL_HIGHER, 1);
        put_rank(hand->row, R_FULL_RANK, value >> 4 > on_board >> 4 ? view->pairs[0] : hand->high);
    }
}

static void on_quads_board(const hand_view *hand)
{
    if (hand->view->stage == 2)
        put_rank(hand->row, T_QUADS_HIGH, hand->high);
    else if (hand->high > hand->view->kickers[0])
        put_rank(hand->row, R_QUADS_KICKER, hand->high);
    else
        put(hand->row, R_QUADS_BOARD, 1);
}

static void matched_ranks(const hand_view *hand)
{
    static const trips_places *const trips[] = {0, &FLOP_TRIPS_AT, &TURN_TRIPS_AT, &RIVER_TRIPS_AT};
    static const pairs_places *const pairs[] = {0, 0, &TURN_PAIRS_AT, &RIVER_PAIRS_AT};
    static const pair_places *const pair[] = {0, &FLOP_PAIR_AT, &TURN_PAIR_AT, &RIVER_PAIR_AT};
    static const unpaired_places *const unpaired[] = {0, &FLOP_UNPAIRED_AT, &TURN_UNPAIRED_AT,
                                                      &RIVER_UNPAIRED_AT};
    const board_view *view = hand->view;

    if (view->quads >= 0) on_quads_board(hand);
    else if (view->trips >= 0 && view->pair_count) on_full_board(hand);
    else if (view->trips >= 0) on_trips_board(hand, trips[view->stage]);
    else if (view->pair_count == 2) on_two_pair_board(hand, pairs[view->stage]);
    else if (view->pair_count) on_pair_board(hand, pair[view->stage]);
    else on_unpaired_board(hand, unpaired[view->stage]);
}

static void before_the_flop(const hand_view *hand, const uint8_t *cards)
{
    int straights = 0;
    uint32_t own = 1u << hand->high | 1u << hand->low;

    if (hand->is_pocket) {
        put(hand->row, PREFLOP_POCKET, 1);
        put_rank(hand->row, PREFLOP_PAIR_RANK, hand->high);
        return;
    }
    for (int i = 0; i < STRAIGHT_WINDOWS; i++) straights += (window_ranks(i) & own) == own;
    put_rank(hand->row, PREFLOP_HIGH, hand->high);
    put_rank(hand->row, PREFLOP_LOW, hand->low);
    put(hand->row, PREFLOP_SUITED, ((cards[0] ^ cards[1]) & 3) == 0);
    put_count(hand->row, PREFLOP_STRAIGHTS, straights, FEW);
}

/* What two hole cards are on a board; `view` is NULL before the flop. */
static void private_features(const board_view *view, const uint8_t *hole_cards, feature_row *row)
{
    int first = hole_cards[0] >> 2, second = hole_cards[1] >> 2;
    hand_view hand = {
        .view = view, .row = row, .is_pocket = first == second,
        .high = first > second ? first : second, .low = first > second ? second : first,
    };

    row->count = 0;
    if (!view) {
        before_the_flop(&hand, hole_cards);
        return;
    }
    for (int i = 0; i < view->kicker_count; i++) hand.kickers |= 1u << view->kickers[i];
    matched_ranks(&hand);
    if (view->stage == 1) {
        flop_flush(&hand, hole_cards);
        flop_straight(&hand);
    } else if (view->stage == 2) {
        turn_flush(&hand, hole_cards);
        turn_straight(&hand);
    } else {
        river_flush(&hand, hole_cards);
        river_straight(&hand);
    }
}

#endif
