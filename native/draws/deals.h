/* Deals a run of hands of each deck seed, [decks][hand_count][card_count], from a deck of
   `deck_size` cards: the ACPC's stream, `first_hand` hands into it. */
void rb_deal(const uint32_t *deck_seeds, int64_t deck_count, const uint8_t *deck, int32_t deck_size,
             int32_t card_count, int64_t first_hand, int64_t hand_count, uint8_t *cards);
/* The same hands under a secret of 32 bytes: each hand's cards are a function of the secret, the
   deck seed and the hand's number, by ChaCha20. */
void rb_deal_secretly(const uint8_t *secret, const uint32_t *deck_seeds, int64_t deck_count,
                      const uint8_t *deck, int32_t deck_size, int32_t card_count,
                      int64_t first_hand, int64_t hand_count, uint8_t *cards);
