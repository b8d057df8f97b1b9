/* The best hand of hole cards and board: of all of them, or of so many from each. */
#include <stdint.h>

#include "rankers.h"
#include "hand_tables.h"
#include "omaha.h"
#include "rank_by.h"

typedef struct {
    const uint8_t *cards;
    int count, wanted;
} card_group;

enum { GROUPS = 2 };

/* Cards that are not wild, and how many are. */
typedef struct {
    suit_masks suits;
    int wild;
} taken_cards;

static inline taken_cards take(taken_cards taken, const rb_ranking *ranking, uint8_t card)
{
    int is_wild = (int)(ranking->wild >> (card & 63) & 1);

    return (taken_cards){is_wild ? taken.suits : taken.suits | rb_card_bits[card],
                         taken.wild + is_wild};
}

static uint32_t rank_taken(const rb_ranking *ranking, taken_cards taken, int count)
{
    return taken.wild ? rb_rank_wild(ranking, taken.suits, taken.wild, count)
                      : rb_rank_by(ranking->ranker, taken.suits, count);
}

/* Each way to take `left` more cards of a group, from the card at `from` on, and then so many as
   are wanted of the next; cards taken are shared by all ways that begin with them. */
static uint32_t best_choice(const rb_ranking *ranking, const card_group groups[GROUPS], int group,
                            int from, int left, taken_cards taken)
{
    const card_group *here = groups + group;
    uint32_t best = 0;

    if (!left && group + 1 == GROUPS)
        return rank_taken(ranking, taken, groups[0].wanted + groups[1].wanted);
    if (!left) return best_choice(ranking, groups, group + 1, 0, here[1].wanted, taken);
    for (int i = from; i + left <= here->count; i++)
        best = rb_larger(best, best_choice(ranking, groups, group, i + 1, left - 1,
                                        take(taken, ranking, here->cards[i])));
    return best;
}

/* Deuce-to-seven has no short way to the lowest five of more cards. */
static uint32_t best_of_all(const rb_ranking *ranking, card_group groups[GROUPS])
{
    int count = groups[0].count + groups[1].count, is_choice = ranking->ranker == DEUCE_TO_SEVEN;
    taken_cards taken = {0, 0};
    uint32_t best = 0;

    for (int group = 0; group < GROUPS; group++)
        for (int i = 0; i < groups[group].count; i++)
            taken = take(taken, ranking, groups[group].cards[i]);
    if (!is_choice || count <= LEAST_FULL_HAND) return rank_taken(ranking, taken, count);
    for (int of_hole = 0; of_hole <= LEAST_FULL_HAND; of_hole++) {
        groups[0].wanted = of_hole;
        groups[1].wanted = LEAST_FULL_HAND - of_hole;
        best = rb_larger(best, best_choice(ranking, groups, 0, 0, of_hole, (taken_cards){0, 0}));
    }
    return best;
}

static uint64_t cards_of(const uint8_t *cards, int count)
{
    uint64_t found = 0;

    for (int i = 0; i < count; i++) found |= (uint64_t)1 << (cards[i] & 63);
    return found;
}

uint16_t rb_best_rank(const rb_ranking *ranking, const uint8_t *hole, int32_t hole_count,
                      const uint8_t *board, int32_t board_count)
{
    card_group groups[GROUPS] = {{hole, hole_count, ranking->from_hole},
                                 {board, board_count, ranking->from_board}};
    uint32_t rank;

    if (rb_has_table(ranking->ranker))
        return (uint16_t)rb_best_in_table(ranking, cards_of(hole, hole_count),
                                          cards_of(board, board_count));
    if (!ranking->from_hole && !ranking->from_board)
        rank = best_of_all(ranking, groups);
    else if (rb_has_omaha(ranking, hole_count, board_count)) {
        omaha_board read;
        rb_read_omaha_board(ranking->ranker, &rb_portable_path, board, board_count, &read);
        rank = rb_rank_omaha(ranking->ranker, hole, hole_count, &read);
    } else
        rank = best_choice(ranking, groups, 0, 0, groups[0].wanted, (taken_cards){0, 0});
    return (uint16_t)(rank > rb_highest_unqualified(ranking) ? rank : 0);
}

int32_t rb_lowest_ranked_card(int32_t ranker)
{
    return ranker == SHORT_DECK_HIGH ? 4 * SUIT_COUNT : ranker == MANILA_HIGH ? 5 * SUIT_COUNT : 0;
}
