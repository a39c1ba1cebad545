"""What others may see of a deck, which has no seats to redact it for: the locked order, nothing while it is open."""

from django.conf import settings
from django.urls import reverse

from deckbuilder import rules


def locked_order(state: rules.State) -> list[str] | None:
    """Returns the names in play order, None while the order is open."""
    if not state.play_order_locked:
        return None
    names = {card.instance_id: card.card for card in state.hand_cards}
    return [names[instance_id] for instance_id in state.play_order_sequence]


def share_address(token: str) -> str:
    return settings.SITE_URL + reverse("deckbuilder:shared", args=[token])


def share_topic(token: str) -> str:
    """Contains no colon: the heartbeat looks topics of the form game:id up in the database."""
    return f"deckbuilder-order.{token}"
