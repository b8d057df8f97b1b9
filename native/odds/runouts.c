#include "runouts.h"

/* A set of cards with two suits exchanged. */
static suit_masks exchange(suit_masks suits, int a, int b)
{
    suit_masks difference = (rb_suit_ranks(suits, a) ^ rb_suit_ranks(suits, b));

    return suits ^ difference << 16 * a ^ difference << 16 * b;
}

static int exchanged_card(int card, int a, int b)
{
    int suit = card & 3;

    return card - suit + (suit == a ? b : suit == b ? a : suit);
}

static int keeps_weights(const double *weights, int a, int b)
{
    for (int i = 0; i < HOLDING_COUNT; i++) {
        const uint8_t *cards = rb_holding_cards[i];
        int other = rb_holding(exchanged_card(cards[0], a, b), exchanged_card(cards[1], a, b));
        if (weights[i] != weights[other]) return 0;
    }
    return 1;
}

static int can_exchange(const suit_masks *sets, int set_count, int a, int b)
{
    for (int i = 0; i < set_count; i++)
        if (exchange(sets[i], a, b) != sets[i]) return 0;
    return 1;
}

suit_symmetry rb_find_symmetry(const suit_masks *sets, int set_count, const double *weights,
                               int weight_rows)
{
    suit_symmetry symmetry = {{0, 1, 2, 3}};

    for (int b = 1; b < SUIT_COUNT; b++)
        for (int a = 0; a < b && symmetry.suit_class[b] == b; a++) {
            int same = symmetry.suit_class[a] == a && can_exchange(sets, set_count, a, b);
            for (int row = 0; same && row < weight_rows; row++)
                same = keeps_weights(weights + (int64_t)row * HOLDING_COUNT, a, b);
            if (same) symmetry.suit_class[b] = (uint8_t)a;
        }
    return symmetry;
}

typedef struct {
    suit_masks board, cards[DECK_SIZE];
    int card_count, to_come;
    suit_symmetry symmetry;
    visit_board visit;
    void *context;
} runout_walk;

/* How many runouts are the same by exchange of suits, or 0 if this is not the one to visit: that
   one's suits in a class have their sets of ranks in falling order. */
static int64_t orbit_size(suit_masks runout, suit_symmetry symmetry)
{
    int64_t size = 1;
    uint32_t previous[SUIT_COUNT] = {0};
    int members[SUIT_COUNT] = {0}, alike[SUIT_COUNT] = {0};

    for (int suit = 0; suit < SUIT_COUNT; suit++) {
        int class = symmetry.suit_class[suit];
        uint32_t ranks = rb_suit_ranks(runout, suit);
        if (members[class] && ranks > previous[class]) return 0;
        alike[class] = members[class] && ranks == previous[class] ? alike[class] + 1 : 1;
        members[class]++;
        size = size * members[class] / alike[class];
        previous[class] = ranks;
    }
    return size;
}

static void walk(const runout_walk *all, suit_masks runout, int from, int left)
{
    if (!left) {
        int64_t count = orbit_size(runout, all->symmetry);
        if (count) all->visit(all->board | runout, count, all->context);
        return;
    }
    for (int i = from; i <= all->card_count - left; i++)
        walk(all, runout | all->cards[i], i + 1, left - 1);
}

void rb_visit_runouts(suit_masks board, suit_masks dead, int to_come, suit_symmetry symmetry,
                      visit_board visit, void *context)
{
    runout_walk all = {.board = board, .symmetry = symmetry, .visit = visit, .context = context};

    for (int card = 0; card < DECK_SIZE; card++)
        if (!(rb_card_bits[card] & (board | dead))) all.cards[all.card_count++] = rb_card_bits[card];
    walk(&all, 0, 0, to_come);
}
