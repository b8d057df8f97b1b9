/* The letters and sizes of a betting string. */
#ifndef RAILBIRD_BETTING_LETTERS_H
#define RAILBIRD_BETTING_LETTERS_H

#include <stdint.h>

/* Needs betting.h, which hand.h includes before. */
static const uint64_t LETTERS = FOLD_LETTER | CALL_LETTER << 8 | RAISE_LETTER << 16 |
                                (uint64_t)EXCHANGE_LETTER << 24 | (uint64_t)PASS_LETTER << 32;
enum { MOST_SIZE_DIGITS = 10, MASK_DIGITS = 3 };

static inline uint8_t letter_of(int kind)
{
    return (uint8_t)(LETTERS >> 8 * kind);
}

/* The kind of a letter in either case, `k` and `b` (check and bet) included; -1 for no letter. */
static inline int kind_of_letter(char letter)
{
    switch (letter | ' ') {
    case FOLD_LETTER: return FOLD;
    case CALL_LETTER: case CHECK_LETTER: return CALL;
    case RAISE_LETTER: case BET_LETTER: return RAISE;
    case EXCHANGE_LETTER: return EXCHANGE;
    case PASS_LETTER: return PASS;
    default: return -1;
    }
}

/* The number at `text`, or -1; `place` moves behind it. */
static inline int64_t read_size(const char *text, int64_t length, int64_t *place)
{
    int64_t number = 0, first = *place;

    for (; *place < length && text[*place] >= '0' && text[*place] <= '9'; ++*place) {
        if (*place - first == MOST_SIZE_DIGITS) return -1;
        number = number * 10 + (text[*place] - '0');
    }
    return *place > first ? number : -1;
}

#endif
