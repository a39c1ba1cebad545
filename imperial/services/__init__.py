"""What can be done with a table of Imperial. Every change goes through `tabletop.play`."""

from imperial.services.drafts import change_draft, desk_topic
from imperial.services.engine import engine
from imperial.services.imports import import_game
from imperial.services.moves import act, hand_to_bot, undo
from imperial.services.seats import Entry, add_bot, as_guest, check_seats, create_table, hash_token, join_table
from imperial.services.tables import practice, rematch, remove_table
from imperial.services.visits import HINT_OF_ACTION, drop_hint, note_visit

__all__ = [
    "HINT_OF_ACTION",
    "Entry",
    "act",
    "add_bot",
    "as_guest",
    "change_draft",
    "check_seats",
    "create_table",
    "desk_topic",
    "drop_hint",
    "engine",
    "hand_to_bot",
    "hash_token",
    "import_game",
    "join_table",
    "note_visit",
    "practice",
    "rematch",
    "remove_table",
    "undo",
]
