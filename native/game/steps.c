/* The hands of games with steps of any kind: what hand.h does for those that the ACPC knows, with
   structures that differ from round to round, antes, a bring-in, and rounds in which cards change
   hands. */
#include "card_steps.h"
#include "steps.h"

static const rb_round *round_now(const rb_tables *tables, const rb_hand *hand)
{
    return tables->game.rounds + hand->round_index;
}

/* What counts towards the first whole bet. Without a branch, which would be hard to predict. */
static int64_t brought_in(const rb_game *game, const rb_hand *hand)
{
    return game->bring_in * (!hand->round_index & !hand->raise_count);
}

raise_bounds rb_bounds_of_step(const rb_tables *tables, int64_t table)
{
    const rb_game *game = &tables->game;
    const rb_hand *hand = tables->hands + table;
    int64_t first = table * game->player_count, place = first + hand->acting_position;
    int64_t stack = betting_stack(tables, place), least = hand->least_raise_to, most = stack;

    switch (round_now(tables, hand)->structure) {
    case FIXED_LIMIT:
        least = hand->max_spent + game->raise_size[hand->round_index] - brought_in(game, hand);
        most = least;
        break;
    case POT_LIMIT:
        most = 2 * hand->max_spent - tables->spent[place] + dead_chips(tables, table);
        for (int i = 0; i < game->player_count; i++) most += tables->spent[first + i];
        if (most < least) most = least;
        break;
    }
    if (most > stack) most = stack;
    return (raise_bounds){.least = least < most ? least : most, .most = most};
}

/* ---- what is to come ---- */

/* Who has acted may raise again where what he faces comes to a whole raise, with a limit to half of
   one: rule 47 of the Tournament Directors Association (2022). */
static bool is_reopened(const rb_tables *tables, const rb_hand *hand, int64_t answered)
{
    int64_t facing = hand->max_spent - answered;

    if (answered == NOT_ANSWERED) return true;
    if (round_now(tables, hand)->structure == FIXED_LIMIT)
        return 2 * facing >= tables->game.raise_size[hand->round_index];
    return facing >= hand->least_raise_to - hand->max_spent;
}

/* Whether another has more than there is to call. */
static bool can_be_raised(const rb_tables *tables, int64_t table, const rb_hand *hand)
{
    int64_t first = table * tables->game.player_count;

    for (uint32_t left = hand->able & ~(1u << hand->acting_position); left; left &= left - 1)
        if (betting_stack(tables, first + __builtin_ctz(left)) > hand->max_spent) return true;
    return false;
}

static void note_legal(const rb_tables *tables, int64_t table, rb_hand *hand)
{
    int64_t place = table * tables->game.player_count + hand->acting_position;

    hand->is_done = hand->acting_position == NOBODY;
    hand->legal_kinds = 0;
    if (hand->is_done) return;
    switch (round_now(tables, hand)->kind) {
    case BET_ROUND:
        hand->legal_kinds = legal_kinds(&tables->game, hand, tables->spent[place],
                                        betting_stack(tables, place), tables->game.player_count);
        if (!can_be_raised(tables, table, hand) ||
            !is_reopened(tables, hand, tables->answered[place]))
            hand->legal_kinds &= (uint8_t)~(1 << RAISE);
        break;
    case PASS_ROUND: hand->legal_kinds = 1 << PASS; break;
    default: hand->legal_kinds = 1 << EXCHANGE;
    }
}

/* Whether he who is left to call should call what a short blind or bring-in did not put in. */
static bool owes_nobody(const rb_tables *tables, int64_t table, const rb_hand *hand)
{
    const int player_count = tables->game.player_count;
    const int64_t *spent = tables->spent + table * player_count;

    return is_matched(tables, table, hand, player_count) &&
           spent[__builtin_ctz(hand->able)] < hand->max_spent;
}

/* The least bet of a round, and in the first one at least the largest blind, which is a bet. */
static int64_t least_bet_of(const rb_tables *tables, int64_t table, const rb_hand *hand)
{
    int64_t least = tables->game.least_bet;

    if (least && hand->round_index) return least;
    int64_t blind = largest_blind(tables, table, tables->game.player_count);
    if (blind > least) least = blind;
    return least > 1 ? least : 1;
}

static uint8_t first_to_act(const rb_tables *tables, int64_t table, const rb_hand *hand)
{
    const rb_round *round = round_now(tables, hand);

    if (round->first == FIRST_POSITION)
        return (uint8_t)first_in_round(tables, table, hand->round_index, tables->game.player_count);
    return rb_first_by_cards(tables, table, hand);
}

/* Goes on to the first round, from this one on, in which anybody acts; else the hand is done. */
static void find_actor(const rb_tables *tables, int64_t table, rb_hand *hand)
{
    const rb_game *game = &tables->game;
    uint8_t *betting = tables->betting + table * game->betting_width;
    int64_t *answered = tables->answered + table * game->player_count;

    for (;; hand->round_index++, betting[hand->betting_length++] = ROUND_LETTER) {
        bool is_bet = round_now(tables, hand)->kind == BET_ROUND;
        hand->raise_count = hand->round_action_count = 0;
        hand->to_act = !is_bet ? hand->live : is_matched(tables, table, hand, game->player_count) ? 0 : hand->able;
        if (is_bet) hand->least_raise_to = hand->max_spent + least_bet_of(tables, table, hand);
        for (int i = 0; i < game->player_count; i++) answered[i] = NOT_ANSWERED;
        if (hand->to_act) {
            hand->acting_position = next_of(hand->to_act, first_to_act(tables, table, hand));
            return;
        }
        if (hand->round_index == game->round_count - 1) break;
    }
    hand->acting_position = NOBODY;
}

static void go_on(const rb_tables *tables, int64_t table, rb_hand *hand)
{
    uint8_t *betting = tables->betting + table * tables->game.betting_width;

    if (round_now(tables, hand)->kind == BET_ROUND && owes_nobody(tables, table, hand))
        hand->to_act = 0;
    if (!are_several(hand->live)) {
        hand->acting_position = NOBODY;
    } else if (hand->to_act) {
        hand->acting_position = next_of(hand->to_act, hand->acting_position + 1);
    } else {
        if (round_now(tables, hand)->kind == PASS_ROUND) rb_pass_cards(tables, table);
        if (hand->round_index == tables->game.round_count - 1) {
            hand->acting_position = NOBODY;
            return;
        }
        hand->round_index++;
        betting[hand->betting_length++] = ROUND_LETTER;
        find_actor(tables, table, hand);
    }
}

/* ---- a hand ---- */

/* Posts the bring-in, which then is what has to be called. */
static void bring_in(const rb_tables *tables, int64_t table, rb_hand *hand)
{
    const rb_game *game = &tables->game;
    int poster = rb_first_by_cards(tables, table, hand);
    int64_t place = table * game->player_count + poster, due = tables->antes[table] + game->bring_in;

    hand->max_spent = due;
    int64_t stack = betting_stack(tables, place);
    tables->spent[place] = due < stack ? due : stack;
    if (stack <= due) hand->able &= (uint16_t)~(1u << poster);
}

bool rb_start_steps(const rb_tables *tables, int64_t table)
{
    const rb_game *game = &tables->game;
    int64_t first = table * game->player_count, ante = tables->antes[table];
    rb_hand *hand = tables->hands + table;

    *hand = (rb_hand){.acting_position = NOBODY};
    for (int i = 0; i < game->player_count; i++) {
        int64_t whole = tables->stacks[first + i];
        tables->dead[first + i] = game->dead[i] < whole ? game->dead[i] : whole;
        int64_t stack = betting_stack(tables, first + i), due = ante + tables->blinds[first + i];
        bool is_in = whole > 0;
        if (game->has_card_rounds || !is_in)
            tables->holdings[first + i] = (rb_holding){.last_round = NOBODY};
        tables->spent[first + i] = due < stack ? due : stack;
        if (is_in && due > hand->max_spent) hand->max_spent = due;
        hand->able |= (uint16_t)((stack > due) << i);
        hand->live |= (uint16_t)(is_in << i);
    }
    if (game->bring_in) bring_in(tables, table, hand);
    find_actor(tables, table, hand);
    note_legal(tables, table, hand);
    return hand->is_done;
}

uint8_t rb_fix_step(const rb_tables *tables, int64_t table, action *wanted)
{
    const rb_hand *hand = tables->hands + table;
    bool is_bet = round_now(tables, hand)->kind == BET_ROUND;

    if (wanted->kind >= KIND_COUNT || !(hand->legal_kinds >> wanted->kind & 1)) {
        wanted->kind = is_bet ? CALL : (uint8_t)__builtin_ctz(hand->legal_kinds);
        wanted->amount = 0;
        if (!is_bet) rb_fix_slots(tables, table, &wanted->amount);
        return ILLEGAL_KIND;
    }
    if (!is_bet) return rb_fix_slots(tables, table, &wanted->amount);
    if (wanted->kind != RAISE || round_now(tables, hand)->structure == FIXED_LIMIT) return NO_FAULT;
    return fit_size(rb_bounds_of_step(tables, table), &wanted->amount);
}

static int write_mask(uint8_t *text, uint32_t slots)
{
    text[0] = (uint8_t)('0' + slots / 100);
    text[1] = (uint8_t)('0' + slots / 10 % 10);
    text[2] = (uint8_t)('0' + slots % 10);
    return MASK_DIGITS;
}

/* A raise that is all-in below the least one leaves that as large as it was. */
static void bet(const rb_tables *tables, int64_t place, rb_hand *hand, action taken)
{
    int64_t whole = hand->least_raise_to - hand->max_spent, before = hand->max_spent;

    move_chips(hand, taken, tables->spent + place, betting_stack(tables, place));
    int64_t raised = hand->max_spent - before;
    hand->least_raise_to = hand->max_spent + (raised > whole ? raised : whole);
    tables->answered[place] = hand->max_spent - brought_in(&tables->game, hand);
}

bool rb_take_step(const rb_tables *tables, int64_t table, action taken)
{
    rb_hand *hand = tables->hands + table;
    const rb_round *round = round_now(tables, hand);
    int position = hand->acting_position;
    int64_t place = table * tables->game.player_count + position;
    uint8_t *text = tables->betting + table * tables->game.betting_width + hand->betting_length;

    *text++ = letter_of(taken.kind);
    hand->betting_length++;
    if (round->kind == BET_ROUND) {
        if (taken.kind == RAISE && round->structure == FIXED_LIMIT)
            taken.amount = rb_bounds_of_step(tables, table).least;
        else if (taken.kind == RAISE)
            hand->betting_length += write_number(text, (uint32_t)taken.amount);
        if (taken.kind == FOLD) tables->holdings[place].last_round = hand->round_index;
        bet(tables, place, hand, taken);
    } else {
        hand->betting_length += write_mask(text, (uint32_t)taken.amount);
        hand->to_act &= (uint16_t)~(1u << position);
        rb_move_cards(tables, table, position, (uint32_t)taken.amount);
    }
    hand->action_count++;
    hand->round_action_count++;
    go_on(tables, table, hand);
    note_legal(tables, table, hand);
    return hand->is_done;
}
