/* Known hands, each on a board of its own, met by every holding in turn. */
typedef struct {
    const uint8_t *holes;        /* [row_count, 2] */
    const uint8_t *boards;       /* [row_count, 5] */
    const uint8_t *board_counts; /* [row_count] 3, 4 or 5 */
    int64_t row_count;
    int32_t path;
} rb_met_hands;

/* Boards to come on which each holding wins, twice, and ties, [row_count, 1326]. Numbers of holdings
   that share a card with the hand or the board say nothing. */
void rb_wins_against(const rb_met_hands *hands, uint16_t *half_boards);
