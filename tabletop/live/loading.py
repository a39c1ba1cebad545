"""How a page loads its table: with the end of the log, which it shows besides and for which a move does not pay."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

from tabletop.bidi import isolated
from tabletop.engine import Engine, Loaded, Receipt
from tabletop.play import read
from tabletop.table import Table

Entry = TypeVar("Entry")


class Loader:
    """Loads a table as its rows tell it. A page that shows more has a subclass."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def load(self, game_id: UUID, *, for_update: bool = False) -> Loaded[Any]:
        """The arguments are those of `Store.load`, and so is what is raised."""
        return self.engine.store.load(game_id, for_update=for_update)

    def read(self, game_id: UUID) -> Loaded[Any]:
        """The game as it is now, as the page shows it: locks, announces and raises like `tabletop.play.read`."""
        return read(self.engine, game_id, load=self.load)

    def with_log(self, receipt: Receipt) -> Receipt:
        """Adds to a receipt what `load` would add to the game before and after the move."""
        return receipt

    def follow(self, known: Loaded[Any], receipt: Receipt) -> Loaded[Any] | None:
        """The game as `load` would give it after this change, from what it gave before; None if it must be read."""
        return None


@dataclass(frozen=True, kw_only=True)
class LoadedWithLog(Loaded[Table], Generic[Entry]):
    log: tuple[Entry, ...] = ()
    """Its end, as far as the page shows it."""
    kept_names: Mapping[str, str] = field(default_factory=dict)
    """While the table waits: the names of those for whom seats are kept, by seat id."""

    @cached_property
    def names(self) -> dict[str, str]:
        """As a page shows them, within its sentences."""
        return {seat_id: isolated(name) for seat_id, name in super().names.items()}


Page = TypeVar("Page", bound=LoadedWithLog[Any])


class LogLoader(Loader, Generic[Page, Entry]):
    """Loads a table with the end of its log. A game says how that is read, and what a move adds to it."""

    page: type[Page]
    answers_with_new_entries = False
    """Whether the answer to a move needs only the entries that it added: no part but the log reads older ones."""

    def read_log(self, loaded: Loaded[Table]) -> tuple[Entry, ...]:
        raise NotImplementedError

    def extend_log(self, log: tuple[Entry, ...], receipt: Receipt) -> tuple[Entry, ...] | None:
        """What `read_log` would give after the move, from what it gave before; None if it must be read."""
        raise NotImplementedError

    def read_kept_names(self, loaded: Loaded[Table]) -> Mapping[str, str]:
        """Asked for tables that keep seats."""
        raise NotImplementedError

    def load(self, game_id: UUID, *, for_update: bool = False) -> Page:
        return self.complete(super().load(game_id, for_update=for_update))

    def complete(self, loaded: Loaded[Table]) -> Page:
        """The table with its log, which is read if it is not there yet."""
        return loaded if isinstance(loaded, self.page) else self._page(loaded, self.read_log(loaded))

    def with_log(self, receipt: Receipt) -> Receipt:
        """What the log said before the move is left out: the log is new in any case."""
        before, loaded = receipt.before, receipt.loaded
        known = before.log if isinstance(before, self.page) else () if self.answers_with_new_entries else None
        log = None if known is None or not receipt.changed else self.extend_log(known, receipt)
        after = self._page(loaded, self.read_log(loaded) if log is None else log)
        return replace(receipt, before=self._page(before, ()), loaded=after)

    def follow(self, known: Loaded[Table], receipt: Receipt) -> Page | None:
        """None also where seats change."""
        if not isinstance(known, self.page) or receipt.before.state.game is None:
            return None
        log = self.extend_log(known.log, receipt)
        return None if log is None else self._page(receipt.loaded, log)

    def _page(self, loaded: Loaded[Table], log: tuple[Entry, ...]) -> Page:
        return self.page(
            row=loaded.row,
            state=loaded.state,
            sitters=loaded.sitters,
            read_at=loaded.read_at,
            log=log,
            kept_names=self.read_kept_names(loaded) if loaded.state.series.held else {},
        )
