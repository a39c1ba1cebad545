"""How a page names the cards of a hand: by their ids, or by something plainer where an id would not come back whole.

Ids that are made here are plain. One from a file may be any text, and rules 8.3 keep it: an empty one, one with blanks
in it, one that is too long for an address.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b

from deckbuilder import rules
from tabletop.rules import Json

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,100}")


def dom_id(instance_id: str) -> str:
    if _PLAIN.fullmatch(instance_id):
        return instance_id
    return "x-" + blake2b(instance_id.encode(), digest_size=12).hexdigest()


def with_instance_ids(actions: Iterable[Json], state: rules.State) -> list[Json]:
    """The actions of a page as the rules know them. What names no card in hand stays as it is, and is ignored there."""
    ids = {dom_id(instance_id): instance_id for instance_id in state.hand_ids}
    return [_with_instance_id(action, ids) for action in actions]


def _with_instance_id(action: Json, ids: dict[str, str]) -> Json:
    payload = action.get("payload")
    if not isinstance(payload, dict) or payload.get("instanceId") not in ids:
        return action
    return {**action, "payload": {"instanceId": ids[payload["instanceId"]]}}


def with_selected(state: rules.State, handles: Iterable[str]) -> rules.State:
    toggles = [{"type": "TOGGLE_CARD_SELECTION", "payload": {"instanceId": handle}} for handle in handles]
    for toggle in with_instance_ids(toggles, state):
        state = rules.reduce(state, toggle, list)
    return state
