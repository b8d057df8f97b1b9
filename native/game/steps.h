/* What hand.h does not declare of games that STEPS_LOOP plays. */
#ifndef RAILBIRD_STEPS_H
#define RAILBIRD_STEPS_H

#include "hand.h"

/* Where a raise of who is to act is legal, in a round of betting. */
raise_bounds rb_bounds_of_step(const rb_tables *tables, int64_t table);

#endif
