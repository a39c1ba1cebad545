"""JSON of a state in the exchange format: its field names, dollars for cents, stock for tenths of votes."""

import msgspec

from imperial.rules.money import to_cents, to_dollars
from imperial.rules.state import VOTE_TENTHS, State
from tabletop.rules import Json

SETUP_PATH = "setups/"
"""The exchange format refers to a setup by its path."""


def to_json(state: State) -> Json:
    # Encoded and decoded, because `to_builtins` keeps tuples.
    data: Json = msgspec.json.decode(msgspec.json.encode(state))
    data["setup"] = SETUP_PATH + state.setup
    for owner in (*data["playerInfo"].values(), *data["countryInfo"].values()):
        owner["money"] = to_dollars(owner["money"])
    for info in data["playerInfo"].values():
        if info["bid"] is not None:
            info["bid"] = to_dollars(info["bid"])
    for tally, votes in _tallies(data):
        tenths = tally[votes]
        tally[votes] = tenths / VOTE_TENTHS if tenths % VOTE_TENTHS else tenths // VOTE_TENTHS
    return data


def from_json(data: Json) -> State:
    """Reads also documents with missing fields and gaps in lists, as the original application's database dumps."""
    copy = _without_gaps(data)
    copy["setup"] = copy["setup"].removeprefix(SETUP_PATH)
    for owners in ("playerInfo", "countryInfo"):
        copy[owners] = {name: _without_gaps(owner) for name, owner in copy[owners].items()}
        for owner in copy[owners].values():
            owner["money"] = to_cents(owner["money"])
    for info in copy["playerInfo"].values():
        if "bid" in info:
            info["bid"] = to_cents(info["bid"])
        # The original stores fractions of seconds.
        info["banked"] = int(info.get("banked", 0))
    if "voting" in copy:
        copy["voting"] = {name: dict(side) if isinstance(side, dict) else side for name, side in copy["voting"].items()}
    if "peaceVote" in copy:
        copy["peaceVote"] = dict(copy["peaceVote"])
    for tally, votes in _tallies(copy):
        tally[votes] = round(tally.get(votes, 0) * VOTE_TENTHS)
    return msgspec.convert(copy, State)


def _tallies(data: Json) -> list[tuple[Json, str]]:
    """Returns every object with votes, and the name of the field."""
    voting, peace = data.get("voting"), data.get("peaceVote")
    found = [(voting[side], "votes") for side in ("proposal 1", "proposal 2")] if voting else []
    return found + ([(peace, votes) for votes in ("acceptVotes", "rejectVotes")] if peace else [])


def _without_gaps(record: Json) -> Json:
    return {
        name: [item for item in value if item is not None] if isinstance(value, list) else value
        for name, value in record.items()
        if value is not None
    }
