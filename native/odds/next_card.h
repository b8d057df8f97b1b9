/* Rows that hold two hole cards against an opponent who may have any holding whose place in an order
   of holdings is below a bound (holding of cards a < b: b (b - 1) / 2 + a). */
typedef struct {
    const uint8_t *holes;   /* [row_count, 2] */
    const uint8_t *boards;  /* [row_count, 5]: 3 to 5 cards, then 255 */
    const uint16_t *places; /* [1326], each holding's place in the order */
    const uint16_t *bounds; /* [row_count] */
    int64_t row_count;
    int32_t path;
} rb_bounded_rows;

/* For each row hand strength and positive potential to the next card, [row_count, 2]: strength is NaN
   where the row's cards leave nothing of the range, and the potential 0 there and on the river. Rows
   that follow each other and have the same board share its passes. Returns 0, or -1 without memory. */
int32_t rb_bounded_strength(const rb_bounded_rows *rows, double *answers);

/* -1 if all rows are valid, else the first with an invalid card, a card that is used twice, or
   a board of fewer than three cards. */
int64_t rb_find_bad_bounded_row(const rb_bounded_rows *rows);
