/* Follows the betting of a hand, and says what actions would lead to. */
#ifndef DCUBOT_FOLLOW_BETTING_H
#define DCUBOT_FOLLOW_BETTING_H

#include <math.h>
#include <string.h>

#include "follower.h"

/* A struct of tables whose one table is the follower's. */
static inline rb_tables tables_of(const dcubot_net *net)
{
    static const int64_t no_ante = 0;
    rb_tables tables = {.game = net->game, .table_count = 1, .antes = (int64_t *)&no_ante};

    tables.stacks = (int64_t *)net->stacks;
    tables.blinds = (int64_t *)net->blinds;
    return tables;
}

static inline void sit_at(rb_tables *tables, follower *seen)
{
    tables->hands = &seen->hand;
    tables->spent = seen->spent;
    tables->betting = seen->text;
}

static inline void start_following(const dcubot_net *net, rb_tables *tables, follower *seen)
{
    seen->is_started = 1;
    seen->stage = 0;
    seen->rows[0].count = 0;
    sit_at(tables, seen);
    start_hand(tables, 0, net->game.player_count, LIMIT_LOOP);
}

/* The kind of the next action of a text, or -1 where the text is not the game's. */
static inline int next_kind(const follower *seen, const uint8_t *text, int64_t length)
{
    const rb_hand *hand = &seen->hand;
    int64_t place = hand->betting_length;
    int kind = place >= length               ? -1
               : text[place] == FOLD_LETTER  ? FOLD
               : text[place] == CALL_LETTER  ? CALL
               : text[place] == RAISE_LETTER ? RAISE
                                             : -1;

    return kind >= 0 && !hand->is_done && hand->legal_kinds >> kind & 1 ? kind : -1;
}

/* True where a text starts with what was played so far. */
static inline bool goes_on(const follower *seen, const uint8_t *text, int64_t length)
{
    int64_t place = seen->hand.betting_length;

    return place <= length && memcmp(seen->text, text, (size_t)place) == 0;
}

/* True where a hand is over, and a text is all of it. */
static inline bool is_whole(const follower *seen, const uint8_t *text, int64_t length)
{
    return seen->hand.is_done && seen->hand.betting_length == length && goes_on(seen, text, length);
}

static inline void act(const dcubot_net *net, rb_tables *tables, int kind)
{
    take_action(tables, 0, (action){.kind = (uint8_t)kind}, net->game.player_count, LIMIT_LOOP);
}

static inline int act_after_next(const rb_game *game, const rb_hand *after, int actor)
{
    int next = after->round_index + 1, players = game->player_count, first, count = 0;

    if (next >= game->round_count) return 0;
    first = game->first_position[next];
    for (int i = 0; i < players; i++)
        count += (after->live >> i & 1) &&
                 places_after(first, i, players) > places_after(first, actor, players);
    return count;
}

enum { ACTIVE, ENDS, POT, OWED, SHARE, AFTER, AFTER_NEXT, HEADS_UP, BETS_LEFT, CONSTANT };

/* Pots of all sizes within reach of the logits: values follow chips in a line, logits need not. */
static inline void bring_near(const float *features, float *near)
{
    memcpy(near, features, sizeof(float) * BET_FEATURES);
    for (int i = POT; i <= SHARE; i++) near[i] = sqrtf(features[i]);
}

static inline void bet_features(const dcubot_net *net, const follower *seen, int kind, float *features,
                         float *cost)
{
    int player_count = net->game.player_count, actor = seen->hand.acting_position;
    rb_hand after = seen->hand;
    int64_t own = seen->spent[actor], pot = 0, owed = 0;
    action taken = {.kind = (uint8_t)kind,
                    .amount = bounds_of_raise(&net->game, &after, net->stacks[actor], LIMIT_LOOP).least};

    move_chips(&after, taken, &own, net->stacks[actor]);
    bool ends = !after.to_act;
    for (int i = 0; i < player_count; i++) {
        int64_t spent = i == actor ? own : seen->spent[i];
        pot += spent;
        if (after.to_act >> i & 1) owed += after.max_spent - spent;
    }
    int live = bits(after.live), left = net->game.max_raises[after.round_index] - after.raise_count;
    float unit = 1 / net->big_blind;
    features[ACTIVE] = (float)(live - 1) / 4;
    features[ENDS] = ends;
    features[POT] = (float)pot * unit / 10;
    features[OWED] = (float)owed * unit / 4;
    features[SHARE] = (float)(pot + owed) * unit / (float)(4 * live);
    features[AFTER] = ends ? 0 : (float)bits(after.to_act) / 4;
    features[AFTER_NEXT] = (float)act_after_next(&net->game, &after, actor) / 4;
    features[HEADS_UP] = live == 2;
    features[BETS_LEFT] = (float)(ends ? 0 : left > 4 ? 4 : left) / 4;
    features[CONSTANT] = 1;
    *cost = (float)(own - seen->spent[actor]) * unit;
}

static inline void look_ahead(const dcubot_net *net, const follower *seen, outlook *ahead)
{
    memset(ahead, 0, sizeof *ahead);
    ahead->legal = seen->hand.legal_kinds;
    for (int kind = CALL; kind <= RAISE; kind++)
        if (ahead->legal >> kind & 1) {
            bet_features(net, seen, kind, ahead->bet[kind - CALL], ahead->cost + kind - CALL);
            bring_near(ahead->bet[kind - CALL], ahead->near[kind - CALL]);
        }
}

#endif
