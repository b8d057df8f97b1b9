/* One hand at one table: what is legal, what an action does, how a hand starts and ends.
   Inlined, so that callers can fix the number of players and the loop. */
#ifndef RAILBIRD_HAND_H
#define RAILBIRD_HAND_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "rankers.h"

#include "betting.h"
#include "betting_letters.h"

#define INLINE static inline __attribute__((always_inline))

enum { DECK_LIMIT = 54, MOST_PLAYERS = 10, MOST_ROUND_ACTIONS = 64, RANKED_CARDS = 7 };

typedef struct {
    uint8_t kind;
    int64_t amount; /* raise-to where a player chooses it; slots of cards, one bit each */
} action;

typedef struct {
    int64_t least, most;
} raise_bounds;

/* Of games that STEPS_LOOP plays: what `mend`, `take_action` and `start_hand` do. */
uint8_t rb_fix_step(const rb_tables *tables, int64_t table, action *wanted);
bool rb_take_step(const rb_tables *tables, int64_t table, action taken);
bool rb_start_steps(const rb_tables *tables, int64_t table);

/* The first of some positions from `from` on, round the table. */
INLINE uint8_t next_of(uint32_t positions, int from)
{
    uint32_t ahead = positions >> from << from;

    return (uint8_t)__builtin_ctz(ahead ? ahead : positions);
}

/* How many places round the table a position comes after the first. */
INLINE int places_after(int first, int position, const int player_count)
{
    return (position - first + player_count) % player_count;
}

INLINE bool are_several(uint32_t positions)
{
    return (positions & (positions - 1)) != 0;
}

/* Somebody is to act. An able player can always call; he can fold where a call costs chips; he can
   raise while the round allows it, another can answer, and his stack goes above what he has to
   call. A raise that leaves no room for everybody's answer is not legal. */
INLINE uint8_t legal_kinds(const rb_game *game, const rb_hand *hand, int64_t spent, int64_t stack,
                           const int player_count)
{
    bool can_fold = spent < hand->max_spent;
    bool can_raise = (hand->raise_count < game->max_raises[hand->round_index]) &
                     (hand->round_action_count + player_count <= MOST_ROUND_ACTIONS) &
                     are_several(hand->able) & (stack > hand->max_spent);

    return (uint8_t)(1 << CALL | can_fold << FOLD | can_raise << RAISE);
}

/* Where a raise is legal. In limit the two are what it comes to. Of STEPS_LOOP see card_steps.h. */
INLINE raise_bounds bounds_of_raise(const rb_game *game, const rb_hand *hand, int64_t stack,
                                    const int loop)
{
    int64_t least = hand->least_raise_to;

    if (loop == LIMIT_LOOP) least = hand->max_spent + game->raise_size[hand->round_index];
    if (least > stack) least = stack;
    return (raise_bounds){.least = least, .most = loop == LIMIT_LOOP ? least : stack};
}

/* Makes a size out of range the nearest in it, and says what was wrong. */
INLINE uint8_t fit_size(raise_bounds bounds, int64_t *amount)
{
    if (*amount < bounds.least) {
        *amount = bounds.least;
        return SIZE_TOO_SMALL;
    }
    if (*amount > bounds.most) {
        *amount = bounds.most;
        return SIZE_TOO_LARGE;
    }
    return NO_FAULT;
}

/* As at the ACPC: what is not legal becomes a call, a size out of range the nearest in it. */
INLINE uint8_t mend(const rb_tables *tables, int64_t table, action *wanted, const int player_count,
                    const int loop)
{
    const rb_hand *hand = tables->hands + table;

    if (loop == STEPS_LOOP) return rb_fix_step(tables, table, wanted);
    if (wanted->kind >= KIND_COUNT || !(hand->legal_kinds >> wanted->kind & 1)) {
        wanted->kind = CALL;
        return ILLEGAL_KIND;
    }
    if (loop == LIMIT_LOOP || wanted->kind != RAISE) return NO_FAULT;
    int64_t stack = tables->stacks[table * player_count + hand->acting_position];
    return fit_size(bounds_of_raise(&tables->game, hand, stack, loop), &wanted->amount);
}

/* The eight digits of a number below 10**8 in the bytes of a word, the first the lowest: halves of
   four, two and one digit side by side. */
INLINE uint64_t spread_digits(uint32_t number)
{
    uint64_t word = number / 10000 | (uint64_t)(number % 10000) << 32, high;

    high = word * 10486 >> 20 & UINT64_C(0x0000007F0000007F);
    word = high | (word - high * 100) << 16;
    high = word * 103 >> 10 & UINT64_C(0x000F000F000F000F);
    return high | (word - high * 10) << 8;
}

/* The digits of a positive number, of which `text` has room for eight; returns how many. Numbers of
   an odd length, as those here are, would make for mispredicted branches. */
INLINE int write_number(uint8_t *text, uint32_t number)
{
    uint8_t digits[10];
    int count = 0;

    if (number < 100000000) {
        uint64_t word = spread_digits(number);
        int lacking = __builtin_ctzll(word) / 8;
        word = (word >> 8 * lacking) + UINT64_C(0x3030303030303030);
        for (int i = 0; i < 8; i++) text[i] = (uint8_t)(word >> 8 * i);
        return 8 - lacking;
    }

    for (; number; number /= 10) digits[count++] = (uint8_t)('0' + number % 10);
    for (int i = 0; i < count; i++) text[i] = digits[count - 1 - i];
    return count;
}

INLINE int64_t largest_blind(const rb_tables *tables, int64_t table, const int player_count)
{
    const int64_t *blinds = tables->blinds + table * player_count;
    int64_t largest = blinds[0];

    for (int i = 1; i < player_count; i++)
        if (blinds[i] > largest) largest = blinds[i];
    return largest;
}

/* Whether the positions 0 and 1 alone have chips. */
INLINE bool is_heads_up(const rb_tables *tables, int64_t table, const int player_count)
{
    const int64_t *stacks = tables->stacks + table * player_count;

    for (int i = 2; i < player_count; i++)
        if (stacks[i]) return false;
    return true;
}

/* The first to act in a round where no card says it. */
INLINE int first_in_round(const rb_tables *tables, int64_t table, int round_index,
                          const int player_count)
{
    const rb_game *game = &tables->game;

    return is_heads_up(tables, table, player_count) ? game->first_heads_up[round_index]
                                                    : game->first_position[round_index];
}

/* The chips and the players that an action moves. Without branches but for the kind of betting,
   since what players do is hard to predict. */
INLINE void move_chips(rb_hand *restrict hand, action taken, int64_t *spent, int64_t stack)
{
    bool is_fold = taken.kind == FOLD, is_raise = taken.kind == RAISE;
    int64_t call_to = hand->max_spent < stack ? hand->max_spent : stack;
    int64_t to = is_raise ? taken.amount : is_fold ? *spent : call_to;
    int64_t next_least = 2 * to - hand->max_spent;
    uint16_t actor = (uint16_t)(1u << hand->acting_position);

    hand->to_act = (uint16_t)((is_raise ? hand->able : hand->to_act) & ~actor);
    hand->able &= (uint16_t)~((is_fold | (to == stack)) ? actor : 0);
    hand->live &= (uint16_t)~(is_fold ? actor : 0);
    hand->raise_count = (uint8_t)(hand->raise_count + is_raise);
    if (is_raise & (next_least > hand->least_raise_to)) hand->least_raise_to = next_least;
    if (to > hand->max_spent) hand->max_spent = to;
    *spent = to;
}

INLINE void start_round(const rb_tables *tables, int64_t table, rb_hand *restrict hand,
                        const int player_count, const int loop)
{
    hand->round_index++;
    hand->raise_count = hand->round_action_count = 0;
    hand->to_act = hand->able;
    int first = first_in_round(tables, table, hand->round_index, player_count);
    hand->acting_position = next_of(hand->able, first);
    if (loop == LIMIT_LOOP) return;
    int64_t blind = largest_blind(tables, table, player_count);
    hand->least_raise_to = hand->max_spent + (blind > 1 ? blind : 1);
}

/* Whether one position alone is able, and nobody in the hand has put in more than it. */
INLINE bool is_matched(const rb_tables *tables, int64_t table, const rb_hand *hand,
                       const int player_count)
{
    const int64_t *spent = tables->spent + table * player_count;

    if (!hand->able || are_several(hand->able)) return false;
    for (uint32_t left = hand->live; left; left &= left - 1)
        if (spent[__builtin_ctz(left)] > spent[__builtin_ctz(hand->able)]) return false;
    return true;
}

/* Whether a post of somebody in the hand took his last chip and was less than due. */
INLINE bool is_short_posted(const rb_tables *tables, int64_t table, const rb_hand *hand,
                            const int player_count)
{
    const int64_t *stacks = tables->stacks + table * player_count;
    const int64_t *blinds = tables->blinds + table * player_count;
    int64_t ante = tables->antes[table];

    for (uint32_t left = hand->live; left; left &= left - 1)
        if (stacks[__builtin_ctz(left)] < ante + blinds[__builtin_ctz(left)]) return true;
    return false;
}

/* Whether the one position that is able has nobody to play against, since a post was short. As at the
   ACPC he is asked where posts are whole. */
INLINE bool has_nobody_left(const rb_tables *tables, int64_t table, const rb_hand *hand,
                            const int player_count)
{
    return is_matched(tables, table, hand, player_count) &&
           is_short_posted(tables, table, hand, player_count);
}

/* After an action: the next to act, in this round or the next, or nobody. */
INLINE void move_on(const rb_tables *tables, int64_t table, rb_hand *restrict hand, const int player_count,
                    const int loop)
{
    uint8_t *betting = tables->betting + table * tables->game.betting_width;
    int last_round = tables->game.round_count - 1;

    if (!are_several(hand->live)) {
        hand->acting_position = NOBODY;
    } else if (hand->to_act && !has_nobody_left(tables, table, hand, player_count)) {
        hand->acting_position = next_of(hand->to_act, hand->acting_position + 1);
    } else if (are_several(hand->able) && hand->round_index < last_round) {
        betting[hand->betting_length++] = ROUND_LETTER;
        start_round(tables, table, hand, player_count, loop);
    } else {
        for (; hand->round_index < last_round; hand->round_index++)
            betting[hand->betting_length++] = ROUND_LETTER;
        hand->acting_position = NOBODY;
    }
}

/* Notes what is legal next; true where the hand is done. */
INLINE bool note_legal_kinds(const rb_tables *tables, int64_t table, rb_hand *restrict hand,
                             const int player_count)
{
    int64_t place = table * player_count + hand->acting_position;

    hand->is_done = hand->acting_position == NOBODY;
    hand->legal_kinds = 0;
    if (!hand->is_done)
        hand->legal_kinds = legal_kinds(&tables->game, hand, tables->spent[place],
                                        tables->stacks[place], player_count);
    return hand->is_done;
}

/* Takes a legal action of who is to act; true where it ends the hand. */
INLINE bool take_action(const rb_tables *tables, int64_t table, action taken, const int player_count,
                        const int loop)
{
    if (loop == STEPS_LOOP) return rb_take_step(tables, table, taken);
    rb_hand *restrict hand = tables->hands + table;
    int64_t place = table * player_count + hand->acting_position, stack = tables->stacks[place];
    uint8_t *betting = tables->betting + table * tables->game.betting_width + hand->betting_length;

    if (loop == LIMIT_LOOP)
        taken.amount = bounds_of_raise(&tables->game, hand, stack, LIMIT_LOOP).least;
    *betting = letter_of(taken.kind);
    hand->betting_length++;
    if (loop == NO_LIMIT_LOOP && taken.kind == RAISE)
        hand->betting_length += write_number(betting + 1, (uint32_t)taken.amount);
    move_chips(hand, taken, tables->spent + place, stack);
    hand->action_count++;
    hand->round_action_count++;
    move_on(tables, table, hand, player_count, loop);
    return note_legal_kinds(tables, table, hand, player_count);
}

/* Starts a hand from stacks, blinds and ante as they lie; true where nobody is able to act. A stack
   pays the ante first. An ante or blind above a stack is all-in for less, and calls cost all of it. */
INLINE bool start_hand(const rb_tables *tables, int64_t table, const int player_count,
                       const int loop)
{
    if (loop == STEPS_LOOP) return rb_start_steps(tables, table);
    const rb_game *game = &tables->game;
    const int64_t *stacks = tables->stacks + table * player_count;
    const int64_t *blinds = tables->blinds + table * player_count;
    int64_t *spent = tables->spent + table * player_count, ante = tables->antes[table];
    rb_hand hand = {.acting_position = NOBODY};

    for (int i = 0; i < player_count; i++) {
        int64_t due = ante + blinds[i];
        spent[i] = due < stacks[i] ? due : stacks[i];
        if (stacks[i] > 0 && due > hand.max_spent) hand.max_spent = due;
        hand.able |= (uint16_t)((stacks[i] > due) << i);
        hand.live |= (uint16_t)((stacks[i] > 0) << i);
    }
    int64_t blind = hand.max_spent - ante;
    hand.least_raise_to = hand.max_spent + (blind > 1 ? blind : 1);
    hand.to_act = hand.able;
    if (hand.able && !has_nobody_left(tables, table, &hand, player_count)) {
        hand.acting_position = next_of(hand.able, first_in_round(tables, table, 0, player_count));
    } else {
        hand.round_index = (uint8_t)(game->round_count - 1);
        hand.betting_length = hand.round_index;
        memset(tables->betting + table * game->betting_width, ROUND_LETTER, hand.betting_length);
    }
    bool is_done = note_legal_kinds(tables, table, &hand, player_count);
    tables->hands[table] = hand;
    return is_done;
}

/* Payoffs by position of a hand that is done, where one ranking takes the pot; ranks are those of the
   positions still live. */
void rb_settle(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
               int64_t *payoffs);

#endif
