"""Cards and places in words. A card is written as in the rules: "10h" is the ten of hearts."""

from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import TypeVar

from django import template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cambio.rules.cards import POINTS

register = template.Library()
T = TypeVar("T", bound=Hashable)


def once_a_language(translate: Callable[[T], str]) -> Callable[[T], str]:
    """For the names of cards and places, which are few and shown often."""
    translated = cache(lambda thing, _language: translate(thing))

    @wraps(translate)
    def name(thing: T) -> str:
        return translated(thing, get_language())

    return name


@register.filter
@once_a_language
def card_name(card: str) -> str:
    suits = {"h": _("hearts"), "d": _("diamonds"), "c": _("clubs"), "s": _("spades")}
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(card), "suit": suits[card[-1]]}


@register.filter
@once_a_language
def rank_name(card: str) -> str:
    names = {"A": _("ace"), "J": _("jack"), "Q": _("queen"), "K": _("king")}
    return names.get(card[:-1], card[:-1])


@register.filter
def symbol(card: str) -> str:
    """The card's full drawing in the sprite."""
    return f"f-{card.upper()}"


@register.filter
def small_symbol(card: str) -> str:
    """The drawing for cards up to 56 pixels."""
    return f"i-{card.upper()}"


@register.filter
def points(card: str) -> int:
    return POINTS[card]


@register.filter
def red(card: str) -> str:
    return "card--red" if card[-1] in "hd" else ""


@register.filter
@once_a_language
def place_name(position: int) -> str:
    return (_("top left"), _("top right"), _("bottom left"), _("bottom right"))[position]


@register.filter
def number_word(number: int) -> str:
    """Small numbers are spoken, not counted."""
    words = (_("none"), _("one"), _("two"), _("three"), _("four"))
    return words[number] if 0 <= number < len(words) else str(number)


@register.simple_tag
def whose_card(name: str | None, position: int) -> str:
    """ "Teo's top left card"; without a name it is the reader's own."""
    place = place_name(position)
    if name is None:
        return _("your %(place)s card") % {"place": place}
    return _("%(name)s's %(place)s card") % {"name": name, "place": place}


@register.simple_tag
def whose_place(name: str | None, position: int) -> str:
    place = place_name(position)
    if name is None:
        return _("your %(place)s") % {"place": place}
    return _("%(name)s's %(place)s") % {"name": name, "place": place}
