/* The best hand of hole cards and board: of all of them, or of so many from each. */
#include <stdint.h>

#include "rankers.h"
#include "omaha.h"
#include "rank_by.h"

typedef struct {
    const uint8_t *cards;
    int count, wanted;
} card_group;

enum { GROUPS = 2 };

static inline uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Each way to take `left` more cards of a group, from the card at `from` on, and then so many as
   are wanted of the next; cards taken are shared by all ways that begin with them. */
static uint32_t best_choice(int ranker, const card_group groups[GROUPS], int group, int from,
                            int left, suit_masks taken)
{
    const card_group *here = groups + group;
    uint32_t best = 0;

    if (!left && group + 1 == GROUPS)
        return rb_rank_by(ranker, taken, groups[0].wanted + groups[1].wanted);
    if (!left) return best_choice(ranker, groups, group + 1, 0, here[1].wanted, taken);
    for (int i = from; i + left <= here->count; i++)
        best = larger(best, best_choice(ranker, groups, group, i + 1, left - 1,
                                        taken | rb_card_bits[here->cards[i]]));
    return best;
}

/* Deuce-to-seven has no short way to the lowest five of more cards. */
static uint32_t best_of_all(int ranker, card_group hole, card_group board)
{
    int count = hole.count + board.count;
    suit_masks suits = rb_suits_of(hole.cards, hole.count) | rb_suits_of(board.cards, board.count);
    uint32_t best = 0;

    if (ranker != DEUCE_TO_SEVEN || count <= LEAST_FULL_HAND) return rb_rank_by(ranker, suits, count);
    for (hole.wanted = 0; hole.wanted <= LEAST_FULL_HAND; hole.wanted++) {
        board.wanted = LEAST_FULL_HAND - hole.wanted;
        best = larger(best, best_choice(ranker, (card_group[GROUPS]){hole, board}, 0, 0, hole.wanted, 0));
    }
    return best;
}

uint16_t rb_best_rank(const rb_ranking *ranking, const uint8_t *hole, int32_t hole_count,
                      const uint8_t *board, int32_t board_count)
{
    card_group groups[GROUPS] = {{hole, hole_count, ranking->from_hole},
                                 {board, board_count, ranking->from_board}};
    uint32_t rank;

    if (!ranking->from_hole && !ranking->from_board)
        rank = best_of_all(ranking->ranker, groups[0], groups[1]);
    else if (ranking->from_hole == OMAHA_HOLE && ranking->from_board == OMAHA_BOARD &&
             rb_has_omaha(ranking->ranker, hole_count, board_count)) {
        omaha_board read;
        rb_read_omaha_board(ranking->ranker, &rb_portable_path, board, board_count, &read);
        rank = rb_rank_omaha(ranking->ranker, hole, hole_count, &read);
    } else
        rank = best_choice(ranking->ranker, groups, 0, 0, groups[0].wanted, 0);

    return (uint16_t)(rank > rb_highest_unqualified(ranking) ? rank : 0);
}

int32_t rb_lowest_ranked_card(int32_t ranker)
{
    return ranker == SHORT_DECK_HIGH ? 4 * SUIT_COUNT : ranker == MANILA_HIGH ? 5 * SUIT_COUNT : 0;
}
