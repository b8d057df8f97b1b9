/* Bettings, whole or broken off, one text after the other; `stacks` and `blinds` [bettings][N] and
   `antes` [bettings] are each hand's own, or NULL where they lie at the table. */
typedef struct {
    int64_t count;
    const char *text;
    const int64_t *offsets; /* [bettings + 1] */
    const int64_t *stacks;
    const int64_t *blinds;
    const int64_t *antes;
} rb_bettings;

/* Starts the hand of a betting at the first table of `tables`. */
void rb_start_betting(const rb_tables *tables, const rb_bettings *bettings, int64_t row);

/* Follows bettings at the first table of `tables`, and writes who acted at the letter of each action,
   NOBODY at all other places; `actors` are as long as the text. Returns -1, or the first betting
   that it refuses; `fault` is then that of rb_play_betting, and `place` where. */
int64_t rb_find_actors(const rb_tables *tables, const rb_bettings *bettings, uint8_t *actors,
                       int32_t *fault, int64_t *place);
