"""Reads the page's buttons and fields into actions; Malformed refuses a request as a whole."""

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from deckbuilder import rules
from deckbuilder.models import LONGEST_DECK_NAME
from tabletop.accounts.styled_forms import StyledForm
from tabletop.errors import Malformed
from tabletop.rules import Json

LONGEST_ID = 100
LONGEST_NUMBER = 9
VERSIONS = range(10**LONGEST_NUMBER)
MOST_IDS = rules.MAX_OVERRIDE_CARDS
"""An imported hand may hold the whole deck."""

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
    """Reads a button's value, such as "select:<id>", and the fields that belong to it."""
    verb, _colon, card_id = data.get("do", "").partition(":")
    if verb in PLAIN_ACTIONS:
        return [{"type": PLAIN_ACTIONS[verb]}]
    if verb in CARD_ACTIONS:
        return _card_actions(CARD_ACTIONS[verb], [card_id])
    if verb == "toggle":
        return _card_actions("TOGGLE_CARD_SELECTION", [*selected_in(data), card_id])
    if verb == "order":
        return [{"type": "CLEAR_PLAY_ORDER"}, *_card_actions("SELECT_FOR_PLAY_ORDER", card_id.split())]
    if verb == "preset" and "preset" in data:
        return [{"type": "LOAD_PRESET_DECK", "payload": {"presetId": data["preset"][:LONGEST_ID]}}]
    if verb == "override" and "cards" in data:
        return [{"type": "APPLY_JSON_OVERRIDE", "payload": data["cards"]}]
    raise Malformed


def _card_actions(kind: str, card_ids: list[str]) -> list[Json]:
    return [{"type": kind, "payload": {"instanceId": card_id}} for card_id in _checked_ids(card_ids)]


def selected_in(data: QueryDict) -> list[str]:
    return _checked_ids(data.getlist("selected"))


def _checked_ids(card_ids: list[str]) -> list[str]:
    if len(card_ids) > MOST_IDS or not all(0 < len(card_id) <= LONGEST_ID for card_id in card_ids):
        raise Malformed
    return card_ids


def parameters_from(data: QueryDict) -> dict[str, int]:
    """Refuses numbers outside the limits, which the rules would clamp silently."""
    limits = {"hand_size": rules.HAND_SIZES, "discard_count": rules.DISCARD_COUNTS}
    return {field: _number(data.get(field, ""), within=within) for field, within in limits.items()}


def version_from(request: HttpRequest) -> int:
    """Reads the version the page shows from the script's header, or from the form where there is no script."""
    return _number(request.headers.get("X-Table-Seq") or request.POST.get("version", ""), within=VERSIONS)


def _number(text: str, *, within: range) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER and int(text) in within):
        raise Malformed
    return int(text)
