/* Columns read off tables, a row per table named; rows are not checked. N is the number of
   players, [rows][N] is by position. */

/* A field of rb_hand, `size` bytes at `offset` in it. */
void rb_read_fields(const rb_tables *tables, const int32_t *rows, int64_t row_count, int32_t offset,
                    int32_t size, uint8_t *values);

void rb_read_hole_cards(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                        const uint8_t *positions, uint8_t *cards);
/* Cards that lie face up, [rows][N][slots]; 255 where none does. */
void rb_read_up_cards(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *cards);

/* How many cards each position threw or passed, [rows][N][card rounds]; of STEPS_LOOP. */
void rb_read_cards_taken(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                         int32_t round_count, uint8_t *counts);

/* What who is to act has thrown away or passed on, [rows][width]; 255 beyond. Of STEPS_LOOP. */
void rb_read_thrown_cards(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                          int32_t width, uint8_t *cards);

/* Bettings as all may see them: of slots how many they are. Texts lie one after the other, from
   offsets[0] on, and then from 0 on at most as long; `ends` [count + 1] are their offsets. */
void rb_hide_slots(const uint8_t *text, const int64_t *offsets, int64_t count, uint8_t *hidden,
                   int64_t *ends);

void rb_read_boards(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *cards);
void rb_read_pots(const rb_tables *tables, const int32_t *rows, int64_t row_count, int64_t *chips);
void rb_read_to_call(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                     int64_t *chips);
void rb_read_chips_left(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                        int64_t *chips);
void rb_read_folds(const rb_tables *tables, const int32_t *rows, int64_t row_count, uint8_t *folded);
void rb_read_raise_bounds(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                          int64_t *least, int64_t *most);

/* Betting strings, a line feed after each; returns how many bytes, for which there is room: at most
   betting_width + 1 a row. */
int64_t rb_read_betting_lines(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                              uint8_t *text);

/* Betting strings, one after the other. */
void rb_read_bettings(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                      uint8_t *text);
