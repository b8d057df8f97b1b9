/* Counterfactual regret minimisation for one deal, level by level: figure 60 of the source. */
#include <stdbool.h>
#include <stdint.h>

#include "hand.h"
#include "solver.h"

#include "walk.h"

/* Arrays by node, edge and end in level order, one step a node: reach and strategies from the root
   to the last level, values and regrets back. An end's stakes are what each has put in and, last,
   the pot, or nothing where the pot is not one that the best hand takes. */
typedef struct {
    double *reach;    /* [D][N] */
    double *utility;  /* [D][N] */
    double *others;   /* [D] the deal's probability times the reach of all opponents */
    double *strategy; /* [edges] */
    double *stakes;   /* [Z][N + 1] */
} levels;

/* Who has the best hand of each set of players in a deal, and whether he shares it. */
enum { SHARED = 128 };
typedef struct {
    uint8_t best[1 << MOST_PLAYERS];
} standing;

static levels levels_in(const rb_game_tree *tree, double *room)
{
    size_t nodes = (size_t)tree->node_count, players = (size_t)tree->player_count;
    levels by = {.reach = room};

    by.utility = by.reach + nodes * players;
    by.others = by.utility + nodes * players;
    by.strategy = by.others + nodes;
    by.stakes = by.strategy + tree->edge_start[nodes];
    return by;
}

size_t rb_level_room(const rb_game_tree *tree)
{
    levels by = levels_in(tree, NULL);

    return (size_t)(by.stakes - by.reach) + (size_t)tree->end_count * (tree->player_count + 1);
}

void rb_prepare_levels(const rb_game_tree *tree, double *room)
{
    levels by = levels_in(tree, room);
    int players = tree->player_count;

    for (int32_t z = 0; z < tree->end_count; z++) {
        const int64_t *spent = tree->end_spent + (int64_t)z * players;
        double *stakes = by.stakes + (int64_t)z * (players + 1), pot = 0.0, most = 0.0;
        bool is_one_pot = true;
        for (int p = 0; p < players; p++) {
            stakes[p] = (double)spent[p];
            pot += stakes[p];
            if (stakes[p] > most) most = stakes[p];
        }
        if (are_several(tree->end_live[z]))
            for (int p = 0; p < players; p++)
                is_one_pot &= !(tree->end_live[z] >> p & 1) || stakes[p] == most;
        stakes[players] = is_one_pot ? pot : 0.0;
    }
}

INLINE void rank_players(const uint16_t *pattern, standing *all, const int players)
{
    for (uint32_t set = 1; set < 1u << players; set++) {
        uint32_t rest = set & (set - 1);
        uint8_t first = (uint8_t)__builtin_ctz(set), best = rest ? all->best[rest] : first;
        uint16_t own = pattern[first], other = pattern[best & (SHARED - 1)];
        uint8_t shared = rest && own == other ? SHARED : 0;
        all->best[set] = own > other ? first : best | shared;
    }
}

/* Strategy and reach of a node's children. The product of all opponents' reach stands where the
   source's figure 57 prints the previous player's. */
INLINE void reach_children(const walk *now, const levels *by, int32_t node, const int actions,
                           const int players)
{
    const rb_game_tree *tree = now->tree;
    const double *restrict reach = by->reach + (int64_t)node * players;
    int32_t edge = tree->edge_start[node];
    int player = tree->node_player[node];
    information_set at = set_at(now, node);
    double others = now->weight;

    at.actions = actions;
    for (int p = 0; p < players; p++) others *= p == player ? 1.0 : reach[p];
    by->others[node] = others;
    get_strategy(now, at, reach[player], by->strategy + edge);
    for (int a = 0; a < actions; a++) {
        int32_t child = tree->edge_child[edge + a];
        if (child < 0) continue;
        double *restrict next = by->reach + (int64_t)child * players;
        for (int p = 0; p < players; p++) next[p] = reach[p];
        next[player] *= by->strategy[edge + a];
    }
}

/* What everybody wins at an end. */
INLINE void end_utility(const walk *now, const levels *by, const standing *all, int32_t end,
                        double *restrict utility, const int players)
{
    const double *restrict stakes = by->stakes + (int64_t)end * (players + 1);
    int winner = all->best[now->tree->end_live[end]];

    if (winner >= SHARED || stakes[players] == 0.0) {
        rb_end_payoffs(now->tree, end, now->pattern, utility);
        return;
    }
    for (int p = 0; p < players; p++) utility[p] = (p == winner ? stakes[players] : 0.0) - stakes[p];
}

/* The value of a node, and the regrets it leaves. */
INLINE void value_node(const walk *now, const levels *by, const standing *all, int32_t node,
                       const int actions, const int players)
{
    const rb_game_tree *tree = now->tree;
    double *restrict utility = by->utility + (int64_t)node * players, ended[MOST_PLAYERS];
    int32_t edge = tree->edge_start[node];
    int player = tree->node_player[node];
    information_set at = set_at(now, node);
    double *gained = now->gained + at.entry, others = by->others[node];

    for (int p = 0; p < players; p++) utility[p] = 0.0;
    for (int a = 0; a < actions; a++) {
        int32_t child = tree->edge_child[edge + a];
        const double *values = child < 0 ? ended : by->utility + (int64_t)child * players;
        double played = by->strategy[edge + a];
        if (child < 0) end_utility(now, by, all, ~child, ended, players);
        for (int p = 0; p < players; p++) utility[p] += played * values[p];
        gained[a * at.step] += others * values[player];
    }
    for (int a = 0; a < actions; a++) gained[a * at.step] -= others * utility[player];
}

INLINE void walk_levels(const walk *now, const levels *by, const int players)
{
    const rb_game_tree *tree = now->tree;
    standing all;

    rank_players(now->pattern, &all, players);
    for (int p = 0; p < players; p++) by->reach[p] = 1.0;
    for (int32_t n = 0; n < tree->node_count; n++) {
        int actions = tree->node_action_count[n];
        if (actions == 2) reach_children(now, by, n, 2, players);
        else reach_children(now, by, n, actions, players);
    }
    for (int32_t n = tree->node_count - 1; n >= 0; n--) {
        int actions = tree->node_action_count[n];
        if (actions == 2) value_node(now, by, &all, n, 2, players);
        else value_node(now, by, &all, n, actions, players);
    }
}

/* Players and, where they are two, actions are constants, so that the loops over them unroll. */
void rb_walk_levels(const walk *now, double *room)
{
    levels by = levels_in(now->tree, room);

    switch (now->tree->player_count) {
    case 2: walk_levels(now, &by, 2); break;
    case 3: walk_levels(now, &by, 3); break;
    case 4: walk_levels(now, &by, 4); break;
    case 5: walk_levels(now, &by, 5); break;
    case 6: walk_levels(now, &by, 6); break;
    case 7: walk_levels(now, &by, 7); break;
    case 8: walk_levels(now, &by, 8); break;
    default: walk_levels(now, &by, now->tree->player_count); break;
    }
}
