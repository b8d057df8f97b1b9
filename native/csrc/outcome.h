/* How the outcome of a hand is laid out in 16 bits; the lower ones say which seats have folded. */
#ifndef RB_OUTCOME_H
#define RB_OUTCOME_H

enum { ROUND_SHIFT = 10, ROUND_MASK = 0xF, SHOWDOWN = 1 << 14, ENDED = 1 << 15 };

#endif
