"""The result of a game."""

from urllib.parse import urlencode

from cambio.pages.contexts.people import Chip, chip, name_for, player_with
from cambio.pages.view import ScoreView, TableView
from cambio.rules.cards import DECK, Card
from tabletop.live.parts import Context


class Score(Context, frozen=True):
    player: Chip
    rank: int
    cards: tuple[Card | None, ...]
    base: int
    final: int
    penalty: bool
    caller: bool
    winner: bool


class Result(Context, frozen=True):
    scores: tuple[Score, ...]
    winners: tuple[str | None, ...]
    best: int | None
    caller: str | None
    caller_base: int | None
    penalty: bool
    fingerprint: str
    secret: str | None
    proof: str


def result(view: TableView) -> Result:
    finals = [score.final_score for score in view.scores or ()]
    lines = [_score(view, score, finals) for score in view.scores or ()]
    lines.sort(key=lambda line: (line.final, line.player.seat))
    caller = next((line for line in lines if line.caller), None)
    winners = [line for line in lines if line.winner]
    return Result(
        scores=tuple(lines),
        winners=tuple(None if line.player.you else line.player.name for line in winners),
        best=winners[0].final if winners else None,
        caller=name_for(view, view.cambio_caller_id),
        caller_base=caller.base if caller else None,
        penalty=caller is not None and caller.penalty,
        fingerprint=view.shuffle_fingerprint,
        secret=view.shuffle_seed,
        proof=_proof(view),
    )


def _proof(view: TableView) -> str:
    """What the page about shuffling needs to deal the same cards again."""
    given = {"secret": view.shuffle_seed, "fingerprint": view.shuffle_fingerprint, "place": view.deal_place}
    return urlencode({**given, "items": ",".join(DECK)}, safe=",")


def _score(view: TableView, score: ScoreView, finals: list[int]) -> Score:
    player = player_with(view, score.player_id)
    return Score(
        # Who called is told beside the sign.
        player=chip(view, player, shows_caller=False),
        # Equal totals share a place.
        rank=1 + sum(final < score.final_score for final in finals),
        cards=tuple(card.face for card in player.cards),
        base=score.base_score,
        final=score.final_score,
        penalty=score.penalty_applied,
        caller=score.is_cambio_caller,
        winner=score.is_winner,
    )
