/* The expected prizes of players who hold so many chips, by the model of Malmuth and Harville. */
typedef struct {
    const double *stacks;   /* [row_count][player_count], above 0 */
    const double *prizes;   /* [prize_count] of first place, second, ... */
    int64_t row_count;
    int32_t player_count;   /* up to 16 */
    int32_t prize_count;    /* up to as many */
    double *reached;        /* [1 << player_count] room */
} rb_prize_model;

/* Writes [row_count][player_count]. */
void rb_expected_prizes(const rb_prize_model *model, double *expected);
