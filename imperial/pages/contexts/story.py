"""Where the game is, and what happened."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Self

import msgspec
from django.utils.translation import get_language

from imperial.pages.contexts.people import Mark, mark
from imperial.pages.view import PublicView, TableView
from tabletop.live.parts import Context, Lines, is_shown
from tabletop.rules import Sentence
from tabletop.tables.names import name_in_text
from tabletop.translation import translate

if TYPE_CHECKING:
    from imperial.store.reading import Line

MOST_TURN_LINES = 6


class Where(Context, frozen=True):
    game_id: str
    players: int
    round: int
    turn: int
    your_turn: bool
    can_undo: bool


class LogLine(Context, frozen=True):
    text: str
    """In the language in which the context is built."""
    turn: int
    place: int
    """Among the lines of the turn."""
    about: tuple[int, ...]
    """Numbers of the countries that the line is about."""
    country: Mark | None


class Log(Lines, frozen=True):
    lines: tuple[LogLine, ...]

    def added_to(self, shown: Self) -> Sequence[LogLine] | None:
        """None where lines of the page have been taken back, read differently now, or have left the end of the log."""
        if not shown.lines or shown.lines[0] not in self.lines:
            return None
        place = self.lines.index(shown.lines[0])
        return self.lines[:place] if is_shown(self.lines[place:], shown.lines) else None


class LogFilter(Context, frozen=True):
    countries: tuple[Mark, ...]


def where(view: TableView) -> Where:
    public, me = view.public, view.me
    return Where(
        game_id=public.game_id,
        players=len(public.game.player_info),
        round=public.game.round,
        turn=public.game.turn_id,
        your_turn=me in public.game.players_to_act and me not in public.bots,
        can_undo=view.can_undo,
    )


def log(public: PublicView) -> Log:
    """The newest first, each line with its turn and the countries it is about."""
    return Log(lines=_lines(public, public.lines[::-1]))


def turn_lines(public: PublicView) -> Log:
    """What the last turn brought, in the order in which it happened. All that happened to an imported game was one
    turn, so there is an end to it."""
    lines = public.lines
    return Log(lines=_lines(public, [line for line in lines[-MOST_TURN_LINES:] if line.turn == lines[-1].turn]))


def _lines(public: PublicView, lines: "Sequence[Line]") -> tuple[LogLine, ...]:
    language, countries = get_language(), tuple(public.game.country_info)
    return tuple(_line(line, public.known_names, countries, language) for line in lines)


@lru_cache(maxsize=8192)
def _line(
    line: "Line", names: tuple[tuple[str, str], ...], countries: tuple[str, ...], _language: str | None
) -> LogLine:
    """All at a table read the same lines again and again: each is translated once per language."""
    sentence = None if line.sentence is None else msgspec.json.decode(line.sentence, type=Sentence)
    about = tuple(number for number, country in enumerate(countries, start=1) if country in line.text)
    return LogLine(
        text=name_in_text(line.text if sentence is None else translate(sentence), dict(names)),
        turn=line.turn,
        place=line.place,
        about=about,
        country=mark(countries[about[0] - 1]) if about else None,
    )


def log_filter(public: PublicView) -> LogFilter:
    return LogFilter(countries=tuple(mark(country) for country in public.game.country_info))
