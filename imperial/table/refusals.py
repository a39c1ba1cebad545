"""Every refusal of the table: its code and the sentence for the player. Those of the game are the rules' own."""

from tabletop.rules import RuleViolation

MESSAGES = {
    "invalid_request": "This is not something the table knows.",
    "game_full": "The last seat has just been taken.",
    "game_already_started": "They have started without you.",
    "game_not_started": "The game has not begun yet.",
    "game_over": "This game is over.",
    "already_in_game": "You already sit at this table.",
    "player_not_in_game": "You have no seat at this table.",
    "name_taken": "Somebody at this table has that name. Choose another.",
    "name_on_the_map": "That name is on the board already. Choose another.",
    "not_host": "Only the host can do this.",
    "invalid_player_count": "Imperial is for two to six players.",
    "invalid_clock": "A clock runs from no time at all up to ninety days.",
    "no_such_bot": "No bot sits there.",
    "played_by_bot": "A bot plays this seat. Take it back first.",
    "not_played_by_bot": "You play this seat yourself.",
}


def refusal(code: str) -> RuleViolation:
    return RuleViolation(code, MESSAGES[code])
