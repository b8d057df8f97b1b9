/* The card features of hold'em, one by one, as appendix 9.2 of document 001 lists them, with the
   counts of its table 9-1. X(name, text): `text` says what the number is; an indicator is 1, ranks
   are (rank + 1) / 13, counts are divided by what keeps them near 1. Indented texts are those that
   count only where the one above is on. The printed list has a few lines fewer than the table
   counts; what was added is marked (+), and is what the order of two hands turns on. */
#ifndef DCUBOT_FEATURE_LIST_H
#define DCUBOT_FEATURE_LIST_H

#define PREFLOP_PRIVATE(X)                                                                         \
    X(PREFLOP_POCKET, "pocket pair")                                                               \
    X(PREFLOP_PAIR_RANK, "  rank of the pair")                                                     \
    X(PREFLOP_HIGH, "no pair: higher rank")                                                        \
    X(PREFLOP_LOW, "  lower rank")                                                                 \
    X(PREFLOP_SUITED, "  suited")                                                                  \
    X(PREFLOP_STRAIGHTS, "  straights that hold both cards")

#define FLOP_PUBLIC(X)                                                                             \
    X(FLOP_TRIPS, "three of a kind on the flop")                                                   \
    X(FLOP_TRIPS_RANK, "  its rank")                                                               \
    X(FLOP_PAIR, "pair on the flop")                                                               \
    X(FLOP_PAIR_RANK, "  rank of the pair")                                                        \
    X(FLOP_PAIR_KICKER, "  rank of the kicker")                                                    \
    X(FLOP_PAIR_ABOVE, "  the pair is higher than the kicker")                                     \
    X(FLOP_UNPAIRED, "no pair on the flop")                                                        \
    X(FLOP_HIGH, "  highest rank")                                                                 \
    X(FLOP_MIDDLE, "  middle rank")                                                                \
    X(FLOP_LOW, "  lowest rank")                                                                   \
    X(FLOP_ONE_SUIT, "flop of one suit")                                                           \
    X(FLOP_TWO_SUITS, "flop with two of a suit")                                                   \
    X(FLOP_THREE_SUITS, "flop of three suits")                                                     \
    X(FLOP_TWO_GAPS, "straights that two hole cards make")                                         \
    X(FLOP_ONE_GAP_DRAWS, "ranks that let one hole card make a straight")                          \
    X(FLOP_SINGLE_DRAWS, "rank pairs that one rank makes a straight")                              \
    X(FLOP_DOUBLE_DRAWS, "rank pairs that two ranks or more make a straight")                      \
    X(FLOP_BACKDOORS, "(+) straights that hold two board ranks")                                   \
    X(FLOP_STRAIGHT_TOP, "(+) top of the highest straight that two hole cards make")

#define FLOP_PRIVATE(X)                                                                            \
    X(F_TRIPS_QUADS, "trips board: quads")                                                         \
    X(F_TRIPS_POCKET, "trips board: pocket pair")                                                  \
    X(F_TRIPS_POCKET_RANK, "  its rank")                                                           \
    X(F_TRIPS_HIGH, "trips board: higher rank")                                                    \
    X(F_TRIPS_LOW, "  lower rank")                                                                 \
    X(F_PAIR_QUADS, "pair board: quads")                                                           \
    X(F_PAIR_FULL_POCKET, "pair board: full house with a pocket pair")                             \
    X(F_PAIR_FULL, "pair board: full house with an unpaired hand")                                 \
    X(F_PAIR_TRIPS, "pair board: trips")                                                           \
    X(F_PAIR_TRIPS_ABOVE_PAIR, "  the unmatched hole card is above the pair")                      \
    X(F_PAIR_TRIPS_ABOVE_KICKER, "  the unmatched hole card is above the kicker")                  \
    X(F_PAIR_POCKET, "pair board: pocket pair")                                                    \
    X(F_PAIR_POCKET_RANK, "  its rank")                                                            \
    X(F_PAIR_POCKET_ABOVE_PAIR, "  it is above the board's pair")                                  \
    X(F_PAIR_POCKET_ABOVE_KICKER, "  it is above the board's kicker")                              \
    X(F_PAIR_KICKER, "pair board: a hole card pairs the kicker")                                   \
    X(F_PAIR_KICKER_RANK, "  rank of the unmatched hole card")                                     \
    X(F_PAIR_KICKER_ABOVE_PAIR, "  it is above the board's pair")                                  \
    X(F_PAIR_KICKER_ABOVE_KICKER, "  it is above the board's kicker")                              \
    X(F_PAIR_HIGH, "pair board, nothing matched: higher rank")                                     \
    X(F_PAIR_LOW, "  lower rank")                                                                  \
    X(F_PAIR_HOLE_ABOVE_PAIR, "  hole cards above the board's pair")                               \
    X(F_PAIR_HOLE_ABOVE_KICKER, "  hole cards above the board's kicker")                           \
    X(F_SET, "unpaired board: set")                                                                \
    X(F_SET_RANK, "  its rank")                                                                    \
    X(F_SET_WHICH, "  board cards that are higher")                                                \
    X(F_TWO_PAIR, "unpaired board: two pair")                                                      \
    X(F_TWO_PAIR_HIGH, "  higher rank")                                                            \
    X(F_TWO_PAIR_LOW, "  lower rank")                                                              \
    X(F_TWO_PAIR_MISSING, "  which board card is not matched, from the top")                       \
    X(F_POCKET, "unpaired board: pocket pair")                                                     \
    X(F_POCKET_RANK, "  its rank")                                                                 \
    X(F_POCKET_BELOW, "  board cards that are higher")                                             \
    X(F_PAIR, "unpaired board: pair")                                                              \
    X(F_PAIR_RANK, "  its rank")                                                                   \
    X(F_PAIR_BELOW, "  board cards that are higher")                                               \
    X(F_PAIR_SIDE_RANK, "  rank of the other hole card")                                           \
    X(F_PAIR_SIDE_BELOW, "  board cards that are higher than it")                                  \
    X(F_NOTHING, "unpaired board: no pair")                                                        \
    X(F_NOTHING_HIGH, "  higher rank")                                                             \
    X(F_NOTHING_HIGH_BELOW, "  board cards that are higher")                                       \
    X(F_NOTHING_LOW, "  lower rank")                                                               \
    X(F_NOTHING_LOW_BELOW, "  board cards that are higher")                                        \
    X(F_FLUSH, "one suit: flush")                                                                  \
    X(F_FLUSH_HIGHER, "  higher ranks of the suit not on the board")                               \
    X(F_FLUSH_DRAW_ONE, "one suit: flush draw with one hole card")                                 \
    X(F_FLUSH_DRAW_ONE_HIGHER, "  higher ranks of the suit not on the board")                      \
    X(F_FLUSH_DRAW, "two of a suit: flush draw")                                                   \
    X(F_FLUSH_DRAW_HIGHER, "  higher ranks of the suit not on the board")                          \
    X(F_BACKDOOR_FLUSH_ONE, "two of a suit: backdoor flush draw with one hole card")               \
    X(F_BACKDOOR_FLUSH_ONE_HIGHER, "  higher ranks of the suit not on the board")                  \
    X(F_BACKDOOR_FLUSH_TWO, "two of a suit: backdoor flush draw with both hole cards")             \
    X(F_BACKDOOR_FLUSH_TWO_HIGHER, "  higher ranks of the suit not on the board")                  \
    X(F_BACKDOOR_FLUSH, "three suits: backdoor flush draw")                                        \
    X(F_BACKDOOR_FLUSH_HIGHER, "  higher ranks of the suit not on the board")                      \
    X(F_STRAIGHT, "straight")                                                                      \
    X(F_STRAIGHT_HIGHER, "  higher straights possible")                                            \
    X(F_SINGLE_DRAW, "one rank makes a straight")                                                  \
    X(F_DOUBLE_DRAW, "two ranks or more make a straight")                                          \
    X(F_HIGHER_ONE_GAP, "  higher one-card straights when it is made")                             \
    X(F_HIGHER_TWO_GAP, "  higher two-card straights when it is made")                             \
    X(F_SHARED_ONE_GAP, "  its ranks that make one-card straights too")                            \
    X(F_SHARED_SINGLE, "  single draws that share a rank")                                         \
    X(F_SHARED_DOUBLE, "  double draws that share a rank")                                         \
    X(F_BACKDOOR, "no draw: straights that two ranks would make")                                  \
    X(F_BACKDOOR_HIGHER, "  straights above the highest of them")                                  \
    X(F_BACKDOOR_ONE_GAP, "  their ranks that let one hole card make a straight")                  \
    X(F_BACKDOOR_SINGLE, "  single draws that share a rank")                                       \
    X(F_BACKDOOR_DOUBLE, "  double draws that share a rank")                                       \
    X(F_PAIRING_SINGLE, "no draw: single draws that a pair for me makes")                          \
    X(F_PAIRING_DOUBLE, "no draw: double draws that a pair for me makes")

#define TURN_PUBLIC(X)                                                                             \
    X(TURN_QUADS, "four of a kind on the board")                                                   \
    X(TURN_RANK, "rank of the turn card, where it pairs nothing")                                  \
    X(TURN_TRIPS_ABOVE, "three of a kind on the flop: the kicker is above it")                     \
    X(TURN_TRIPS, "turn card matches the flop's pair")                                             \
    X(TURN_TWO_PAIR, "turn card makes two pair")                                                   \
    X(TURN_ABOVE_PAIR, "pair on the flop: turn card is above it")                                  \
    X(TURN_ABOVE_KICKER, "pair on the flop: turn card is above the kicker")                        \
    X(TURN_PAIR, "turn card pairs an unpaired flop")                                               \
    X(TURN_PAIR_WHICH, "  flop cards above the one matched")                                       \
    X(TURN_UNPAIRED, "  board without a pair: flop cards below the turn card")                     \
    X(TURN_FOUR_SUITED, "flop of one suit: turn card of that suit")                                \
    X(TURN_THREE_OF_FLOP, "flop of one suit: turn card of another suit")                           \
    X(TURN_MAKES_THREE, "two of a suit on the flop: turn card makes three")                        \
    X(TURN_TWO_DRAWS, "two of a suit on the flop: turn card matches the other card")               \
    X(TURN_ONE_DRAW, "two of a suit on the flop: turn card of a new suit")                         \
    X(TURN_NEW_DRAW, "flop of three suits: turn card matches one")                                 \
    X(TURN_NO_DRAW, "four suits: no flush")                                                        \
    X(TURN_SINGLE_MADE, "single draws of the flop that the turn card makes")                       \
    X(TURN_DOUBLE_MADE, "double draws of the flop that the turn card makes")                       \
    X(TURN_NEW_SINGLE, "new single draws")                                                         \
    X(TURN_NEW_DOUBLE, "new double draws")                                                         \
    X(TURN_SINGLE_TO_DOUBLE, "double draws that were single draws on the flop")

#define TURN_PRIVATE(X)                                                                            \
    X(T_QUADS_HIGH, "quads board: higher rank")                                                    \
    X(T_TRIPS_QUADS, "trips board: quads")                                                         \
    X(T_TRIPS_FULL, "trips board: a hole card matches the kicker")                                 \
    X(T_TRIPS_FULL_ABOVE, "  the hand's kicker is above the board's")                              \
    X(T_TRIPS_FULL_RANK, "  rank of the hand's kicker")                                            \
    X(T_TRIPS_POCKET, "trips board: pocket pair")                                                  \
    X(T_TRIPS_POCKET_HIGHER, "  the kicker paired makes a higher full house")                      \
    X(T_TRIPS_POCKET_RANK, "  its rank")                                                           \
    X(T_TRIPS_HIGH, "trips board, nothing matched: higher rank")                                   \
    X(T_TRIPS_LOW, "  lower rank")                                                                 \
    X(T_TRIPS_ABOVE, "  hole cards above the kicker")                                              \
    X(T_PAIRS_QUADS, "two-pair board: quads")                                                      \
    X(T_PAIRS_QUADS_HIGHER, "  higher ones possible")                                              \
    X(T_PAIRS_FULL, "two-pair board: full house")                                                  \
    X(T_PAIRS_FULL_HIGHER, "  higher ones possible")                                               \
    X(T_PAIRS_POCKET, "two-pair board: pocket pair that plays")                                    \
    X(T_PAIRS_POCKET_RANK, "  its rank")                                                           \
    X(T_PAIRS_POCKET_ABOVE, "  board pairs below it")                                              \
    X(T_PAIRS_POCKET_OUT, "two-pair board: pocket pair that does not play")                        \
    X(T_PAIRS_HIGH, "two-pair board, nothing matched: higher rank")                                \
    X(T_PAIRS_HIGH_ABOVE, "  board pairs below it")                                                \
    X(T_PAIRS_LOW_ABOVE, "  board pairs below the lower rank")                                     \
    X(T_PAIR_QUADS, "pair board: quads")                                                           \
    X(T_PAIR_FULL_POCKET, "pair board: full house with a pocket pair")                             \
    X(T_PAIR_FULL, "pair board: full house with an unpaired hand")                                 \
    X(T_PAIR_FULL_HIGHER_POCKET, "  higher full houses with a pocket pair")                        \
    X(T_PAIR_FULL_HIGHER, "  higher full houses with an unpaired hand")                            \
    X(T_PAIR_TRIPS, "pair board: trips")                                                           \
    X(T_PAIR_TRIPS_ABOVE_PAIR, "  the unmatched hole card is above the pair")                      \
    X(T_PAIR_TRIPS_ABOVE_KICKERS, "  board kickers below it")                                      \
    X(T_PAIR_TRIPS_RANK, "  (+) its rank")                                                         \
    X(T_PAIR_POCKET, "pair board: pocket pair")                                                    \
    X(T_PAIR_POCKET_RANK, "  its rank")                                                            \
    X(T_PAIR_POCKET_ABOVE_PAIR, "  it is above the board's pair")                                  \
    X(T_PAIR_POCKET_ABOVE_KICKERS, "  board kickers below it")                                     \
    X(T_PAIR_KICKER, "pair board: a hole card pairs a kicker")                                     \
    X(T_PAIR_KICKER_PAIR_BELOW, "  the board's pair is below")                                     \
    X(T_PAIR_KICKER_BELOW, "  board kickers below")                                                \
    X(T_PAIR_KICKER_RANK, "  rank of the unmatched hole card")                                     \
    X(T_PAIR_KICKER_ABOVE_PAIR, "  it is above the board's pair")                                  \
    X(T_PAIR_KICKER_ABOVE_KICKERS, "  board kickers below it")                                     \
    X(T_PAIR_HIGH, "pair board, nothing matched: higher rank")                                     \
    X(T_PAIR_LOW, "  lower rank")                                                                  \
    X(T_PAIR_HOLE_ABOVE_PAIR, "  hole cards above the board's pair")                               \
    X(T_PAIR_HOLE_ABOVE_KICKERS, "  board kickers below hole cards, all comparisons")              \
    X(T_SET, "unpaired board: set")                                                                \
    X(T_SET_RANK, "  its rank")                                                                    \
    X(T_SET_WHICH, "  board cards that are higher")                                                \
    X(T_TWO_PAIR, "unpaired board: two pair")                                                      \
    X(T_TWO_PAIR_HIGH, "  higher rank")                                                            \
    X(T_TWO_PAIR_LOW, "  lower rank")                                                              \
    X(T_TWO_PAIR_HIGH_ABOVE, "  board cards below the higher rank")                                \
    X(T_TWO_PAIR_LOW_ABOVE, "  board cards below the lower rank")                                  \
    X(T_POCKET, "unpaired board: pocket pair")                                                     \
    X(T_POCKET_RANK, "  its rank")                                                                 \
    X(T_POCKET_BELOW, "  board cards that are higher")                                             \
    X(T_PAIR, "unpaired board: pair")                                                              \
    X(T_PAIR_RANK, "  its rank")                                                                   \
    X(T_PAIR_BELOW, "  board cards that are higher")                                               \
    X(T_PAIR_SIDE_RANK, "  rank of the other hole card")                                           \
    X(T_PAIR_SIDE_BELOW, "  board cards that are higher than it")                                  \
    X(T_NOTHING, "unpaired board: no pair")                                                        \
    X(T_NOTHING_HIGH, "  higher rank")                                                             \
    X(T_NOTHING_HIGH_BELOW, "  board cards that are higher")                                       \
    X(T_NOTHING_LOW, "  lower rank")                                                               \
    X(T_NOTHING_LOW_BELOW, "  board cards that are higher")                                        \
    X(T_FLUSH_FOUR, "four of a suit: flush")                                                       \
    X(T_FLUSH_FOUR_HIGHER, "  higher ranks of the suit not on the board")                          \
    X(T_FLUSH_FOUR_BOTH, "  (+) both hole cards of the suit")                                      \
    X(T_FLUSH, "three of a suit: flush")                                                           \
    X(T_FLUSH_HIGHER, "  higher ranks of the suit not on the board")                               \
    X(T_FLUSH_DRAW_ONE, "three of a suit: flush draw with one hole card")                          \
    X(T_FLUSH_DRAW_ONE_HIGHER, "  higher ranks of the suit not on the board")                      \
    X(T_FRONT_DRAW, "two twos of a suit: draw to the flop's suit")                                 \
    X(T_FRONT_DRAW_HIGHER, "  higher ranks of the suit not on the board")                          \
    X(T_BACK_DRAW, "two twos of a suit: draw to the turn's suit")                                  \
    X(T_BACK_DRAW_HIGHER, "  higher ranks of the suit not on the board")                           \
    X(T_FLUSH_DRAW, "two of a suit: flush draw")                                                   \
    X(T_FLUSH_DRAW_HIGHER, "  higher ranks of the suit not on the board")                          \
    X(T_STRAIGHT, "(+) straight with both hole cards")                                             \
    X(T_STRAIGHT_ONE, "(+) straight with one hole card")                                           \
    X(T_STRAIGHT_HIGHER, "  (+) higher straights possible")                                        \
    X(T_SINGLE_DRAW, "one rank makes a straight")                                                  \
    X(T_DOUBLE_DRAW, "two ranks or more make a straight")                                          \
    X(T_HIGHER_ONE_GAP, "  higher one-card straights when it is made")                             \
    X(T_HIGHER_TWO_GAP, "  higher two-card straights when it is made")                             \
    X(T_SHARED_ONE_GAP, "  its ranks that make one-card straights too")                            \
    X(T_SHARED_SINGLE, "  single draws of the flop that share a rank")                             \
    X(T_SHARED_NEW_SINGLE, "  new single draws that share a rank")                                 \
    X(T_SHARED_DOUBLE, "  double draws of the flop that share a rank")                             \
    X(T_SHARED_STEP, "  double draws, single on the flop, that share a rank")                      \
    X(T_SHARED_NEW_DOUBLE, "  new double draws that share a rank")                                 \
    X(T_PAIRING_SINGLE, "(+) no draw: single draws that a pair for me makes")                      \
    X(T_PAIRING_DOUBLE, "(+) no draw: double draws that a pair for me makes")                      \
    X(T_STRAIGHT_HIGHER_ONE, "  (+) higher one-card straights possible")

#define RIVER_PUBLIC(X)                                                                            \
    X(RIVER_QUADS_RANK, "quads on the turn: rank of the river card")                               \
    X(RIVER_QUADS, "river card matches the board's trips")                                         \
    X(RIVER_FULL_KICKER, "trips on the turn: river card matches the kicker")                       \
    X(RIVER_FULL_PAIR, "two pair on the turn: river card matches one")                             \
    X(RIVER_FULL_HIGH, "  it matches the higher pair")                                             \
    X(RIVER_TRIPS_RANK, "trips on the turn: rank of the river card")                               \
    X(RIVER_TRIPS_ABOVE, "  it is above the trips")                                                \
    X(RIVER_TRIPS_ABOVE_KICKER, "  it is above the kicker")                                        \
    X(RIVER_TRIPS, "pair on the turn: river card matches it")                                      \
    X(RIVER_PAIRS_RANK, "two pair on the turn: rank of the river card")                            \
    X(RIVER_PAIRS_FLOP, "pair on the turn: river card pairs a flop card")                          \
    X(RIVER_PAIRS_TURN, "pair on the turn: river card pairs the turn card")                        \
    X(RIVER_PAIR_RANK, "pair on the turn: rank of the river card, where it pairs nothing")         \
    X(RIVER_PAIR_BELOW, "  the board's pair is higher")                                            \
    X(RIVER_PAIR_KICKERS, "  board kickers that are lower")                                        \
    X(RIVER_PAIR_FLOP, "no pair on the turn: river card pairs a flop card")                        \
    X(RIVER_PAIR_WHICH, "  flop cards above it")                                                   \
    X(RIVER_PAIR_TURN, "no pair on the turn: river card pairs the turn card")                      \
    X(RIVER_UNPAIRED_RANK, "unpaired board: rank of the river card")                               \
    X(RIVER_UNPAIRED_BELOW, "  board cards that are higher")                                       \
    X(RIVER_FLUSH, "board of one suit")                                                            \
    X(RIVER_FLUSH_BOTTOM, "  its lowest rank")                                                     \
    X(RIVER_FOUR_SUITED, "three of a suit on the turn: river card makes four")                     \
    X(RIVER_FRONT_FLUSH, "two of a suit on the flop: river card makes three")                      \
    X(RIVER_BACK_FLUSH, "two draws on the turn: river card makes three of the turn's")             \
    X(RIVER_NEW_FLUSH, "draw new on the turn: river card makes three")                             \
    X(RIVER_THREE_KEPT, "(+) three or four of a suit on the turn: river card of another")          \
    X(RIVER_STRAIGHT, "board is a straight")                                                       \
    X(RIVER_ONE_GAP_SINGLE, "one-card straights: rank pairs from the flop's single draws")         \
    X(RIVER_ONE_GAP_DOUBLE, "one-card straights: rank pairs from the flop's double draws")         \
    X(RIVER_SINGLE_MADE, "single draws of the flop that the river card makes")                     \
    X(RIVER_DOUBLE_MADE, "double draws of the flop that the river card makes")                     \
    X(RIVER_NEW_SINGLE_MADE, "single draws of the turn that the river card makes")                 \
    X(RIVER_NEW_DOUBLE_MADE, "double draws of the turn that the river card makes")                 \
    X(RIVER_STEP_MADE, "single, then double draws that the river card makes")                      \
    X(RIVER_ONE_GAPS, "(+) ranks that make a straight alone")                                      \
    X(RIVER_TWO_GAPS, "(+) straights that two hole cards make")                                    \
    X(RIVER_STRAIGHT_TOP, "(+) top of the highest straight possible")

#define RIVER_ACTION(X)                                                                            \
    X(BOARD_QUADS, "quads board")                                                                  \
    X(BOARD_FULL, "full-house board")                                                              \
    X(BOARD_TRIPS, "trips board")                                                                  \
    X(BOARD_TWO_PAIR, "two-pair board")                                                            \
    X(BOARD_PAIR, "pair board")                                                                    \
    X(BOARD_UNPAIRED, "unpaired board")                                                            \
    X(BOARD_MATCHED_RANK, "rank of the quads, the trips or the higher pair")                       \
    X(BOARD_SECOND_RANK, "rank of the full house's or the lower pair")                             \
    X(BOARD_KICKER_1, "highest unpaired rank")                                                     \
    X(BOARD_KICKER_2, "second unpaired rank")                                                      \
    X(BOARD_KICKER_3, "third unpaired rank")                                                       \
    X(BOARD_KICKER_4, "fourth unpaired rank")                                                      \
    X(BOARD_KICKER_5, "fifth unpaired rank")                                                       \
    X(BOARD_KICKERS_BELOW, "unpaired ranks below the matched one")                                 \
    X(BOARD_MATCHED_ABOVE_SECOND, "the trips are above the pair")                                  \
    X(BOARD_ONE_SUIT, "five of a suit")                                                            \
    X(BOARD_SUIT_BOTTOM, "  lowest rank")                                                          \
    X(BOARD_FOUR_SUITED, "four of a suit")                                                         \
    X(BOARD_THREE_SUITED, "three of a suit")                                                       \
    X(BOARD_NO_FLUSH, "no flush possible")                                                         \
    X(BOARD_SUIT_TOP, "highest rank of the suit on the board")                                     \
    X(BOARD_SUIT_ACE, "the suit's ace is on the board")                                            \
    X(BOARD_STRAIGHT, "straight")                                                                  \
    X(BOARD_STRAIGHT_RANK, "  its top")                                                            \
    X(BOARD_ONE_GAPS, "ranks that make a straight alone")                                          \
    X(BOARD_TWO_GAPS, "straights that two hole cards make")                                        \
    X(BOARD_STRAIGHT_TOP, "top of the highest straight possible")                                  \
    X(BOARD_HIGH_CARDS, "cards of ten and above")                                                  \
    X(BOARD_RANKS, "different ranks")                                                              \
    X(BOARD_TOP, "highest rank")

#define RIVER_PRIVATE(X)                                                                           \
    X(R_QUADS_KICKER, "quads board: higher hole card, where it plays")                             \
    X(R_QUADS_BOARD, "  (+) the board's kicker plays")                                             \
    X(R_FULL_QUADS, "full-house board: quads")                                                     \
    X(R_FULL_QUADS_HIGHER, "  higher ones possible")                                               \
    X(R_FULL_HIGHER, "full-house board: a higher full house")                                      \
    X(R_FULL_RANK, "  (+) rank of what makes it higher")                                           \
    X(R_TRIPS_QUADS, "trips board: quads")                                                         \
    X(R_TRIPS_FULL, "trips board: full house")                                                     \
    X(R_TRIPS_FULL_HIGHER, "  higher ones possible")                                               \
    X(R_TRIPS_HIGH, "trips board, nothing matched, or quads whose kicker plays: higher rank")      \
    X(R_TRIPS_LOW, "  lower rank")                                                                 \
    X(R_TRIPS_ABOVE, "  (+) board kickers below hole cards, all comparisons")                      \
    X(R_PAIRS_QUADS, "two-pair board: quads")                                                      \
    X(R_PAIRS_QUADS_HIGHER, "  higher ones possible")                                              \
    X(R_PAIRS_FULL, "two-pair board: full house")                                                  \
    X(R_PAIRS_FULL_HIGHER, "  higher ones possible")                                               \
    X(R_PAIRS_POCKET, "two-pair board: pocket pair that plays")                                    \
    X(R_PAIRS_POCKET_RANK, "  its rank")                                                           \
    X(R_PAIRS_POCKET_ABOVE, "  it is above the kicker")                                            \
    X(R_PAIRS_KICKER, "two-pair board: the kicker paired, and it plays")                           \
    X(R_PAIRS_KICKER_RANK, "  (+) rank of the other hole card, where it plays")                    \
    X(R_PAIRS_HIGH, "two-pair board, nothing plays but a kicker: higher rank")                     \
    X(R_PAIRS_HIGH_ABOVE, "  (+) it is above the board's kicker")                                  \
    X(R_PAIRS_BOARD, "two-pair board: (+) the board plays")                                        \
    X(R_PAIR_QUADS, "pair board: quads")                                                           \
    X(R_PAIR_FULL_POCKET, "pair board: full house with a pocket pair")                             \
    X(R_PAIR_FULL, "pair board: full house with an unpaired hand")                                 \
    X(R_PAIR_FULL_HIGHER_POCKET, "  higher full houses with a pocket pair")                        \
    X(R_PAIR_FULL_HIGHER, "  higher full houses with an unpaired hand")                            \
    X(R_PAIR_TRIPS, "pair board: trips")                                                           \
    X(R_PAIR_TRIPS_ABOVE_PAIR, "  the unmatched hole card is above the pair")                      \
    X(R_PAIR_TRIPS_ABOVE_KICKERS, "  board kickers below it")                                      \
    X(R_PAIR_TRIPS_RANK, "  (+) its rank")                                                         \
    X(R_PAIR_POCKET, "pair board: pocket pair")                                                    \
    X(R_PAIR_POCKET_RANK, "  its rank")                                                            \
    X(R_PAIR_POCKET_ABOVE_PAIR, "  it is above the board's pair")                                  \
    X(R_PAIR_POCKET_ABOVE_KICKERS, "  board kickers below it")                                     \
    X(R_PAIR_KICKER, "pair board: a hole card pairs a kicker")                                     \
    X(R_PAIR_KICKER_PAIR_BELOW, "  the board's pair is below")                                     \
    X(R_PAIR_KICKER_BELOW, "  board kickers below")                                                \
    X(R_PAIR_KICKER_RANK, "  rank of the unmatched hole card")                                     \
    X(R_PAIR_KICKER_ABOVE_PAIR, "  it is above the board's pair")                                  \
    X(R_PAIR_KICKER_ABOVE_KICKERS, "  board kickers below it")                                     \
    X(R_PAIR_HIGH, "pair board, nothing matched: higher rank")                                     \
    X(R_PAIR_LOW, "  lower rank")                                                                  \
    X(R_PAIR_HOLE_ABOVE_PAIR, "  hole cards above the board's pair")                               \
    X(R_PAIR_HIGH_ABOVE, "  board cards below the higher hole card")                               \
    X(R_PAIR_LOW_ABOVE, "  board cards below the lower hole card")                                 \
    X(R_SET, "unpaired board: set")                                                                \
    X(R_SET_RANK, "  its rank")                                                                    \
    X(R_SET_WHICH, "  board cards that are higher")                                                \
    X(R_TWO_PAIR, "unpaired board: two pair")                                                      \
    X(R_TWO_PAIR_HIGH, "  higher rank")                                                            \
    X(R_TWO_PAIR_LOW, "  lower rank")                                                              \
    X(R_TWO_PAIR_HIGH_ABOVE, "  board cards below the higher rank")                                \
    X(R_TWO_PAIR_LOW_ABOVE, "  board cards below the lower rank")                                  \
    X(R_POCKET, "unpaired board: pocket pair")                                                     \
    X(R_POCKET_RANK, "  its rank")                                                                 \
    X(R_POCKET_BELOW, "  board cards that are higher")                                             \
    X(R_PAIR, "unpaired board: pair")                                                              \
    X(R_PAIR_RANK, "  its rank")                                                                   \
    X(R_PAIR_BELOW, "  board cards that are higher")                                               \
    X(R_PAIR_SIDE_RANK, "  rank of the other hole card")                                           \
    X(R_PAIR_SIDE_BELOW, "  board cards that are higher than it")                                  \
    X(R_NOTHING, "unpaired board: no pair")                                                        \
    X(R_NOTHING_HIGH, "  higher rank")                                                             \
    X(R_NOTHING_HIGH_BELOW, "  board cards that are higher")                                       \
    X(R_NOTHING_LOW, "  lower rank")                                                               \
    X(R_NOTHING_LOW_BELOW, "  board cards that are higher")                                        \
    X(R_FLUSH_BOARD, "board of one suit: a hole card plays")                                       \
    X(R_FLUSH_BOARD_HIGHER, "  higher ranks of the suit not on the board")                         \
    X(R_FLUSH_FOUR, "four of a suit: flush")                                                       \
    X(R_FLUSH_FOUR_HIGHER, "  higher ranks of the suit not on the board")                          \
    X(R_FLUSH_FOUR_BOTH, "  (+) both hole cards of the suit")                                      \
    X(R_FLUSH, "three of a suit: flush")                                                           \
    X(R_FLUSH_HIGHER, "  higher ranks of the suit not on the board")                               \
    X(R_STRAIGHT_ONE, "straight with one hole card")                                               \
    X(R_STRAIGHT, "straight with both hole cards")                                                 \
    X(R_STRAIGHT_HIGHER_ONE, "  higher one-card straights")                                        \
    X(R_STRAIGHT_HIGHER, "  higher two-card straights")                                            \
    X(R_STRAIGHT_TOP, "  (+) top of the straight")                                                 \
    X(R_STRAIGHT_BOARD, "(+) the board's straight plays")

#define NAME_ONLY(name, text) name,
enum { PREFLOP_PRIVATE(NAME_ONLY) PREFLOP_PRIVATE_COUNT };
enum { FLOP_PUBLIC(NAME_ONLY) FLOP_PUBLIC_COUNT };
enum { FLOP_PRIVATE(NAME_ONLY) FLOP_PRIVATE_COUNT };
enum { TURN_PUBLIC(NAME_ONLY) TURN_PUBLIC_COUNT };
enum { TURN_PRIVATE(NAME_ONLY) TURN_PRIVATE_COUNT };
enum { RIVER_PUBLIC(NAME_ONLY) RIVER_PUBLIC_COUNT };
enum { RIVER_ACTION(NAME_ONLY) RIVER_ACTION_COUNT };
enum { RIVER_PRIVATE(NAME_ONLY) RIVER_PRIVATE_COUNT };
#undef NAME_ONLY

#endif
