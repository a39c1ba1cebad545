"""Every refusal of the table: its code (rules 15, in lower case) and the sentence for the player."""

from cambio.rules import MESSAGES as RULES_MESSAGES
from tabletop.rules import RuleViolation

MESSAGES = RULES_MESSAGES | {
    "game_full": "The last seat has just been taken.",
    "game_already_started": "They have started without you.",
    "already_in_game": "You already sit at this table.",
    "not_host": "Only the host can do this.",
    "game_abandoned": "Everybody was away, so this table was closed.",
    "invalid_bot": "That bot has left already.",
    "invalid_player_count": "Cambio is for two to four players.",
}


def refusal(code: str) -> RuleViolation:
    return RuleViolation(code, MESSAGES[code])
