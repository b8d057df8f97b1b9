/* Pieces of text: lines, amounts, cards. */
#ifndef RAILBIRD_TOLD_TEXT_H
#define RAILBIRD_TOLD_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const char *at, *end;
} piece;

enum { MOST_AMOUNT_DIGITS = 10, MOST_PER_UNIT = 1000000 };
static const int64_t MOST_TOLD_CHIPS = INT32_MAX;

static inline bool starts_with(piece text, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(text.end - text.at) >= length && !memcmp(text.at, word, length);
}

static inline bool is_word(piece text, const char *word)
{
    return (size_t)(text.end - text.at) == strlen(word) && starts_with(text, word);
}

/* Takes a word off the beginning, if it stands there. */
static inline bool take(piece *text, const char *word)
{
    if (!starts_with(*text, word)) return false;
    text->at += strlen(word);
    return true;
}

/* Where a word first stands, or NULL. */
static inline const char *find(piece text, const char *word)
{
    size_t length = strlen(word);

    for (; (size_t)(text.end - text.at) >= length; text.at++) {
        text.at = memchr(text.at, *word, (size_t)(text.end - text.at));
        if (!text.at || (size_t)(text.end - text.at) < length) return NULL;
        if (!memcmp(text.at, word, length)) return text.at;
    }
    return NULL;
}

/* Where a word last stands, or NULL. */
static inline const char *find_last(piece text, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(text.end - text.at) < length) return NULL;
    for (const char *at = text.end - length; at >= text.at; at--)
        if (!memcmp(at, word, length)) return at;
    return NULL;
}

static inline bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* Takes a plain number; -1 where there is none. */
static inline int64_t take_number(piece *text)
{
    const char *start = text->at;
    int64_t number = 0;

    for (; text->at < text->end && is_digit(*text->at); text->at++) {
        if (text->at - start == MOST_AMOUNT_DIGITS) return -1;
        number = number * 10 + (*text->at - '0');
    }
    return text->at > start ? number : -1;
}

/* Takes an amount in chips, with a dollar sign or without, with one or two decimals or none; -1 for
   any other, which may have separators, and for parts of a chip. */
static inline int64_t take_amount(piece *text, int64_t per_unit)
{
    take(text, "$");
    int64_t chips = take_number(text), parts = 0, parts_of_one = 1;

    if (chips < 0 || per_unit > MOST_PER_UNIT) return -1;
    if (take(text, ".")) {
        for (; text->at < text->end && is_digit(*text->at); text->at++) {
            if (parts_of_one == 100) return -1;
            parts = parts * 10 + (*text->at - '0');
            parts_of_one *= 10;
        }
        if (parts_of_one == 1 || parts * per_unit % parts_of_one) return -1;
    }
    chips = chips * per_unit + parts * per_unit / parts_of_one;
    if (text->at < text->end && (*text->at == ',' || *text->at == '.')) return -1;
    return chips > MOST_TOLD_CHIPS ? -1 : chips;
}

/* Takes cards in brackets with single spaces between them; returns how many, or -1. */
static inline int take_cards(piece *text, char *letters, int most)
{
    int count = 0;

    if (!take(text, "[")) return -1;
    do {
        if (count == most || text->end - text->at < 3) return -1;
        for (int i = 0; i < 2; i++)
            if ((unsigned char)(*text->at - '!') >= '~' - '!' || *text->at == ']' || *text->at == '?') return -1;
            else letters[2 * count + i] = *text->at++;
        count++;
    } while (take(text, " "));
    return take(text, "]") ? count : -1;
}

/* Keeps what is the first to be known of a player's cards; false where it contradicts that. */
static inline bool keep_hole(char *known, const char *told)
{
    if (*known == '?') {
        memcpy(known, told, 4);
        return true;
    }
    return !memcmp(known, told, 4) || (!memcmp(known, told + 2, 2) && !memcmp(known + 2, told, 2));
}

#endif
