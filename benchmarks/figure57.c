/* Figure 57 of document 000 as it is printed, for Kuhn poker: information sets in a map by string,
   the whole state copied for each action, values through arrays on the stack. The state has the
   fields and sizes of the ACPC server's; the map is a table of hashes with chains, which is kinder
   than the source's. With `product` regrets are weighted by all opponents' reach, as is meant; else
   by the previous player's, as is printed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 10, ROUNDS = 4, ACTIONS_OF_ROUND = 64, KEY = 24, KINDS = 3, BUCKETS = 1 << 12 };
enum { FOLD, CALL, RAISE };

typedef struct {
    int32_t type, size;
} action;

typedef struct {
    uint32_t hand;
    int32_t max_spent, least_raise, spent[PLAYERS];
    action actions[ROUNDS][ACTIONS_OF_ROUND];
    uint8_t acting[ROUNDS][ACTIONS_OF_ROUND], action_count[ROUNDS], round, finished;
    uint8_t folded[PLAYERS], board[7], hole_cards[PLAYERS][3];
} state;

typedef struct node {
    struct node *next;
    char key[KEY];
    uint8_t valid[KINDS];
    double regret[KINDS], average[KINDS];
} node;

typedef struct {
    int32_t players, product;
    int64_t node_count;
    node *maps[PLAYERS][BUCKETS];
} solver;

static uint32_t hash(const char *key)
{
    uint32_t h = 2166136261u;

    for (; *key; key++) h = (h ^ (uint8_t)*key) * 16777619u;
    return h % BUCKETS;
}

static node *find(const solver *all, int player, const char *key)
{
    node *found = all->maps[player][hash(key)];

    while (found && strcmp(found->key, key) != 0) found = found->next;
    return found;
}

/* The last to bet, or -1. */
static int bettor(const state *now)
{
    for (int i = 0; i < now->action_count[0]; i++)
        if (now->actions[0][i].type == RAISE) return now->acting[0][i];
    return -1;
}

static int next_player(const solver *all, const state *now, int from)
{
    do from = (from + 1) % all->players;
    while (now->folded[from]);
    return from;
}

static int current_player(const solver *all, const state *now)
{
    int count = now->action_count[0];

    return count == 0 ? 0 : next_player(all, now, now->acting[0][count - 1]);
}

static int is_valid(const state *now, int player, int kind)
{
    if (kind == FOLD) return now->spent[player] < now->max_spent;
    return kind == CALL || bettor(now) < 0;
}

static void do_action(const solver *all, int kind, state *now)
{
    int player = current_player(all, now), left = 0, count = now->action_count[0];

    now->actions[0][count] = (action){kind, 0};
    now->acting[0][count] = (uint8_t)player;
    now->action_count[0]++;
    if (kind == FOLD) now->folded[player] = 1;
    if (kind == RAISE) now->max_spent++;
    if (kind != FOLD) now->spent[player] = now->max_spent;
    for (int p = 0; p < all->players; p++) left += !now->folded[p];
    int first = bettor(now);
    now->finished = left == 1 || (first < 0 ? count + 1 == all->players
                                            : next_player(all, now, player) == first);
}

static double value_of_state(const solver *all, const state *now, int player)
{
    int pot = 0, best = -1, winners = 0, rank = now->hole_cards[player][0] / 4;

    if (now->folded[player]) return -now->spent[player];
    for (int p = 0; p < all->players; p++) {
        pot += now->spent[p];
        if (now->folded[p]) continue;
        int other = now->hole_cards[p][0] / 4;
        winners = other > best ? 1 : winners + (other == best);
        if (other > best) best = other;
    }
    return (rank == best ? (double)pot / winners : 0.0) - now->spent[player];
}

static void abstraction(const state *now, int player, char *key)
{
    key += sprintf(key, "%u:", now->hole_cards[player][0]);
    for (int i = 0; i < now->action_count[0]; i++) *key++ = "fcr"[now->actions[0][i].type];
    *key = 0;
}

/* Figure 59. */
static void get_strategy(node *at, double weight, double *strategy)
{
    double sum = 0.0;
    int valid = 0;

    for (int a = 0; a < KINDS; a++) {
        strategy[a] = at->valid[a] && at->regret[a] > 0.0 ? at->regret[a] : 0.0;
        sum += strategy[a];
        valid += at->valid[a];
    }
    for (int a = 0; a < KINDS; a++) {
        if (!at->valid[a]) continue;
        strategy[a] = sum > 0.0 ? strategy[a] / sum : 1.0 / valid;
        at->average[a] += weight * strategy[a];
    }
}

static void calc(solver *all, const state *now, const double *probs, int previous, double *utility)
{
    char key[KEY];
    double strategy[KINDS], util[KINDS];

    if (now->finished) {
        for (int p = 0; p < all->players; p++) utility[p] = value_of_state(all, now, p);
        return;
    }
    int player = current_player(all, now);
    abstraction(now, player, key);
    node *at = find(all, player, key);
    get_strategy(at, probs[player], strategy);
    memset(utility, 0, (size_t)all->players * sizeof *utility);
    for (int a = 0; a < KINDS; a++) {
        double next_probs[PLAYERS], next_utility[PLAYERS];
        if (!at->valid[a]) continue;
        state next = *now;
        do_action(all, a, &next);
        for (int p = 0; p < all->players; p++)
            next_probs[p] = p == player ? probs[p] * strategy[a] : probs[p];
        calc(all, &next, next_probs, player, next_utility);
        util[a] = next_utility[player];
        for (int p = 0; p < all->players; p++) utility[p] += strategy[a] * next_utility[p];
    }
    double others = probs[previous];
    if (all->product) {
        others = 1.0;
        for (int p = 0; p < all->players; p++) others *= p == player ? 1.0 : probs[p];
    }
    for (int a = 0; a < KINDS; a++)
        if (at->valid[a]) at->regret[a] += others * (util[a] - utility[player]);
}

static void start_state(const solver *all, const uint8_t *cards, state *start)
{
    memset(start, 0, sizeof *start);
    start->max_spent = 1;
    for (int p = 0; p < all->players; p++) {
        start->spent[p] = 1;
        start->hole_cards[p][0] = cards[p];
    }
}

/* Makes the nodes below a state for each card of the deck. */
static int build(solver *all, const state *now, const uint8_t *deck, int deck_size)
{
    if (now->finished) return 0;
    int player = current_player(all, now);
    for (int c = 0; c < deck_size; c++) {
        node *made = calloc(1, sizeof *made);
        state seen = *now;
        if (made == NULL) return -1;
        seen.hole_cards[player][0] = deck[c];
        abstraction(&seen, player, made->key);
        for (int a = 0; a < KINDS; a++) made->valid[a] = (uint8_t)is_valid(now, player, a);
        uint32_t bucket = hash(made->key);
        made->next = all->maps[player][bucket];
        all->maps[player][bucket] = made;
        all->node_count++;
    }
    for (int a = 0; a < KINDS; a++) {
        state next = *now;
        if (!is_valid(now, player, a)) continue;
        do_action(all, a, &next);
        if (build(all, &next, deck, deck_size) != 0) return -1;
    }
    return 0;
}

solver *figure57_new(int32_t players, int32_t product, const uint8_t *deck, int32_t deck_size)
{
    solver *all = calloc(1, sizeof *all);
    state start;

    if (all == NULL) return NULL;
    all->players = players;
    all->product = product;
    start_state(all, deck, &start);
    return build(all, &start, deck, deck_size) == 0 ? all : NULL;
}

/* One iteration for each of the deals, uint8[count][players]. */
void figure57_run(solver *all, const uint8_t *deals, int64_t count)
{
    double probs[PLAYERS], utility[PLAYERS];
    state start;

    for (int64_t i = 0; i < count; i++) {
        start_state(all, deals + i * all->players, &start);
        for (int p = 0; p < all->players; p++) probs[p] = 1.0;
        calc(all, &start, probs, all->players - 1, utility);
    }
}

/* The regrets [fold, call, raise] of an information set; returns 0, or -1 where there is none. */
int32_t figure57_regrets(const solver *all, int32_t player, const char *key, double *regrets)
{
    const node *at = find(all, player, key);

    if (at == NULL) return -1;
    memcpy(regrets, at->regret, sizeof at->regret);
    return 0;
}

/* Bytes of the map with its nodes, and of the states of the deepest recursion. */
int64_t figure57_bytes(const solver *all, int32_t depth)
{
    return (int64_t)sizeof *all + all->node_count * (int64_t)sizeof(node) +
           depth * (int64_t)(sizeof(state) + (2 * PLAYERS + 2 * KINDS) * sizeof(double));
}

void figure57_free(solver *all)
{
    for (int p = 0; p < PLAYERS; p++)
        for (int b = 0; b < BUCKETS; b++)
            for (node *at = all->maps[p][b], *next; at; at = next) {
                next = at->next;
                free(at);
            }
    free(all);
}
