/* The boards that may follow a board. Boards that differ only by suits that mean the same are
   visited once, with how many there are. */
#ifndef RB_RUNOUTS_H
#define RB_RUNOUTS_H

#include "holdings.h"

/* suit_class[s] is the lowest suit that may be exchanged for suit s. */
typedef struct {
    uint8_t suit_class[SUIT_COUNT];
} suit_symmetry;

/* Suits can be exchanged if no weight and no number of `sets` of cards changes by it.
   `weights` may be NULL. */
suit_symmetry rb_find_symmetry(const suit_masks *sets, int set_count, const double *weights,
                               int weight_rows);

typedef void (*visit_board)(suit_masks board, int64_t count, void *context);

/* Visits every board of five cards, or every one with `to_come` cards more, none of them `dead`. */
void rb_visit_runouts(suit_masks board, suit_masks dead, int to_come, suit_symmetry symmetry,
                      visit_board visit, void *context);

#endif
