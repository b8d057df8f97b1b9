/* One hand at one table: what is legal, what an action does, how a hand starts and ends.
   Inlined, so that callers can fix the number of players and the kind of betting. */
#ifndef RAILBIRD_HAND_H
#define RAILBIRD_HAND_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "betting.h"

#define INLINE static inline __attribute__((always_inline))

enum { FOLD, CALL, RAISE, KIND_COUNT };
enum { NO_FAULT, ILLEGAL_KIND, SIZE_TOO_SMALL, SIZE_TOO_LARGE };
enum {
    NOBODY = 255, UNKNOWN_CARD = 255, DECK_LIMIT = 52, MOST_PLAYERS = 10, MOST_ROUND_ACTIONS = 64,
    PAYOFF_UNIT = 2520, RANKED_CARDS = 7
};

typedef struct {
    uint8_t kind;
    int64_t amount; /* raise-to, no-limit only */
} action;

typedef struct {
    int64_t least, most;
} raise_bounds;

/* What changes from action to action, but for the chips spent and the betting's text. */
typedef struct {
    int64_t max_spent, least_raise_to;
    uint32_t able, live, action_count, betting_length;
    uint32_t acting, round, raises, round_actions, to_act;
} hand;

INLINE hand load_hand(const rb_tables *tables, int64_t table)
{
    return (hand){
        .max_spent = tables->max_spent[table],
        .least_raise_to = tables->least_raise_to[table],
        .able = tables->able[table],
        .live = tables->live[table],
        .action_count = tables->action_count[table],
        .betting_length = tables->betting_length[table],
        .acting = tables->acting_position[table],
        .round = tables->round_index[table],
        .raises = tables->raise_count[table],
        .round_actions = tables->round_action_count[table],
        .to_act = tables->to_act_count[table],
    };
}

INLINE void store_hand(const rb_tables *tables, int64_t table, const hand *now)
{
    tables->max_spent[table] = now->max_spent;
    tables->least_raise_to[table] = now->least_raise_to;
    tables->able[table] = (uint16_t)now->able;
    tables->live[table] = (uint16_t)now->live;
    tables->action_count[table] = (uint16_t)now->action_count;
    tables->betting_length[table] = (uint16_t)now->betting_length;
    tables->acting_position[table] = (uint8_t)now->acting;
    tables->round_index[table] = (uint8_t)now->round;
    tables->raise_count[table] = (uint8_t)now->raises;
    tables->round_action_count[table] = (uint8_t)now->round_actions;
    tables->to_act_count[table] = (uint8_t)now->to_act;
    tables->is_done[table] = now->acting == NOBODY;
}

/* The first able position from `from` on, round the table. */
INLINE uint32_t next_able(uint32_t able, uint32_t from)
{
    uint32_t ahead = able >> from << from;

    return (uint32_t)__builtin_ctz(ahead ? ahead : able);
}

INLINE uint32_t count_of(uint32_t positions)
{
    return (uint32_t)__builtin_popcount(positions);
}

/* Somebody is to act. An able player can always call; he can fold where a call costs chips; he can
   raise while the round allows it, another can answer, and his stack goes above what he has to
   call. A raise that leaves no room for everybody's answer is not legal. */
INLINE uint32_t legal_kinds(const rb_game *game, const hand *now, int64_t spent, int64_t stack,
                            const int player_count)
{
    bool can_fold = spent < now->max_spent;
    bool can_raise = (now->raises < (uint32_t)game->max_raises[now->round]) &
                     (now->round_actions + (uint32_t)player_count <= MOST_ROUND_ACTIONS) &
                     ((now->able & (now->able - 1)) != 0) & (stack > now->max_spent);

    return 1u << CALL | (uint32_t)can_fold << FOLD | (uint32_t)can_raise << RAISE;
}

/* Where a raise is legal. In limit the two are what it comes to. */
INLINE raise_bounds bounds_of_raise(const rb_game *game, const hand *now, int64_t stack,
                                    const bool is_limit)
{
    int64_t least = is_limit ? now->max_spent + game->raise_size[now->round] : now->least_raise_to;

    if (least > stack) least = stack;
    return (raise_bounds){.least = least, .most = is_limit ? least : stack};
}

/* As at the ACPC: what is not legal becomes a call, a size out of range the nearest in it. */
INLINE uint8_t mend(const rb_tables *tables, int64_t table, action *wanted, const int player_count,
                    const bool is_limit)
{
    if (wanted->kind >= KIND_COUNT || !(tables->legal_kinds[table] >> wanted->kind & 1)) {
        wanted->kind = CALL;
        return ILLEGAL_KIND;
    }
    if (is_limit || wanted->kind != RAISE) return NO_FAULT;
    int64_t most = tables->stacks[table * player_count + tables->acting_position[table]];
    int64_t least = tables->least_raise_to[table];
    if (least > most) least = most;
    if (wanted->amount < least) {
        wanted->amount = least;
        return SIZE_TOO_SMALL;
    }
    if (wanted->amount > most) {
        wanted->amount = most;
        return SIZE_TOO_LARGE;
    }
    return NO_FAULT;
}

/* The digits of a positive number; returns how many. */
INLINE uint32_t write_number(uint8_t *text, int64_t number)
{
    uint8_t digits[20];
    uint32_t count = 0;

    for (uint32_t left = (uint32_t)number; left; left /= 10)
        digits[count++] = (uint8_t)('0' + left % 10);
    for (uint32_t i = 0; i < count; i++) text[i] = digits[count - 1 - i];
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

/* After an action: the next to act, in this round or the next, or nobody. */
INLINE void move_on(const rb_tables *tables, int64_t table, hand *now, const int player_count)
{
    const rb_game *game = &tables->game;
    uint8_t *betting = tables->betting + table * game->betting_width;
    uint32_t last_round = (uint32_t)game->round_count - 1;

    if ((now->live & (now->live - 1)) == 0) {
        now->acting = NOBODY;
    } else if (now->to_act) {
        now->acting = next_able(now->able, now->acting + 1);
    } else if (now->able & (now->able - 1) && now->round < last_round) {
        int64_t blind = largest_blind(tables, table, player_count);
        now->round++;
        now->raises = now->round_actions = 0;
        now->to_act = count_of(now->able);
        now->acting = next_able(now->able, (uint32_t)game->first_position[now->round]);
        now->least_raise_to = now->max_spent + (blind > 1 ? blind : 1);
        betting[now->betting_length++] = '/';
    } else {
        for (; now->round < last_round; now->round++) betting[now->betting_length++] = '/';
        now->acting = NOBODY;
    }
}

/* Takes a legal action of who is to act; true where it ends the hand. */
INLINE bool take_action(const rb_tables *tables, int64_t table, action taken, const int player_count,
                        const bool is_limit)
{
    const rb_game *game = &tables->game;
    const int64_t *stacks = tables->stacks + table * player_count;
    int64_t *spent = tables->spent + table * player_count;
    uint8_t *betting = tables->betting + table * game->betting_width;
    hand now = load_hand(tables, table);
    uint32_t actor = 1u << now.acting;
    int64_t stack = stacks[now.acting];

    betting[now.betting_length++] = (uint8_t)"fcr"[taken.kind];
    if (taken.kind == FOLD) {
        now.live &= ~actor;
        now.able &= ~actor;
        now.to_act--;
    } else if (taken.kind == CALL) {
        spent[now.acting] = now.max_spent < stack ? now.max_spent : stack;
        if (now.max_spent >= stack) now.able &= ~actor;
        now.to_act--;
    } else {
        int64_t raise_to = taken.amount;
        if (is_limit) raise_to = bounds_of_raise(game, &now, stack, true).least;
        else betting += now.betting_length, now.betting_length += write_number(betting, raise_to);
        int64_t next_least = 2 * raise_to - now.max_spent;
        if (next_least > now.least_raise_to) now.least_raise_to = next_least;
        now.max_spent = spent[now.acting] = raise_to;
        now.raises++;
        now.to_act = count_of(now.able & ~actor);
        if (raise_to == stack) now.able &= ~actor;
    }
    now.action_count++;
    now.round_actions++;
    move_on(tables, table, &now, player_count);
    if (now.acting == NOBODY) tables->legal_kinds[table] = 0;
    else
        tables->legal_kinds[table] = (uint8_t)legal_kinds(game, &now, spent[now.acting],
                                                          stacks[now.acting], player_count);
    store_hand(tables, table, &now);
    return now.acting == NOBODY;
}

/* Starts a hand from stacks and blinds as they lie; true where nobody is able to act. As at the
   ACPC a player who is the only able one is asked all the same. */
INLINE bool start_hand(const rb_tables *tables, int64_t table, const int player_count)
{
    const rb_game *game = &tables->game;
    const int64_t *stacks = tables->stacks + table * player_count;
    const int64_t *blinds = tables->blinds + table * player_count;
    int64_t *spent = tables->spent + table * player_count;
    hand now = {.acting = NOBODY};

    for (int i = 0; i < player_count; i++) {
        spent[i] = blinds[i];
        if (blinds[i] > now.max_spent) now.max_spent = blinds[i];
        now.able |= (uint32_t)(stacks[i] > blinds[i]) << i;
        now.live |= (uint32_t)(stacks[i] > 0) << i;
    }
    now.least_raise_to = now.max_spent ? 2 * now.max_spent : 1;
    now.to_act = count_of(now.able);
    tables->legal_kinds[table] = 0;
    if (now.able) {
        now.acting = next_able(now.able, (uint32_t)game->first_position[0]);
        tables->legal_kinds[table] = (uint8_t)legal_kinds(game, &now, spent[now.acting],
                                                          stacks[now.acting], player_count);
    } else {
        uint8_t *betting = tables->betting + table * game->betting_width;
        now.round = (uint32_t)game->round_count - 1;
        now.betting_length = now.round;
        memset(betting, '/', now.betting_length);
    }
    store_hand(tables, table, &now);
    return now.acting == NOBODY;
}

/* Payoffs by position of a hand that is done; ranks are those of the positions still live. */
void rb_settle(const int64_t *spent, uint32_t live, const uint16_t *ranks, int player_count,
               int64_t *payoffs);

/* Ranks of the positions still live, from a row of known cards. */
void rb_rank_live(const rb_game *game, const uint8_t *cards, uint32_t live, uint16_t *ranks);

#endif
