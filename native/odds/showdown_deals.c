#include <stdint.h>
#include <string.h>

#include "rankers.h"
#include "showdown_strength.h"
#include "showdown_deals.h"

/* ---- what is known ---- */

/* A bit for each card, jokers too. */
static uint64_t set_of(const uint8_t *cards, int width)
{
    uint64_t set = 0;

    for (int i = 0; i < width; i++)
        if (cards[i] != NO_CARD) set |= (uint64_t)1 << cards[i];
    return set;
}

static int count_cards(const uint8_t *cards, int width)
{
    int count = 0;

    for (int i = 0; i < width; i++) count += cards[i] != NO_CARD;
    return count;
}

static int are_known(const uint8_t *cards, int width)
{
    for (int i = 0; i < width; i++)
        if (cards[i] >= CARDS_AND_JOKERS && cards[i] != NO_CARD) return 0;
    return 1;
}

/* The cards of one row, and how many. */
typedef struct {
    const uint8_t *own, *board, *up, *dead;
    uint64_t own_set, board_set, up_sets[MOST_OPPONENTS], dead_set, all_seen;
    int own_count, board_count, held, opponent_count;
} seen_row;

static int32_t look_at_row(const showdown_deals *all, const rb_showdown_rows *rows, int64_t row,
                           seen_row *seen)
{
    int up_cards = rows->most_opponents * rows->up_width, seen_count;

    seen->own = rows->own + row * rows->own_width;
    seen->board = rows->board + row * rows->board_width;
    seen->up = rows->up + row * up_cards;
    seen->dead = rows->dead + row * rows->dead_width;
    seen->opponent_count = rows->opponents[row];
    seen->held = rows->held[row];
    if (seen->opponent_count > rows->most_opponents || seen->held > MOST_SHOWN)
        return RB_SHOWDOWN_TOO_MANY;
    if (!are_known(seen->own, rows->own_width) || !are_known(seen->board, rows->board_width) ||
        !are_known(seen->up, up_cards) || !are_known(seen->dead, rows->dead_width))
        return RB_SHOWDOWN_BAD_CARDS;
    seen->own_set = set_of(seen->own, rows->own_width);
    seen->board_set = set_of(seen->board, rows->board_width);
    seen->dead_set = set_of(seen->dead, rows->dead_width);
    seen->own_count = count_cards(seen->own, rows->own_width);
    seen->board_count = count_cards(seen->board, rows->board_width);
    seen->all_seen = seen->own_set | seen->board_set;
    seen_count = seen->own_count + seen->board_count;
    for (int i = 0; i < seen->opponent_count; i++) {
        const uint8_t *up = seen->up + i * rows->up_width;
        seen->up_sets[i] = set_of(up, rows->up_width);
        seen->all_seen |= seen->up_sets[i];
        seen_count += count_cards(up, rows->up_width);
    }
    if (__builtin_popcountll(seen->all_seen) != seen_count || (seen->all_seen | seen->dead_set) & ~all->deck)
        return RB_SHOWDOWN_BAD_CARDS;
    return RB_SHOWDOWN_NO_FAULT;
}

/* A number for the cards of a row, whatever their order: a step of SplitMix64 (Steele, Lea and Flood,
   2014) for each set. */
static uint64_t mixed(uint64_t key, uint64_t value)
{
    uint64_t z = (key ^ value) + 0x9E3779B97F4A7C15u;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint64_t key_of(uint64_t key, const seen_row *seen)
{
    uint64_t of_opponents = 0;

    for (int i = 0; i < seen->opponent_count; i++) of_opponents += mixed(0, seen->up_sets[i]);
    key = mixed(mixed(key, seen->own_set), seen->board_set);
    key = mixed(mixed(key, seen->dead_set), of_opponents);
    return mixed(key, (uint64_t)seen->opponent_count << 8 | (uint64_t)seen->held);
}

/* ---- columns ---- */

/* A hand of some known cards, filled up with columns that are dealt. */
static void begin_hand(const showdown_deals *all, dealt_hand *hand, const uint8_t *cards, int width,
                       uint32_t without)
{
    hand->count = 0;
    hand->is_fixed = 1;
    for (int i = 0; i < width; i++)
        if (cards[i] != NO_CARD && !(without >> i & 1)) hand->columns[hand->count++] = all->known[cards[i]];
}

static void fill_hand(const showdown_deals *all, dealt_hand *hand, int count, int column)
{
    hand->is_fixed = hand->count == count;
    while (hand->count < count) hand->columns[hand->count++] = all->dealt.cards[column++];
}

/* Gives a hand columns of its own; the cards of one hand are a set. */
static int deal_set(showdown_deals *all, dealt_hand *hand, int count)
{
    int first = all->dealt.count, lacking = count - hand->count;

    if (lacking < 0) return RB_SHOWDOWN_TOO_MANY;
    if (first + lacking > MOST_DEALT) return RB_SHOWDOWN_TOO_FEW;
    for (int i = 0; i < lacking; i++) all->rises[first + i] = i > 0;
    fill_hand(all, hand, count, first);
    all->dealt.count += lacking;
    return RB_SHOWDOWN_NO_FAULT;
}

/* The own hand after each choice: they share the columns of cards dealt, each taking the first ones. */
static int deal_own(showdown_deals *all, const rb_showdown_rows *rows, const seen_row *seen)
{
    int first = all->dealt.count, most = 0;

    for (int choice = 0; choice < rows->choice_count; choice++) {
        dealt_hand *own = &all->own[choice];
        begin_hand(all, own, seen->own, rows->own_width, rows->slots[choice]);
        if (own->count > seen->held) return RB_SHOWDOWN_TOO_MANY;
        if (seen->held - own->count > most) most = seen->held - own->count;
        if (first + most > MOST_DEALT) return RB_SHOWDOWN_TOO_FEW;
        fill_hand(all, own, seen->held, first);
    }
    for (int i = 0; i < most; i++) all->rises[first + i] = i > 0 && rows->choice_count == 1;
    all->dealt.count += most;
    return RB_SHOWDOWN_NO_FAULT;
}

static int lay_out(showdown_deals *all, const rb_showdown_rows *rows, const seen_row *seen)
{
    int fault = RB_SHOWDOWN_NO_FAULT;

    all->dealt.count = all->dealt.given_count = 0;
    all->opponent_count = seen->opponent_count;
    for (int i = 0; i < seen->opponent_count && !fault; i++) {
        begin_hand(all, &all->opponents[i], seen->up + i * rows->up_width, rows->up_width, 0);
        fault = deal_set(all, &all->opponents[i], seen->held);
    }
    if (fault) return fault;
    begin_hand(all, &all->board, seen->board, rows->board_width, 0);
    fault = deal_set(all, &all->board, rows->board_width);
    return fault ? fault : deal_own(all, rows, seen);
}

static void find_unseen(showdown_deals *all, uint64_t known)
{
    all->dealt.known_count = all->unseen_count = 0;
    for (int card = 0; card < CARDS_AND_JOKERS; card++)
        if (known >> card & 1) all->dealt.known[all->dealt.known_count++] = (uint8_t)card;
        else all->unseen[all->unseen_count++] = (uint8_t)card;
}

void rb_begin_showdown_deals(showdown_deals *all, const rb_showdown_rows *rows, uint32_t purpose)
{
    all->rows = rows;
    all->words.path = rb_cpu_path(rows->path);
    all->words.purpose = purpose;
    all->deck = set_of(rows->deck, rows->deck_count);
    all->dealt.deck_size = CARDS_AND_JOKERS;
    memset(all->dealt.cards, 0, sizeof all->dealt.cards);
    for (int card = 0; card < CARDS_AND_JOKERS; card++) memset(all->known[card], card, DEAL_BATCH);
}

int32_t rb_prepare_showdown_deals(showdown_deals *all, const rb_showdown_rows *rows, int64_t row)
{
    seen_row seen;
    int32_t fault = look_at_row(all, rows, row, &seen);

    if (!fault) fault = lay_out(all, rows, &seen);
    if (fault) return fault;
    find_unseen(all, ~all->deck | seen.all_seen | seen.dead_set);
    if (all->unseen_count < all->dealt.count) find_unseen(all, ~all->deck | seen.all_seen);
    all->words.key = key_of(rows->key, &seen);
    return all->unseen_count < all->dealt.count ? RB_SHOWDOWN_TOO_FEW : RB_SHOWDOWN_NO_FAULT;
}

void rb_draw_showdown_deals(showdown_deals *all, uint64_t first_deal)
{
    all->words.first_deal = first_deal;
    rb_make_deal_words(&all->words, (uint32_t)(all->dealt.count + CARDS_PER_WORD - 1) / CARDS_PER_WORD,
                       all->dealt.words);
    all->words.path->deal_cards(&all->dealt);
}

/* ---- every deal ---- */

/* Each product is a binomial coefficient times those before, so divisions leave nothing. */
double rb_count_showdown_deals(const showdown_deals *all)
{
    double count = 1.0;

    for (int column = 0, of_set = 0; column < all->dealt.count; column++) {
        of_set = all->rises[column] ? of_set + 1 : 1;
        count = count * (all->unseen_count - column) / of_set;
    }
    return count;
}

typedef struct {
    take_deals take;
    void *taker;
} deal_taker;

static void keep_deal(showdown_deals *all, deal_taker by)
{
    for (int column = 0; column < all->dealt.count; column++)
        all->dealt.cards[column][all->listed] = all->unseen[all->place[column]];
    if (++all->listed < DEAL_BATCH) return;
    by.take(by.taker, all->listed);
    all->listed = 0;
}

static void list_from(showdown_deals *all, int column, uint64_t taken, deal_taker by)
{
    if (column == all->dealt.count) {
        keep_deal(all, by);
        return;
    }
    int place = column && all->rises[column] ? all->place[column - 1] + 1 : 0;
    for (; place < all->unseen_count; place++) {
        if (taken >> place & 1) continue;
        all->place[column] = (uint8_t)place;
        list_from(all, column + 1, taken | (uint64_t)1 << place, by);
    }
}

void rb_list_showdown_deals(showdown_deals *all, take_deals take, void *taker)
{
    all->listed = 0;
    list_from(all, 0, 0, (deal_taker){take, taker});
    if (all->listed) take(taker, all->listed);
}
