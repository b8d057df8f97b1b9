/* Rows that hold two hole cards against a range of opponents, given as weights of the 1,326
   holdings (holding of cards a < b: b (b - 1) / 2 + a). A stride of 0 gives all rows one board or range. */
typedef struct {
    const uint8_t *holes;  /* [row_count, 2] */
    const uint8_t *boards; /* [row_count, board_count], or [board_count] with a stride of 0 */
    const double *weights; /* [row_count, 1326], or [1326] with a stride of 0 */
    int64_t board_stride, weight_stride, first_row, row_count; /* the rows asked about */
    int32_t board_count, path;
    int64_t fault_row; /* set with a fault */
} rb_strength_rows;

/* What keeps a row from an answer: a number that is no card or a card that comes twice, a weight that
   is negative, above 1e30 or NaN, or all below 1e-30, cards that leave nothing of the range. */
enum { RB_NO_ROW_FAULT = 0, RB_BAD_CARDS = 1, RB_BAD_WEIGHTS = 2, RB_NOTHING_LEFT = 3, RB_NO_MEMORY = 4 };

/* The functions return a fault. All rows are checked first. Rows that follow each other and have the
   same board share its passes. */

/* The share of opponents' holdings that the row's beats, ties counting half: [row_count]. */
int32_t rb_hand_strength(rb_strength_rows *rows, double *strengths);

/* Weights of holdings behind, level with and ahead of the row's, now and with `to_come` more board cards, 1 or 2: [row_count, now 3, then 3]. */
int32_t rb_tally_potential(rb_strength_rows *rows, int32_t to_come, double *tallies);

/* Over all full boards: the weight of opponents, and sums of it times hand strength to each power:
   [row_count, 1 + power_count]. */
int32_t rb_expect_strength(rb_strength_rows *rows, const int32_t *powers, int32_t power_count,
                           double *sums);
