"""Cambio as the table needs it: `table` is what its engine plays by."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from cambio import bots, rules
from cambio.bots import lessons
from cambio.bots.levels import LEVELS
from cambio.rules import Action, CallCambio, ConfirmInitialView, Disconnected, Reconnected, State
from cambio.rules.events import PlayerReconnected, TurnStarted
from cambio.rules.powers import end_reveal
from cambio.rules.state import stage_of, with_player
from cambio.rules.turn import RECONNECT_SECONDS
from cambio.table_view import CLOSED, LoggedEvent, player_at_seat, view_with_player_ids, waiting_view, with_player_ids
from tabletop.rules import Event, Fault, Json, Seat, Shuffle, Step
from tabletop.rules import gettext_noop as _
from tabletop.table import GamePlug, Moment, SeatInfo, Table, TableRules
from tabletop.table.lobby import may_start
from tabletop.table.state import Round

ABANDON_SECONDS = 300
"""Rules 9.2: so long after the last person was there the game is closed."""
BEFORE_ANY_DEADLINE = float("-inf")
"""For a game that is settled already: the rules need not look at the clock again."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table is opened with; its host chooses none of it later."""

    coached: bool = False
    """Whether somebody explains the game to the one person at the table (rules 18.1)."""
    told: tuple[str, ...] = ()
    """What that person has been told at earlier tables."""
    sealed: bool = False
    """Whether the page of the one person at the table shows the fingerprint and deals then (rules 5.9)."""


class CambioPlug(GamePlug):
    game_rules = rules
    seats = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)
    bot_levels = LEVELS
    bot_pauses = tuple(quarters / 4 for quarters in range(4, 13))  # Rules 2: 1 to 3 seconds for each action.
    takeover_level = "medium"
    settings = Settings
    keyed_by_place = True
    turn_clocks = (30, 60, 120)
    open_turn_clock = 60
    watchable = True
    watchable_room = False
    follows_presence = True
    takeover_seconds = RECONNECT_SECONDS
    abandon_seconds = ABANDON_SECONDS
    codes = {
        "game_over": "game_already_completed",
        "no_such_bot": "invalid_bot",
        **dict.fromkeys(
            ("game_not_started", "no_takeover_now", "played_by_bot", "not_played_by_bot"), "invalid_action"
        ),
    }
    messages = rules.MESSAGES | {"invalid_bot": _("That bot has left already.")}

    def deal(self, table: Table, moment: Moment) -> Step[State]:
        """Rules 5.5: bots have confirmed the initial view at once."""
        now, seats = moment.now, table.seats
        ids, is_look_timed = [info.seat_id for info in seats], not self.has_coach(table)
        game = rules.new_game(ids, moment.shuffle, now=now, is_look_timed=is_look_timed)
        events: tuple[Event, ...] = rules.opening_events(game)
        # Rules 9.1: a person who left the waiting room is away from the game too, or it would wait for ever.
        players = tuple(
            player if info.away_since is None else replace(player, is_connected=False, disconnected_at=info.away_since)
            for player, info in zip(game.players, seats, strict=True)
        )
        game = replace(game, players=players)
        for place, info in enumerate(seats):
            if info.bot_level is not None:
                game, more = rules.apply(game, place, ConfirmInitialView(), now=now, shuffle=moment.shuffle)
                events += more
        return game, events

    def apply(self, table: Table, key: int, action: Action, moment: Moment) -> Step[State]:
        """Raises RuleViolation."""
        game = self._with_absence_paused(table, moment.now)
        after, events = rules.apply(game, key, action, now=moment.now, shuffle=moment.shuffle)
        return _with_absence_as_before(table.game, after), events

    def settle(self, table: Table, *, now: float) -> Step[State]:
        after, events = rules.settle(self._with_absence_paused(table, now), now=now, shuffle=list)
        return _with_absence_as_before(table.game, after), events

    def next_deadline(self, table: Table) -> float | None:
        game: State = table.game
        # No turn is given up while nobody is there; a card on show is hidden all the same.
        if game.phase == "playing" and game.peek_expires_at is None and self.is_unattended(table):
            return None
        return rules.next_deadline(game)

    def away(self, table: Table, key: int, moment: Moment) -> Step[State]:
        return self.apply(table, key, Disconnected(), moment)

    def back(self, table: Table, key: int, moment: Moment, *, from_bot: bool) -> Step[State]:
        """The seat is played by its person again, who was away or, `from_bot`, replaced. Raises RuleViolation."""
        if not from_bot:
            return self.apply(table, key, Reconnected(), moment)
        # For the rules the seat was connected while a bot played it.
        after, events = self._interrupted(table, moment.now)
        return after, (PlayerReconnected(player_id=key), *events)

    def covered(self, table: Table, key: int, *, now: float) -> Step[State]:
        """For the rules, who know no bots, a seat played by a bot is connected."""
        game: State = table.game
        player = replace(game.players[key], is_connected=True, disconnected_at=None)
        return self._interrupted(replace(table, game=with_player(game, player)), now)

    def absences(self, game: State) -> dict[Seat, float]:
        away = (player for player in game.players if not player.is_connected)
        return {player.turn_order: player.disconnected_at or 0.0 for player in away}

    def waits_for_people(self, game: State) -> bool:
        """Rules 9.2, 21.14: in the final round nobody waits and no bot takes over."""
        is_look_endless = game.phase == "initial_view" and game.initial_view_ends_at is None
        return game.phase == "playing" or is_look_endless

    def has_coach(self, table: Table) -> bool:
        """Among people nobody is told more than the others."""
        return table.settings.coached and _has_one_person(table)

    def seals_first(self, table: Table) -> bool:
        """Among people the waiting room shows the fingerprint."""
        return table.settings.sealed and _has_one_person(table)

    def changed_settings(self, settings: Settings, chosen: Mapping[str, Any]) -> Settings:
        return settings

    def may_hand_over(self, game: State) -> bool:
        return game.current_turn_player_id is not None

    def legal_actions(self, table: Table, key: int) -> Sequence[Action]:
        return rules.legal_actions(table.game, key, now=BEFORE_ANY_DEADLINE)

    def result(self, table: Table) -> Json | None:
        result = rules.result(table.game)
        return None if result is None else with_player_ids(result, [info.seat_id for info in table.seats])

    def round_of(self, table: Table) -> Round | None:
        game: State = table.game
        if game is None or not rules.is_over(game):
            return None
        lines = rules.scores([player.hand for player in game.players], game.cambio_caller_id)
        ids = [info.seat_id for info in table.seats]
        return Round(
            points={ids[seat]: line["final"] for seat, line in enumerate(lines)},
            winners=tuple(ids[seat] for seat, line in enumerate(lines) if line["isWinner"]),
            doubled=tuple(ids[seat] for seat, line in enumerate(lines) if line["penaltyApplied"]),
        )

    def view(self, table: Table, place: int | None) -> Json:
        if table.game is None:
            seen = waiting_view(table, place, may_start=place is not None and may_start(self, table, place))
        else:
            seen = rules.view(table.game, place, now=BEFORE_ANY_DEADLINE)
        seen = view_with_player_ids(seen, [info.seat_id for info in table.seats])
        seated = zip(seen["players"], table.seats, strict=True)
        players = [player_at_seat(player, table, info) for player, info in seated]
        return seen | {"players": players, **(CLOSED if table.abandoned else {})}

    def to_logged(self, events: Sequence[Event], seats: Sequence[SeatInfo]) -> tuple[Event, ...]:
        ids = tuple(info.seat_id for info in seats)
        return tuple(
            event if isinstance(event, Fault) else LoggedEvent(event=event, seat_ids=ids, audience=event.audience)
            for event in events
        )

    def begins_turn(self, event: Event) -> bool:
        return isinstance(event, TurnStarted)

    def is_clocked(self, game: State) -> bool:
        """Not while everybody looks at two cards, nor while an absent player's turn is lost at once."""
        return game.current_turn_player_id is not None

    def bots_rest(self, game: State) -> bool:
        return game.current_turn_player_id is None

    def bot_task(self, game: State) -> object:
        return game.current_turn_player_id, stage_of(game)

    def bot_menu(self, table: Table, key: int) -> Sequence[Action]:
        menu = self.legal_actions(table, key)
        # In the final round an absent person's turn is lost at once: no bot calls while no person is there. Nor does
        # one that plays a single turn for want of time: the risk of the call is its person's.
        calls = not self.is_unattended(table) and table.seats[key].seat_id != table.waits.lent
        return menu if calls else [each for each in menu if not isinstance(each, CallCambio)]

    def bot_choice(self, table: Table, place: int, menu: Sequence[Action], shuffle: Shuffle) -> Action:
        """All a bot gets is the view of its seat, its memory, and what it may do."""
        view = rules.view(table.game, place, now=BEFORE_ANY_DEADLINE)
        return bots.decide(view, table.seats[place].bot_memory, menu, level=self.bot_level(table, place))

    def remember(self, table: Table, place: int, events: Sequence[Event]) -> msgspec.Raw:
        memory, level, players = table.seats[place].bot_memory, self.bot_level(table, place), len(table.seats)
        heard = [event.to_json() for event in events if event.audience is None or place in event.audience]
        if self.has_coach(table) and table.seats[place].type == "human":
            return lessons.learn(memory, heard, seat=place, players=players, told=table.settings.told)
        return bots.learn(memory, heard, seat=place, players=players, level=level)

    def _with_absence_paused(self, table: Table, now: float) -> State:
        """Rules 9.2: in `playing`, while no person is connected, nothing is skipped.

        Bots are connected, so the rules would not notice: as long as nobody is there, everybody has left just now.
        """
        game: State = table.game
        if game.phase != "playing" or not self.is_unattended(table):
            return game
        players = (player if player.is_connected else replace(player, disconnected_at=now) for player in game.players)
        return replace(game, players=tuple(players))

    def _interrupted(self, table: Table, now: float) -> Step[State]:
        """Rules 7.3: any other change of the game ends a reveal."""
        power = table.game.open_power
        if power is None or power.reveal is None:
            return table.game, ()
        after, events = end_reveal(self._with_absence_paused(table, now), power, now=now)
        return _with_absence_as_before(table.game, after), events


def _has_one_person(table: Table) -> bool:
    return sum(info.type == "human" for info in table.seats) == 1


def _with_absence_as_before(before: State, after: State) -> State:
    """Undoes `_with_absence_paused`: a player who was away and still is has been away since the same moment."""
    for was, player in zip(before.players, after.players, strict=True):
        if not was.is_connected and not player.is_connected and was.disconnected_at != player.disconnected_at:
            after = with_player(after, replace(player, disconnected_at=was.disconnected_at))
    return after


table = TableRules(CambioPlug())
