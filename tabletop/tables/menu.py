"""The menu of a table: what a person chooses there, the rules, and the way out."""

from typing import Literal

from django.urls import reverse

from tabletop.engine import Loaded
from tabletop.live.parts import Context
from tabletop.rules import Seat
from tabletop.table import Table, TableRules
from tabletop.table.absence import is_left_to_bot

Leaving = Literal["home", "chair", "alone", "bot", "bot_later", "skipped"]
"""What becomes of the seat of a person who leaves; "home" where nothing does."""


class TableMenu(Context, frozen=True):
    rules_url: str | None
    leaving: Leaving


def menu_of(rules: TableRules, loaded: Loaded[Table], seat: Seat | None, *, rules_page: str) -> TableMenu:
    """`rules_page` is the name of the address that explains the game; empty if there is none."""
    return TableMenu(
        rules_url=reverse(rules_page) if rules_page else None,
        leaving=_leaving(rules, loaded.state, rules.place(loaded.state, seat)),
    )


def _leaving(rules: TableRules, table: Table, place: int | None) -> Leaving:
    if place is None or table.abandoned or rules.is_over(table):
        return "home"
    if table.game is None:
        return "chair"
    if not rules.plug.follows_presence:
        return "home"
    if sum(info.type == "human" for info in table.seats) == 1:
        return "alone"
    if is_left_to_bot(rules.plug, table, place):
        return "bot"
    return "bot_later" if table.choices.takeover else "skipped"
