"""What the invitation to a table tells, and the door of one that takes nobody: `templates/tables/invitation.html`."""

from math import ceil
from typing import Any, Literal

from tabletop.bidi import isolated
from tabletop.engine import Loaded
from tabletop.games import Game
from tabletop.live.parts import Context
from tabletop.live.watchers import WatchRoom
from tabletop.table import Table, TableRules
from tabletop.table.series import hold_seconds
from tabletop.tables.faces import PlayerFace
from tabletop.tables.queries import join_url

Door = Literal["open", "removed", "kept", "full", "offered", "started", "over", "closed"]
Watch = Literal["now", "full", "later", "never"]
DAY_SECONDS = 24 * 3600


class Invitation(Context, frozen=True):
    """Nothing here is hidden at the table, and of the people there it tells the names alone."""

    code: str
    link: str
    door: Door
    host: str | None
    """None where no person is left."""
    colour: int
    """Of the host."""
    players: tuple[PlayerFace, ...]
    offered: tuple[PlayerFace, ...]
    """Those whose seat somebody else may take."""
    is_open: bool
    turn_clock: int | None
    watch: Watch
    """Whether one may look on: `later` is when the game has begun."""
    watching: int
    """How many others look on."""
    minutes_away: int
    """For how many minutes whom the host has sent away cannot sit down; 0 for all others."""
    kept_days: int
    kept_minutes: int
    """For how long chairs are kept at most: in a slow game in days, else in minutes from now."""
    how_far: str
    """Empty before the game."""
    is_on_list: bool
    """Whether the viewer is told when a chair is free."""
    is_mailed: bool
    """Whether by mail too."""
    reason: str | None
    """Why the staff closed the table."""

    @property
    def initial(self) -> str:
        return next((player.initial for player in self.players if player.name == self.host), "")


def build_invitation(
    game: Game,
    rules: TableRules,
    loaded: Loaded[Table],
    *,
    room: WatchRoom,
    now: float,
    is_former: bool = False,
    is_expected: bool = False,
    minutes_away: int = 0,
    is_on_list: bool = False,
    is_mailed: bool = False,
) -> Invitation:
    """`is_former` for somebody whose seat another person has taken, `is_expected` for whom a chair is kept.

    `minutes_away` for whom the host has sent away.
    """
    state, row = loaded.state, _table_row(loaded)
    players = tuple(
        PlayerFace(
            seat=place,
            name=isolated(loaded.names[info.seat_id]),
            colour=loaded.colours[info.seat_id],
            bot_level=info.bot_level if info.type == "bot" else None,
        )
        for place, info in enumerate(state.seats)
    )
    host = state.place_of_id(state.host)
    kept_days = int(hold_seconds(rules.plug, state) // DAY_SECONDS)
    kept_until = max(state.series.held.values(), default=now)
    door = _door(rules, state, is_expected=is_expected)
    if door in ("open", "offered") and minutes_away:
        door = "removed"
    return Invitation(
        code=row.room_code,
        link=join_url(row.room_code),
        door=door,
        host=None if host is None else players[host].name,
        colour=1 if host is None else players[host].colour,
        players=players,
        offered=tuple(players[place] for place in _offered(state)) if door == "offered" else (),
        is_open=state.choices.is_open,
        turn_clock=state.choices.turn_clock,
        watch=_watch(rules, state, room, is_former=is_former),
        watching=room.others,
        minutes_away=minutes_away,
        kept_days=kept_days,
        kept_minutes=0 if kept_days else ceil(max(kept_until - now, 0.0) / 60),
        is_on_list=is_on_list,
        is_mailed=is_mailed,
        how_far=game.how_far(state.game) if door in ("started", "offered") else "",
        reason=state.abandon_reason,
    )


def _door(rules: TableRules, state: Table, *, is_expected: bool) -> Door:
    if state.abandoned:
        return "closed"
    if state.game is not None:
        return "over" if rules.is_over(state) else "offered" if state.waits.offered else "started"
    if len(state.seats) >= state.max_players:
        return "full"
    return "open" if is_expected or len(state.seats) + len(state.series.held) < state.max_players else "kept"


def _watch(rules: TableRules, state: Table, room: WatchRoom, *, is_former: bool) -> Watch:
    # Rules 4.4 of the table: who had a seat may look on where nobody else may.
    if state.abandoned or not (is_former or rules.may_ever_be_watched(state)):
        return "never"
    if not (is_former or rules.may_be_watched(state)):
        return "later"
    return "now" if room.has_place or rules.is_over(state) else "full"


def _offered(state: Table) -> list[int]:
    """The places of the seats that somebody else may take."""
    return [place for place, info in enumerate(state.seats) if info.seat_id in state.waits.offered]


def _table_row(loaded: Loaded[Table]) -> Any:
    """The row of a table has a code; that of a game played alone has none."""
    return loaded.row
