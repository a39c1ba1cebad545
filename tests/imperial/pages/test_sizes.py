"""How much an update brings: at most 12 KB compressed to one viewer, typically less than 4 KB."""

import gzip
import random
import statistics

import pytest

from imperial import services
from imperial.pages.loading import loader
from imperial.pages.table import page
from tabletop.live.parts import changed_contexts, render_update
from tests.imperial import kit

pytestmark = pytest.mark.django_db

ACTIONS = 110
MOST_BYTES = 12 * 1024
TYPICAL_BYTES = 4 * 1024
TYPICAL_PLAIN_BYTES = 14 * 1024
"""A socket sends them so: the log grows by lines, and its end is not sent again."""


def test_an_update_after_a_move_is_small() -> None:
    game_id = kit.begun(kit.people(4))
    chance, sizes, plain_sizes = random.Random(4), [], []
    before = loader.load(game_id)
    for number in range(ACTIONS):
        now = kit.START + number
        seat, action = kit.random_action(before.state, chance, now=now)
        services.act(game_id=game_id, seat=seat, action=action, now=now)
        after = loader.load(game_id)
        for viewer in (kit.NAMES[0], None):
            shown = page.contexts(before, viewer)
            news = changed_contexts(shown, page.contexts(after, viewer))
            message = render_update(news, seq=after.row.seq, shown=shown)
            sizes.append(len(gzip.compress(message.encode())))
            plain_sizes.append(len(message.encode()))
        before = after
    assert max(sizes) <= MOST_BYTES
    assert statistics.median(sizes) < TYPICAL_BYTES
    assert statistics.median(plain_sizes) < TYPICAL_PLAIN_BYTES
