"""The end on the felt: hands turned up, their points, who wins, and the order in which the script turns them."""

from cambio.pages.contexts.people import name_for, others_after, player_with
from cambio.pages.view import PlayerView, ScoreView, TableView
from cambio.rules.cards import Card
from tabletop.live.parts import Context


class OpenCard(Context, frozen=True):
    position: int
    face: Card | None


class OpenHand(Context, frozen=True):
    seat: int
    name: str | None
    """None is the viewer."""
    open_cards: tuple[OpenCard, ...]
    base: int
    final: int
    penalty: bool
    winner: bool
    rank: int


class TurnedOver(Context, frozen=True):
    """A hand in the order of turning over."""

    seat: int
    name: str | None


class Verdict(Context, frozen=True):
    winners: tuple[str | None, ...]
    """None is the viewer."""
    best: int
    caller: str | None
    caller_base: int | None
    """None if nobody called."""
    penalty: bool
    order: tuple[TurnedOver, ...]
    together: tuple[tuple[str | None, int], ...]
    """Everybody's points over all games of the same people, by place; empty after the first one."""


def rank(view: TableView, score: ScoreView) -> int:
    """Equal totals share a place."""
    return 1 + sum(other.final_score < score.final_score for other in view.scores or ())


def open_hand(view: TableView, player: PlayerView) -> OpenHand:
    score = next(score for score in view.scores or () if score.player_id == player.player_id)
    return OpenHand(
        seat=player.turn_order,
        name=name_for(view, player.player_id),
        open_cards=tuple(OpenCard(position=card.position, face=card.face) for card in player.cards),
        base=score.base_score,
        final=score.final_score,
        penalty=score.penalty_applied,
        winner=score.is_winner,
        rank=rank(view, score),
    )


def verdict(view: TableView) -> Verdict:
    scores = view.scores or ()
    caller = next((score for score in scores if score.is_cambio_caller), None)
    winners = [score for score in scores if score.is_winner]
    return Verdict(
        winners=tuple(name_for(view, score.player_id) for score in winners),
        best=winners[0].final_score,
        caller=name_for(view, view.cambio_caller_id),
        caller_base=None if caller is None else caller.base_score,
        penalty=caller is not None and caller.penalty_applied,
        order=tuple(
            TurnedOver(seat=player.turn_order, name=name_for(view, player.player_id)) for player in _turning(view)
        ),
        together=tuple(
            (name_for(view, view.players[total.seat].player_id), total.points)
            for total in (view.series.sums if view.series else ())
        ),
    )


def _turning(view: TableView) -> tuple[PlayerView, ...]:
    """From the caller's left round the table, so that the caller is the last."""
    if view.cambio_caller_id is None:
        return view.players
    caller = player_with(view, view.cambio_caller_id)
    return (*others_after(view, caller.turn_order), caller)
