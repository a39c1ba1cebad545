"""Two worlds that one seat cannot tell apart: what the table of rules 13.2 hides from it is dealt anew.

Written from the rules, not from the code it checks.
"""

from collections.abc import Collection

from msgspec.structs import replace

from cambio.rules import State
from cambio.rules.cards import Card
from tabletop.rules import Seat


def hidden_cards(state: State, viewer: Seat | None) -> list[Card]:
    """Every card whose face this viewer may not know from what the game shows now, in the order of `other_world`."""
    held = state.held_card
    cards = [
        card
        for owner, player in enumerate(state.players)
        for position, card in enumerate(player.hand)
        if not _may_see(state, viewer, owner, position)
    ]
    if held is not None and held.source == "deck" and held.player_id != viewer:
        cards.append(held.card)
    return [*cards, *state.deck]


def other_world(state: State, viewer: Seat | None, *, keep: Collection[Card] = ()) -> State | None:
    """The same game for this viewer, with every hidden card another one; None if fewer than two are hidden.

    Cards to `keep` lie where they lay: those the viewer is about to see.
    """
    hidden = [card for card in hidden_cards(state, viewer) if card not in keep]
    if len(hidden) < 2:
        return None
    other = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    players = tuple(
        replace(player, hand=tuple(other.get(card, card) for card in player.hand)) for player in state.players
    )
    held = state.held_card and replace(state.held_card, card=other.get(state.held_card.card, state.held_card.card))
    return replace(state, players=players, held_card=held, deck=tuple(other.get(card, card) for card in state.deck))


def _may_see(state: State, viewer: Seat | None, owner: int, position: int) -> bool:
    if state.phase == "completed":
        return True
    if state.phase == "initial_view":
        return viewer == owner and position >= 2 and not state.players[owner].has_viewed_initial_cards
    power = state.open_power
    if power is None or power.reveal is None:
        return False
    return power.player_id == viewer and (power.reveal.owner_id, power.reveal.position) == (owner, position)
