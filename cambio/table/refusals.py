"""Every refusal of the table: its code (rules 15, in lower case) and the sentence for the player."""

from cambio.rules import MESSAGES as RULES_MESSAGES
from tabletop.rules import RuleViolation, say
from tabletop.rules import gettext_noop as _

MESSAGES = RULES_MESSAGES | {
    "game_full": _("The last seat has just been taken."),
    "game_already_started": _("They have started without you."),
    "already_in_game": _("You already sit at this table."),
    "not_host": _("Only the host can do this."),
    "game_abandoned": _("Everybody was away, so this table was closed."),
    "invalid_bot": _("That bot has left already."),
}


def refusal(code: str) -> RuleViolation:
    return RuleViolation(code, say(MESSAGES[code]))
