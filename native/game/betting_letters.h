/* The letters and sizes of a betting string, and what may be wrong with one. */
#ifndef RAILBIRD_BETTING_LETTERS_H
#define RAILBIRD_BETTING_LETTERS_H

#include "hand.h"

enum {
    PLAYED, UNKNOWN_LETTER, NOT_LEGAL, BELOW_LEAST, ABOVE_MOST, NOBODY_TO_ACT, MISPLACED_SLASH,
    NO_SIZE
};
enum { MOST_DIGITS = 10 };

INLINE int kind_of(char letter)
{
    switch (letter) {
    case 'f': case 'F': return FOLD;
    case 'c': case 'C': case 'k': case 'K': return CALL;
    case 'r': case 'R': case 'b': case 'B': return RAISE;
    default: return -1;
    }
}

/* The number at `text`, or -1; `place` moves behind it. */
INLINE int64_t read_size(const char *text, int64_t length, int64_t *place)
{
    int64_t number = 0, first = *place;

    for (; *place < length && text[*place] >= '0' && text[*place] <= '9'; ++*place) {
        if (*place - first == MOST_DIGITS) return -1;
        number = number * 10 + (text[*place] - '0');
    }
    return *place > first ? number : -1;
}

#endif
