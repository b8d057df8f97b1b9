/* A table as a seat sees it, from the lines of an ACPC dealer. The caller owns the arrays. */
typedef struct {
    const rb_tables *tables; /* of one table, at which a hand was started before */
    uint8_t *cards;          /* [cards_per_hand] those of that table */
    uint8_t *betting;        /* [betting_room] as the last line told it */
    int32_t *hand_index;
    int64_t betting_room;
    int64_t betting_length;  /* -1: the next line is taken in as if it were the first */
    int32_t position;
    int32_t seat;            /* -1 before the first line */
} rb_follower;

/* Takes in "MATCHSTATE:position:hand:betting:cards" in the dealer's own spelling. Returns 1 where
   the seat watches, 2 where it is to act, 3 where the hand is over, and 0 where the line is spelt
   otherwise or not possible in this game, or where a board lies in the first round: then the table
   stands anywhere. */
int32_t rb_follow(rb_follower *follower, const char *line, int64_t length);

/* What rb_follow returns, of the table as it stands for the seat. */
int32_t rb_followed(const rb_follower *follower);
