"""Every refusal of a table: its code and the sentence for the player. Those of the game are the rules' own."""

from tabletop.rules import gettext_noop as _

MESSAGES = {
    "invalid_request": _("This is not something the table knows."),
    "game_full": _("The last seat has just been taken."),
    "game_already_started": _("The game has begun already."),
    "game_not_started": _("The game has not begun yet."),
    "game_over": _("This game is over."),
    "game_abandoned": _("This table has been closed."),
    "already_in_game": _("You already sit at this table."),
    "player_not_in_game": _("You have no seat at this table."),
    "not_host": _("Only the host can do this."),
    "no_such_bot": _("No bot sits there."),
    "not_your_seat": _("This is somebody else's seat."),
    "no_takeover_now": _("No bot can take over now."),
    "played_by_bot": _("A bot plays this seat. Take it back first."),
    "not_played_by_bot": _("You play this seat yourself."),
    "nothing_to_undo": _("There is nothing you could take back."),
    "game_not_completed": _("This game is still going on."),
    "invalid_player_count": _("This game is not for that many players."),
    "invalid_bot_count": _("At least one seat is for a person."),
}
