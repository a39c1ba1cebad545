"""The texts of the felt, which the page's script also fills in while it waits for the server."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deckbuilder import rules
from tabletop.live.parts import Context


class Situation(Context, frozen=True):
    """What to do and how far it is done; in some phases also how to take back, and why the turn cannot end."""

    heading: str
    progress: str
    hint: str = ""
    why: str = ""


def for_script() -> dict[str, str]:
    """Returns every text that changes with a click, with its gaps."""
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


def situation(state: rules.State, phase: rules.Phase) -> Situation:
    cards = len(state.hand_cards)
    if phase == "discard":
        return _discarding(len(state.selected_card_ids), state.discard_phase.remaining_discards)
    if phase == "planning":
        count = len(state.play_order_sequence)
        progress = for_script()["all_ordered" if count == cards else "ordered"]
        return Situation(
            heading=_("Choose what you play next") if cards > 1 else _("Choose your card, then lock it"),
            progress=progress % {"count": count, "total": cards},
            hint=_("Choose an ordered card again to take it out."),
            why=_("Lock the order to end the turn."),
        )
    if phase == "executing":
        progress = _("Play it, then end the turn.")
        if cards > 1:
            progress = _("Play from 1 to %(last)s, then end the turn.") % {"last": cards}
        return Situation(heading=_("The order is locked"), progress=progress)
    if cards:
        return Situation(heading=_("Your hand"), progress=_("Nothing to discard. End the turn when you like."))
    return Situation(heading=_("No cards in hand"), progress=_("End the turn to deal the next hand."))


def _discarding(count: int, total: int) -> Situation:
    numbers = _("no|one|two|three|four|five|six|seven|eight|nine|ten").split("|")
    number = numbers[total] if total < len(numbers) else str(total)
    heading = ngettext("Discard one card", "Discard %(number)s cards", total)
    progress = for_script()["all_selected" if count == total else "selected"]
    return Situation(
        heading=heading % {"number": number} if total > 1 else heading,
        progress=progress % {"count": count, "total": total},
        hint=_("Choose a selected card again to keep it."),
        why=_("Discard and lock an order to end the turn."),
    )


def deck_kind(state: rules.State) -> str:
    """Names a default, custom or preset deck (rules 9)."""
    if state.deck_source == "preset":
        name = rules.PRESET_NAMES.get(state.active_preset_id or "")
        return _("Preset deck: %(name)s") % {"name": name} if name else _("Preset deck")
    return _("Custom deck") if state.deck_source == "custom" else _("Default deck")
