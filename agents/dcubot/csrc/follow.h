/* Follows the betting of a hand, and says what actions would lead to. */
#ifndef DCUBOT_FOLLOW_H
#define DCUBOT_FOLLOW_H

#include <math.h>

#include "board_features.h"
#include "hole_features.h"
#include "net.h"

/* A struct of tables whose one table is the follower's. */
static rb_tables tables_of(const dcubot_net *net)
{
    rb_tables tables = {.game = net->game, .table_count = 1};

    tables.stacks = (int64_t *)net->stacks;
    tables.blinds = (int64_t *)net->blinds;
    return tables;
}

static void sit_at(rb_tables *tables, follower *seen)
{
    tables->hands = &seen->hand;
    tables->spent = seen->spent;
    tables->betting = seen->text;
}

static void start_following(const dcubot_net *net, rb_tables *tables, follower *seen)
{
    seen->is_started = 1;
    seen->stage = 0;
    seen->rows[0].count = 0;
    sit_at(tables, seen);
    start_hand(tables, 0, net->game.player_count);
}

/* The kind of the next action of a text, or -1 where the text is not the game's. */
static int next_kind(const follower *seen, const uint8_t *text, int64_t length)
{
    const rb_hand *hand = &seen->hand;
    int64_t place = hand->betting_length;
    int kind = place >= length         ? -1
               : text[place] == 'f'    ? FOLD
               : text[place] == 'c'    ? CALL
               : text[place] == 'r'    ? RAISE
                                       : -1;

    return kind >= 0 && !hand->is_done && hand->legal_kinds >> kind & 1 ? kind : -1;
}

static int act_after_next(const rb_game *game, const rb_hand *after, int actor)
{
    int next = after->round_index + 1, first, count = 0;

    if (next >= game->round_count) return 0;
    first = game->first_position[next];
    int distance = (actor - first + game->player_count) % game->player_count;
    for (int i = 0; i < game->player_count; i++)
        count += (after->live >> i & 1) &&
                 (i - first + game->player_count) % game->player_count > distance;
    return count;
}

enum { ACTIVE, ENDS, POT, OWED, SHARE, AFTER, AFTER_NEXT, HEADS_UP, BETS_LEFT, CONSTANT };

/* Pots of all sizes within reach of the logits: values follow chips in a line, logits need not. */
static void bring_near(const float *features, float *near)
{
    memcpy(near, features, sizeof(float) * BET_FEATURES);
    for (int i = POT; i <= SHARE; i++) near[i] = sqrtf(features[i]);
}

static void bet_features(const dcubot_net *net, const follower *seen, int kind, float *features,
                         float *cost)
{
    int player_count = net->game.player_count, actor = seen->hand.acting_position;
    rb_hand after = seen->hand;
    int64_t own = seen->spent[actor], pot = 0, owed = 0;
    action taken = {.kind = (uint8_t)kind,
                    .amount = bounds_of_raise(&net->game, &after, net->stacks[actor], true).least};

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

static void look_ahead(const dcubot_net *net, const follower *seen, outlook *ahead)
{
    memset(ahead, 0, sizeof *ahead);
    ahead->legal = seen->hand.legal_kinds;
    for (int kind = CALL; kind <= RAISE; kind++)
        if (ahead->legal >> kind & 1) {
            bet_features(net, seen, kind, ahead->bet[kind - CALL], ahead->cost + kind - CALL);
            bring_near(ahead->bet[kind - CALL], ahead->near[kind - CALL]);
        }
}

static void ranked_board_row(const dcubot_net *net, follower *seen, int stage)
{
    feature_row *row = seen->rows + stage;
    int first = net->game.board_card_end[stage - 1], end = net->game.board_card_end[stage];

    row->count = 0;
    for (int rank = 0; rank < RANK_COUNT; rank++) {
        int count = 0;
        for (int i = first; i < end; i++) count += seen->board[i] >> 2 == rank;
        put(row, rank, (float)count);
    }
}

/* Board features of the stage that begins. */
static void board_row(const dcubot_net *net, follower *seen, int stage)
{
    if (net->feature_set == RANKED) {
        ranked_board_row(net, seen, stage);
        return;
    }
    look_at_board(&seen->view, seen->board, stage);
    public_features(&seen->view, seen->rows + stage);
    if (stage == 3) river_action_features(&seen->view, &seen->river_action);
}

static void ranked_hole_row(const dcubot_net *net, const follower *seen, const uint8_t *cards,
                            feature_row *row)
{
    int hole = net->game.hole_card_count, board = net->game.board_card_end[seen->stage];
    int own[RANK_COUNT] = {0}, top = NO_RANK, board_top = NO_RANK, is_pocket = 0;

    row->count = 0;
    for (int i = 0; i < hole; i++) {
        int rank = cards[i] >> 2;
        is_pocket |= own[rank]++ > 0;
        if (rank > top) top = rank;
    }
    for (int rank = 0; rank < RANK_COUNT; rank++) {
        int on_board = 0;
        for (int i = 0; i < board; i++) on_board += seen->board[i] >> 2 == rank;
        if (on_board) board_top = rank;
        put(row, rank, (float)own[rank]);
        put(row, RANK_COUNT + rank, own[rank] && on_board);
    }
    put(row, 2 * RANK_COUNT, board && top > board_top);
    put(row, 2 * RANK_COUNT + 1, (float)is_pocket);
}

/* Card features of hole cards at the follower's stage. */
static void hole_row(const dcubot_net *net, const follower *seen, const uint8_t *cards, feature_row *row)
{
    if (net->feature_set == RANKED) ranked_hole_row(net, seen, cards, row);
    else private_features(seen->stage ? &seen->view : NULL, cards, row);
}

#endif
