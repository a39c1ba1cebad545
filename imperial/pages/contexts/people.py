"""Seats, names and countries, as every part shows them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.translation import gettext

from imperial.decisions.records import Holding, Payout, Voter
from imperial.map.powers import POWERS
from imperial.pages.view import PublicView
from tabletop.live.parts import Context
from tabletop.tables.faces import Face

WIDEST = 13
"""The stylesheet knows a width for each number up to this one, but the bonds of a country add up to far more."""


class Mark(Context, frozen=True):
    """What tells one country from the others."""

    country: str
    code: str
    css: str

    @property
    def name(self) -> str:
        """In the language in which the context is rendered."""
        return gettext(POWERS[self.country].name)

    def __str__(self) -> str:
        return self.name


class Share(Context, frozen=True):
    """Shares of a player in a bar of all shares."""

    face: Face
    stock: int
    width: int


class Ballot(Context, frozen=True):
    share: Share
    voted: bool


def name(public: PublicView, player: str | None) -> str | None:
    return None if player is None else public.faces[player].name


def named(public: PublicView, payouts: Iterable[Payout]) -> tuple[Payout, ...]:
    """Payouts with names for seat ids."""
    return tuple(Payout(player=public.faces[paid.player].name, dollars=paid.dollars) for paid in payouts)


@lru_cache(maxsize=256)
def mark(country: str) -> Mark:
    return Mark(country=country, code=POWERS[country].code, css=POWERS[country].css)


def shares(public: PublicView, holdings: Sequence[Holding]) -> tuple[Share, ...]:
    total = sum(held.stock for held in holdings)
    return tuple(
        Share(face=public.faces[held.player], stock=held.stock, width=max(1, round(WIDEST * held.stock / total)))
        for held in holdings
    )


def ballots(public: PublicView, voters: Sequence[Voter]) -> tuple[Ballot, ...]:
    widths = shares(public, voters)
    return tuple(Ballot(share=share, voted=voter.voted) for share, voter in zip(widths, voters, strict=True))
