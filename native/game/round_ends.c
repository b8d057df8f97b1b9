/* How bettings stood round by round. */
#include "play_action.h"
#include "actors.h"
#include "round_ends.h"

static void note_round(const rb_tables *tables, const rb_round_ends *ends, int64_t row)
{
    int64_t players = tables->game.player_count;

    memcpy(ends->spent + row * players, tables->spent, (size_t)players * sizeof *ends->spent);
    ends->live[row] = tables->hands->live;
}

/* Plays what is between two slashes at a time. */
static int32_t play_rounds(const rb_tables *tables, const char *text, int64_t length,
                           const rb_round_ends *ends, int64_t betting, int64_t *place)
{
    const rb_hand *hand = tables->hands;
    int rounds = tables->game.round_count, round = 0;
    int64_t first = 0, inside;

    ends->closing_round[betting] = 0;
    for (int64_t next = 0; next <= length; next++) {
        if (next < length && text[next] != ROUND_LETTER) continue;
        int32_t fault = rb_play_betting(tables, 0, text + first, next - first, &inside);
        *place = first + inside;
        if (fault != PLAYED) return fault;
        *place = next;
        if (next > first) ends->closing_round[betting] = (uint8_t)round;
        note_round(tables, ends, betting * rounds + round);
        if (next < length && ++round > hand->round_index) return MISPLACED_SLASH;
        first = next + 1;
    }
    ends->last_round[betting] = hand->round_index;
    while (++round < rounds) note_round(tables, ends, betting * rounds + round);
    return hand->is_done ? PLAYED : BROKEN_OFF;
}

int64_t rb_find_round_ends(const rb_tables *tables, const rb_bettings *bettings,
                           const rb_round_ends *ends, int32_t *fault, int64_t *place)
{
    for (int64_t i = 0; i < bettings->count; i++) {
        int64_t first = bettings->offsets[i];
        rb_start_betting(tables, bettings, i);
        *fault = play_rounds(tables, bettings->text + first, bettings->offsets[i + 1] - first, ends,
                             i, place);
        if (*fault != PLAYED) return i;
    }
    return -1;
}
