/* Rows that hold two hole cards against a range of opponents, given as weights of the 1,326
   holdings (holding of cards a < b: b (b - 1) / 2 + a). A stride of 0 gives all rows one board or range. */
typedef struct {
    const uint8_t *holes;  /* [row_count, 2] */
    const uint8_t *boards; /* [row_count, board_count], or [board_count] with a stride of 0 */
    const double *weights; /* [row_count, 1326], or [1326] with a stride of 0 */
    int64_t board_stride, weight_stride, row_count;
    int32_t board_count, path;
} rb_strength_rows;

/* The functions return 0, or -1 without memory. Rows that follow each other and have the
   same board share its passes. The rows must be sound (see rb_find_bad_row). */

/* The share of opponents' holdings that the row's beats, ties counting half: [row_count]; NaN where
   the row's cards leave none of the range. */
int32_t rb_hand_strength(const rb_strength_rows *rows, double *strengths);

/* Weights of holdings behind, level with and ahead of the row's, now and with `to_come` more board cards, 1 or 2: [row_count, now 3, then 3]. */
int32_t rb_tally_potential(const rb_strength_rows *rows, int32_t to_come, double *tallies);

/* Over all full boards: the weight of opponents, and sums of it times hand strength to each power:
   [row_count, 1 + power_count]. */
int32_t rb_expect_strength(const rb_strength_rows *rows, const int32_t *powers, int32_t power_count,
                           double *sums);

/* -1 if all rows are sound, else the first row with a number that is no card or a card that comes
   twice, or -2 - row where a weight is negative, not finite, or all are 0. */
int64_t rb_find_bad_row(const rb_strength_rows *rows);
