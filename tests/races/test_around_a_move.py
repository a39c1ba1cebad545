"""What goes on around a move, at the same moment as one: starting, leaving, sending away, handing over, taking back."""

from itertools import product

import pytest

from tests.faults.two_processes import at_once
from tests.kit.ledger import Ledger
from tests.kit.players import ROADS, Deed, Player, Road, join
from tests.kit.server import SiteServer
from tests.races.positions import CONFIRM, HAND_TO_BOT, LEAVE, SLUGS, START, UNDOS, begun, bid, play, position, seated
from tests.races.repeated import MARKS, repeated

pytestmark = MARKS

ROAD_PAIRS: list[tuple[Road, Road]] = list(product(ROADS, ROADS))
WITH_THREE = ("cambio", "imperial")


def players_at(player: Player) -> int:
    """How many sit at a game that has begun."""
    state = player.look(at=1)["state"]
    return len(state["players"]) if player.slug == "cambio" else len(state["playerInfo"])


def test_a_start_against_somebody_who_joins(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        host, _guest = seated(servers, WITH_THREE[number % 2], ledger, seats=3)
        started, joined = at_once(
            lambda: host.do(START, by=ROADS[number % 3], at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: join(host, "Cleo", at=1),  # noqa: B023 - the same
        )
        assert not isinstance(started, Player | str)
        assert started.is_accepted
        assert isinstance(joined, Player) or joined == "game_already_started"
        assert players_at(host) == (3 if isinstance(joined, Player) else 2)


def test_a_start_against_the_first_move(servers: list[SiteServer], ledger: Ledger) -> None:
    """The move is refused, or comes after the start."""
    for number in repeated():
        slug = WITH_THREE[number % 2]
        host, guest = seated(servers, slug, ledger)
        move = CONFIRM if slug == "cambio" else bid(4)
        started, moved = at_once(
            lambda: host.do(START, by=ROADS[number % 3], at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: guest.do(move, at=1),  # noqa: B023 - the same
        )
        assert started.is_accepted
        assert guest.do(move, at=0).is_accepted != moved.is_accepted


def test_a_start_pressed_twice_deals_once(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        host, _guest = seated(servers, SLUGS[number % 3], ledger)
        road, other_road = ROAD_PAIRS[number % len(ROAD_PAIRS)]
        answers = at_once(
            lambda: host.do(START, by=road, at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: host.do(START, by=other_road, at=1),  # noqa: B023 - the same
        )
        assert sorted(answer.outcome for answer in answers) == ["accepted", "refused"]


def test_a_start_against_somebody_who_leaves(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        slug = SLUGS[number % 3]
        host, guest = seated(servers, slug, ledger)
        started, left = at_once(
            lambda: host.do(START, by=ROADS[number % 3], at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: guest.do(LEAVE, at=1),  # noqa: B023 - the same
        )
        # Nobody leaves a game of Imperial that has begun.
        assert left.is_accepted or (slug == "imperial" and started.is_accepted)
        assert not (slug == "imperial" and started.is_accepted and left.is_accepted)
        if not started.is_accepted:
            assert isinstance(join(host, "Cleo"), Player), "the seat is free again"
            assert host.do(START).is_accepted


@pytest.mark.parametrize("leaver", [0, 1], ids=["of the player who moves", "of the other"])
def test_a_move_against_leaving(servers: list[SiteServer], ledger: Ledger, leaver: int) -> None:
    for number in repeated():
        table = position(servers, SLUGS[number % 3], ledger)
        moved, left = at_once(
            lambda: table.mover.do(table.one, by=ROADS[number % 3], at=0),  # noqa: B023 - run before the next turn
            lambda: table.players[leaver].do(LEAVE, at=1),  # noqa: B023 - the same
        )
        # Who has left a game that goes on may come back and move; nobody leaves a game of Imperial that has begun.
        assert (moved.is_accepted, left.is_accepted) == (True, table.mover.slug != "imperial")


def test_a_move_against_handing_the_seat_to_a_bot(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        table = position(servers, SLUGS[number % 3], ledger)
        moved, handed = at_once(
            lambda: table.mover.do(table.one, by=ROADS[number % 3], at=0),  # noqa: B023 - run before the next turn
            lambda: table.mover.do(HAND_TO_BOT, at=1),  # noqa: B023 - the same
        )
        assert handed.is_accepted
        assert moved.is_accepted or moved.code in ("", "played_by_bot", "invalid_action", "not_your_turn")


def test_sending_a_bot_away_against_the_start(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        host, _guest = seated(servers, WITH_THREE[number % 2], ledger, seats=3)
        assert host.send("add_bot", {}).is_accepted
        state = host.look()["state"]
        seats = state["players"] if host.slug == "cambio" else state["seats"]
        bot = next(seat["playerId"] for seat in seats if seat["type"] == "bot")
        away = Deed(path="remove_bot", body={"playerId": bot}, logged={"type": "remove_bot", "seatId": bot})
        started, removed = at_once(
            lambda: host.do(START, by=ROADS[number % 3], at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: host.do(away, at=1),  # noqa: B023 - the same
        )
        assert started.is_accepted
        assert removed.is_accepted or removed.code == "game_already_started"
        assert players_at(host) == (2 if removed.is_accepted else 3)


def test_a_move_against_taking_the_last_one_back(servers: list[SiteServer], ledger: Ledger) -> None:
    """In a duel one of the two is refused; of two bids each is as good without the other."""
    for number in repeated():
        slug = ("imperial", "duel")[number % 2]
        ada, bea = begun(servers, slug, ledger)
        cards = [player.look()["state"].get("myHand", [0])[0] for player in (ada, bea)]
        first, answer = (play(cards[0]), play(cards[1])) if slug == "duel" else (bid(4), bid(6))
        assert ada.do(first).is_accepted
        road, other_road = ROAD_PAIRS[number % len(ROAD_PAIRS)]
        undone, answered = at_once(
            lambda: ada.do(UNDOS[slug], by=road, at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: bea.do(answer, by=other_road, at=1),  # noqa: B023 - the same
        )
        if slug == "duel":
            assert undone.is_accepted != answered.is_accepted
        else:
            assert answered.is_accepted
            assert ada.look()["state"]["mode"] == ("bid" if undone.is_accepted else "buy-bid")
