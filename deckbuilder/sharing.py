"""What of a deck is for other eyes: the order once it is locked, and nothing before."""

from deckbuilder import rules


def locked_order(state: rules.State) -> list[str] | None:
    """The names in the order they are played; None while there is no locked order."""
    if not state.play_order_locked:
        return None
    names = {card.instance_id: card.card for card in state.hand_cards}
    return [names[instance_id] for instance_id in state.play_order_sequence]


def share_topic(token: str) -> str:
    """Without a colon: the heartbeat asks the database about topics of the form game:id."""
    return f"deckbuilder-order.{token}"
