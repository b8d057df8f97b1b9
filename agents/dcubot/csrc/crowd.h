/* Player-types: joint beliefs over player-types and card-types (document 001, 6.3), and the extra
   layer of an exploiter, a tile for each opponent (6.4). */
#ifndef DCUBOT_CROWD_H
#define DCUBOT_CROWD_H

#include "model.h"

/* The extra layer: what is known of each opponent still in, and the tile node that it makes. */
typedef struct {
    int count;
    vec cards[MOST_PLAYERS], players[MOST_PLAYERS], features[MOST_PLAYERS], tile[MOST_PLAYERS];
    vec sum;
} tiling;

INLINE_VECTOR void weigh_up(crowd *all_players, int player)
{
    vec sum = all(0), cards, marginal;

    for (int p = 0; p < PLAYER_TYPES; p++) sum += load(all_players->joint[player][p]);
    vec whole = all(total(sum) + 1e-30f);
    cards = all(0);
    for (int p = 0; p < PLAYER_TYPES; p++) {
        vec row = load(all_players->joint[player][p]) / whole;
        store(all_players->joint[player][p], row);
        cards += row;
        marginal[p] = total(row);
    }
    store(all_players->cards[player], cards);
    store(all_players->players[player], marginal);
}

INLINE_VECTOR void begin_crowd(const model *m, crowd *all_players, const float *priors)
{
    for (int i = 0; i < m->net->game.player_count; i++) {
        memcpy(all_players->prior[i], priors + PLAYER_TYPES * i, sizeof all_players->prior[i]);
        for (int p = 0; p < PLAYER_TYPES; p++)
            store(all_players->joint[i][p], m->first_belief * all(all_players->prior[i][p]));
        weigh_up(all_players, i);
    }
}

/* Board cards move card-types of every player-type alike. */
INLINE_VECTOR void move_crowd(const model *m, const follower *seen, crowd *all_players, const vec *rows)
{
    for (int i = 0; i < m->net->game.player_count; i++) {
        if (!(seen->hand.live >> i & 1)) continue;
        for (int p = 0; p < m->net->player_types; p++)
            store(all_players->joint[i][p], moved(rows, load(all_players->joint[i][p])));
        weigh_up(all_players, i);
    }
}

/* Sums over the opponents still in, of beliefs by position. */
INLINE_VECTOR vec sum_in_crowd(const model *m, const follower *seen, const float beliefs[][8])
{
    vec sum = all(0);

    for (int i = 0; i < m->net->game.player_count; i++)
        if (i != seen->hand.acting_position && seen->hand.live >> i & 1) sum += load(beliefs[i]);
    return sum;
}

INLINE_VECTOR void shift(choice *chosen, vec logits)
{
    for (int j = 0; j < 2; j++) chosen->base[j] += logits;
}

INLINE_VECTOR vec player_weights(const model *m, int stage, int type)
{
    return parameters_at(m, m->net->stages[stage].player + 8 * type);
}

/* The public part, with what is believed of the opponents' player-types. */
INLINE_VECTOR void judge_in_crowd(const model *m, const follower *seen, vec players, choice *chosen)
{
    int32_t place = m->net->stages[seen->stage].player_belief;
    vec logits = all(0);

    judge_publicly(m, seen, chosen);
    for (int p = 0; p < PLAYER_TYPES; p++) logits += parameters_at(m, place + 8 * p) * all(players[p]);
    shift(chosen, logits);
}

/* How every player-type with every card-type would act; `base` is left as it was. */
INLINE_VECTOR void crowd_policies(const model *m, int stage, crowd *all_players, choice *chosen)
{
    vec base[2] = {chosen->base[0], chosen->base[1]};

    for (int p = 0; p < m->net->player_types; p++) {
        vec own = player_weights(m, stage, p);
        for (int j = 0; j < 2; j++) chosen->base[j] = base[j] + own;
        type_policies(m, stage, chosen);
        for (int kind = 0; kind < 3; kind++)
            store(all_players->policies[kind][p], chosen->type_policy[kind]);
    }
    for (int j = 0; j < 2; j++) chosen->base[j] = base[j];
}

/* What waits, with its policies; returns the sum of the opponents' player-types. */
INLINE_VECTOR vec choose_in_crowd(const model *m, const follower *seen, crowd *all_players,
                                  choice *chosen)
{
    vec players = sum_in_crowd(m, seen, all_players->players);

    look_ahead(m->net, seen, &chosen->ahead);
    chosen->belief_sum = sum_in_crowd(m, seen, all_players->cards);
    judge_in_crowd(m, seen, players, chosen);
    crowd_policies(m, seen->stage, all_players, chosen);
    return players;
}

/* An action that was seen: Bayes for the joint belief. */
INLINE_VECTOR void see_in_crowd(const model *m, crowd *all_players, int actor, int kind)
{
    for (int p = 0; p < m->net->player_types; p++)
        store(all_players->joint[actor][p],
              load(all_players->joint[actor][p]) * load(all_players->policies[kind][p]));
    weigh_up(all_players, actor);
}

/* How likely each player-type was to act so, with what hole cards that are known add. */
INLINE_VECTOR vec likely_with(const model *m, const follower *seen, vec cards, int kind,
                              choice *chosen)
{
    vec base[2] = {chosen->base[0], chosen->base[1]}, likely = all(1);

    for (int p = 0; p < m->net->player_types; p++) {
        vec own = player_weights(m, seen->stage, p);
        for (int j = 0; j < 2; j++) chosen->base[j] = base[j] + own;
        choose_privately(m, seen, cards, chosen);
        likely[p] = chosen->policy[kind];
    }
    for (int j = 0; j < 2; j++) chosen->base[j] = base[j];
    return likely;
}

/* The betting position of an opponent, as who decides sees it. */
INLINE_VECTOR vec position_features(const model *m, const follower *seen, int opponent)
{
    const rb_game *game = &m->net->game;
    const rb_hand *hand = &seen->hand;
    int count = game->player_count, actor = hand->acting_position;
    int first = game->first_position[game->round_count - 1];
    int later = (opponent - first + count) % count > (actor - first + count) % count;
    float unit = 1 / m->net->big_blind, spent = (float)seen->spent[opponent] * unit;
    int distance = (opponent - actor + count) % count, live = __builtin_popcount(hand->live);

    return (vec){1,
                 (float)distance / (float)count,
                 hand->to_act >> opponent & 1,
                 (float)later,
                 seen->spent[opponent] == hand->max_spent,
                 spent / 10,
                 (float)(hand->max_spent - seen->spent[opponent]) * unit / 4,
                 live == 2};
}

/* Tiles of the opponents still in: a soft-max of eight states each. */
INLINE_VECTOR void lay_tiles(const model *m, const follower *seen, const crowd *all_players,
                             tiling *laid)
{
    const dcubot_stage *at = m->net->stages + seen->stage;

    laid->count = 0;
    laid->sum = all(0);
    for (int i = 0; i < m->net->game.player_count; i++) {
        if (i == seen->hand.acting_position || !(seen->hand.live >> i & 1)) continue;
        int n = laid->count++;
        vec cards = load(all_players->cards[i]), players = load(all_players->players[i]);
        vec features = position_features(m, seen, i), logits = all(0);
        for (int k = 0; k < 8; k++)
            logits += parameters_at(m, at->tile_cards + 8 * k) * all(cards[k]) +
                      parameters_at(m, at->tile_players + 8 * k) * all(players[k]) +
                      parameters_at(m, at->tile_position + 8 * k) * all(features[k]);
        vec odds = exponential(logits - all(largest(logits)));
        laid->cards[n] = cards;
        laid->players[n] = players;
        laid->features[n] = features;
        laid->tile[n] = odds / all(total(odds));
        laid->sum += laid->tile[n];
    }
}

INLINE_VECTOR vec tiles_worth(const model *m, int stage, const tiling *laid)
{
    vec logits = all(0);

    for (int k = 0; k < 8; k++)
        logits += parameters_at(m, m->net->stages[stage].tile + 8 * k) * all(laid->sum[k]);
    return logits;
}

#endif
