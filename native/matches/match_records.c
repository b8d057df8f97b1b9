/* The records of hands that ended: found by match and hand, and read as columns. */
#include <stddef.h>

#include "hand.h"
#include "draws.h"
#include "matches.h"
#include "session.h"

enum { WORD = 8, HANDS_AHEAD = 8 };

static uint32_t letters_of(const int64_t *record)
{
    return (uint32_t)(record[LENGTH_AND_OUTCOME] & LENGTH_MASK);
}

int rb_count_setup_words(int32_t rule, int32_t player_count)
{
    int player_words = (player_count + PLAYERS_IN_WORD - 1) / PLAYERS_IN_WORD;

    if (rule == RESET) return 0;
    return 1 + player_count + (rule == ROUNDS ? 1 + player_words : 0);
}

/* Words of a record before its betting. */
static int64_t head_of_record(const rb_matches *matches)
{
    int64_t player_count = matches->tables.game.player_count;

    return PAYOFFS + player_count +
           rb_count_setup_words(matches->session.rule, (int32_t)player_count);
}

/* Notes where the records lie that were written since this was done last. */
static void place_records(rb_matches *matches)
{
    int64_t head = head_of_record(matches);

    while (matches->log_placed < matches->log_used) {
        const int64_t *record = matches->log + matches->log_placed;
        int64_t match = record[PLACE] >> HAND_BITS, hand = record[PLACE] & UINT32_MAX;
        matches->places[match * matches->dealt_count + hand] = (uint32_t)matches->log_placed;
        matches->log_placed += head + (letters_of(record) + WORD - 1) / WORD;
    }
}

static const int64_t *record_at(const rb_matches *matches, int64_t place)
{
    return matches->places[place] ? matches->log + matches->places[place] : NULL;
}

const int64_t *rb_find_record(rb_matches *matches, int64_t match, int64_t hand)
{
    place_records(matches);
    return record_at(matches, match * matches->dealt_count + hand);
}

void rb_read_ends(rb_matches *matches, const int64_t *hands, int64_t hand_count, int64_t *ends)
{
    place_records(matches);
    for (int64_t i = 0; i < hand_count; i++) {
        const int64_t *record = record_at(matches, hands[i]);
        ends[i] = record ? record[LENGTH_AND_OUTCOME] : 0;
    }
}

void rb_read_hand_payoffs(rb_matches *matches, const int64_t *hands, int64_t hand_count,
                          int64_t *payoffs)
{
    int player_count = matches->tables.game.player_count;

    place_records(matches);
    for (int64_t i = 0; i < hand_count; i++) {
        const int64_t *record = record_at(matches, hands[i]);
        for (int j = 0; j < player_count; j++) *payoffs++ = record ? record[PAYOFFS + j] : 0;
    }
}

/* The level of a hand of a freeze-out, found from that of a hand before it, or from 0. */
static int32_t level_after(const rb_session *session, int32_t level, int64_t hand)
{
    while (level + 1 < session->level_count && hand >= session->level_ends[level]) level++;
    return level;
}

/* Writes what a hand started from as row i; `level` is that of a hand of the match that is not later. */
INLINE void read_start(const rb_matches *matches, const int64_t *record, int32_t level,
                       const rb_hand_starts *starts, int64_t i, const int player_count)
{
    const rb_session *session = &matches->session;
    const int64_t *setup = record + PAYOFFS + player_count;
    int64_t first = i * player_count;

    level = session->rule == ROUNDS ? (int32_t)(setup[1 + player_count] & UINT32_MAX)
                                    : level_after(session, level, record[PLACE] & UINT32_MAX);
    const int64_t *blinds = session->level_blinds + level * (int64_t)player_count;
    starts->levels[i] = level;
    starts->antes[i] = session->level_antes[level];
    for (int j = 0; j < player_count; j++) {
        int seat = (int)(setup[0] >> j * SEAT_SHIFT & ((1 << SEAT_SHIFT) - 1));
        int64_t stack = setup[1 + seat];
        starts->positions[first + seat] = (uint8_t)j;
        starts->stacks[first + seat] = stack;
        starts->blinds[first + seat] = stack > 0 ? blinds[j] : 0;
    }
}

void rb_read_starts(rb_matches *matches, const int64_t *hands, int64_t hand_count,
                    const rb_hand_starts *starts)
{
    place_records(matches);
    for (int64_t i = 0; i < hand_count; i++)
        read_start(matches, record_at(matches, hands[i]), 0, starts, i,
                   matches->tables.game.player_count);
}

void rb_read_players(rb_matches *matches, const int64_t *hands, int64_t hand_count, int32_t *players,
                     int32_t *rounds)
{
    int player_count = matches->tables.game.player_count;

    place_records(matches);
    for (int64_t i = 0; i < hand_count; i++) {
        const int64_t *words = record_at(matches, hands[i]) + PAYOFFS + 1 + 2 * player_count;
        rounds[i] = (int32_t)(words[0] >> ROUND_OF_HANDS_SHIFT);
        for (int j = 0; j < player_count; j++)
            *players++ = (int32_t)(words[1 + j / PLAYERS_IN_WORD] >>
                                   j % PLAYERS_IN_WORD * PLAYER_SHIFT);
    }
}

void rb_copy_bettings(rb_matches *matches, const int64_t *hands, int64_t hand_count, uint8_t *text)
{
    int64_t head = head_of_record(matches);

    place_records(matches);
    for (int64_t i = 0; i < hand_count; i++) {
        const int64_t *record = record_at(matches, hands[i]);
        memcpy(text, record + head, letters_of(record));
        text += letters_of(record);
    }
}

/* Copies whole words while the text has room for them, which goes without a call. */
static uint8_t *copy_letters(uint8_t *text, const uint8_t *end, const int64_t *letters,
                             uint32_t count)
{
    if ((int64_t)(end - text) < (int64_t)count + WORD) {
        memcpy(text, letters, count);
        return text + count;
    }
    for (uint32_t i = 0; i < count; i += WORD) memcpy(text + i, letters + i / WORD, WORD);
    return text + count;
}

/* Writes the outcome of a hand as row i, and its betting; returns where the next one goes. */
INLINE uint8_t *read_outcome(const rb_matches *matches, const int64_t *record,
                             const rb_hand_columns *columns, int64_t i, uint8_t *text,
                             const int head, const int player_count)
{
    const uint8_t *end = columns->betting + matches->betting_length;

    for (int j = 0; j < player_count; j++)
        columns->payoffs[i * player_count + j] = record[PAYOFFS + j];
    columns->showdown[i] = (record[LENGTH_AND_OUTCOME] >> LENGTH_BITS & SHOWDOWN) != 0;
    columns->offsets[i] = text - columns->betting;
    return copy_letters(text, end, record + head, letters_of(record));
}

INLINE void read_hands(const rb_matches *matches, const rb_hand_columns *columns,
                       const int player_count)
{
    int64_t hand_count = matches->match_count * matches->hand_count;
    uint8_t *text = columns->betting;

    for (int64_t i = 0; i < hand_count; i++) {
        const int64_t *record = matches->log + matches->places[i];
        if (i + HANDS_AHEAD < hand_count)
            __builtin_prefetch(matches->log + matches->places[i + HANDS_AHEAD]);
        text = read_outcome(matches, record, columns, i, text, PAYOFFS + player_count, player_count);
    }
    columns->offsets[hand_count] = text - columns->betting;
}

void rb_read_hands(rb_matches *matches, const rb_hand_columns *columns)
{
    int player_count = matches->tables.game.player_count;

    place_records(matches);
    switch (player_count) {
    case 2: read_hands(matches, columns, 2); break;
    case 3: read_hands(matches, columns, 3); break;
    default: read_hands(matches, columns, player_count);
    }
}

INLINE void read_session(const rb_matches *matches, const int64_t *hands, int64_t hand_count,
                         const rb_hand_columns *columns, const rb_hand_starts *starts,
                         const int player_count)
{
    const int head = (int)head_of_record(matches);
    uint8_t *text = columns->betting;
    int64_t former = 0;
    int32_t level = 0;

    for (int64_t i = 0; i < hand_count; i++) {
        const int64_t *record = matches->log + matches->places[hands[i]];
        if (i + HANDS_AHEAD < hand_count)
            __builtin_prefetch(matches->log + matches->places[hands[i + HANDS_AHEAD]]);
        text = read_outcome(matches, record, columns, i, text, head, player_count);
        int64_t hand = record[PLACE] & UINT32_MAX;
        read_start(matches, record, hand > former ? level : 0, starts, i, player_count);
        former = hand;
        level = starts->levels[i];
    }
    columns->offsets[hand_count] = text - columns->betting;
}

void rb_read_session(rb_matches *matches, const int64_t *hands, int64_t hand_count,
                     const rb_hand_columns *columns, const rb_hand_starts *starts)
{
    int player_count = matches->tables.game.player_count;

    place_records(matches);
    switch (player_count) {
    case 2: read_session(matches, hands, hand_count, columns, starts, 2); break;
    default: read_session(matches, hands, hand_count, columns, starts, player_count);
    }
}
