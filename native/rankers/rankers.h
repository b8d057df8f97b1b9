/* How hands are compared: a ranker, and of which cards a hand is made. Cards are rank * 4 + suit,
   0..51, and jokers, which must be wild, 52 and up. Ranks compare within a ranker; below five cards (four in badugi) only hands of as many. */
enum {
    HIGH,            /* as rb_rank_cards */
    DEUCE_TO_SEVEN,  /* low, aces high only; straights and flushes count against a hand */
    ACE_TO_FIVE,     /* low, aces low; straights and flushes do not count */
    BADUGI,          /* up to four cards of different ranks and suits, aces low */
    SHORT_DECK_HIGH, /* 36 cards from the six; flush above full house; A6789 is a straight */
    MANILA_HIGH,     /* 32 cards from the seven; flush above full house; aces high only */
    BADUGI_ACE_HIGH, /* badugi with aces high, as badeucy has it */
    THREE_CARD,      /* the best three cards: straight flush, three of a kind, straight, flush, pair */
    OWN_TABLE,       /* the best table_size cards, as a table of the ranking's own has them */
    RANKER_COUNT
};

typedef struct {
    uint8_t ranker;     /* one of the above */
    uint8_t from_hole;  /* exactly so many hole cards and ... */
    uint8_t from_board; /* ... so many of the board; both 0: any of all cards */
    uint8_t at_most;    /* ACE_TO_FIVE only: a hand qualifies with five different ranks up to this one
                           (8: eight or better); 0: every hand qualifies */
    uint8_t fives_of_a_kind; /* high rankers: wild cards may make five of a kind, the highest category */
    uint64_t wild; /* a bit for each card that is wild: it stands for the card that is best, though for
                      none that the hand has; none with THREE_CARD and OWN_TABLE */
    uint8_t table_size;    /* OWN_TABLE: cards of a hand, 1 to 5; with from_hole or from_board, their sum */
    const uint16_t *table; /* OWN_TABLE: ranks of all sets of so many of the 52 cards, in colexicographic
                              order of card numbers; its owner keeps it as long as the ranking */
} rb_ranking;

/* The rank of the best hand, the higher the better. With at_most, 0 means that it does not qualify;
   without, only hands by OWN_TABLE, and of fewer than five cards by HIGH, SHORT_DECK_HIGH or
   MANILA_HIGH, can have rank 0, which is then the lowest. Also 0 where there are fewer cards than are
   to be taken. Not checked: that cards differ, are of the ranker's deck, and below 52 or wild. */
uint16_t rb_best_rank(const rb_ranking *ranking, const uint8_t *hole, int32_t hole_count,
                      const uint8_t *board, int32_t board_count);

/* Hands, one after the other: the hole cards of each, and its board or one board for all. */
typedef struct {
    const uint8_t *hole, *board;
    int32_t hole_count, board_count, is_one_board;
    int64_t hand_count;
} rb_hands;

/* The rank of each hand, by the path numbered or, with -1, the fastest supported. Returns -1, or the
   first hand with a card that is none of the ranker's deck, or hand_count where the one board has
   (ranks are then unset). */
int64_t rb_best_ranks(const rb_ranking *ranking, const rb_hands *hands, int32_t path,
                      uint16_t *ranks);

/* The lowest card that a ranker knows: short decks lack the low ranks. */
int32_t rb_lowest_ranked_card(int32_t ranker);
