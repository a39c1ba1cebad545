"""Newcomers at once: one of twenty gets the last seat, and who asks twice with one key gets one table and one seat."""

import uuid
from functools import partial

from tests.faults.two_processes import at_once
from tests.kit.ledger import Ledger
from tests.kit.players import Player, join, open_table
from tests.kit.server import SiteServer
from tests.races.positions import SLUGS, START, seated
from tests.races.repeated import MARKS, repeated

pytestmark = MARKS

NEWCOMERS = 20


def test_of_twenty_newcomers_one_gets_the_last_seat(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated(least=6):
        slug = SLUGS[number % len(SLUGS)]
        seats = 2 if slug == "duel" else 3
        host, *_others = seated(servers, slug, ledger, seats=seats, taken=seats - 1)
        outcomes = at_once(*(partial(join, host, f"Guest {who}", at=who % 2) for who in range(NEWCOMERS)))
        seated_now = [outcome for outcome in outcomes if isinstance(outcome, Player)]
        assert len(seated_now) == 1
        assert {outcome for outcome in outcomes if isinstance(outcome, str)} == {"game_full"}
        # All seats are taken, and the one who sits there plays.
        assert host.do(START, at=1).is_accepted
        state = seated_now[0].look()["state"]
        assert state["myPlayerId"] == seated_now[0].player_id


def test_one_key_sent_twice_opens_one_table(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        slug, key = SLUGS[number % len(SLUGS)], uuid.uuid4().hex
        hosts = at_once(*(partial(open_table, servers, slug, ledger, at=at, key=key) for at in (0, 1)))
        assert len({(host.game_id, host.player_id, host.token) for host in hosts}) == 1
        assert isinstance(join(hosts[1], at=1), Player)
        assert hosts[0].do(START).is_accepted


def test_one_key_sent_twice_takes_one_seat(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        host, *_others = seated(servers, ("cambio", "imperial")[number % 2], ledger, seats=3, taken=1)
        key = uuid.uuid4().hex
        guests = at_once(*(partial(join, host, "Bea", at=at, key=key) for at in (0, 1)))
        assert all(isinstance(guest, Player) for guest in guests), guests
        assert len({(guest.player_id, guest.token) for guest in guests if isinstance(guest, Player)}) == 1
        # Another seat is free, and nobody else is in the one that was not taken.
        assert isinstance(join(host, "Cleo"), Player)
        assert join(host, "Dan") == "game_full"
