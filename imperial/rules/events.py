"""Events: facts as typed fields for pages and programs, and a sentence for the public log (rules 15)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from imperial.rules.state import State
from tabletop.rules import Filling, Json, Sentence, say
from tabletop.rules import gettext_noop as _


class Event(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", gc=False):
    audience: tuple[str, ...] | None = None
    """The players who may see the event; None for everybody."""
    only_worded: ClassVar[tuple[str, ...]] = ()
    """JSON names of fields that only the sentence uses; not among the facts, so that older logs replay."""

    @property
    def sentence(self) -> Sentence | None:
        """The line of the public log; None for events that the log leaves out."""
        return None

    @property
    def line(self) -> str | None:
        """The sentence in English, as the log stores it."""
        return None if (sentence := self.sentence) is None else str(sentence)

    def to_json(self) -> Json:
        data: Json = msgspec.json.decode(msgspec.json.encode(self))
        for field in ("audience", *self.only_worded):
            del data[field]
        if "description" in data:
            data["description"] = str(self.description)  # type: ignore[attr-defined]  # `data` has it
        if (line := self.line) is not None:
            data["line"] = line
        return data


Step = tuple[State, tuple[Event, ...]]


class GameStarted(Event, frozen=True, kw_only=True, tag="game_started"):
    players: tuple[str, ...]

    @property
    def sentence(self) -> Sentence:
        return say(_("The game has begun. Players: %(players)s."), players=listed(self.players))


class BidPlaced(Event, frozen=True, kw_only=True, tag="bid_placed"):
    """Carries no amount: bids are sealed."""

    player: str
    country: str

    @property
    def sentence(self) -> Sentence:
        return say(_("%(player)s has bid on %(country)s."), player=self.player, country=say(self.country))


class BidsRevealed(Event, frozen=True, kw_only=True, tag="bids_revealed"):
    country: str
    bids: tuple[tuple[str, float], ...]
    """Player and dollars, in the order in which the bidders are served."""

    @property
    def sentence(self) -> Sentence:
        bids = tuple(say(_("%(player)s $%(bid)s"), player=player, bid=_number(bid)) for player, bid in self.bids)
        return say(_("The bids on %(country)s: %(bids)s."), country=say(self.country), bids=bids)


class AuctionAnswered(Event, frozen=True, kw_only=True, tag="auction_answered"):
    player: str
    country: str
    stock: int
    accepted: bool

    @property
    def sentence(self) -> Sentence:
        template = (
            _("%(player)s buys the %(stock)s bond of %(country)s.")
            if self.accepted
            else _("%(player)s declines the %(stock)s bond of %(country)s.")
        )
        return say(template, player=self.player, stock=self.stock, country=say(self.country))


class AuctionRestarted(Event, frozen=True, kw_only=True, tag="auction_restarted"):
    country: str

    @property
    def sentence(self) -> Sentence:
        return say(_("Nobody owns a bond. The auction starts again with %(country)s."), country=say(self.country))


class AuctionEnded(Event, frozen=True, kw_only=True, tag="auction_ended"):
    seats: tuple[str, ...]
    """Players by seat; the first has the investor card."""

    @property
    def sentence(self) -> Sentence:
        template = _("The auction is over. Seats: %(players)s. %(first)s has the investor card.")
        return say(template, players=self.seats, first=self.seats[0])


class Proposed(Event, frozen=True, kw_only=True, tag="proposed"):
    player: str
    country: str
    role: Literal["leader", "opposition"]
    wheel_spot: str
    description: Sentence

    @property
    def sentence(self) -> Sentence:
        template = (
            _("%(country)s: %(player)s proposes as leader: %(description)s")
            if self.role == "leader"
            else _("%(country)s: %(player)s proposes as opposition: %(description)s")
        )
        return say(template, country=say(self.country), player=self.player, description=self.description)


class Agreed(Event, frozen=True, kw_only=True, tag="agreed"):
    player: str
    country: str

    @property
    def sentence(self) -> Sentence:
        return say(_("%(country)s: %(player)s agrees with the leader."), country=say(self.country), player=self.player)


class Voted(Event, frozen=True, kw_only=True, tag="voted"):
    """Carries no choice: votes are secret until the vote is decided."""

    player: str
    country: str

    @property
    def sentence(self) -> Sentence:
        return say(_("%(country)s: %(player)s has voted."), country=say(self.country), player=self.player)


class VoteDecided(Event, frozen=True, kw_only=True, tag="vote_decided"):
    country: str
    winner: Literal[1, 2]
    voters_1: tuple[str, ...]
    voters_2: tuple[str, ...]

    @property
    def sentence(self) -> Sentence:
        return say(
            _("%(country)s: the vote is decided. %(leader)s for the leader, %(opposition)s for the opposition."),
            country=say(self.country),
            leader=_or_nobody(self.voters_1),
            opposition=_or_nobody(self.voters_2),
        )


class Executed(Event, frozen=True, kw_only=True, tag="executed"):
    player: str
    """The author of the proposal."""
    country: str
    wheel_spot: str
    cost: float
    """Dollars that the player paid for the steps on the rondel."""
    description: Sentence
    alone: bool = False
    """True if no other player had a say."""

    only_worded: ClassVar[tuple[str, ...]] = ("alone",)

    @property
    def sentence(self) -> Sentence:
        template = (
            _("%(country)s: %(player)s chooses %(description)s")
            if self.alone
            else _("%(country)s carries out the proposal of %(player)s: %(description)s")
        )
        return say(template, country=say(self.country), player=self.player, description=self.description)


class InvestorRoundStarted(Event, frozen=True, kw_only=True, tag="investor_round_started"):
    player: str
    """The holder of the investor card, who gets the bonus."""


class BondBought(Event, frozen=True, kw_only=True, tag="bond_bought"):
    player: str
    country: str
    stock: int
    returned: int | None = None
    leads_after: str | None = None
    """The leader before the buyer took the lead; empty if there was none, None if the lead has not changed."""

    only_worded: ClassVar[tuple[str, ...]] = ("leadsAfter",)

    @property
    def sentence(self) -> Sentence:
        return say(
            self._template,
            player=self.player,
            stock=self.stock,
            country=say(self.country),
            returned=self.returned or "",
            before=self.leads_after or "",
        )

    @property
    def _template(self) -> str:
        if self.returned and self.leads_after:
            return _(
                "%(player)s buys the %(stock)s bond of %(country)s, returning the %(returned)s bond, "
                "and takes the lead from %(before)s."
            )
        if self.returned:
            return _("%(player)s buys the %(stock)s bond of %(country)s, returning the %(returned)s bond.")
        if self.leads_after:
            return _("%(player)s buys the %(stock)s bond of %(country)s and takes the lead from %(before)s.")
        if self.leads_after == "":
            return _("%(player)s buys the %(stock)s bond of %(country)s and leads it from now on.")
        return _("%(player)s buys the %(stock)s bond of %(country)s.")


class Punted(Event, frozen=True, kw_only=True, tag="punted"):
    player: str

    @property
    def sentence(self) -> Sentence:
        return say(_("%(player)s punts."), player=self.player)


class ClockOverrun(Event, frozen=True, kw_only=True, tag="clock_overrun"):
    """The overrun costs the player a point."""

    player: str


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    player: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    player: str


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    country: str
    """The country that reached 25 points."""
    winner: str

    @property
    def sentence(self) -> Sentence:
        template = _("%(country)s has reached 25 points. %(player)s wins the game.")
        return say(template, country=say(self.country), player=self.winner)


def listed(names: Sequence[str | Sentence]) -> Filling:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    *others, last = names
    return say(_("%(others)s and %(last)s"), others=tuple(others), last=last) if others else last


def _number(dollars: float) -> str:
    return f"{dollars:.2f}" if dollars % 1 else f"{dollars:.0f}"


def _or_nobody(names: tuple[str, ...]) -> Filling:
    return listed(names) if names else say(_("nobody"))
