/* Columns read off tables: a value or a row of values per table named. */
#include "card_steps.h"
#include "columns.h"
#include "deal.h"
#include "steps.h"

void rb_read_fields(const rb_tables *tables, const int32_t *rows, int64_t row_count, int32_t offset,
                    int32_t size, uint8_t *values)
{
    const uint8_t *field = (const uint8_t *)tables->hands + offset;

    for (int64_t i = 0; i < row_count; i++) {
        const uint8_t *value = field + rows[i] * (int64_t)sizeof(rb_hand);
        for (int32_t j = 0; j < size; j++) *values++ = value[j];
    }
}

static const uint8_t *cards_at(const rb_tables *tables, int64_t table)
{
    return tables->cards + table * tables->game.cards_per_hand;
}

void rb_read_hole_cards(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                        const uint8_t *positions, uint8_t *cards)
{
    int count = tables->game.hole_card_count;

    for (int64_t i = 0; i < row_count; i++) {
        uint8_t position = positions ? positions[i] : tables->hands[rows[i]].acting_position;
        const uint8_t *deal = cards_at(tables, rows[i]);
        int held = position == NOBODY ? 0 : held_count(tables, rows[i], position);
        copy_held(&tables->game, deal, position, held, cards, count);
        cards += count;
    }
}

void rb_read_up_cards(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *cards)
{
    const rb_game *game = &tables->game;

    for (int64_t i = 0; i < row_count; i++) {
        const uint8_t *deal = cards_at(tables, rows[i]);
        for (int j = 0; j < game->player_count; j++) {
            uint32_t up = game->loop == STEPS_LOOP ? round_of(tables, rows[i], j)->up : 0;
            for (int k = 0; k < game->hole_card_count; k++)
                *cards++ = up >> k & 1 ? hole_card(game, deal, j, k) : UNKNOWN_CARD;
        }
    }
}

void rb_read_cards_taken(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                         int32_t round_count, uint8_t *counts)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++)
        for (int j = 0; j < player_count; j++, counts += round_count)
            memcpy(counts, tables->holdings[(int64_t)rows[i] * player_count + j].taken,
                   (size_t)round_count);
}

void rb_read_thrown_cards(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                          int32_t width, uint8_t *cards)
{
    for (int64_t i = 0; i < row_count; i++, cards += width) {
        int position = tables->hands[rows[i]].acting_position;
        memset(cards, UNKNOWN_CARD, (size_t)width);
        if (position == NOBODY) continue;
        const rb_holding *holding =
            tables->holdings + (int64_t)rows[i] * tables->game.player_count + position;
        memcpy(cards, holding->thrown, holding->thrown_count);
    }
}

void rb_hide_slots(const uint8_t *text, const int64_t *offsets, int64_t count, uint8_t *hidden,
                   int64_t *ends)
{
    uint8_t *end = hidden;

    ends[0] = 0;
    for (int64_t row = 0; row < count; row++) {
        for (int64_t i = offsets[row]; i < offsets[row + 1]; i++) {
            *end++ = text[i];
            if (text[i] != EXCHANGE_LETTER && text[i] != PASS_LETTER) continue;
            int slots = (text[i + 1] - '0') * 100 + (text[i + 2] - '0') * 10 + text[i + 3] - '0';
            *end++ = (uint8_t)('0' + __builtin_popcount((unsigned)slots));
            i += MASK_DIGITS;
        }
        ends[row + 1] = end - hidden;
    }
}

void rb_read_boards(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *cards)
{
    const rb_game *game = &tables->game;
    int count = whole_board(game);

    for (int64_t i = 0; i < row_count; i++) {
        const uint8_t *deal = cards_at(tables, rows[i]);
        int dealt = game->board_card_end[tables->hands[rows[i]].round_index];
        for (int j = 0; j < count; j++) *cards++ = j < dealt ? board_card(game, deal, j) : UNKNOWN_CARD;
    }
}

void rb_read_pots(const rb_tables *tables, const int32_t *rows, int64_t row_count, int64_t *chips)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++) {
        const int64_t *spent = tables->spent + (int64_t)rows[i] * player_count;
        int64_t pot = tables->game.loop == STEPS_LOOP ? dead_chips(tables, rows[i]) : 0;
        for (int j = 0; j < player_count; j++) pot += spent[j];
        chips[i] = pot;
    }
}

/* What a position can bet in a hand, of any game. */
static int64_t can_bet(const rb_tables *tables, int64_t place)
{
    return tables->game.loop == STEPS_LOOP ? betting_stack(tables, place) : tables->stacks[place];
}

void rb_read_to_call(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                     int64_t *chips)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++) {
        int64_t table = rows[i], place = table * player_count + tables->hands[table].acting_position;
        if (tables->hands[table].is_done) {
            chips[i] = 0;
            continue;
        }
        int64_t stack = can_bet(tables, place), price = tables->hands[table].max_spent;
        chips[i] = (price < stack ? price : stack) - tables->spent[place];
    }
}

void rb_read_chips_left(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                        int64_t *chips)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++) {
        int64_t first = (int64_t)rows[i] * player_count;
        for (int j = 0; j < player_count; j++)
            *chips++ = can_bet(tables, first + j) - tables->spent[first + j];
    }
}

void rb_read_folds(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *folded)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++)
        for (int j = 0; j < player_count; j++) *folded++ = !(tables->hands[rows[i]].live >> j & 1);
}

/* Whether a raise is legal is hard to predict: without a branch, but for hands that are done, at which
   nobody has a stack. */
INLINE void read_raise_bounds(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                              int64_t *least, int64_t *most, const int loop)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++) {
        int64_t table = rows[i];
        const rb_hand *hand = tables->hands + table;
        int position = hand->is_done ? 0 : hand->acting_position;
        raise_bounds bounds = bounds_of_raise(
            &tables->game, hand, tables->stacks[table * player_count + position], loop);
        int64_t can_raise = hand->legal_kinds >> RAISE & 1;
        least[i] = bounds.least * can_raise;
        most[i] = bounds.most * can_raise;
    }
}

static void read_bounds_of_steps(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                                 int64_t *least, int64_t *most)
{
    for (int64_t i = 0; i < row_count; i++) {
        raise_bounds bounds = {0, 0};
        if (tables->hands[rows[i]].legal_kinds >> RAISE & 1)
            bounds = rb_bounds_of_step(tables, rows[i]);
        least[i] = bounds.least;
        most[i] = bounds.most;
    }
}

void rb_read_raise_bounds(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                          int64_t *least, int64_t *most)
{
    switch (tables->game.loop) {
    case LIMIT_LOOP: read_raise_bounds(tables, rows, row_count, least, most, LIMIT_LOOP); break;
    case NO_LIMIT_LOOP: read_raise_bounds(tables, rows, row_count, least, most, NO_LIMIT_LOOP); break;
    default: read_bounds_of_steps(tables, rows, row_count, least, most);
    }
}

int64_t rb_read_betting_lines(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                              uint8_t *text)
{
    uint8_t *end = text;

    for (int64_t i = 0; i < row_count; i++) {
        const uint8_t *betting = tables->betting + rows[i] * (int64_t)tables->game.betting_width;
        uint32_t length = tables->hands[rows[i]].betting_length;
        for (uint32_t j = 0; j < length; j++) *end++ = betting[j];
        *end++ = '\n';
    }
    return end - text;
}

void rb_read_bettings(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                      uint8_t *text)
{
    for (int64_t i = 0; i < row_count; i++) {
        int64_t table = rows[i];
        uint32_t length = tables->hands[table].betting_length;
        memcpy(text, tables->betting + table * tables->game.betting_width, length);
        text += length;
    }
}
