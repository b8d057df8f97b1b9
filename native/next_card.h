/* Rows that hold two hole cards against an opponent who may have any holding whose place in an order
   of holdings is below a bound (holding of cards a < b: b (b - 1) / 2 + a). */
typedef struct {
    const uint8_t *holes;   /* [row_count, 2] */
    const uint8_t *boards;  /* [row_count, board_count], 3 to 5 cards */
    const uint16_t *places; /* [1326], each holding's place in the order */
    const uint16_t *bounds; /* [row_count] */
    int64_t row_count;
    int32_t board_count, path;
} rb_bounded_rows;

/* For each row: how many holdings it beats, ties and is beaten by now; and over all next cards twice
   the number of holdings got ahead of that the row was not ahead of, one for each that is half way.
   [row_count, 4]; the last is 0 on the river. Rows that follow each other and have the same board
   share its passes. Returns 0, or -1 without memory. */
int32_t rb_tally_next_card(const rb_bounded_rows *rows, int32_t *tallies);

/* -1 if all rows are sound, else the first with a number that is no card or a card that comes twice. */
int64_t rb_find_bad_bounded_row(const rb_bounded_rows *rows);
