/* Player-types: joint beliefs over player-types and card-types (document 001, 6.3), and the extra
   layer of an exploiter, a tile for each opponent (6.4). */
#ifndef DCUBOT_PLAYER_TYPES_H
#define DCUBOT_PLAYER_TYPES_H

#include "model.h"

/* The extra layer: what is known of each opponent still in, and the tile node that it makes. */
typedef struct {
    int count;
    vec cards[MOST_PLAYERS], players[MOST_PLAYERS], features[MOST_PLAYERS], tile[MOST_PLAYERS];
    vec sum;
} tiling;

/* Makes a player's joint belief sum to one, and its marginals. */
INLINE_VECTOR void weigh_up(follower *seen, int player)
{
    float(*joint)[CARD_TYPES] = seen->typed.joint[player];
    vec sum = all(0), cards = all(0), players;

    for (int p = 0; p < PLAYER_TYPES; p++) sum += load(joint[p]);
    vec whole = all(total(sum) + 1e-30f);
    for (int p = 0; p < PLAYER_TYPES; p++) {
        vec row = load(joint[p]) / whole;
        store(joint[p], row);
        cards += row;
        players[p] = total(row);
    }
    store(seen->beliefs[player], cards);
    store(seen->typed.players[player], players);
}

INLINE_VECTOR void begin_types(const model *m, follower *seen, int player, const float *prior)
{
    memcpy(seen->typed.prior[player], prior, sizeof seen->typed.prior[player]);
    for (int p = 0; p < PLAYER_TYPES; p++)
        store(seen->typed.joint[player][p], m->first_belief * all(prior[p]));
    weigh_up(seen, player);
}

/* Board cards move card-types of every player-type alike. */
INLINE_VECTOR void move_types(follower *seen, const int types, int player, const vec *rows)
{
    for (int p = 0; p < types; p++)
        store(seen->typed.joint[player][p], moved(rows, load(seen->typed.joint[player][p])));
    weigh_up(seen, player);
}

/* An action that was seen: Bayes for the joint belief. */
INLINE_VECTOR void see_types(follower *seen, const int types, int actor, int kind)
{
    float(*joint)[CARD_TYPES] = seen->typed.joint[actor];

    for (int p = 0; p < types; p++)
        store(joint[p], load(joint[p]) * load(seen->typed.policies[kind][p]));
    weigh_up(seen, actor);
}

INLINE_VECTOR vec player_weights(const model *m, int stage, int type)
{
    return parameters_at(m, m->net->stages[stage].player + 8 * type);
}

/* How every player-type with every card-type would act; `base` is left as it was. */
INLINE_VECTOR void policies_of_types(const model *m, follower *seen, const int types, choice *chosen)
{
    vec base[2] = {chosen->base[0], chosen->base[1]};

    for (int p = 0; p < types; p++) {
        vec own = player_weights(m, seen->stage, p);
        for (int j = 0; j < 2; j++) chosen->base[j] = base[j] + own;
        type_policies(m, seen->stage, chosen);
        for (int kind = 0; kind < 3; kind++)
            store(seen->typed.policies[kind][p], chosen->type_policy[kind]);
    }
    for (int j = 0; j < 2; j++) chosen->base[j] = base[j];
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

/* The betting position of an opponent, as the player who decides sees it. */
INLINE_VECTOR vec position_features(const model *m, const follower *seen, int opponent)
{
    const rb_game *game = &m->net->game;
    const rb_hand *hand = &seen->hand;
    int count = game->player_count, actor = hand->acting_position;
    int first = game->first_position[game->round_count - 1];
    int later = places_after(first, opponent, count) > places_after(first, actor, count);
    float unit = 1 / m->net->big_blind, spent = (float)seen->spent[opponent] * unit;
    int distance = places_after(actor, opponent, count), live = __builtin_popcount(hand->live);

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
INLINE_VECTOR void lay_tiles(const model *m, const follower *seen, tiling *laid)
{
    const dcubot_stage *at = m->net->stages + seen->stage;

    laid->count = 0;
    laid->sum = all(0);
    for (int i = 0; i < m->net->game.player_count; i++) {
        if (i == seen->hand.acting_position || !(seen->hand.live >> i & 1)) continue;
        int n = laid->count++;
        vec cards = load(seen->beliefs[i]), players = load(seen->typed.players[i]);
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

/* What a net that takes beliefs of another says of a decision, in place of what that one says, and
   what its player-type adds. */
INLINE_VECTOR void judge_as(const model *m, const follower *seen, const int types,
                            const bool is_another, uint8_t type, tiling *laid, choice *chosen)
{
    if (is_another) judge_publicly(m, seen, types, chosen);
    if (types && is_another && m->net->has_tiles) {
        lay_tiles(m, seen, laid);
        shift(chosen, weighed(m, m->net->stages[seen->stage].tile, laid->sum));
    }
    if (types && type != NO_TYPE) shift(chosen, player_weights(m, seen->stage, type));
}

#endif
