"""Every refusal of a table: its code and the sentence for the player. Those of the game are the rules' own."""

from tabletop.rules import gettext_noop as _

NOT_THERE_ANY_MORE = _("That person has no seat here any more.")
"""For `no_such_person`, where somebody else may sit at that place."""
NOT_KEPT_ANY_MORE = _("That seat is not kept any more.")
"""For `nothing_to_decline`, where it is not the own seat: its person has come, or does not."""
AT_NEXT_TABLE = _("You already sit at the next table.")
"""For `already_in_game`, at the finished table."""

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
    "no_such_person": _("No other person sits there."),
    "seat_is_taken": _("More people sit here than that."),
    "invalid_table_name": _(
        "The name of a table has up to forty characters that can be seen, one of them a letter or a digit, "
        "and no letter has more than four marks."
    ),
    "invalid_clock": _("There is no such clock."),
    "time_is_over": _("Your time is over. A bot plays this turn."),
    "nobody_to_nudge": _("Nobody waits for that seat."),
    "too_early_to_nudge": _("Give them a moment more."),
    "seats_are_held": _("The free seats are kept for those who played before."),
    "nothing_to_decline": _("No seat is kept for you."),
    "not_late_yet": _("Their time has not run out yet."),
    "not_offered": _("This seat is not free. Somebody has taken it, or its player is back."),
    "had_another_seat": _("You have played another seat here and know its secrets. You may look on."),
    "no_such_bot": _("No bot sits there."),
    "no_takeover_now": _("No bot can take over now."),
    "played_by_bot": _("A bot plays this seat. Take it back first."),
    "not_played_by_bot": _("You play this seat yourself."),
    "nothing_to_undo": _("There is nothing you could take back."),
    "game_not_completed": _("This game is still going on."),
    "invalid_player_count": _("This game is not for that many players."),
    "invalid_bot_count": _("At least one seat is for a person."),
}
