/* Known hands, row_count times so many, each row on a board of its own, met by every holding. */
typedef struct {
    const uint8_t *holes;         /* [row_count][known_count][2] */
    const uint8_t *boards;        /* [row_count][5] */
    const uint8_t *board_counts;  /* [row_count] 3, 4 or 5 */
    const uint16_t *contestants;  /* [row_count] bit i: known hand i plays for the pot; bit known_count:
                                     the holding does */
    int64_t row_count;
    int32_t known_count;
    int32_t path;
} rb_met_hands;

/* Shares of the pot over all boards to come, in 1/2520 of a board: [row_count][known_count + 1][1326],
   those of the known hands and then of the holding, for each holding. Numbers of holdings that share a
   card with a known hand or the board say nothing. */
void rb_shares_against(const rb_met_hands *hands, uint32_t *shares);
