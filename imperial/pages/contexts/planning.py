"""The panel of a maneuver that is being planned."""

from collections.abc import Sequence

from imperial.decisions.plan import Destination, FirstStep, PlanDecision
from imperial.decisions.records import Move
from imperial.pages.contexts.council import Deed, MoveShown, deed, moves_shown
from imperial.pages.contexts.people import Mark, mark
from tabletop.live.parts import Context
from tabletop.rules import Sentence
from tabletop.translation import translate


class ChoiceShown(Context, frozen=True):
    action: str
    chosen: bool
    does: Deed


class PlanRow(Context, frozen=True):
    index: int
    number: int
    move: MoveShown
    actions: tuple[ChoiceShown, ...]
    problem: str | None
    undecided: bool
    choose: bool
    first: bool
    last: bool


class Group(Context, frozen=True):
    unit: str
    rows: tuple[PlanRow, ...]


class StepShown(Context, frozen=True):
    number: int
    problem: str | None
    asks: Mark | None


class PlanScreen(Context, frozen=True):
    turn: int
    in_hand: int | None
    destinations: tuple[Destination, ...]
    out_of_reach: tuple[str, ...]
    overtaken: bool
    committed: tuple[MoveShown, ...]
    groups: tuple[Group, ...]
    needs_place: tuple[int, ...]
    """Numbers of rows, as those of `needs_choice`."""
    needs_choice: tuple[int, ...]
    reach: int
    asks: tuple[Mark, ...]
    offers: int
    asked_together: tuple[Mark, ...]
    step: StepShown | None
    screen: str = "plan"


def plan_screen(decision: PlanDecision) -> PlanScreen:
    first = len(decision.committed) + 1
    return PlanScreen(
        turn=decision.turn,
        in_hand=decision.in_hand,
        destinations=decision.destinations,
        out_of_reach=decision.out_of_reach,
        overtaken=decision.overtaken,
        committed=moves_shown(decision.committed),
        groups=_groups(decision.rows, first),
        needs_place=tuple(row.index + first for row in decision.rows if row.problem),
        needs_choice=tuple(row.index + first for row in decision.rows if row.undecided),
        reach=max(0, len(decision.destinations) - 1),
        asks=tuple(mark(country) for country in dict.fromkeys(decision.asks)),
        offers=len(decision.asks),
        asked_together=tuple(mark(country) for country in decision.asked_together),
        step=_step(decision.step, first) if decision.step else None,
    )


def _groups(rows: Sequence[Move], first: int) -> tuple[Group, ...]:
    groups = []
    for unit in ("fleet", "army"):
        of_kind = [row for row in rows if row.unit == unit]
        shown = tuple(
            _row(row, number=row.index + first, first=row is of_kind[0], last=row is of_kind[-1]) for row in of_kind
        )
        if shown:
            groups.append(Group(unit=unit, rows=shown))
    return tuple(groups)


def _row(row: Move, *, number: int, first: bool, last: bool) -> PlanRow:
    """The row of a unit; the `first` cannot move up, the `last` not down."""
    offered = [choice.action for choice in row.actions]
    return PlanRow(
        index=row.index,
        number=number,
        move=moves_shown([row])[0],
        actions=tuple(
            ChoiceShown(action=choice.action, chosen=choice.chosen, does=deed(choice.action, among=offered))
            for choice in row.actions
        ),
        problem=_translated(row.problem),
        undecided=row.undecided,
        # One thing to do is no choice, unless something else is planned.
        choose=len(offered) > 1 or bool(offered and (row.problem or row.undecided)),
        first=first,
        last=last,
    )


def _step(step: FirstStep, number: int) -> StepShown:
    return StepShown(number=number, problem=_translated(step.problem), asks=mark(step.asks) if step.asks else None)


def _translated(problem: Sentence | str | None) -> str | None:
    return None if problem is None else translate(problem)
