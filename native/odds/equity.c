/* Exact equities of known hands. Flushes apart, a board counts by its ranks alone: each set of ranks
   is ranked once and weighed by the ways to deal it. Boards on which somebody may have a flush are
   then gone through suit by suit (no board has two such suits), and what the first count said of
   them is put right. */
#include <stdint.h>

#include "equity.h"

#include "holdings.h"

enum { MOST_PLAYERS = 10, SHARE_UNITS = 2520 };
enum { ROWS = 1312, MOST_RESTS = 91 }; /* no suit has more than 1,287 sets of five ranks */
enum { WINS, TIES, SHARES, SUMS };

static const suit_masks WHOLE_DECK = 0x1FFF1FFF1FFF1FFFu;

/* Sets of ranks to come, with the number of ways to deal each. */
typedef struct {
    uint16_t ones[ROWS + BLOCK_HANDS], twos[ROWS + BLOCK_HANDS];
    uint16_t threes[ROWS + BLOCK_HANDS], fours[ROWS + BLOCK_HANDS];
    int32_t ways[ROWS];
    int count;
} rank_rows;

typedef struct {
    const cpu_path *path;
    int player_count, to_come;
    suit_masks board, deck, holes[MOST_PLAYERS];
    rank_counts known[MOST_PLAYERS]; /* board and hole cards */
    rank_rows rows;
    uint16_t unsuited[MOST_PLAYERS][ROWS + BLOCK_HANDS], suited[MOST_PLAYERS][ROWS + BLOCK_HANDS];
    const uint16_t *ranks[MOST_PLAYERS]; /* of the rows: unsuited or suited */
    int64_t *sums;
} race;

/* ---- who wins ---- */

static void add_heads_up(race *race, int64_t times)
{
    const uint16_t *first = race->ranks[0], *second = race->ranks[1];
    const int32_t *ways = race->rows.ways;
    int32_t won[2] = {0, 0}, tied = 0;

    for (int i = 0; i < race->rows.count; i++) {
        won[0] += first[i] > second[i] ? ways[i] : 0;
        won[1] += first[i] < second[i] ? ways[i] : 0;
        tied += first[i] == second[i] ? ways[i] : 0;
    }
    for (int player = 0; player < 2; player++) {
        race->sums[SUMS * player + WINS] += times * won[player];
        race->sums[SUMS * player + TIES] += times * tied;
        race->sums[SUMS * player + SHARES] +=
            times * ((int64_t)won[player] * SHARE_UNITS + (int64_t)tied * (SHARE_UNITS / 2));
    }
}

/* The best rank of each row, how often it is held, and what a holder gets of the pots. */
typedef struct {
    uint16_t best[ROWS], holders[ROWS];
    int32_t share[ROWS];
} split_pots;

static void split(const race *race, split_pots *pots)
{
    static const int32_t UNITS_OVER[MOST_PLAYERS + 1] = {0,   2520, 1260, 840, 630, 504,
                                                         420, 360,  315,  280, 252};
    int rows = race->rows.count;

    for (int row = 0; row < rows; row++) pots->best[row] = pots->holders[row] = 0;
    for (int player = 0; player < race->player_count; player++) {
        const uint16_t *ranks = race->ranks[player];
        for (int row = 0; row < rows; row++)
            pots->best[row] = ranks[row] > pots->best[row] ? ranks[row] : pots->best[row];
    }
    for (int player = 0; player < race->player_count; player++)
        for (int row = 0; row < rows; row++)
            pots->holders[row] += race->ranks[player][row] == pots->best[row];
    for (int row = 0; row < rows; row++)
        pots->share[row] = race->rows.ways[row] * UNITS_OVER[pots->holders[row]];
}

static void add_rows(race *race, int64_t times)
{
    split_pots pots;

    if (race->player_count == 2) {
        add_heads_up(race, times);
        return;
    }
    split(race, &pots);
    for (int player = 0; player < race->player_count; player++) {
        const uint16_t *ranks = race->ranks[player];
        int64_t won = 0, in_pots = 0, shares = 0;
        for (int row = 0; row < race->rows.count; row++) {
            int is_best = ranks[row] == pots.best[row];
            in_pots += is_best ? race->rows.ways[row] : 0;
            won += (is_best & (pots.holders[row] == 1)) ? race->rows.ways[row] : 0;
            shares += is_best ? pots.share[row] : 0;
        }
        race->sums[SUMS * player + WINS] += times * won;
        race->sums[SUMS * player + TIES] += times * (in_pots - won);
        race->sums[SUMS * player + SHARES] += times * shares;
    }
}

/* ---- sets of ranks ---- */

/* Ranks the rows for every player, flushes left out, with more cards of the board known. */
static void rank_for_all(race *race, rank_counts more)
{
    const rank_rows *rows = &race->rows;
    count_columns columns = {rows->ones, rows->twos, rows->threes, rows->fours};

    for (int player = 0; player < race->player_count; player++) {
        rank_counts known = rb_merge_counts(race->known[player], more);
        race->path->rank_counts(known, columns, rows->count, race->unsuited[player]);
        race->ranks[player] = race->unsuited[player];
    }
}

static void count_rows(race *race)
{
    rank_for_all(race, (rank_counts){0, 0, 0, 0});
    add_rows(race, 1);
    race->rows.count = 0;
}

static void push_row(race *race, rank_counts counts, int32_t ways)
{
    rank_rows *rows = &race->rows;

    if (rows->count == ROWS) count_rows(race);
    rows->ones[rows->count] = (uint16_t)counts.ones;
    rows->twos[rows->count] = (uint16_t)counts.twos;
    rows->threes[rows->count] = (uint16_t)counts.threes;
    rows->fours[rows->count] = (uint16_t)counts.fours;
    rows->ways[rows->count++] = ways;
}

/* Most rows end in a rank of its own. */
static void push_last(race *race, const uint8_t *available, int lowest, int left,
                      rank_counts counts, int32_t ways)
{
    if (!left) {
        push_row(race, counts, ways);
        return;
    }
    for (int rank = lowest; rank < RANK_COUNT; rank++) {
        rank_counts more = {counts.ones | 1u << rank, counts.twos, counts.threes, counts.fours};
        if (available[rank]) push_row(race, more, ways * available[rank]);
    }
}

/* Pushes a row for each way to add `left` cards of ranks from `lowest` up, given how many cards of
   each rank are there to be dealt. */
static void push_rows(race *race, const uint8_t *available, int lowest, int left, rank_counts counts,
                      int32_t ways)
{
    static const uint8_t CHOOSE[5][5] = {
        {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};

    if (left < 2) {
        push_last(race, available, lowest, left, counts, ways);
        return;
    }
    for (int rank = lowest; rank < RANK_COUNT; rank++) {
        rank_counts more = counts;
        uint32_t bit = 1u << rank;
        for (int count = 1; count <= left && count <= available[rank]; count++) {
            more.fours |= count == 4 ? bit : 0;
            more.threes |= count == 3 ? bit : 0;
            more.twos |= count == 2 ? bit : 0;
            more.ones |= bit;
            push_rows(race, available, rank + 1, left - count, more,
                      ways * CHOOSE[available[rank]][count]);
        }
    }
}

static void count_available(suit_masks deck, uint8_t available[RANK_COUNT])
{
    for (int rank = 0; rank < RANK_COUNT; rank++)
        available[rank] = (uint8_t)__builtin_popcountll(deck >> rank & 0x0001000100010001u);
}

/* ---- flushes ---- */

static int cards_of(suit_masks suits, int suit)
{
    return __builtin_popcount(rb_suit_ranks(suits, suit));
}

/* The next set of as many ranks; the last ones are above every set of 13 ranks. */
static uint32_t next_set(uint32_t set)
{
    uint32_t lowest = set & -set, ripple = set + lowest;

    return ripple | (set ^ ripple) / lowest >> 2;
}

/* Makes the rows the sets of so many cards of a suit, and ranks the flushes they make. */
static void push_suited(race *race, int suit, int dealt)
{
    const rank_counts none = {0, 0, 0, 0};
    uint32_t deck = rb_suit_ranks(race->deck, suit), shared = rb_suit_ranks(race->board, suit);

    race->rows.count = 0;
    if (!dealt) push_row(race, none, 1);
    else
        for (uint32_t set = (1u << dealt) - 1; set < RANK_SETS; set = next_set(set))
            if (!(set & ~deck)) push_row(race, (rank_counts){set, 0, 0, 0}, 1);
    for (int player = 0; player < race->player_count; player++) {
        uint32_t held = shared | rb_suit_ranks(race->holes[player], suit);
        for (int row = 0; row < race->rows.count; row++)
            race->suited[player][row] = rb_suited_ranks[held | race->rows.ones[row]];
    }
}

/* Puts right the boards that get one of the rows, which are of one suit, and the rest besides. */
static void correct_rows(race *race, int suit, int dealt, rank_counts rest, int64_t times)
{
    int shared = cards_of(race->board, suit) + dealt;

    rank_for_all(race, rest);
    add_rows(race, -times);
    for (int player = 0; player < race->player_count; player++)
        if (shared + cards_of(race->holes[player], suit) >= LEAST_FULL_HAND)
            race->ranks[player] = race->suited[player];
    add_rows(race, times);
}

/* Two cards at most, for three are of the suit, and no hand has more than two of those. */
typedef struct {
    rank_counts counts;
    int64_t ways;
} rest_of_board;

static int push_rests(race *race, const uint8_t *available, int count, rest_of_board *rests)
{
    const rank_rows *rows = &race->rows;

    race->rows.count = 0;
    push_rows(race, available, 0, count, (rank_counts){0, 0, 0, 0}, 1);
    for (int i = 0; i < rows->count; i++)
        rests[i] = (rest_of_board){{rows->ones[i], rows->twos[i], rows->threes[i], rows->fours[i]},
                                   rows->ways[i]};
    return rows->count;
}

static void correct_suit(race *race, int suit, int64_t times)
{
    int most_in_hand = 0, least;
    uint8_t others[RANK_COUNT];

    for (int player = 0; player < race->player_count; player++) {
        int count = cards_of(race->holes[player], suit);
        most_in_hand = count > most_in_hand ? count : most_in_hand;
    }
    least = LEAST_FULL_HAND - most_in_hand - cards_of(race->board, suit);
    count_available(race->deck & ~((suit_masks)0xFFFF << 16 * suit), others);
    for (int dealt = least > 0 ? least : 0; dealt <= race->to_come; dealt++) {
        rest_of_board rests[MOST_RESTS];
        int count = push_rests(race, others, race->to_come - dealt, rests);
        push_suited(race, suit, dealt);
        for (int i = 0; i < count; i++)
            correct_rows(race, suit, dealt, rests[i].counts, times * rests[i].ways);
    }
}

/* Whether two suits differ in name only. */
static int are_alike(const race *race, int a, int b)
{
    int alike = rb_suit_ranks(race->board, a) == rb_suit_ranks(race->board, b) &&
                rb_suit_ranks(race->deck, a) == rb_suit_ranks(race->deck, b);

    for (int player = 0; player < race->player_count; player++)
        alike &= rb_suit_ranks(race->holes[player], a) == rb_suit_ranks(race->holes[player], b);
    return alike;
}

static void correct_flushes(race *race)
{
    for (int suit = 0, done = 0; suit < SUIT_COUNT; suit++) {
        int64_t times = 0;
        if (done >> suit & 1) continue;
        for (int other = suit; other < SUIT_COUNT; other++)
            if (are_alike(race, suit, other)) {
                done |= 1 << other;
                times++;
            }
        correct_suit(race, suit, times);
    }
}

/* ---- a whole set of hands ---- */

static void run_race(race *race)
{
    uint8_t available[RANK_COUNT];

    count_available(race->deck, available);
    race->rows.count = 0;
    push_rows(race, available, 0, race->to_come, (rank_counts){0, 0, 0, 0}, 1);
    count_rows(race);
    correct_flushes(race);
}

static int64_t choose(int64_t n, int k)
{
    int64_t ways = 1;

    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

static void take_hand(race *race, int player, const uint8_t *hole)
{
    race->holes[player] = rb_suits_of(hole, 2);
    race->known[player] = rb_counts_of(race->holes[player] | race->board);
    race->deck &= ~race->holes[player];
}

int64_t rb_equity_of_hands(const rb_hand_sets *sets, int64_t *sums)
{
    suit_masks board = rb_suits_of(sets->board, sets->board_count);
    suit_masks dead = board | rb_suits_of(sets->dead, sets->dead_count);
    int players = sets->player_count;
    race race;

    race.path = rb_cpu_path(sets->path);
    race.player_count = players;
    race.to_come = BOARD_CARDS - sets->board_count;
    race.board = board;
    for (int64_t set = 0; set < sets->set_count; set++) {
        race.deck = WHOLE_DECK & ~dead;
        race.sums = sums + set * players * SUMS;
        for (int i = 0; i < players * SUMS; i++) race.sums[i] = 0;
        for (int player = 0; player < players; player++)
            take_hand(&race, player, sets->holes + 2 * (set * players + player));
        run_race(&race);
    }
    return choose(DECK_SIZE - sets->board_count - sets->dead_count - 2 * players, race.to_come);
}

/* ---- sets of hands on boards of their own ---- */

static void share_row(race *race, const rb_share_rows *rows, int64_t row, double *shares)
{
    const uint8_t *holes = rows->holes + 2 * row * rows->player_count;
    int64_t sums[MOST_PLAYERS * SUMS] = {0};
    int board_count = rows->board_counts[row], next = 0;

    race->player_count = 0;
    race->to_come = BOARD_CARDS - board_count;
    race->board = rb_suits_of(rows->boards + BOARD_CARDS * row, board_count);
    race->deck = WHOLE_DECK & ~race->board;
    race->sums = sums;
    for (int player = 0; player < rows->player_count; player++) {
        if (rows->contestants[row] >> player & 1)
            take_hand(race, race->player_count++, holes + 2 * player);
        else race->deck &= ~rb_suits_of(holes + 2 * player, 2);
    }
    run_race(race);
    double units = SHARE_UNITS * (double)choose(__builtin_popcountll(race->deck), race->to_come);
    for (int player = 0; player < rows->player_count; player++)
        shares[player] = rows->contestants[row] >> player & 1
                             ? (double)sums[SUMS * next++ + SHARES] / units
                             : 0.0;
}

void rb_mean_shares(const rb_share_rows *rows, double *shares)
{
    race race;

    race.path = rb_cpu_path(rows->path);
    for (int64_t row = 0; row < rows->row_count; row++)
        share_row(&race, rows, row, shares + row * rows->player_count);
}
