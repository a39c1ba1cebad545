"""The room before the game, as the page of every game shows it: `templates/tables/_waiting.html`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self
from urllib.parse import urlsplit

import msgspec

from tabletop.live.parts import Context
from tabletop.table import GamePlug
from tabletop.table.lobby import MOST_CODE_POINTS_OF_TABLE_NAME, are_enough
from tabletop.table.state import Watching
from tabletop.tables.faces import PlayerFace
from tabletop.tables.manners import Again
from tabletop.tables.qr_codes import qr_path
from tabletop.tables.removals import AWAY_SECONDS
from tabletop.tables.turn_times import MINUTE_SECONDS, whole_minutes

Side = Literal["bottom", "left", "top", "right"]
Row = Literal["low", "high", "alone"]
Place = tuple[Side, Row]
IN_FRONT: Place = ("bottom", "alone")
LEFT: Place = ("left", "alone")
OPPOSITE: Place = ("top", "alone")
RIGHT: Place = ("right", "alone")
TWO_LEFT: tuple[Place, Place] = (("left", "low"), ("left", "high"))
TWO_RIGHT: tuple[Place, Place] = (("right", "high"), ("right", "low"))
ROUND_THE_TABLE: Mapping[int, tuple[Place, ...]] = {
    1: (IN_FRONT,),
    2: (IN_FRONT, OPPOSITE),
    3: (IN_FRONT, LEFT, RIGHT),
    4: (IN_FRONT, LEFT, OPPOSITE, RIGHT),
    5: (IN_FRONT, *TWO_LEFT, *TWO_RIGHT),
    6: (IN_FRONT, *TWO_LEFT, OPPOSITE, *TWO_RIGHT),
}
"""Where the chairs of a table stand, clockwise from the viewer's own."""


class SeatFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What a view says of every seat."""

    player_id: str
    display_name: str
    type: Literal["human", "bot"]
    bot_level: str | None
    is_connected: bool = True
    colour: int = 1
    """Of the avatar; only pages know it."""


class KeptSeat(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A chair that is kept for somebody who played at the table before."""

    display_name: str
    until: float
    chair: int
    """The number of the chair, with those that are taken."""


class RoomFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What a view says of every table."""

    room_code: str
    join_url: str
    shuffle_fingerprint: str
    max_players: int
    is_open: bool
    host_player_id: str | None
    abandoned: bool = False
    abandon_reason: str | None = None
    name: str = ""
    watching: Watching = "link"
    takeover: bool = False
    turn_clock: int | None = None
    kept: tuple[KeptSeat, ...] = ()
    starts_at: float | None = None
    """When the game starts by itself, as everybody who played before is there."""


class RoomSeat(PlayerFace, frozen=True):
    """With its seat and name a button says which bot is to go."""

    you: bool
    host: bool
    here: bool | None
    """None where the game does not follow who is there."""


class Chair(Context, frozen=True):
    number: int
    side: Side
    row: Row
    """Which of two at this side."""
    player: RoomSeat | None
    """None while it is free."""
    kept_for: str | None = None
    """The name of the person for whom a free one is kept."""
    kept_until: str | None = None


class Ticket(Context, frozen=True):
    """How others come to the table."""

    code: str
    link: str
    address: str
    """The link as people read it."""
    qr: str
    modules: int
    """The side of the QR code."""

    @property
    def box(self) -> str:
        """What the drawing of the code shows: its modules and a border of two."""
        return f"-2 -2 {self.modules + 4} {self.modules + 4}"


class ClockChoice(Context, frozen=True):
    """A turn clock that the host may choose."""

    seconds: int
    minutes: int | None
    """Instead of the seconds, where pages tell minutes."""


class HostChoices(Context, frozen=True):
    """What the host has chosen for everybody; None where the game leaves no choice."""

    is_open: bool
    watching: Watching | None
    takeover: bool | None
    takes_over_late: bool
    """Whether the takeover waits for the time of a turn, not for absence."""
    turn_clock: int | None
    clocks: tuple[ClockChoice, ...]
    """The turn clocks there are; none where the game has no such clock."""
    counts: tuple[int, ...]
    """How many chairs there may be."""

    @property
    def longest_name(self) -> int:
        """As browsers count the table's name: at least what is allowed; the rules count as people do."""
        return MOST_CODE_POINTS_OF_TABLE_NAME

    @property
    def minutes_sent_away(self) -> int:
        """For how long a person whom the host removes cannot sit down here."""
        return round(AWAY_SECONDS / MINUTE_SECONDS)


class WaitingRoom(Context, frozen=True):
    """A game with more to say has a subclass."""

    ticket: Ticket
    fingerprint: str
    table_name: str
    choices: HostChoices
    chairs: tuple[Chair, ...]
    new_bot: str
    """The level of a bot that is added."""
    host: str | None
    is_host: bool
    is_seated: bool
    may_start: bool
    kept: int
    """How many chairs are kept for people who have not come yet."""
    starts_at: str | None
    seats: int
    free: int
    players: tuple[RoomSeat, ...]
    levels: tuple[str, ...]
    """The bots that a host may choose from."""
    closed: bool
    reason: str | None
    """Why the staff closed the table."""
    again: Again | None
    """At a closed table, when somebody wants to play again."""

    @classmethod
    def build(
        cls,
        plug: GamePlug,
        facts: RoomFacts,
        seats: Sequence[SeatFacts],
        *,
        me: str | None,
        colours: Sequence[int],
        again: Again | None = None,
        **own: Any,
    ) -> Self:
        """`me` is the viewer's seat id, None for a spectator; `colours` are those of the avatars, by place."""
        players = tuple(
            RoomSeat(
                seat=place,
                name=seat.display_name,
                colour=colours[place],
                bot_level=seat.bot_level if seat.type == "bot" else None,
                you=seat.player_id == me,
                host=seat.player_id == facts.host_player_id,
                here=seat.is_connected if plug.follows_presence else None,
            )
            for place, seat in enumerate(seats)
        )
        return cls(
            ticket=_ticket(facts),
            fingerprint=facts.shuffle_fingerprint,
            table_name=facts.name,
            choices=_choices(plug, facts),
            chairs=_chairs(players, facts.kept, facts.max_players),
            new_bot=_new_bot(plug, players),
            host=next((player.name for player in players if player.host), None),
            is_host=any(player.you and player.host for player in players),
            is_seated=any(player.you for player in players),
            may_start=are_enough(plug, seated=len(players), kept=len(facts.kept)),
            kept=len(facts.kept),
            starts_at=None if facts.starts_at is None else f"{facts.starts_at:.1f}",
            seats=facts.max_players,
            free=facts.max_players - len(players) - len(facts.kept),
            players=players,
            levels=plug.offered_levels,
            closed=facts.abandoned,
            reason=facts.abandon_reason,
            again=again,
            **own,
        )


def _ticket(facts: RoomFacts) -> Ticket:
    link = urlsplit(facts.join_url)
    qr, modules = qr_path(facts.join_url)
    address = f"{link.netloc}{link.path}".rstrip("/")
    return Ticket(code=facts.room_code, link=facts.join_url, address=address, qr=qr, modules=modules)


def _choices(plug: GamePlug, facts: RoomFacts) -> HostChoices:
    return HostChoices(
        is_open=facts.is_open,
        watching=facts.watching if plug.watchable else None,
        takeover=facts.takeover if plug.takes_over_late or plug.takeover_seconds is not None else None,
        takes_over_late=plug.takes_over_late,
        turn_clock=facts.turn_clock,
        clocks=tuple(ClockChoice(seconds=seconds, minutes=whole_minutes(seconds)) for seconds in plug.turn_clocks),
        counts=tuple(plug.seats),
    )


def _chairs(players: Sequence[RoomSeat], kept: Sequence[KeptSeat], count: int) -> tuple[Chair, ...]:
    """All chairs in the order of the seats, the viewer's own in front; those that are free come last."""
    held = {seat.chair: seat for seat in kept}
    taken = dict(zip((number for number in range(count) if number not in held), players, strict=False))
    own = next((number for number, player in taken.items() if player.you), 0)
    places = ROUND_THE_TABLE[count]
    return tuple(
        Chair(
            number=number,
            side=side,
            row=row,
            player=taken.get(number),
            kept_for=held[number].display_name if number in held else None,
            kept_until=f"{held[number].until:.1f}" if number in held else None,
        )
        for number in range(count)
        for side, row in (places[(number - own) % count],)
    )


def _new_bot(plug: GamePlug, players: Sequence[RoomSeat]) -> str:
    """As the last bot that was added, else as one that takes over, if the host may choose it."""
    wanted = [player.bot_level for player in players if player.bot_level] or [plug.takeover_level]
    return wanted[-1] if wanted[-1] in plug.offered_levels else plug.offered_levels[0]
