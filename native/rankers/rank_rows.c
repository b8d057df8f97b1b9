/* Ranks many hands, a batch at a time: the fastest way depends on the ranker and on the cards. */
#include <stdint.h>

#include "rankers.h"
#include "cpu_paths.h"
#include "hand_tables.h"
#include "omaha.h"
#include "rank_by.h"

enum { BATCH = 1024 };

/* Hands, all or a batch of them, and where their ranks go. */
typedef struct {
    const rb_ranking *ranking;
    const cpu_path *path;
    rb_hands hands;
    uint16_t *ranks;
} ranked_rows;

typedef void (*rank_rows)(const ranked_rows *rows);

/* ---- five low cards: from ranks of high hands, where they have straights and flushes ---- */

static inline int is_straight(uint32_t rank)
{
    uint32_t category = rank >> CATEGORY_SHIFT;

    return category == STRAIGHT || category == STRAIGHT_FLUSH;
}

/* The rank of the same cards if they were no straight, but a flush where they are one. */
static inline uint32_t without_straight(uint32_t rank)
{
    const uint32_t ace_to_four = 1u << 12 | 0xF, index = (1u << CATEGORY_SHIFT) - 1;
    uint32_t top = rank & index, lowest = rb_straight_top(1);
    uint32_t place = rb_places[PLACE_OF_5][top == lowest ? ace_to_four : 0x1Fu << (top - 4)];

    return rank >> CATEGORY_SHIFT == STRAIGHT ? place : (uint32_t)FLUSH << CATEGORY_SHIFT | place;
}

static void rank_deuce_to_seven(const ranked_rows *rows)
{
    const uint32_t lowest = rb_straight_top(1), index = (1u << CATEGORY_SHIFT) - 1;

    rows->path->rank_hands(rows->hands.hole, rows->hands.hand_count, LEAST_FULL_HAND, rows->ranks);
    for (int64_t i = 0; i < rows->hands.hand_count; i++) {
        uint32_t rank = rows->ranks[i];
        if (is_straight(rank) && (rank & index) == lowest) rank = without_straight(rank);
        rows->ranks[i] = (uint16_t)(LOW_TOP - rank);
    }
}

/* The cards are ranked with each rank one higher and the ace lowest. */
static void rank_ace_to_five(const ranked_rows *rows)
{
    uint8_t raised[BATCH * LEAST_FULL_HAND];
    int64_t count = rows->hands.hand_count;
    uint32_t too_low = rb_highest_unqualified(rows->ranking);

    for (int64_t i = 0; i < count * LEAST_FULL_HAND; i++) {
        uint8_t card = rows->hands.hole[i], is_ace = card >= DECK_SIZE - SUIT_COUNT;
        raised[i] = (uint8_t)(card + SUIT_COUNT - (is_ace ? DECK_SIZE : 0));
    }
    rows->path->rank_hands(raised, count, LEAST_FULL_HAND, rows->ranks);
    for (int64_t i = 0; i < count; i++) {
        uint32_t rank = rows->ranks[i];
        if (is_straight(rank)) rank = without_straight(rank);
        if (rank >> CATEGORY_SHIFT == FLUSH) rank ^= (uint32_t)FLUSH << CATEGORY_SHIFT;
        rank = LOW_TOP - rank;
        rows->ranks[i] = (uint16_t)(rank > too_low ? rank : 0);
    }
}

/* ---- the others ---- */

static void rank_badugis(const ranked_rows *rows)
{
    int is_ace_low = rows->ranking->ranker == BADUGI;

    rows->path->find_badugis(rows->hands.hole, rows->hands.hand_count, rows->hands.hole_count,
                             is_ace_low, rows->ranks);
    for (int64_t i = 0; i < rows->hands.hand_count; i++)
        rows->ranks[i] = rb_badugi_ranks[rows->ranks[i]];
}

static void rank_high(const ranked_rows *rows)
{
    int ranker = rows->ranking->ranker;

    rows->path->rank_hands(rows->hands.hole, rows->hands.hand_count, rows->hands.hole_count,
                           rows->ranks);
    for (int64_t i = 0; i < rows->hands.hand_count; i++)
        rows->ranks[i] = (uint16_t)rb_in_order_of(ranker, rows->ranks[i]);
}

static void rank_suits(const ranked_rows *rows)
{
    int ranker = rows->ranking->ranker, count = rows->hands.hole_count;
    uint32_t too_low = rb_highest_unqualified(rows->ranking);

    for (int64_t i = 0; i < rows->hands.hand_count; i++) {
        suit_masks suits = rb_suits_of(rows->hands.hole + i * count, count);
        uint32_t rank = rb_rank_by(ranker, suits, count);
        rows->ranks[i] = (uint16_t)(rank > too_low ? rank : 0);
    }
}

static void rank_omaha(const ranked_rows *rows)
{
    const rb_hands *hands = &rows->hands;
    int ranker = rows->ranking->ranker;
    uint32_t too_low = rb_highest_unqualified(rows->ranking);
    omaha_board board;

    for (int64_t i = 0; i < hands->hand_count; i++) {
        if (i == 0 || !hands->is_one_board)
            rb_read_omaha_board(ranker, rows->path, hands->board + i * hands->board_count,
                                hands->board_count, &board);
        uint32_t rank = rb_rank_omaha(ranker, hands->hole + i * hands->hole_count,
                                      hands->hole_count, &board);
        rows->ranks[i] = (uint16_t)(rank > too_low ? rank : 0);
    }
}

static void rank_one_by_one(const ranked_rows *rows)
{
    const rb_hands *hands = &rows->hands;

    for (int64_t i = 0; i < hands->hand_count; i++) {
        const uint8_t *board = hands->board + (hands->is_one_board ? 0 : i * hands->board_count);
        rows->ranks[i] = rb_best_rank(rows->ranking, hands->hole + i * hands->hole_count,
                                      hands->hole_count, board, hands->board_count);
    }
}

static rank_rows way_of(const rb_ranking *by, const rb_hands *hands)
{
    int count = hands->hole_count, is_low = by->ranker == DEUCE_TO_SEVEN || by->ranker == ACE_TO_FIVE;

    if (rb_has_omaha(by, count, hands->board_count)) return rank_omaha;
    if (rb_has_table(by->ranker)) return rank_one_by_one;
    if (by->wild || by->from_hole || by->from_board || hands->board_count) return rank_one_by_one;
    if ((by->ranker == BADUGI || by->ranker == BADUGI_ACE_HIGH) && (count == 4 || count == 5))
        return rank_badugis;
    if (is_low && count == LEAST_FULL_HAND)
        return by->ranker == ACE_TO_FIVE ? rank_ace_to_five : rank_deuce_to_seven;
    if ((by->ranker == HIGH || by->ranker == MANILA_HIGH) && count >= LEAST_FULL_HAND &&
        count <= MOST_CARDS)
        return rank_high;
    return by->ranker == DEUCE_TO_SEVEN ? rank_one_by_one : rank_suits;
}

/* ---- cards that are none of the deck ---- */

static int is_of_deck(const rb_ranking *by, uint8_t card)
{
    if (by->wild >> (card & 63) & 1 && card < 64) return 1;
    return card >= rb_lowest_ranked_card(by->ranker) && card < DECK_SIZE;
}

static int64_t first_foreign(const rb_ranking *by, const uint8_t *cards, int64_t count)
{
    int32_t lowest = rb_lowest_ranked_card(by->ranker);
    uint8_t highest = 0;

    for (int64_t i = 0; i < count; i++) {
        uint8_t above_lowest = (uint8_t)(cards[i] - lowest);
        highest = above_lowest > highest ? above_lowest : highest;
    }
    if (highest < DECK_SIZE - lowest) return -1;
    for (int64_t i = 0; i < count; i++)
        if (!is_of_deck(by, cards[i])) return i;
    return -1;
}

static int64_t first_foreign_hand(const ranked_rows *rows)
{
    const rb_hands *hands = &rows->hands;
    int64_t board_rows = hands->is_one_board ? 0 : hands->hand_count;
    int64_t hole = first_foreign(rows->ranking, hands->hole, hands->hand_count * hands->hole_count);
    int64_t board = first_foreign(rows->ranking, hands->board, board_rows * hands->board_count);

    if (hole >= 0) hole /= hands->hole_count;
    if (board >= 0) board /= hands->board_count;
    return hole < 0 || (board >= 0 && board < hole) ? board : hole;
}

int64_t rb_best_ranks(const rb_ranking *ranking, const rb_hands *hands, int32_t path,
                      uint16_t *ranks)
{
    ranked_rows batch = {ranking, rb_cpu_path(path), *hands, ranks};
    rank_rows rank = way_of(ranking, hands);
    int64_t board_step = hands->is_one_board ? 0 : hands->board_count;

    if (hands->is_one_board && first_foreign(ranking, hands->board, hands->board_count) >= 0)
        return hands->hand_count;
    for (int64_t from = 0; from < hands->hand_count; from += BATCH) {
        int64_t left = hands->hand_count - from;
        batch.hands.hand_count = left < BATCH ? left : BATCH;
        batch.hands.hole = hands->hole + from * hands->hole_count;
        batch.hands.board = hands->board + from * board_step;
        batch.ranks = ranks + from;
        int64_t foreign = first_foreign_hand(&batch);
        if (foreign >= 0) return from + foreign;
        rank(&batch);
    }
    return -1;
}
