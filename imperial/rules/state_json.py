"""A state as the seed writes it: its field names, dollars instead of cents, stock instead of tenths of votes."""

from typing import Any

import msgspec

from imperial.rules.money import to_cents, to_dollars
from imperial.rules.state import VOTE_TENTHS, State
from tabletop.rules import Json

_SETUP_PATH = "setups/"


def to_json(state: State) -> Json:
    # Through text and back, because `to_builtins` would keep the tuples.
    data: Json = msgspec.json.decode(msgspec.json.encode(state))
    data["setup"] = _SETUP_PATH + state.setup
    for owner in (*data["playerInfo"].values(), *data["countryInfo"].values()):
        owner["money"] = to_dollars(owner["money"])
    for player in data["playerInfo"].values():
        if player["bid"] is not None:
            player["bid"] = to_dollars(player["bid"])
    for tally, votes in _tallies(data):
        tally[votes] = _to_stock(tally[votes])
    return data


def from_json(data: Json) -> State:
    """Also what the seed's database leaves out: nothing, empty and missing are the same there."""
    copy: Json = _without_nulls(data)
    copy["setup"] = copy["setup"].removeprefix(_SETUP_PATH)
    for owner in (*copy["playerInfo"].values(), *copy["countryInfo"].values()):
        owner["money"] = to_cents(owner["money"])
    for player in copy["playerInfo"].values():
        if "bid" in player:
            player["bid"] = to_cents(player["bid"])
    for tally, votes in _tallies(copy):
        tally[votes] = round(tally.get(votes, 0) * VOTE_TENTHS)
    return msgspec.convert(copy, State)


def _tallies(data: Json) -> list[tuple[Json, str]]:
    """Every place with votes in it."""
    voting, peace = data.get("voting"), data.get("peaceVote")
    found = [(voting[side], "votes") for side in ("proposal 1", "proposal 2")] if voting else []
    return found + ([(peace, votes) for votes in ("acceptVotes", "rejectVotes")] if peace else [])


def _to_stock(tenths: int) -> float:
    return tenths / VOTE_TENTHS if tenths % VOTE_TENTHS else tenths // VOTE_TENTHS


def _without_nulls(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _without_nulls(value) for name, value in data.items() if value is not None}
    return [_without_nulls(item) for item in data if item is not None] if isinstance(data, list) else data
