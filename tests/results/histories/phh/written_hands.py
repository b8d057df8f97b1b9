"""A hand of each of the eleven variants, written by hand, and what each player wins."""

from typing import NamedTuple


class WrittenHand(NamedTuple):
    """A hand: its fields but for the actions, these a line each, and the payoffs in chips."""

    code: str
    fields: str
    actions: str
    payoffs: tuple[float, ...]

    def text(self) -> str:
        """The hand as a file."""
        lines = [line.strip() for line in self.actions.strip().splitlines()]
        actions = "\n".join(f"  '{line}'," for line in lines)
        return f"variant = '{self.code}'\n{self.fields}\nactions = [\n{actions}\n]\n"


def fields(players: int, stack: int, posts: str, ante: int = 0) -> str:
    antes, stacks = [ante] * players, [stack] * players
    return f"antes = {antes}\n{posts}\nstarting_stacks = {stacks}"


LIMIT = "small_bet = 2\nbig_bet = 4"
BLINDS = "blinds_or_straddles = [1, 2, 0]"
STUD = f"bring_in = 1\n{LIMIT}"

HANDS = (
    WrittenHand(
        "FT",
        fields(3, 100, f"{BLINDS}\n{LIMIT}", ante=1),
        """
        d dh p1 AcAd
        d dh p2 KcKd
        d dh p3 7h2s
        p3 f
        p1 cbr 4
        p2 cc
        d db 2c3d8s
        p1 cbr 2
        p2 cc
        d db 9h
        p1 cbr 4 # aces still
        p2 cc
        d db 3h
        p1 cc
        p2 cc
        p1 sm AcAd
        p2 sm
        """,
        (12, -11, -1),
    ),
    WrittenHand(
        "NT",
        fields(2, 100, "blinds_or_straddles = [1, 2]\nmin_bet = 2"),
        """
        d dh p1 QsQh
        d dh p2 AhKd
        p2 cbr 6
        p1 cbr 20
        p2 cc
        d db Ks7d2c
        p1 cc
        p2 cbr 80
        p1 f
        """,
        (-20, 20),
    ),
    # Ace, six, seven, eight and nine of hearts are a straight flush.
    WrittenHand(
        "NS",
        fields(3, 50, "blinds_or_straddles = [0, 0, 2]\nmin_bet = 2", ante=1),
        """
        d dh p1 AcKc
        d dh p2 9h8h
        d dh p3 TsTd
        p1 cc
        p2 cc
        p3 cc
        d db Ah7h6h
        p1 cbr 4
        p2 cbr 12
        p3 f
        p1 cc
        d db As
        p1 cc
        p2 cc
        d db Kd
        p1 cbr 20
        p2 cc
        p1 sm AcKc
        p2 sm 9h8h
        """,
        (-35, 38, -3),
    ),
    # Both raises are of the pot; two clubs of four play.
    WrittenHand(
        "PO",
        fields(3, 200, f"{BLINDS}\nmin_bet = 2"),
        """
        d dh p1 AsAhKdQd
        d dh p2 9c8c7d6d
        d dh p3 2h3h4s5s
        p3 f
        p1 cbr 6
        p2 cc
        d db AdTc5c
        p1 cbr 12
        p2 cbr 48
        p1 cc
        d db Jc
        p1 cc
        p2 cc
        d db Kc
        p1 cc
        p2 cc
        p1 sm AsAhKdQd
        p2 sm 9c8c7d6d
        """,
        (-54, 54, 0),
    ),
    WrittenHand(
        "FO/8",
        fields(3, 100, f"{BLINDS}\n{LIMIT}"),
        """
        d dh p1 As2dKhQh
        d dh p2 KcKdJsTs
        d dh p3 9s9c8d8h
        p3 cc
        p1 cc
        p2 cc
        d db 3c4sKs
        p1 cbr 2
        p2 cbr 4
        p3 f
        p1 cc
        d db 7h
        p1 cc
        p2 cbr 4
        p1 cc
        d db 9d
        p1 cbr 4
        p2 cc
        p1 sm As2dKhQh
        p2 sm KcKdJsTs
        """,
        (1, 1, -2),
    ),
    WrittenHand(
        "F7S",
        fields(3, 100, STUD, ante=1),
        """
        d dh p1 AsAdKc
        d dh p2 7h7d2c
        d dh p3 QhJs9d
        p2 pb
        p3 f
        p1 cbr 2
        p2 cc
        d dh p1 3h
        d dh p2 7s
        p1 cbr 2
        p2 cc
        d dh p1 9c
        d dh p2 Tc
        p1 cbr 4
        p2 cbr 8
        p1 cc
        d dh p1 Ah
        d dh p2 4d
        p1 cbr 4
        p2 cc
        d dh p1 5s
        d dh p2 2h
        p1 cc
        p2 cbr 4
        p1 cc
        p2 sm 7h7d2c7sTc4d2h
        p1 sm AsAdKc3h9cAh5s
        """,
        (-21, 22, -1),
    ),
    WrittenHand(
        "F7S/8",
        fields(3, 100, STUD, ante=1),
        """
        d dh p1 As2d3c
        d dh p2 KhKs8d
        d dh p3 Th9cJd
        p1 pb
        p2 cbr 2
        p3 f
        p1 cc
        d dh p1 4h
        d dh p2 Kd
        p2 cbr 2
        p1 cc
        d dh p1 Tc
        d dh p2 Qs
        p2 cbr 4
        p1 cc
        d dh p1 6d
        d dh p2 7c
        p2 cbr 4
        p1 cc
        d dh p1 Jh
        d dh p2 9h
        p2 cc
        p1 cc
        p2 sm KhKs8dKdQs7c9h
        p1 sm As2d3c4hTc6dJh
        """,
        (0.5, 0.5, -1),
    ),
    WrittenHand(
        "FR",
        fields(3, 100, STUD, ante=1),
        """
        d dh p1 Ac2c5d
        d dh p2 3h4hKs
        d dh p3 9s9dQh
        p2 pb
        p3 f
        p1 cbr 2
        p2 cc
        d dh p1 7s
        d dh p2 6c
        p1 cbr 2
        p2 cc
        d dh p1 Jd
        d dh p2 7h
        p1 cbr 4
        p2 cc
        d dh p1 Js
        d dh p2 8d
        p2 cbr 4
        p1 cc
        d dh p1 Kd
        d dh p2 Qs
        p2 cc
        p1 cc
        p2 sm 3h4hKs6c7h8dQs
        p1 sm Ac2c5d7sJdJsKd
        """,
        (-13, 14, -1),
    ),
    WrittenHand(
        "N2L1D",
        fields(3, 60, f"{BLINDS}\nmin_bet = 2"),
        """
        d dh p1 2c3d4h7sKd
        d dh p2 8c7d5h3s2h
        d dh p3 AhAdAs9c9h
        p3 f
        p1 cbr 6
        p2 cc
        p1 sd Kd
        p2 sd
        d dh p1 8d
        p1 cbr 10
        p2 cc
        p1 sm 2c3d4h7s8d
        p2 sm 8c7d5h3s2h
        """,
        (16, -16, 0),
    ),
    WrittenHand(
        "F2L3D",
        fields(2, 100, f"blinds_or_straddles = [1, 2]\n{LIMIT}"),
        """
        d dh p1 2s3s4d9hKc
        d dh p2 7c5c4s3c2c
        p2 cc
        p1 cc
        p1 sd 9hKc
        p2 sd
        d dh p1 7dKs
        p1 cc
        p2 cbr 2
        p1 cc
        p1 sd Ks
        p2 sd
        d dh p1 8h
        p1 cc
        p2 cbr 4
        p1 cc
        p1 sd
        p2 sd
        p1 cc
        p2 cbr 4
        p1 f
        """,
        (-8, 8),
    ),
    WrittenHand(
        "FB",
        fields(3, 100, f"{BLINDS}\n{LIMIT}"),
        """
        d dh p1 AcKcQd9h
        d dh p2 2d3d4h5s
        d dh p3 As2h3c4d
        p3 cbr 4
        p1 f
        p2 cc
        p2 sd 3d
        p3 sd
        d dh p2 Kh
        p2 cc
        p3 cbr 2
        p2 cc
        p2 sd Kh
        p3 sd
        d dh p2 8c
        p2 cbr 4
        p3 cc
        p2 sd
        p3 sd
        p2 cbr 4
        p3 cc
        p2 sm 2d4h5s8c
        p3 sm As2h3c4d
        """,
        (-1, -14, 15),
    ),
)
BY_CODE = {hand.code: hand for hand in HANDS}
