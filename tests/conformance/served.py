"""The games whose tables a process keeps between two moves, each played by chance."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import msgspec

from cambio.services import engine as cambio_engine
from imperial.services import engine as imperial_engine
from tabletop import play
from tabletop.engine import Engine, Loaded, Move, Receipt
from tabletop.live.presence import ARRIVED, LEFT
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.table import Table
from tests.cambio import kit as cambio
from tests.imperial import kit as imperial
from tests.tinygame.services import engine as duel_engine
from tests.tinygame.services import start_duel

NOW = 4_000_000_000.0
"""Far in the future, so that no deadline is over by the real clock."""


@dataclass(frozen=True, kw_only=True)
class Served:
    engine: Engine
    begin: Callable[[], UUID]
    """A game of people that has begun."""
    besides: Callable[[Any], Any] = lambda row: None
    """What the store has read besides the columns of the game's row, its state and its seats."""

    def row_of(self, loaded: Loaded[Any]) -> Any:
        """In JSON: a database knows one kind of list."""
        names = [field.attname for field in loaded.row._meta.fields]
        columns = {name: getattr(loaded.row, name) for name in names}
        return msgspec.json.decode(msgspec.json.encode([columns, self.besides(loaded.row)]))

    def known_of(self, loaded: Loaded[Any]) -> Any:
        """All that is known of the game, to compare."""
        return self.row_of(loaded), loaded.state, loaded.sitters

    def load(self, game_id: UUID) -> Loaded[Any]:
        return self.engine.store.load(game_id)

    def logged(self, game_id: UUID) -> int:
        count: int = self.engine.store.actions._default_manager.filter(game=game_id).count()
        return count

    def first_move(self, state: Table) -> tuple[Seat, Json]:
        """The first on the menu of the first who is to act."""
        rules = self.engine.rules
        seat = rules.players_to_act(state)[0]
        return seat, rules.action_to_json(rules.legal_actions(state, seat, now=NOW)[0])

    def submit(
        self, game_id: UUID, seat: Seat, action: Json, *, now: float = NOW, only_if: Callable[[], bool] | None = None
    ) -> Receipt:
        return play.submit(self.engine, game_id, Move(seat=seat, action=action, only_if=only_if), now=now)

    def move(self, game_id: UUID) -> Receipt:
        return self.submit(game_id, *self.first_move(self.load(game_id).state))

    def play_by_chance(
        self, game_id: UUID, chance: Random, *, steps: int, only_moves: bool = False
    ) -> Iterator[Receipt]:
        """What came of each step, until the game is over: moves, undo, the clock, who comes, goes or lets a bot play.

        A call of Cambio comes seldom, so that games are long.
        """
        others = 0.0 if only_moves else 0.3
        now, rules = NOW, self.engine.rules
        for _step in range(steps):
            state = self.load(game_id).state
            if rules.is_over(state):
                return
            now += chance.choice((0.5, 2.0, 40.0))
            try:
                receipt = play.settle(self.engine, game_id, now=now)
                yield receipt if receipt.changed else self._by_chance(game_id, state, chance, others, now)
            except RuleViolation:
                continue

    def _by_chance(self, game_id: UUID, state: Table, chance: Random, others: float, now: float) -> Receipt:
        rules, asked = self.engine.rules, self.engine.rules.players_to_act(state)
        if not asked or chance.random() < others:
            seat = chance.choice(list(self.load(game_id).sitters))
            return self.submit(game_id, seat, chance.choice(self.at_any_time), now=now)
        seat = chance.choice(asked)
        menu = [rules.action_to_json(action) for action in rules.legal_actions(state, seat, now=now)]
        calm = [action for action in menu if action["type"] != "call_cambio"]
        return self.submit(game_id, seat, chance.choice(menu if chance.random() < 0.1 else calm or menu), now=now)

    @property
    def at_any_time(self) -> list[Json]:
        others: list[Json] = [play.UNDO, {"type": "hand_to_bot"}, {"type": "take_back"}]
        return [*others, ARRIVED, LEFT] if self.engine.follows_presence else others


def _two_duellists() -> UUID:
    return UUID(str(start_duel(people=cambio.people(2), now=NOW, takeover=True).pk))


def _after_the_first_look() -> UUID:
    game_id = cambio.dealt(cambio.people(2), takeover=True, now=NOW)
    for seat in range(2):
        cambio.act(game_id, seat, "confirm_initial_view", now=NOW)
    return game_id


def _open_power(row: Any) -> Any:
    power = row.pending_power_turn
    names = () if power is None else ("id", "player_id", "seq", "special_power_type", "target_card_id", "metadata")
    return {name: getattr(power, name) for name in names}, row.card_ids


def _private_info(row: Any) -> Any:
    mails = {seat_id: (person.pk, person.email, person.notify_by_mail) for seat_id, person in row.mail_to.items()}
    return row.private_info, mails


SERVED = {
    served.engine.slug: served
    for served in (
        Served(engine=duel_engine, begin=_two_duellists),
        Served(engine=cambio_engine, begin=_after_the_first_look, besides=_open_power),
        Served(
            engine=imperial_engine, begin=lambda: imperial.begun(imperial.people(3), now=NOW), besides=_private_info
        ),
    )
}
