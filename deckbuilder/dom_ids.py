"""DOM ids of the cards in hand, by which a page names them: only a deck brings ids from a person's file.

Instance ids of this site are plain and serve as DOM ids. An imported file may bring any text, which rules 8.3 keep:
an empty one, one with blanks, one too long for an address. A digest stands for such an id.
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


def dom_ids_in(state: rules.State) -> dict[str, str]:
    """Maps the instance ids of the hand to their DOM ids."""
    return {instance_id: dom_id(instance_id) for instance_id in state.hand_ids}


def with_instance_ids(actions: Iterable[Json], state: rules.State) -> list[Json]:
    """Replaces DOM ids by instance ids; an id of no card in hand is left for the rules to ignore."""
    ids = {each: instance_id for instance_id, each in dom_ids_in(state).items()}
    translated = []
    for action in actions:
        payload = action.get("payload")
        if isinstance(payload, dict) and payload.get("instanceId") in ids:
            translated.append({**action, "payload": {"instanceId": ids[payload["instanceId"]]}})
        else:
            translated.append(action)
    return translated


def with_selected(state: rules.State, selected: Iterable[str]) -> rules.State:
    toggles = [{"type": "TOGGLE_CARD_SELECTION", "payload": {"instanceId": each}} for each in selected]
    for toggle in with_instance_ids(toggles, state):
        state = rules.reduce(state, toggle, list)
    return state
