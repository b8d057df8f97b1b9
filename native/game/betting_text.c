/* Plays a hand on from its betting as the ACPC writes it. */
#include "play_action.h"

/* A `/` stands wherever a round begins, so many as begin; those at the very end may be left out.
   A hand that nobody can act in has them before the first letter. */
int32_t rb_play_betting(const rb_tables *tables, int32_t table, const char *text, int64_t length,
                        int64_t *place)
{
    int32_t slashes_due = tables->hands[table].action_count ? 0 : tables->hands[table].round_index;

    for (int64_t next = 0; (*place = next) < length;) {
        char letter = text[next++];
        int kind = kind_of_letter(letter);
        action wanted = {.kind = (uint8_t)kind, .amount = 0};
        int32_t round = tables->hands[table].round_index, fault;
        if (letter == ROUND_LETTER) {
            if (slashes_due-- == 0) return MISPLACED_SLASH;
            continue;
        }
        if (kind < 0 || (kind > RAISE && tables->game.loop != STEPS_LOOP)) return UNKNOWN_LETTER;
        if (tables->hands[table].is_done) return NOBODY_TO_ACT;
        if (slashes_due) return MISPLACED_SLASH;
        if (has_number(&tables->game, round, kind)) {
            wanted.amount = read_size(text, length, &next);
            if (wanted.amount < 0) return NO_SIZE;
        }
        fault = play_action(tables, table, wanted);
        if (fault != PLAYED) return fault;
        slashes_due = tables->hands[table].round_index - round;
    }
    return PLAYED;
}
