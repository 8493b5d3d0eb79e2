"""Coups that stand for every line of the tableau, as printed in four of the documents."""

_NUMBER = {0: "K", 1: "A"} | {points: str(points) for points in range(2, 10)}
# What Banker's total draws on, as the documents print it.
PRINTED = {
    0: "0-1-2-3-4-5-6-7-8-9",
    1: "0-1-2-3-4-5-6-7-8-9",
    2: "0-1-2-3-4-5-6-7-8-9",
    3: "0-1-2-3-4-5-6-7-9",
    4: "2-3-4-5-6-7",
    5: "4-5-6-7",
    6: "6-7",
    7: "",
}


def _four(player: int, banker: int) -> str:
    return f"cards {_NUMBER[player]}h {_NUMBER[banker]}c Kd Qs"


def natural_rows() -> list[tuple[str, str]]:
    """Coups with a natural, and its total (Player's, where both hands have one)."""
    totals = [(8, 0), (9, 7), (3, 8), (0, 9), (8, 9), (9, 8), (8, 8)]
    return [(_four(player, banker), str(player if player >= 8 else banker)) for player, banker in totals]


def player_rows() -> list[tuple[str, str]]:
    """Each Player total that is no natural, and what Player does."""
    return [(_four(player, 7), "draws" if player <= 5 else "stands") for player in range(8)]


def lone_banker_rows() -> list[tuple[str, str]]:
    """Each Banker total after a Player who stood, and what Banker does."""
    return [(_four(player, banker), "draws" if banker <= 5 else "stands") for player in (6, 7) for banker in range(8)]


def banker_rows() -> list[tuple[str, str]]:
    """Each Banker total against each third card of Player's, and what Banker does."""
    rows = []
    for banker, printed in PRINTED.items():
        for third in range(10):
            # Player's total varies with the third card: it must not matter.
            cards = f"{_four((banker + third) % 6, banker)} | {_NUMBER[third]}d"
            rows.append((cards, "draws" if str(third) in printed.split("-") else "stands"))
    return rows
