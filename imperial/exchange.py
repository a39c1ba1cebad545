"""Export and import of a game as one JSON object: only Imperial has games of the original application to take over.

The object is in the exchange format (docs/operations.md). The database of the original application leaves out empty
fields, stores lists with gaps as objects, sorts names alphabetically and keeps code in proposals. Import repairs these,
and refuses other documents with every problem.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from math import floor, isfinite
from typing import Any

import msgspec
from msgspec.structs import replace

from imperial import rules
from imperial.rules import MAX_PLAYERS, MIN_PLAYERS, Setup, State
from imperial.rules.pending_prompts import ALLOWED_IN
from imperial.rules.state import CENTS, Country, Player, Unit
from imperial.rules.state_validation import AUCTION, find_state_problems
from imperial.rules.stock import governed, stock_of
from tabletop.characters import MOST_CODE_POINTS_OF_NAME
from tabletop.rules import Json

LONGEST_EMAIL_CHARACTERS = 254
_LISTS = {
    *("history", "bidBuyOrder", "swissSet", "stock", "factories", "leadership", "availStock", "taxChips", "fleets"),
    *("armies", "voters", "fleetProduce", "armyProduce", "fleetMan", "armyMan", "types", "territories"),
    *("pendingFleets", "pendingArmies", "completedFleetMoves", "completedArmyMoves", "pendingPeaceTargets"),
    *("remainingFleetPlans", "remainingArmyPlans"),
}
_DOLLARS = {"money", "bid", "votes", "acceptVotes", "rejectVotes"}
LARGEST_NUMBER = 10**9
"""More than any game needs; integer columns hold twice as much."""
_LARGEST = {"money": LARGEST_NUMBER / CENTS, "bid": LARGEST_NUMBER / CENTS, "lastMove": 2**53, "pause": 2**53}
NAMES = {
    *("name", "player", "players", "bids", "voters", "undo", "bidBuyOrder", "swissSet", "leadership"),
    *("winner", "dictator"),
}
"""The fields that hold a player's key, or several."""
TEXTS = {"history", "description", "proposal"}
"""The fields that hold English texts."""


class BadImport(ValueError):
    """The document cannot be imported."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(self.problems))


def write_game(game: State, *, history: Iterable[str]) -> Json:
    """Returns the unredacted game, for staff, backups and bug reports."""
    return rules.to_json(replace(game, history=tuple(history)))


def game_in(data: object) -> object:
    """Returns the game of a staff export (a table, or a list of one); any other document is taken as a game."""
    tables = data.get("tables") if isinstance(data, dict) else None
    if isinstance(tables, list):
        if len(tables) != 1:
            raise BadImport([f"There are {len(tables)} tables in it. Export one alone, and read that."])
        data = tables[0]
    if not isinstance(data, dict) or "game" not in data or "playerInfo" in data:
        return data
    if data["game"] is None:
        raise BadImport(["At this table no game had begun."])
    return data["game"]


def read_game(data: object, *, setup: Setup) -> State:
    """Returns the state of an exported game. Raises BadImport with every problem."""
    if not isinstance(data, dict):
        raise BadImport(["A game is a JSON object."])
    try:
        mended = _mended(data)
        text = msgspec.json.encode(mended)
    except RecursionError:
        raise BadImport(["Its lists are nested too deeply."]) from None
    except UnicodeEncodeError:
        raise BadImport(["There is half a letter in it."]) from None
    if b"\\u0000" in text:
        raise BadImport(["The character zero stands in it."])
    problems = list(_missing(mended, setup))
    if problems:
        raise BadImport(problems)
    mended["countryInfo"] = {name: mended["countryInfo"][name] for name in setup.countries}
    mended["setup"] = setup.name
    # The document has no snapshots, so nothing can be undone.
    mended.pop("undo", None)
    mended["turnID"] = max(1, mended.get("turnID", 1))
    for name, modes in ALLOWED_IN.items():
        if mended["mode"] not in modes:
            mended.pop(name, None)
    try:
        game = rules.from_json(mended)
    except (msgspec.ValidationError, KeyError, TypeError, AttributeError, ArithmeticError, ValueError) as problem:
        raise BadImport([f"This is not a game: {problem}."]) from None
    game = _tidied(game, setup)
    if problems := find_state_problems(game, setup=setup):
        raise BadImport(problems)
    return game


def _mended(value: Any, name: str = "") -> Any:
    if name in _LISTS and not isinstance(value, int | float):  # a bond's `stock` is a number
        items = value if isinstance(value, list) else _from_gaps(value)
        return [_mended(item) for item in items if item is not None and not _is_no_bond(item)]
    if isinstance(value, dict):
        # The keys are names, and a player may be called like a field.
        named = name in ("playerInfo", "countryInfo")
        filled = {key: item for key, item in value.items() if item not in (None, "undefined")}
        return {key: _mended(item, "" if named else key) for key, item in filled.items()}
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, int | float) and abs(value) > _LARGEST.get(name, LARGEST_NUMBER):
        raise BadImport([f"A number is too large: {name}."])
    return floor(value) if isinstance(value, float) and isfinite(value) and name not in _DOLLARS else value


def _from_gaps(value: Any) -> list[Any]:
    """Reads an object with numbers as keys, which is how the original database stores a list with gaps."""
    if isinstance(value, dict) and all(key.isdecimal() for key in value):
        return [value[key] for key in sorted(value, key=int)]
    raise BadImport([f"A list is expected where there is {value!r:.80}."])


def _is_no_bond(item: Any) -> bool:
    return isinstance(item, dict) and "country" in item and not item.get("stock", 1)


def _missing(data: Json, setup: Setup) -> Iterator[str]:
    for name in ("mode", "countryUp", "playerInfo", "countryInfo"):
        if name not in data:
            yield f"{name} is missing."
    players, countries = (data.get(name) for name in ("playerInfo", "countryInfo"))
    if not isinstance(players, dict) or not isinstance(countries, dict):
        yield "playerInfo and countryInfo are objects."
        return
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        yield f"A game has two to six players, not {len(players)}."
    for name in players:
        if not name.strip() or len(name) > MOST_CODE_POINTS_OF_NAME:
            yield f"A player needs a shorter name, or one at all: {name:.60}."
    yield from (f"The country {name} is missing." for name in setup.countries if name not in countries)
    yield from (f"The setup has no country {name}." for name in countries if name not in setup.countries)
    for name, player in players.items():
        if isinstance(player, dict) and len(str(player.get("email", ""))) > LONGEST_EMAIL_CHARACTERS:
            yield f"The address of {name} is too long."


def _tidied(game: State, setup: Setup) -> State:
    """Normalizes order and outdated values, which the original keeps but the rules do not allow."""
    order = {name: number for number, name in enumerate(setup.countries)}
    auction = game.mode in AUCTION

    def tidied_player(player: Player) -> Player:
        stock = sorted(player.stock, key=lambda bond: (order.get(bond.country, 0), bond.stock))
        player = replace(player, stock=tuple(stock))
        # Seats and the investor card are assigned when the auction ends; bids exist only before.
        player = replace(player, order=0, investor=False) if auction else replace(player, bid=None)
        return replace(player, my_turn=player.my_turn and game.mode != "game-over")

    def tidied_country(name: str, country: Country) -> Country:
        return replace(
            country,
            avail_stock=tuple(sorted(country.avail_stock)),
            off_limits=country.off_limits and game.mode == "buy",
            fleets=_fleets(country.fleets),
            armies=_armies(country.armies, name, setup),
        )

    def led_by_holders(name: str, country: Country) -> Country:
        """Derives the leadership from the bonds; leaves unknown leaders for the validation to report."""
        holders = [holder for holder, player in game.player_info.items() if stock_of(player, name)]
        strangers = [leader for leader in country.leadership if leader not in game.player_info]
        if strangers:
            return country
        known = [leader for leader in country.leadership if leader in holders]
        return governed(replace(country, leadership=tuple(dict.fromkeys((*known, *holders)))), name, game.player_info)

    maneuver = game.current_maneuver
    return replace(
        game,
        player_info={name: tidied_player(player) for name, player in game.player_info.items()},
        country_info={
            name: led_by_holders(name, tidied_country(name, country)) for name, country in game.country_info.items()
        },
        current_maneuver=maneuver
        and replace(
            maneuver,
            pending_fleets=_fleets(maneuver.pending_fleets),
            pending_armies=_armies(maneuver.pending_armies, maneuver.country, setup),
        ),
    )


def _fleets(fleets: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return tuple(replace(fleet, hostile=True) for fleet in fleets)


def _armies(armies: tuple[Unit, ...], country: str, setup: Setup) -> tuple[Unit, ...]:
    """Rules 1.3: an army coexists only on another country's home territory."""
    foreign = {name for name, territory in setup.territories.items() if territory.country not in (None, country)}
    return tuple(replace(army, hostile=army.hostile or army.territory not in foreign) for army in armies)


def with_seat_ids(document: Any, ids: Mapping[str, str], *, board: Setup, field: str = "") -> Any:
    """A game in the exchange format with seat ids for names.

    A player may be called like a field or a word of the log: a name counts only where names stand, and in texts only
    as a word of its own that is not on the board.
    """
    if isinstance(document, dict):
        keys = ids if field == "playerInfo" else {}
        return {
            keys.get(key, key): with_seat_ids(value, ids, board=board, field="" if keys else key)
            for key, value in document.items()
        }
    if isinstance(document, list):
        return [with_seat_ids(item, ids, board=board, field=field) for item in document]
    if not isinstance(document, str):
        return document
    if field in NAMES:
        return ids.get(document, document)
    return _ids_in_text(document, ids, board=board) if field in TEXTS else document


def _ids_in_text(text: str, ids: Mapping[str, str], *, board: Setup) -> str:
    words = {*board.countries, *board.territories, *board.wheel}
    # The longest first: a name may be part of another.
    names = "|".join(re.escape(name) for name in sorted(ids.keys() - words, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda found: ids[found[0]], text) if names else text
