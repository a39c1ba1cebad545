"""Seed and log give the stored state: how the fault tests know that nothing was lost."""

from tabletop import replay
from tabletop.shuffle import shuffle_at
from tests.tinygame import rules
from tests.tinygame.models import DuelGame
from tests.tinygame.services import engine


def verify(game: DuelGame) -> None:
    """Raises BrokenLog unless the replayed duel is the stored one."""

    def replayed() -> rules.State:
        dealt = rules.new_game(shuffle=shuffle_at(bytes(game.shuffle_seed), "deal"), now=game.started_at)
        state: rules.State = replay.replay(engine, game, dealt)
        return state

    replay.verify(engine, game, replayed)
