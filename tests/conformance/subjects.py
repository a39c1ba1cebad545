"""The games the conformance suite runs over."""

import json
from functools import partial

from msgspec.structs import replace

from cambio import plug as cambio_plug
from cambio import rules as cambio
from imperial import plug as imperial_plug
from imperial import rules as imperial
from tabletop.rules import Seat, Shuffle
from tabletop.table import AddBot, Choices, Join, Start, Table, TableRules
from tests.cambio.twin import hidden_cards, other_world
from tests.conformance.subject import Subject
from tests.imperial.rules.contract import RulesWithSetup, late_setup, late_setup_data
from tests.imperial.rules.contract import other_world as other_imperial_world
from tests.kit.bulk import bulk
from tests.tinygame import plug as duel_plug
from tests.tinygame import rules as duel


def other_duel(state: duel.State, seat: Seat | None) -> duel.State | None:
    """Deals the cards the seat cannot see anew: the other hand and the deck; a spectator sees neither hand."""
    blind = [other for other in (0, 1) if other != seat]
    unseen = [card for other in blind for card in state.hands[other]] + list(state.deck)
    dealt = unseen[1:] + unseen[:1]
    hands = list(state.hands)
    for other in blind:
        size = len(hands[other])
        hands[other], dealt = tuple(sorted(dealt[:size])), dealt[size:]
    return replace(state, hands=(hands[0], hands[1]), deck=tuple(dealt))


def duel_table_with(newcomer: Join | AddBot, shuffle: Shuffle, now: float) -> Table:
    """The suite acts for a bot too, except when its time has come."""
    rules = duel_plug.table
    state = rules.new_table(seat_id="a", max_players=2, choices=Choices(takeover=True), settings=duel_plug.Settings())
    for seat, action in ((None if isinstance(newcomer, Join) else 0, newcomer), (0, Start())):
        state, _events = rules.apply(state, seat, action, now=now, shuffle=shuffle)
    return state


def other_duel_table(state: Table, seat: Seat | None) -> Table | None:
    other = other_duel(state.game, seat)
    return None if other is None else replace(state, game=other)


def cambio_for(players: int, shuffle: Shuffle, now: float) -> cambio.State:
    return cambio.new_game(["Ines", "Teo", "Mara", "Ole"][:players], shuffle, now=now)


def table_with_a_bot(rules: TableRules, level: str, opened: Table, shuffle: Shuffle, now: float) -> Table:
    """Two people and a bot. The suite acts for the bot too, except when its time has come."""
    host = rules.key(opened, 0)
    for seat, action in ((None, Join(seat_id="b")), (host, AddBot(seat_id="c", level=level)), (host, Start())):
        opened, _events = rules.apply(opened, seat, action, now=now, shuffle=shuffle)
    return opened


def cambio_table_with_a_bot(takeover: bool, shuffle: Shuffle, now: float) -> Table:
    rules = cambio_plug.table
    opened = rules.new_table(
        seat_id="a", max_players=3, choices=Choices(takeover=takeover), settings=cambio_plug.Settings()
    )
    return table_with_a_bot(rules, "hard", opened, shuffle, now)


def other_cambio_table(state: Table, seat: Seat | None) -> Table | None:
    other = None if state.game is None else other_world(state.game, seat)
    return None if other is None else replace(state, game=other)


def hidden_at_cambio_table(state: Table, seat: Seat | None) -> tuple[str, ...]:
    return () if state.game is None else tuple(f'"{card}"' for card in hidden_cards(state.game, seat))


IMPERIAL = RulesWithSetup(late_setup())


def imperial_for(players: tuple[str, ...], shuffle: Shuffle, now: float) -> imperial.State:
    timer = {"increment": 1, "banked": 5}
    return imperial.new_game(players, IMPERIAL.setup, shuffle=shuffle, now=now, timer=timer)


def imperial_table_with_a_bot(shuffle: Shuffle, now: float) -> Table:
    """With a clock."""
    rules, clock = imperial_plug.table, imperial_plug.Clock(increment=1, banked=5)
    settings = imperial_plug.Settings(setup=json.dumps(late_setup_data()), clock=clock)
    opened = rules.new_table(seat_id="a", max_players=3, settings=settings)
    return table_with_a_bot(rules, "random", opened, shuffle, now)


def other_imperial_table(state: Table, seat: Seat | None) -> Table | None:
    other = None if state.game is None else other_imperial_world(state.game, seat)
    return None if other is None else replace(state, game=other)


SUBJECTS: list[Subject] = [
    Subject(
        name="duel",
        rules=duel,
        new_game=lambda shuffle, now: duel.new_game(shuffle=shuffle, now=now),
        seats=(0, 1),
        twin=other_duel,
        step_limit=20,
        seeds=bulk(50),
    ),
    *(
        Subject(
            name=f"duel table with a {kind}",
            rules=duel_plug.table,
            new_game=partial(duel_table_with, newcomer),
            seats=(0, 1),
            twin=other_duel_table,
            step_limit=20,
            seeds=20,
        )
        for kind, newcomer in (("person", Join(seat_id="b")), ("bot", AddBot(seat_id="b", level="high")))
    ),
    *(
        Subject(
            name=f"cambio for {players}",
            rules=cambio,
            new_game=partial(cambio_for, players),
            seats=tuple(range(players)),
            twin=other_world,
            hidden_words=lambda state, seat: tuple(f'"{card}"' for card in hidden_cards(state, seat)),
        )
        for players in (2, 3, 4)
    ),
    *(
        Subject(
            name=f"cambio table {'with' if takeover else 'without'} takeover",
            rules=cambio_plug.table,
            new_game=partial(cambio_table_with_a_bot, takeover),
            seats=(0, 1, 2),
            twin=other_cambio_table,
            hidden_words=hidden_at_cambio_table,
        )
        for takeover in (False, True)
    ),
    *(
        Subject(
            name=f"imperial for {len(players)}",
            rules=IMPERIAL,
            new_game=partial(imperial_for, players),
            seats=players,
            twin=other_imperial_world,
            step_limit=1_000,
            seeds=bulk(2),
            menu_limit=5,
        )
        for players in (("Ann", "Ben"), ("Ann", "Ben", "Cleo", "Dan"))
    ),
    Subject(
        name="imperial table",
        rules=imperial_plug.table,
        new_game=imperial_table_with_a_bot,
        seats=("a", "b", "c"),
        twin=other_imperial_table,
        step_limit=1_000,
        seeds=bulk(2),
        menu_limit=5,
    ),
]
