/* Who acted, letter by letter. */
#include "play_action.h"
#include "actors.h"

static void copy_own(int64_t *to, const int64_t *from, int64_t row, int player_count)
{
    if (from) memcpy(to, from + row * player_count, (size_t)player_count * sizeof *to);
}

void rb_start_betting(const rb_tables *tables, const rb_bettings *bettings, int64_t row)
{
    int player_count = tables->game.player_count;

    copy_own(tables->stacks, bettings->stacks, row, player_count);
    copy_own(tables->blinds, bettings->blinds, row, player_count);
    copy_own(tables->antes, bettings->antes, row, 1);
    start_hand(tables, 0, player_count, tables->game.loop);
}

/* Slashes are due and checked as in rb_play_betting. */
static int32_t follow(const rb_tables *tables, const char *text, int64_t length, uint8_t *actors,
                      int64_t *place)
{
    const rb_hand *hand = tables->hands;
    int32_t slashes_due = hand->round_index;

    for (int64_t next = 0; (*place = next) < length;) {
        char letter = text[next++];
        int kind = kind_of_letter(letter), round = hand->round_index;
        action wanted = {.kind = (uint8_t)kind, .amount = 0};
        if (letter == ROUND_LETTER) {
            if (slashes_due-- == 0) return MISPLACED_SLASH;
            continue;
        }
        if (kind < 0 || kind > RAISE) return UNKNOWN_LETTER;
        if (hand->is_done) return NOBODY_TO_ACT;
        if (slashes_due) return MISPLACED_SLASH;
        if (has_number(&tables->game, round, kind) &&
            (wanted.amount = read_size(text, length, &next)) < 0)
            return NO_SIZE;
        actors[*place] = hand->acting_position;
        int32_t fault = play_action(tables, 0, wanted);
        if (fault != PLAYED) return fault;
        slashes_due = hand->round_index - round;
    }
    return PLAYED;
}

int64_t rb_find_actors(const rb_tables *tables, const rb_bettings *bettings, uint8_t *actors,
                       int32_t *fault, int64_t *place)
{
    memset(actors, NOBODY, (size_t)bettings->offsets[bettings->count]);
    for (int64_t i = 0; i < bettings->count; i++) {
        int64_t first = bettings->offsets[i];
        rb_start_betting(tables, bettings, i);
        *fault = follow(tables, bettings->text + first, bettings->offsets[i + 1] - first,
                        actors + first, place);
        if (*fault != PLAYED) return i;
    }
    return -1;
}
