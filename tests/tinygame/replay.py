"""Seed and log give the stored state: how the fault tests know that nothing was lost."""

from tabletop.replay import replay as repeat
from tabletop.shuffle import shuffle_at
from tests.tinygame import rules, store
from tests.tinygame.models import DuelGame
from tests.tinygame.services import engine


def replay(game: DuelGame, *, started_at: float) -> rules.State:
    dealt = rules.new_game(shuffle=shuffle_at(bytes(game.shuffle_seed), "deal"), now=started_at)
    state: rules.State = repeat(engine, game, dealt)
    return state


def stored(game: DuelGame) -> rules.State:
    return store.load(game.pk).state
