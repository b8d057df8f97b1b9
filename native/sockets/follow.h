/* What a seat sees of its table after a line; NOT_TAKEN where the line is spelt otherwise than by the
   dealer, or not possible in the game. */
enum { NOT_TAKEN, WATCHES, ACTS, IS_OVER };

/* A table as a seat sees it, from the lines of an ACPC dealer. The caller owns the arrays. */
typedef struct {
    const rb_tables *tables; /* of one table, at which a hand was started before */
    uint8_t *cards;          /* [cards_per_hand] those of that table */
    uint8_t *betting;        /* [betting_room] as the last line told it */
    int32_t *hand_index;
    rb_seat_order seat_order;
    int64_t betting_room;
    int64_t betting_length;  /* -1: the next line is taken in as if it were the first */
    int32_t position;
    int32_t seat;            /* -1 before the first line */
} rb_follower;

/* Takes in "MATCHSTATE:position:hand:betting:cards" in the dealer's own spelling. Returns what
   the seat sees; NOT_TAKEN also where a board lies in the first round, and then the table stands
   anywhere. */
int32_t rb_follow(rb_follower *follower, const char *line, int64_t length);

/* What rb_follow returns, of the table as it stands for the seat. */
int32_t rb_followed(const rb_follower *follower);
