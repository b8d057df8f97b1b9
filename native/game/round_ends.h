/* How bettings stood when each of their rounds ended; the caller owns the arrays. */
typedef struct {
    int64_t *spent;         /* [bettings][R][N] chips put in */
    uint16_t *live;         /* [bettings][R] who had not folded */
    uint8_t *closing_round; /* [bettings] the round of the last action, 0 where nobody acted */
    uint8_t *last_round;    /* [bettings] the last round whose cards were dealt */
} rb_round_ends;

/* Plays whole hands at the first table of `tables`. Rounds that were not reached stand as the last
   one. Returns -1, or the first betting that it refuses; `fault` is then that of rb_play_betting, or
   BROKEN_OFF, and `place` where. */
int64_t rb_find_round_ends(const rb_tables *tables, const rb_bettings *bettings,
                           const rb_round_ends *ends, int32_t *fault, int64_t *place);
