/* Cards that change hands: they change places in the table's copy of the deal, so that a position's
   slots always hold its cards, and what it threw lies where its replacements came from. */
#include "card_steps.h"

#include "deal.h"

enum { RANK_SHIFT = 2, SUIT_BITS = 3, RANKS = 13, SHOWN_CARDS = 4 };

static rb_holding *holdings_of(const rb_tables *tables, int64_t table)
{
    return tables->holdings + table * tables->game.player_count;
}

static uint8_t *cards_of(const rb_tables *tables, int64_t table)
{
    return tables->cards + table * tables->game.cards_per_hand;
}

/* How many card rounds there were before a round. */
static int card_rounds_before(const rb_game *game, int round)
{
    int count = 0;

    for (int i = 0; i < round; i++) count += game->rounds[i].kind != BET_ROUND;
    return count;
}

uint8_t rb_fix_slots(const rb_tables *tables, int64_t table, int64_t *slots)
{
    const rb_round *round = tables->game.rounds + tables->hands[table].round_index;
    int64_t lowest = ((int64_t)1 << round->least) - 1;
    int count = __builtin_popcountll((uint64_t)*slots);
    uint8_t fault = NO_FAULT;

    if (*slots >> round->held) fault = NOT_HELD;
    else if (count < round->least) fault = SIZE_TOO_SMALL;
    else if (count > round->most) fault = SIZE_TOO_LARGE;
    if (fault != NO_FAULT) *slots = lowest;
    return fault;
}

/* ---- replacements ---- */

static uint64_t next_number(uint64_t *state)
{
    uint64_t number = *state += 0x9E3779B97F4A7C15u; /* splitmix64 (Steele, Lea and Flood, 2014) */

    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

/* Shuffles in an order that follows from the table's cards as they lie. */
static void shuffle(uint8_t *cards, int count, const uint8_t *deal, int deal_count)
{
    uint64_t state = (uint64_t)count;

    for (int i = 0; i < deal_count; i++) {
        state ^= deal[i] + UINT64_C(1);
        state = next_number(&state);
    }
    for (int left = count; left > 1; left--) {
        int chosen = (int)((next_number(&state) >> 32) * (uint64_t)left >> 32);
        uint8_t last = cards[left - 1];
        cards[left - 1] = cards[chosen];
        cards[chosen] = last;
    }
}

/* The stub that all draw from: cards thrown so far, then those not drawn yet. Where these end, what was
   thrown before this player's turn is shuffled and drawn again; his own cards come to it only
   afterwards. */
static void draw_from_stub(const rb_tables *tables, int64_t table, uint8_t *drawn, int count,
                           const uint8_t *thrown)
{
    const rb_game *game = &tables->game;
    uint8_t *deal = cards_of(tables, table), *stub = deal + game->draw_start;
    uint8_t *used = &holdings_of(tables, table)->drawn;
    int size = game->cards_per_hand - game->draw_start;

    for (int i = 0; i < count; i++) {
        if (*used == size) {
            shuffle(stub, size - i, deal, game->cards_per_hand);
            memmove(stub + i, stub, (size_t)(size - i));
            *used = (uint8_t)i;
        }
        drawn[i] = stub[(*used)++];
    }
    memcpy(stub + *used - count, thrown, (size_t)count);
}

static void draw_own(const rb_tables *tables, int64_t table, int position, uint8_t *drawn, int count,
                     const uint8_t *thrown)
{
    const rb_game *game = &tables->game;
    rb_holding *holding = holdings_of(tables, table) + position;
    uint8_t *next = cards_of(tables, table) + game->draw_start + position * game->draw_count +
                    holding->drawn;

    memcpy(drawn, next, (size_t)count);
    memcpy(next, thrown, (size_t)count);
    holding->drawn = (uint8_t)(holding->drawn + count);
}

/* ---- the three rounds ---- */

static void note_thrown(rb_holding *holding, int card_round, const uint8_t *thrown, int count)
{
    memcpy(holding->thrown + holding->thrown_count, thrown, (size_t)count);
    holding->thrown_count = (uint8_t)(holding->thrown_count + count);
    holding->taken[card_round] = (uint8_t)count;
}

/* The cards in the slots chosen, in the order of the slots. */
static int pick_cards(const rb_game *game, const uint8_t *deal, int position, uint32_t slots,
                      uint8_t *picked)
{
    int count = 0;

    for (; slots; slots &= slots - 1)
        picked[count++] = hole_card(game, deal, position, __builtin_ctz(slots));
    return count;
}

static void exchange(const rb_tables *tables, int64_t table, int position, uint32_t slots,
                     const uint8_t *thrown, int count)
{
    const rb_game *game = &tables->game;
    uint8_t *deal = cards_of(tables, table), drawn[8];

    if (game->draw_count) draw_own(tables, table, position, drawn, count, thrown);
    else draw_from_stub(tables, table, drawn, count, thrown);
    for (int i = 0; slots; slots &= slots - 1)
        deal[game->hole_slots[position][__builtin_ctz(slots)]] = drawn[i++];
}

/* Kept cards move to the first slots, in their order; the others lie behind them. */
static void discard(const rb_tables *tables, int64_t table, int position, uint32_t slots,
                    const uint8_t *thrown, int count)
{
    const rb_game *game = &tables->game;
    const uint8_t *places = game->hole_slots[position];
    uint8_t *deal = cards_of(tables, table);
    int held = game->rounds[tables->hands[table].round_index].held, kept = 0;

    for (int i = 0; i < held; i++)
        if (!(slots >> i & 1)) deal[places[kept++]] = deal[places[i]];
    for (int i = 0; i < count; i++) deal[places[kept + i]] = thrown[i];
}

void rb_move_cards(const rb_tables *tables, int64_t table, int position, uint32_t slots)
{
    const rb_game *game = &tables->game;
    int round = tables->hands[table].round_index;
    rb_holding *holding = holdings_of(tables, table) + position;
    uint8_t picked[8];
    int count = pick_cards(game, cards_of(tables, table), position, slots, picked);

    note_thrown(holding, card_rounds_before(game, round), picked, count);
    switch (game->rounds[round].kind) {
    case EXCHANGE_ROUND: exchange(tables, table, position, slots, picked, count); break;
    case DISCARD_ROUND: discard(tables, table, position, slots, picked, count); break;
    default: holding->picked = (uint8_t)slots;
    }
}

void rb_pass_cards(const rb_tables *tables, int64_t table)
{
    const rb_game *game = &tables->game;
    const rb_hand *hand = tables->hands + table;
    const rb_holding *holdings = holdings_of(tables, table);
    bool to_right = game->rounds[hand->round_index].to_right;
    uint8_t *deal = cards_of(tables, table), picked[MOST_PLAYERS][8], live[MOST_PLAYERS];
    int live_count = 0;

    for (uint32_t left = hand->live; left; left &= left - 1) {
        int position = __builtin_ctz(left);
        pick_cards(game, deal, position, holdings[position].picked, picked[live_count]);
        live[live_count++] = (uint8_t)position;
    }
    for (int i = 0; i < live_count; i++) {
        int receiver = live[(i + (to_right ? live_count - 1 : 1)) % live_count], next = 0;
        for (uint32_t slots = holdings[receiver].picked; slots; slots &= slots - 1)
            deal[game->hole_slots[receiver][__builtin_ctz(slots)]] = picked[i][next++];
    }
}

/* ---- who acts first ---- */

static uint8_t with_low_ace(uint8_t card)
{
    return (uint8_t)(((card >> RANK_SHIFT) + 1) % RANKS << RANK_SHIFT | (card & SUIT_BITS));
}

static int highest_of(const uint8_t *cards, int count)
{
    int highest = -1;

    for (int i = 0; i < count; i++)
        if (cards[i] > highest) highest = cards[i];
    return highest;
}

static int lowest_of(const uint8_t *cards, int count)
{
    int lowest = DECK_LIMIT;

    for (int i = 0; i < count; i++)
        if (cards[i] < lowest) lowest = cards[i];
    return lowest;
}

/* The order of high hands of up to four cards, which no straight or flush decides: by the ranks that
   are there four times, three times, twice and once. */
static int64_t order_of_few(const uint8_t *cards, int count)
{
    uint64_t ones = 0, twos = 0, threes = 0, fours = 0;

    for (int i = 0; i < count; i++) {
        uint64_t rank = UINT64_C(1) << (cards[i] >> RANK_SHIFT);
        fours |= threes & rank;
        threes |= twos & rank;
        twos |= ones & rank;
        ones |= rank;
    }
    uint64_t has_two_pairs = (twos & (twos - 1)) != 0;
    return (int64_t)(((fours << RANKS | threes) << 1 | has_two_pairs) << 2 * RANKS | twos << RANKS | ones);
}

/* The order of high hands that lie face up; wild cards are wild there too. */
static int64_t order_of_shown(const rb_ranking *best, const uint8_t *shown, int count)
{
    const rb_ranking high = {.ranker = HIGH, .wild = best->wild, .fives_of_a_kind = best->fives_of_a_kind};

    return best->wild ? rb_best_rank(&high, shown, count, NULL, 0) : order_of_few(shown, count);
}

/* By what a position shows, the higher, the sooner. Where low hands win, aces are low. */
static int64_t precedence(const rb_game *game, const uint8_t *deal, int position, const rb_round *round)
{
    uint8_t shown[8];
    int count = pick_cards(game, deal, position, round->up, shown);
    int ranked = count < SHOWN_CARDS ? count : SHOWN_CARDS;

    if (round->first == HIGHEST_CARD || round->first == LOWEST_SHOWING)
        for (int i = 0; i < count; i++) shown[i] = with_low_ace(shown[i]);
    switch (round->first) {
    case LOWEST_CARD: return -lowest_of(shown, count);
    case HIGHEST_CARD: return highest_of(shown, count);
    case HIGHEST_SHOWING: return order_of_shown(game->rankings, shown, ranked);
    default: return -order_of_few(shown, ranked);
    }
}

uint8_t rb_first_by_cards(const rb_tables *tables, int64_t table, const rb_hand *hand)
{
    const rb_game *game = &tables->game;
    const rb_round *round = game->rounds + hand->round_index;
    const uint8_t *deal = cards_of(tables, table);
    int64_t best = 0;
    int found = NOBODY;

    for (uint32_t left = hand->live; left; left &= left - 1) {
        int position = __builtin_ctz(left);
        int64_t now = precedence(game, deal, position, round);
        if (found != NOBODY && now <= best) continue;
        found = position;
        best = now;
    }
    return (uint8_t)found;
}
