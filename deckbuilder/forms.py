"""What the page's buttons and fields send, read into actions. Whatever cannot be read is refused as a whole."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from deckbuilder import rules
from deckbuilder.models import LONGEST_DECK_NAME
from tabletop.accounts.styled import StyledForm
from tabletop.errors import Malformed
from tabletop.rules import Json

LONGEST_ID = 100
MOST_IDS = rules.MAX_OVERRIDE_CARDS
"""A hand from a file may hold the whole deck."""
LARGEST_VERSION_DIGITS = 9

PLAIN_ACTIONS = {
    "lock": "LOCK_PLAY_ORDER",
    "clear": "CLEAR_PLAY_ORDER",
    "end": "END_TURN",
    "reset": "RESET",
    "custom": "START_CUSTOM_DECK",
}
CARD_ACTIONS = {"select": "SELECT_FOR_PLAY_ORDER", "deselect": "DESELECT_FROM_PLAY_ORDER"}


class NameForm(StyledForm):
    name = forms.CharField(label=_("Name of the deck"), max_length=LONGEST_DECK_NAME, strip=True)


def actions_from(data: QueryDict) -> list[Json]:
    """The actions a button stands for: its value, such as "select:<id>", and the fields that go with it."""
    verb, _colon, instance_id = data.get("do", "").partition(":")
    if verb in PLAIN_ACTIONS:
        return [{"type": PLAIN_ACTIONS[verb]}]
    match verb:
        case "select" | "deselect":
            return [_for_card(CARD_ACTIONS[verb], instance_id)]
        case "toggle":
            return [_for_card("TOGGLE_CARD_SELECTION", each) for each in [*selected_in(data), instance_id]]
        case "preset" | "override":
            return [_new_deck(verb, data)]
        case "order":
            order = [_for_card("SELECT_FOR_PLAY_ORDER", each) for each in ids_from(instance_id.split())]
            return [{"type": "CLEAR_PLAY_ORDER"}, *order]
    raise Malformed


def _new_deck(verb: str, data: QueryDict) -> Json:
    if verb == "preset" and "preset" in data:
        return {"type": "LOAD_PRESET_DECK", "payload": {"presetId": data["preset"][:LONGEST_ID]}}
    if verb == "override" and "cards" in data:
        return {"type": "APPLY_JSON_OVERRIDE", "payload": data["cards"]}
    raise Malformed


def selected_in(data: QueryDict) -> list[str]:
    return ids_from(data.getlist("selected"))


def _for_card(kind: str, instance_id: str) -> Json:
    (checked,) = ids_from([instance_id])
    return {"type": kind, "payload": {"instanceId": checked}}


def ids_from(texts: list[str]) -> list[str]:
    if len(texts) > MOST_IDS or not all(0 < len(text) <= LONGEST_ID for text in texts):
        raise Malformed
    return texts


def parameters_from(data: QueryDict) -> dict[str, int]:
    """Only what the page offers: the rules would bend other numbers silently."""
    numbers: dict[str, int] = {}
    for field, choices in (
        ("hand_size", rules.HAND_SIZE_CHOICES),
        ("discard_count", range(max(rules.DISCARD_COUNT_CHOICES) + 1)),
    ):
        text = data.get(field, "")
        if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) in choices):
            raise Malformed
        numbers[field] = int(text)
    return numbers


def version_from(data: QueryDict, headers: Any) -> int:
    """The version the page shows: its script sends it as a header, a page without script in the form."""
    text = headers.get("X-Table-Seq") or data.get("version", "")
    if not (text.isascii() and text.isdigit() and len(text) <= LARGEST_VERSION_DIGITS):
        raise Malformed
    return int(text)
