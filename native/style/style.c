/* Counts of style: what each player of a hand had the chance to do, and did. The definitions are
   in plugins/style/indicators.py. */
#include "play_action.h"
#include "style.h"

enum { TWO_BET = 2, THREE_BET = 3 };

typedef struct {
    const rb_style_seats *seats;
    uint8_t (*counts)[RB_STYLE_COUNTERS]; /* [N] */
    int bet_level;        /* of the first round: 1 the blinds or a first bet, 2 its raise, ... */
    int two_bettor;       /* who made it 2, or -1 */
    int aggressor;        /* the last to raise in the first round, or -1 */
    bool is_entered;      /* somebody called or raised in the first round */
    bool is_steal;        /* the first raise of the first round was a steal */
    bool has_continued;   /* the aggressor bet the second round */
} story;

typedef struct {
    int position;
    uint8_t kind;
    bool is_call, can_raise; /* a check is no call */
} move;

/* A chance, and whether it was taken; each comes once a hand at most. */
static void note(story *told, int position, int chance, bool is_taken)
{
    uint8_t *counts = told->counts[position];

    counts[chance] = 1;
    counts[chance + 1] = is_taken;
}

static void note_blinds(story *told, const move *made)
{
    uint32_t position = 1u << made->position;

    if (!told->seats->has_blinds) return;
    if (!told->is_entered && made->can_raise && (told->seats->stealers & position)) {
        note(told, made->position, STEAL_CHANCES, made->kind == RAISE);
        told->is_steal = made->kind == RAISE;
    } else if (told->is_steal && told->bet_level == TWO_BET && (told->seats->defenders & position)) {
        note(told, made->position, DEFENCE_CHANCES, made->kind != FOLD);
    }
}

static void note_first_round(story *told, const move *made)
{
    uint8_t *counts = told->counts[made->position];

    counts[FIRST_ROUNDS] = 1;
    counts[VOLUNTARY] |= made->kind == RAISE || made->is_call;
    counts[RAISED_FIRST_ROUND] |= made->kind == RAISE;
    if (told->bet_level == TWO_BET && made->can_raise)
        note(told, made->position, THREE_BET_CHANCES, made->kind == RAISE);
    if (told->bet_level == THREE_BET && made->position == told->two_bettor)
        note(told, made->position, THREE_BETS_FACED, made->kind == FOLD);
    note_blinds(told, made);
    told->is_entered |= made->kind == RAISE || made->is_call;
    if (made->kind != RAISE) return;
    told->bet_level++;
    told->aggressor = made->position;
    if (told->bet_level == TWO_BET) told->two_bettor = made->position;
}

static void note_second_round(story *told, const move *made, int raise_count)
{
    if (made->position == told->aggressor) {
        if (raise_count > 0 || !made->can_raise) return;
        note(told, made->position, CONTINUATION_CHANCES, made->kind == RAISE);
        told->has_continued = made->kind == RAISE;
    } else if (told->has_continued && raise_count == 1) {
        note(told, made->position, CONTINUATION_BETS_FACED, made->kind == FOLD);
    }
}

static void note_move(story *told, const move *made, const rb_hand *hand)
{
    uint8_t *counts = told->counts[made->position];
    int first = hand->round_index ? LATER_RAISES : FIRST_ROUND_RAISES;

    counts[first] = (uint8_t)(counts[first] + (made->kind == RAISE));
    counts[first + 1] = (uint8_t)(counts[first + 1] + made->is_call);
    counts[first + 2] |= made->kind == FOLD;
    if (hand->round_index == 0) note_first_round(told, made);
    if (hand->round_index == 1) note_second_round(told, made, hand->raise_count);
}

static void note_live(story *told, uint32_t live, int counter)
{
    for (; live; live &= live - 1) told->counts[__builtin_ctz(live)][counter] = 1;
}

/* The hand starts: who is dealt in. In games of one round they see "the second" as well. */
static void note_start(story *told, const rb_tables *tables)
{
    const rb_hand *hand = tables->hands;

    note_live(told, hand->live, HANDS);
    if (tables->game.round_count == 1 || hand->is_done) note_live(told, hand->live, SECOND_ROUNDS);
}

static void note_end(story *told, const rb_hand *hand, int player_count)
{
    if (are_several(hand->live)) note_live(told, hand->live, SHOWDOWNS);
    else note_live(told, hand->live, WON_WITHOUT_SHOWDOWN);
    for (int i = 0; i < player_count; i++)
        told->counts[i][WITHOUT_SHOWDOWN] = told->counts[i][HANDS] & !told->counts[i][SHOWDOWNS];
}

/* As many of the first slots as cards went: which ones does not matter here. A betting names their
   slots, or says how many they were. */
static int64_t first_slots(int64_t number, bool is_slots)
{
    int64_t count = is_slots ? __builtin_popcountll((uint64_t)number) : number;

    return ((int64_t)1 << (count < 8 ? count : 8)) - 1;
}

/* Plays the letter that `next` stands behind; returns what was wrong as rb_play_betting does. */
static int32_t take_letter(const rb_tables *tables, story *told, const char *text, int64_t length,
                           int64_t *next)
{
    const rb_hand *hand = tables->hands;
    int kind = kind_of_letter(text[*next - 1]), player_count = tables->game.player_count;
    int loop = tables->game.loop;
    int64_t first = *next;
    action wanted = {.kind = (uint8_t)kind, .amount = 0};

    if (kind < 0 || (kind > RAISE && loop != STEPS_LOOP)) return UNKNOWN_LETTER;
    if (hand->is_done) return NOBODY_TO_ACT;
    if (has_number(&tables->game, hand->round_index, kind) &&
        (wanted.amount = read_size(text, length, next)) < 0)
        return NO_SIZE;
    if (kind > RAISE) wanted.amount = first_slots(wanted.amount, *next - first == MASK_DIGITS);
    move made = {.position = hand->acting_position, .kind = wanted.kind};
    uint8_t fault = mend(tables, 0, &wanted, player_count, loop);
    if (fault == ILLEGAL_KIND) return NOT_LEGAL;
    if (fault != NO_FAULT) return fault == SIZE_TOO_SMALL ? BELOW_LEAST : ABOVE_MOST;
    made.is_call = made.kind == CALL && hand->max_spent > tables->spent[made.position];
    made.can_raise = hand->legal_kinds >> RAISE & 1;
    if (kind <= RAISE) note_move(told, &made, hand);
    int round = hand->round_index;
    take_action(tables, 0, wanted, player_count, loop);
    if (round == 0 && hand->round_index > 0) note_live(told, hand->live, SECOND_ROUNDS);
    return PLAYED;
}

/* Slashes are due and checked as in rb_play_betting, and none may be left out at the end. */
static int32_t read_hand(const rb_tables *tables, story *told, const char *text, int64_t length,
                         int64_t *place, uint8_t *closing_round)
{
    const rb_hand *hand = tables->hands;
    int slashes_due = hand->round_index;

    for (int64_t next = 0; (*place = next) < length;) {
        int round = hand->round_index;
        if (text[next++] == ROUND_LETTER) {
            if (slashes_due-- == 0) return MISPLACED_SLASH;
            continue;
        }
        if (slashes_due) return MISPLACED_SLASH;
        int32_t fault = take_letter(tables, told, text, length, &next);
        if (fault != PLAYED) return fault;
        slashes_due = hand->round_index - round;
        *closing_round = (uint8_t)round;
    }
    return hand->is_done ? PLAYED : BROKEN_OFF;
}

static void copy_chips(int64_t *to, const int64_t *from, int64_t hand, int player_count)
{
    if (from) memcpy(to, from + hand * player_count, (size_t)player_count * sizeof *to);
}

static int32_t read_one(const rb_tables *tables, story *told, const rb_style_hands *hands,
                        int64_t hand, int64_t *place, uint8_t *closing_round)
{
    int player_count = tables->game.player_count;
    int64_t first = hands->offsets[hand];

    copy_chips(tables->stacks, hands->stacks, hand, player_count);
    copy_chips(tables->blinds, hands->blinds, hand, player_count);
    copy_chips(tables->antes, hands->antes, hand, 1);
    memset(told->counts, 0, (size_t)player_count * sizeof *told->counts);
    if (hands->cards)
        memcpy(tables->cards, hands->cards + hand * tables->game.cards_per_hand,
               (size_t)tables->game.cards_per_hand);
    start_hand(tables, 0, player_count, tables->game.loop);
    note_start(told, tables);
    *closing_round = 0;
    return read_hand(tables, told, hands->text + first, hands->offsets[hand + 1] - first, place,
                     closing_round);
}

int64_t rb_read_styles(const rb_tables *tables, const rb_style_seats *seats,
                       const rb_style_hands *hands, const rb_style_rows *rows, int32_t *fault,
                       int64_t *place)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < hands->count; i++) {
        story told = {
            .seats = seats,
            .counts = (uint8_t (*)[RB_STYLE_COUNTERS])rows->counts + i * player_count,
            .bet_level = seats->has_blinds, .two_bettor = -1, .aggressor = -1
        };
        *fault = read_one(tables, &told, hands, i, place, rows->closing_round + i);
        if (*fault != PLAYED) return i;
        note_end(&told, tables->hands, player_count);
        rows->live[i] = tables->hands->live;
        copy_chips(rows->spent + i * player_count, tables->spent, 0, player_count);
    }
    return -1;
}

void rb_add_styles(const uint8_t *counts, const int32_t *rows, const int32_t *groups,
                   int64_t hand_count, int32_t player_count, int64_t *totals)
{
    for (int64_t i = 0; i < hand_count * player_count; i++) {
        if (groups[i] < 0) continue;
        int64_t row = (int64_t)rows[i / player_count] * player_count + i % player_count;
        const uint8_t *from = counts + row * RB_STYLE_COUNTERS;
        int64_t *to = totals + (int64_t)groups[i] * RB_STYLE_COUNTERS;
        for (int j = 0; j < RB_STYLE_COUNTERS; j++) to[j] += from[j];
    }
}
