/* Counter-based draws: Philox4x32-10 as docs/contracts/draws.md lays out its key and counter. */

/* One draw in [0, 1) with 53 bits. */
double rb_draw(uint64_t key, uint32_t purpose_and_seat, uint32_t hand, uint32_t decision,
               uint32_t draw_index);
void rb_draw_uniform(const uint64_t *keys, const uint32_t *purposes_and_seats,
                     const uint32_t *hands, const uint32_t *decisions,
                     const uint32_t *draw_indexes, int64_t count, double *draws);
/* What is declared of a row of decisions each: m alternatives, and where not NULL the amounts that
   each has, or with `is_by_row` those that all raises of a row have, other kinds having 0. */
typedef struct {
    const double *probability;  /* [rows][m] */
    const uint8_t *kinds;       /* [m] */
    const int64_t *least;       /* [rows][m], by row [rows] */
    const int64_t *most;        /* [rows][m], by row [rows] */
    int32_t alternative_count;
    int32_t is_by_row;
} rb_declared;

/* Picks an alternative of each row by its draw, and an amount within the alternative by what is
   left of the draw. Without `least` and `most` amounts are 0.
   Returns -1, the first row that is no distribution, or -2 - row where the bounds of the alternative
   picked are negative or crossed. */
int64_t rb_sample_actions(const rb_declared *declared, const double *draws, int64_t row_count,
                          uint8_t *kinds, int64_t *amounts);
