"""What people do at a table of the twins that it takes, by POST or by socket."""

from collections.abc import Callable, Mapping
from typing import Any

from django.test import Client

import cambio.pages.table
import imperial.pages.table
from tests.deckbuilder import kit as deck_kit
from tests.imperial import kit as imperial_kit
from tests.kit.roads import press_button
from tests.leaks.twins import Table


def play(table: Table) -> int:
    """How many moves have been made. Cards are drawn and shown, bids are opened: who moves learns what was hidden."""
    return PLAYED[table.slug](table)


def _play_cambio(table: Table) -> int:
    return _press(
        table, cambio.pages.table.page, [(seat, {"do": do}) for seat in (0, 1) for do in ("draw:deck", "swap:0")]
    )


def _play_imperial(table: Table) -> int:
    infos = imperial_kit.game_of(table.game_id).player_info.values()
    bids = [(seat, {"type": "bid", "amount": "1"}) for seat, info in enumerate(infos) if info.bid is None]
    return _press(table, imperial.pages.table.page, bids)


def _press(table: Table, page: Any, moves: list[tuple[int, dict[str, str]]]) -> int:
    for seat, fields in moves:
        answer = press_button(browser(table, seat), page, table.game_id, "act/", fields)
        assert answer.status_code == 200, answer.content.decode()
    return len(moves)


def _play_deck(table: Table) -> int:
    """One turn, up to the next hand."""
    client, deck_id = browser(table, 0), table.game_id
    state = deck_kit.state_of(deck_id)
    thrown = state.hand_ids[: state.discard_phase.remaining_discards]
    kept = [card for card in state.hand_ids if card not in thrown]
    presses = ["confirm", *[f"select:{card}" for card in kept], "lock", "end"]
    for do in presses:
        status, answer = deck_kit.press(client, deck_id, do, selected=thrown)
        assert status == 200, answer
    assert deck_kit.state_of(deck_id).turn_number == 2
    return len(presses)


def browser(table: Table, seat: int) -> Client:
    client = Client()
    client.force_login(table.people[seat])
    return client


PLAYED: Mapping[str, Callable[[Table], int]] = {
    "cambio": _play_cambio,
    "imperial": _play_imperial,
    "deckbuilder": _play_deck,
}
