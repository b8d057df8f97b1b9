/* The words of a hand's record, see matches.h; the betting comes after the payoffs. */
#ifndef RB_OUTCOME_H
#define RB_OUTCOME_H

enum { PLACE, LENGTH_AND_OUTCOME, PAYOFFS, LENGTH_BITS = 16, LENGTH_MASK = 0xFFFF };

/* How the outcome of a hand is laid out in 16 bits; the lower ones say which seats have folded. */
enum { ROUND_SHIFT = 10, ROUND_MASK = 0xF, SHOWDOWN = 1 << 14, ENDED = 1 << 15 };

#endif
