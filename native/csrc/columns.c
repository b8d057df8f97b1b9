/* Columns read off tables: a value or a row of values per table named. */
#include "hand.h"
#include "columns.h"

static const uint8_t *cards_at(const rb_tables *tables, int64_t table)
{
    return tables->cards + tables->card_row[table] * tables->game.cards_per_hand;
}

void rb_read_hole_cards(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                        const uint8_t *positions, uint8_t *cards)
{
    int count = tables->game.hole_card_count;

    for (int64_t i = 0; i < row_count; i++) {
        uint8_t position = positions ? positions[i] : tables->acting_position[rows[i]];
        const uint8_t *held = cards_at(tables, rows[i]) + position * count;
        for (int j = 0; j < count; j++) *cards++ = position == NOBODY ? UNKNOWN_CARD : held[j];
    }
}

void rb_read_boards(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *cards)
{
    const rb_game *game = &tables->game;
    int first = game->player_count * game->hole_card_count, count = game->cards_per_hand - first;

    for (int64_t i = 0; i < row_count; i++) {
        const uint8_t *board = cards_at(tables, rows[i]) + first;
        int dealt = game->board_card_end[tables->round_index[rows[i]]];
        for (int j = 0; j < count; j++) *cards++ = j < dealt ? board[j] : UNKNOWN_CARD;
    }
}

void rb_read_pots(const rb_tables *tables, const int32_t *rows, int64_t row_count, int64_t *chips)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++) {
        const int64_t *spent = tables->spent + (int64_t)rows[i] * player_count;
        int64_t pot = 0;
        for (int j = 0; j < player_count; j++) pot += spent[j];
        chips[i] = pot;
    }
}

void rb_read_to_call(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                     int64_t *chips)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++) {
        int64_t table = rows[i], place = table * player_count + tables->acting_position[table];
        if (tables->is_done[table]) {
            chips[i] = 0;
            continue;
        }
        int64_t stack = tables->stacks[place], price = tables->max_spent[table];
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
            *chips++ = tables->stacks[first + j] - tables->spent[first + j];
    }
}

void rb_read_folds(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *folded)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++)
        for (int j = 0; j < player_count; j++) *folded++ = !(tables->live[rows[i]] >> j & 1);
}

void rb_read_raise_bounds(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                          int64_t *least, int64_t *most)
{
    int player_count = tables->game.player_count;

    for (int64_t i = 0; i < row_count; i++) {
        int64_t table = rows[i];
        raise_bounds bounds = {0, 0};
        if (tables->legal_kinds[table] >> RAISE & 1) {
            hand now = load_hand(tables, table);
            int64_t stack = tables->stacks[table * player_count + now.acting];
            bounds = bounds_of_raise(&tables->game, &now, stack, tables->game.is_limit);
        }
        least[i] = bounds.least;
        most[i] = bounds.most;
    }
}

void rb_read_bettings(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                      uint8_t *text)
{
    for (int64_t i = 0; i < row_count; i++) {
        int64_t table = rows[i];
        uint32_t length = tables->betting_length[table];
        memcpy(text, tables->betting + table * tables->game.betting_width, length);
        text += length;
    }
}
