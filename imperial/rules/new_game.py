"""The first state of a game (rules 13)."""

from collections.abc import Mapping, Sequence

from imperial.rules.board import Setup, first_country
from imperial.rules.clock import milliseconds
from imperial.rules.events import Event, GameStarted
from imperial.rules.money import to_cents
from imperial.rules.refusals import refusal
from imperial.rules.state import Player, State, Timer
from tabletop.rules import Shuffle
from tabletop.rules import gettext_noop as _

MIN_PLAYERS = 2
MAX_PLAYERS = 6
TOTAL_CASH_DOLLARS = 61


def new_game(
    players: Sequence[str], setup: Setup, *, shuffle: Shuffle, now: float, timer: Mapping[str, int] | None = None
) -> State:
    """Everybody bids on the first country. `timer` has the seconds `increment` and `banked`."""
    if any(not isinstance(player, str) for player in players):
        raise refusal("invalid_request", _("The name of a player is a text."))
    players = tuple(player.strip() for player in players if player.strip())
    if len(set(players)) < len(players):
        raise refusal("invalid_request", _("Every player needs a name of their own."))
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise refusal("invalid_request", _("Imperial is for two to six players."))
    clock = _timer(timer, now=now)
    money = to_cents(TOTAL_CASH_DOLLARS / len(players))
    return State(
        mode="bid",
        country_up=first_country(setup),
        setup=setup.name,
        history=tuple(event.line for event in opening_events(players) if event.line),
        timer=clock,
        player_info={player: Player(money=money, my_turn=True, banked=clock.banked) for player in players},
        country_info={name: country.start for name, country in setup.countries.items()},
    )


def opening_events(players: Sequence[str]) -> tuple[Event, ...]:
    return (GameStarted(players=tuple(players)),)


def _timer(timer: Mapping[str, int] | None, *, now: float) -> Timer:
    if timer is None:
        return Timer()
    increment, banked = timer.get("increment", 0), timer.get("banked", 0)
    if type(increment) is not int or type(banked) is not int:
        raise refusal("invalid_request", _("A clock counts whole seconds."))
    if increment < 0 or banked < 0:
        raise refusal("invalid_request", _("A clock has no negative seconds."))
    return Timer(timed=True, increment=increment, banked=banked, last_move=milliseconds(now))
