"""Seed and log give the stored state: how an audit works, and how the fault tests know that nothing was lost."""

from tabletop.play import SETTLE
from tabletop.shuffle import shuffle_at
from tests.tinygame import rules, store
from tests.tinygame.models import DuelAction, DuelGame


def replay(game: DuelGame, *, started_at: float) -> rules.State:
    seed = bytes(game.shuffle_seed)
    state = rules.new_game(shuffle=shuffle_at(seed, "deal"), now=started_at)
    for number, entry in enumerate(DuelAction.objects.filter(game=game).order_by("seq"), start=1):
        assert entry.seq == number, f"{game.pk}: the log has a gap before {entry.seq}"
        shuffle = shuffle_at(seed, str(entry.seq))
        if entry.payload == SETTLE:
            state, _events = rules.settle(state, now=entry.at, shuffle=shuffle)
        else:
            assert entry.actor is not None
            state, _events = rules.apply(state, entry.actor, entry.payload, now=entry.at, shuffle=shuffle)
    return state


def stored(game: DuelGame) -> rules.State:
    return store.load(game.pk).state
