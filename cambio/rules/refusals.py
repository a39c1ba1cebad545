"""Every refusal of the rules: its code (rules 15, in lower case) and the sentence for the player."""

from tabletop.rules import RuleViolation

MESSAGES = {
    "invalid_request": "That is not a move of this game.",
    "player_not_in_game": "You have no seat at this table.",
    "invalid_player_count": "Cambio is for two to four players.",
    "game_already_completed": "This game is over. See the result.",
    "invalid_action": "That does not work at this moment.",
    "already_viewed_cards": "You have put them back already.",
    "cambio_already_called": "Cambio has been called already.",
    "cambio_after_draw": "Too late this turn: Cambio comes before drawing.",
    "not_your_turn": "Not your turn yet.",
    "already_drew": "You already hold a card. Swap it or let it go.",
    "no_card_drawn": "Draw a card first.",
    "must_swap_discard": "A card from the pile must be swapped in.",
    "discard_empty": "There is no card to take.",
    "no_cards_available": "There is no card to take.",
    "power_pending": "First use or skip the power.",
    "no_power_pending": "That chance has passed.",
    "power_already_used": "That chance has passed.",
    "power_type_mismatch": "That choice is not possible here. Pick a glowing card.",
    "invalid_card_position": "That choice is not possible here. Pick a glowing card.",
    "invalid_power_target": "Choose another player's card.",
}


def refusal(code: str) -> RuleViolation:
    return RuleViolation(code, MESSAGES[code])
