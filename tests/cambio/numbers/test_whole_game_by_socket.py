"""What each kind of move costs over the socket: statements to make it and show it to four, bytes to its player."""

import json
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cambio.plug import table
from tabletop.rules import Json
from tabletop.table import Table
from tests.cambio.kit import people, seats_to_act, state_of
from tests.cambio.numbers.known import button, choose, dealt_alike
from tests.kit.statements import hear_statements
from tests.live.conftest import seq_in

pytestmark = pytest.mark.django_db(transaction=True)

MOST = {
    "first": 8,  # reads the table and who asks, which the process then keeps
    "confirm_initial_view": 5,  # BEGIN, game, log, player, COMMIT
    "draw": 6,  # BEGIN, game, log, card, turn, COMMIT
    "swap": 6,
    "discard": 6,
    "discard, reveals": 8,  # of a king: the power and its deadline besides
    "peek": 8,
    "peek, another's": 8,
    "swap_two": 7,  # the power besides
    "dismiss_reveal": 6,
    "skip_power": 5,  # BEGIN, game, log, turn, COMMIT
    "call_cambio": 6,  # BEGIN, game, log, player, turn, COMMIT
}
"""With BEGIN and COMMIT. Nothing is read but by the first and the last move."""
FINAL_ROUND = 1
"""The row of the player, who has had the last turn."""
CLOCK_BEGINS = 1
"""The deadline of the first turn; those of later turns come later, and the clock sees to them."""
LAST = 5
"""The scores; and the pages read the table, the latest actions, the deal and whether a move came between."""
CALL_AFTER = 170
TYPICAL_BYTES, LARGE_BYTES, MOST_BYTES = 2400, 4200, 12 * 1024
"""To the player who moves: the answer with all that is new on the page. Large is a power, which draws the hands whose
cards it lets press; the most is the result."""

RING_BYTES = 600
"""Of a turn clock, which runs at the seat and beside the status: for the one whose turn ends and for the next."""


def label_of(action: Json, after: Table) -> str:
    """The kind of a move as `MOST` knows it."""
    pressed, _, target = button(action)["do"].partition(":")
    if pressed == "peek" and ":" in target:
        return "peek, another's"
    power = None if after.game is None else after.game.open_power
    if pressed == "discard" and power is not None and power.reveal is not None:
        return "discard, reveals"
    return pressed


@pytest.mark.parametrize("turn_clock", [None, 60], ids=["without a clock", "with a turn clock"])
async def test_no_move_of_a_game_reads_and_each_kind_writes_few_rows(
    open_socket: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, turn_clock: int | None
) -> None:
    # However slow or quick the machine: no reveal ends by time, and nobody presses too often.
    monkeypatch.setattr("cambio.rules.powers.PEEK_SECONDS", 3600)
    monkeypatch.setattr("tabletop.live.consumers.MESSAGES_PER_SECOND", 1000)
    persons = await sync_to_async(people)(4)
    game_id = await sync_to_async(dealt_alike)(persons, seed=1, turn_clock=turn_clock)
    sockets = [(await open_socket(f"/cambio/{game_id}/live/", person))[0] for person in persons]
    seq = max([seq_in(await socket.receive_from()) for socket in sockets])
    state = await sync_to_async(state_of)(game_id)
    heard, chance, met, sizes = hear_statements(monkeypatch), random.Random(1), set[str](), list[int]()
    while not table.is_over(state):
        seat, before, is_final = seats_to_act(state)[0], len(heard), state.game.phase == "final_round"
        action = choose(state, seat, chance, call=len(sizes) > CALL_AFTER, now=time.time())
        fields = {name: [value] for name, value in button(action).items()}
        message = {"type": "move", "to": "act/", "fields": fields, "key": f"key-{seq}-of-a-move", "seq": seq}
        await sockets[seat].send_to(text_data=json.dumps(message))
        seq += 1
        frames = [await frames_until(socket, seq) for socket in sockets]
        told = heard[before:]
        state = await sync_to_async(state_of)(game_id)
        label = label_of(action, state) if sizes else "first"
        most = MOST[label] + (FINAL_ROUND if is_final else 0) + (LAST if table.is_over(state) else 0)
        most += CLOCK_BEGINS if turn_clock and label == "confirm_initial_view" else 0
        assert len(told) > 2
        # COMMIT is no statement of a cursor.
        assert len(told) + 1 <= most, (label, told)
        if label != "first" and not table.is_over(state):
            assert not [sql for sql in told if sql.startswith("SELECT")], label
        met.add(label)
        sizes.append(sum(len(frame.encode()) for frame in frames[seat]))
    assert met == set(MOST)
    ring = RING_BYTES if turn_clock else 0
    assert median(sizes) < TYPICAL_BYTES + ring
    assert sorted(sizes)[int(len(sizes) * 0.95)] < LARGE_BYTES + ring
    assert max(sizes) < MOST_BYTES


async def frames_until(socket: Any, seq: int) -> list[str]:
    """What brings a page to this position."""
    frames = [await socket.receive_from()]
    while seq_in(frames[-1]) < seq:
        frames.append(await socket.receive_from())
    return frames
