"""What can be done with a table of Imperial. Every change goes through `tabletop.play`."""

from imperial.services.drafts import change_draft, desk_topic
from imperial.services.engine import engine
from imperial.services.imports import import_game
from imperial.services.moves import act, hand_to_bot, undo
from imperial.services.removal import remove_table
from imperial.services.seats import add_bot, check_seats, create_table, join_table
from imperial.services.tables import practice, rematch
from imperial.services.visits import HINT_OF_ACTION, drop_hint, note_visit

__all__ = [
    "HINT_OF_ACTION",
    "act",
    "add_bot",
    "change_draft",
    "check_seats",
    "create_table",
    "desk_topic",
    "drop_hint",
    "engine",
    "hand_to_bot",
    "import_game",
    "join_table",
    "note_visit",
    "practice",
    "rematch",
    "remove_table",
    "undo",
]
