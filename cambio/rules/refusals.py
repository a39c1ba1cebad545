"""Refusals: codes (rules 15, in lower case) with their sentences for players."""

from tabletop.rules import RuleViolation, say
from tabletop.rules import gettext_noop as _

MESSAGES = {
    "invalid_request": _("That is not a move of this game."),
    "player_not_in_game": _("You have no seat at this table."),
    "invalid_player_count": _("Cambio is for two to four players."),
    "game_already_completed": _("This game is over. See the result."),
    "invalid_action": _("That does not work at this moment."),
    "already_viewed_cards": _("You have put them back already."),
    "cambio_already_called": _("Cambio has been called already."),
    "cambio_after_draw": _("Too late this turn: Cambio comes before drawing."),
    "not_your_turn": _("Not your turn yet."),
    "already_drew": _("You already hold a card. Swap it or let it go."),
    "no_card_drawn": _("Draw a card first."),
    "must_swap_discard": _("A card from the pile must be swapped in."),
    "discard_empty": _("There is no card to take."),
    "no_cards_available": _("There is no card to take."),
    "power_pending": _("First use or skip the power."),
    "no_power_pending": _("That chance has passed."),
    "power_already_used": _("That chance has passed."),
    "power_type_mismatch": _("That choice is not possible here. Pick a glowing card."),
    "invalid_card_position": _("That choice is not possible here. Pick a glowing card."),
    "invalid_power_target": _("Choose another player's card."),
}


def refusal(code: str) -> RuleViolation:
    return RuleViolation(code, say(MESSAGES[code]))
