/* Hand ranks: category << 12 | index within the category; higher wins, equal ties.
   Cards are rank * 4 + suit, 0..51; hands have 1 to 7 cards. */
uint16_t rb_rank_cards(const uint8_t *cards, int32_t count);

/* Ranks of `hand_count` hands of `card_count` cards each, stored one after the other, by the path
   numbered or, with -1, the fastest supported. Returns -1, or the first hand with a card above 51
   (ranks are then unset). */
int64_t rb_rank_hands(const uint8_t *cards, int64_t hand_count, int32_t card_count, int32_t path,
                      uint16_t *ranks);

/* Whether weights [1326] are those of a range: none negative, above 1e30 or NaN, and one 1e-30
   or more. */
int32_t rb_are_weights(const double *weights);
