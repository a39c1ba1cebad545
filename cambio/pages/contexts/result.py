"""Beside the table: the seal of the shuffle, at the end the score and the proof."""

from urllib.parse import urlencode

from msgspec.structs import asdict

from cambio.pages.contexts.ending import rank
from cambio.pages.contexts.people import name_for
from cambio.pages.view import ScoreView, TableView
from cambio.rules.cards import DECK
from tabletop.live.parts import EMPTY, Context
from tabletop.tables.manners import Again, SeriesScore


class Score(Context, frozen=True):
    rank: int
    name: str | None
    """None is the viewer."""
    base: int
    final: int
    penalty: bool
    caller: bool
    winner: bool


class Result(Context, frozen=True):
    scores: tuple[Score, ...]
    fingerprint: str
    secret: str | None
    proof: str
    """The query of the page about shuffling: what it needs to deal the same cards again."""
    seats: str
    """Who got them, for the part of the address that browsers keep to themselves."""
    series: SeriesScore | None
    shown_first: bool
    """Whether the page showed the fingerprint before it asked for the deal."""


class AgainOrStronger(Again, frozen=True):
    stronger: str | None
    """After a game with a coach: the level of bots that play better."""


class Seal(Context, frozen=True):
    """The promise before and while people play: no other secret has this fingerprint. And the way out of the game."""

    fingerprint: str
    may_give_up: bool
    """Whether the viewer may offer the seat to somebody else: against bots alone nobody else would come."""


def seal(view: TableView) -> Seal:
    # The end hides it by its style: what does not change is not sent with the last move, the largest of a game.
    plays = not view.looks_on and view.phase != "setup" and not view.abandoned and view.front.bot_level is None
    people = sum(player.type == "human" for player in view.players)
    return Seal(fingerprint=view.shuffle_fingerprint, may_give_up=plays and people > 1)


def result(view: TableView) -> Result:
    places = {player.player_id: player.turn_order for player in view.players}
    ranked = sorted(view.scores or (), key=lambda score: (score.final_score, places[score.player_id]))
    return Result(
        scores=tuple(_score(view, score) for score in ranked),
        fingerprint=view.shuffle_fingerprint,
        secret=view.shuffle_seed,
        proof=_proof(view),
        series=view.series,
        shown_first=view.sealed,
        seats=urlencode([("seat", player.display_name) for player in view.players]),
    )


def again(view: TableView) -> Context:
    if view.again is None:
        return EMPTY
    return AgainOrStronger(**asdict(view.again), stronger=view.coaching.stronger if view.coaching else None)


def _proof(view: TableView) -> str:
    given = {"secret": view.shuffle_seed, "fingerprint": view.shuffle_fingerprint, "place": view.deal_place}
    return urlencode({**given, "items": ",".join(DECK)}, safe=",")


def _score(view: TableView, score: ScoreView) -> Score:
    return Score(
        rank=rank(view, score),
        name=name_for(view, score.player_id),
        base=score.base_score,
        final=score.final_score,
        penalty=score.penalty_applied,
        caller=score.is_cambio_caller,
        winner=score.is_winner,
    )
