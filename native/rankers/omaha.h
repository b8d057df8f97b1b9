/* Two of the hole cards and three of the board, as Omaha has it: the ranks of all pairs are looked up
   with those of all threes, and flushes are ranked apart. rankers.h comes before. */
#ifndef RB_OMAHA_H
#define RB_OMAHA_H

#include "ranker_tables.h"

enum { OMAHA_HOLE = 2, OMAHA_BOARD = 3, MOST_OMAHA_HOLE = 6, MOST_OMAHA_BOARD = 5 };

/* What a board is worth to any hole cards. */
typedef struct {
    int16_t best[TWOS_ROW]; /* with each two ranks, flushes left out; see rb_fives */
    suit_masks suits;
    int flush_suit; /* the suit of three or more cards, or -1 */
} omaha_board;

/* Whether hands are made as in Omaha, and rb_rank_omaha knows the ranker and takes so many cards. */
int rb_has_omaha(const rb_ranking *ranking, int hole_count, int board_count);

void rb_read_omaha_board(int ranker, const cpu_path *path, const uint8_t *cards, int count,
                         omaha_board *board);

/* The rank of the best of two hole cards and three of a board read for the ranker. */
uint32_t rb_rank_omaha(int ranker, const uint8_t *hole, int count, const omaha_board *board);

#endif
