"""The sentences of the table. The page's script fills in the same ones while the server's answer is on its way."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder import rules
from tabletop.rules import Json


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What is to be done, how far it is, and what stands in the way of ending the turn."""

    heading: str
    progress: str
    hint: str = ""
    why: str = ""


def number_word(number: int) -> str:
    words = _("no|one|two|three|four|five|six|seven|eight|nine|ten").split("|")
    return words[number] if number < len(words) else str(number)


def for_script() -> Json:
    """Every sentence that changes with a click, with its gaps."""
    return {
        "selected": _("%(count)s of %(total)s cards selected."),
        "all_selected": _("%(count)s of %(total)s cards selected. Ready to discard."),
        "ordered": _("%(count)s of %(total)s cards ordered."),
        "all_ordered": _("%(count)s of %(total)s cards ordered. Ready to lock."),
        "card": _("Card: %(name)s"),
        "card_selected": _("Card: %(name)s, selected for discard"),
        "card_off": _("Card: %(name)s, not available, enough are selected"),
        "card_ordered": _("Card: %(name)s, number %(number)s in the order"),
        "card_locked": _("Card: %(name)s, number %(number)s in the order, locked"),
        "next_slot": _("next card"),
        "open_slot": _("open"),
        "cleared": _("The order is cleared."),
    }


def situation(state: rules.State) -> Situation:
    words, cards = for_script(), len(state.hand_cards)
    match rules.phase(state):
        case "discard":
            count, total = len(state.selected_card_ids), state.discard_phase.remaining_discards
            heading = ngettext("Discard one card", "Discard %(number)s cards", total)
            key = "all_selected" if count == total else "selected"
            return Situation(
                heading=heading % {"number": number_word(total)} if total > 1 else heading,
                progress=words[key] % {"count": count, "total": total},
                hint=_("Choose a selected card again to keep it."),
                why=_("Discard and lock an order to end the turn."),
            )
        case "planning":
            count = len(state.play_order_sequence)
            key = "all_ordered" if count == cards else "ordered"
            return Situation(
                heading=_("Choose what you play next") if cards > 1 else _("Choose your card, then lock it"),
                progress=words[key] % {"count": count, "total": cards},
                hint=_("Choose an ordered card again to take it out."),
                why=_("Lock the order to end the turn."),
            )
        case "executing":
            progress = _("Play it, then end the turn.")
            if cards > 1:
                progress = _("Play from 1 to %(last)s, then end the turn.") % {"last": cards}
            return Situation(heading=_("The order is locked"), progress=progress)
    if cards:
        return Situation(heading=_("Your hand"), progress=_("Nothing to discard. End the turn when you like."))
    return Situation(heading=_("No cards in hand"), progress=_("End the turn to deal the next hand."))


def deck_kind(state: rules.State) -> str:
    """Rules 9: default, custom or preset deck."""
    if state.deck_source == "preset":
        preset = next((preset for preset in rules.PRESETS if preset["id"] == state.active_preset_id), None)
        return _("Preset deck: %(name)s") % {"name": preset["name"]} if preset else _("Preset deck")
    return _("Custom deck") if state.deck_source == "custom" else _("Default deck")
