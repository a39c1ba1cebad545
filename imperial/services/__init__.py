"""What can be done with a table of Imperial; a folder because drafts and imports come on top.

Every change of a game goes through `tabletop.play.submit`.
"""

from imperial.services.drafts import (
    DraftChange,
    change_draft,
    clear_after_move,
    draft_as_loaded,
    draft_topic,
    drop_hint,
    note_visit,
    replace_draft,
    with_newer_private_info,
    with_private,
)
from imperial.services.engine import engine
from imperial.services.imports import import_game
from imperial.services.tables import tables

create_table, join_table, practice, rematch = tables.create_table, tables.join_table, tables.practice, tables.rematch
act, add_bot, undo, hand_to_bot = tables.act, tables.add_bot, tables.undo, tables.hand_to_bot
check_seats, remove_table, forget_person = tables.check_seats, tables.remove_table, tables.forget_person

__all__ = [
    "DraftChange",
    "act",
    "add_bot",
    "change_draft",
    "check_seats",
    "clear_after_move",
    "create_table",
    "draft_as_loaded",
    "draft_topic",
    "drop_hint",
    "engine",
    "forget_person",
    "hand_to_bot",
    "import_game",
    "join_table",
    "note_visit",
    "practice",
    "rematch",
    "remove_table",
    "replace_draft",
    "tables",
    "undo",
    "with_newer_private_info",
    "with_private",
]
