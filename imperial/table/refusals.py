"""Every refusal of the table: its code and the sentence for the player. Those of the game are the rules' own."""

from tabletop.rules import RuleViolation, say
from tabletop.rules import gettext_noop as _

MESSAGES = {
    "invalid_request": _("This is not something the table knows."),
    "game_full": _("The last seat has just been taken."),
    "game_already_started": _("They have started without you."),
    "game_not_started": _("The game has not begun yet."),
    "game_over": _("This game is over."),
    "already_in_game": _("You already sit at this table."),
    "player_not_in_game": _("You have no seat at this table."),
    "name_taken": _("Somebody at this table has that name. Choose another."),
    "name_on_the_map": _("That name is on the board already. Choose another."),
    "not_host": _("Only the host can do this."),
    "invalid_player_count": _("Imperial is for two to six players."),
    "invalid_clock": _("A clock runs from no time at all up to ninety days."),
    "no_such_bot": _("No bot sits there."),
    "played_by_bot": _("A bot plays this seat. Take it back first."),
    "not_played_by_bot": _("You play this seat yourself."),
}


def refusal(code: str) -> RuleViolation:
    return RuleViolation(code, say(MESSAGES[code]))
