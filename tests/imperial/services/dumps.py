"""A game as the original database would dump it, and the board it is played on."""

from typing import Any

from imperial import rules

SETUP = rules.load_setup()

# Lists that are empty are left out, one with a gap is an object, amounts are
# floats, names are sorted, the setup is a path, and the proposal carries code.
DUMPED: dict[str, Any] = {
    "mode": "proposal-opp",
    "countryUp": "France",
    "round": 4.0,
    "turnID": 57,
    "setup": "setups/standard",
    "sameTurn": False,
    "undo": "Alice",
    "history": {"0": "The game begins.", "2": "Alice proposes."},
    "proposal 1": {
        "game": "g1",
        "name": "Alice",
        "wheelSpot": "Import",
        "import": {"types": ["army", None], "territories": ["Paris", None]},
        "setWheelSpot": "function(x){ steal(x); }",
        "resetValues": "() => {}",
        "fleetProduce": None,
    },
    "voting": None,
    "swissSet": "undefined",
    "timer": {"timed": True, "increment": 30, "pause": 0, "lastMove": 1700000000000.0, "banked": 600},
    "playerInfo": {
        "Alice": {
            "money": 3.3300000000000001,
            "myTurn": False,
            "investor": True,
            "order": 1,
            "stock": [{"country": "France", "stock": 4}, None, {"country": "France", "stock": 0}],
            "banked": 599.7,
            "email": "alice@example.com",
        },
        "Bob": {"money": 0.1 + 0.2, "myTurn": True, "order": 2, "stock": [{"country": "France", "stock": 3}]},
        "history": {"money": -1.5, "order": 3, "swiss": True, "stock": {"1": {"country": "France", "stock": 2}}},
    },
    "countryInfo": {
        name: {
            "money": 7.25 if name == "France" else 0,
            "points": 3,
            "factories": list(SETUP.countries[name].start.factories),
            "wheelSpot": "center",
            "gov": "democracy" if name == "France" else "dictatorship",
            **({"leadership": ["Alice", "Bob", "history"]} if name == "France" else {}),
            **({"availStock": [1, 5, 6, 7, 8]} if name == "France" else {"availStock": [1, 2, 3, 4, 5, 6, 7, 8]}),
            "offLimits": False,
            "lastTax": 5,
        }
        for name in sorted(SETUP.countries)
    },
}
