"""Scores, the penalty for a wrong call, and the winners (rules 10)."""

from collections.abc import Sequence

from msgspec.structs import replace

from cambio.rules.cards import POINTS, Card
from cambio.rules.events import GameCompleted, ScoreLine
from cambio.rules.state import State, Step, is_over
from tabletop.rules import Json

PENALTY_MULTIPLIER = 2


def scores(hands: Sequence[Sequence[Card]], caller: int | None) -> list[Json]:
    """Returns one line per hand, in seat order."""
    # Rules 10.1: the base is the sum of the cards in the hand. A card still held, or in a pile, does not count.
    bases = [sum(POINTS[card] for card in hand) for hand in hands]
    # Rules 10.2, 10.3: only a caller whose base is greater than the lowest of all is doubled.
    lowest = min(bases)
    doubled = [seat == caller and base > lowest for seat, base in enumerate(bases)]
    finals = [base * PENALTY_MULTIPLIER if twice else base for base, twice in zip(bases, doubled, strict=True)]
    # Rules 10.5, 10.6: everybody with the lowest final wins; the caller has no advantage in a tie.
    best = min(finals)
    return [
        {
            "base": base,
            "final": final,
            "penaltyApplied": twice,
            "isCambioCaller": seat == caller,
            "isWinner": final == best,
        }
        for seat, (base, twice, final) in enumerate(zip(bases, doubled, finals, strict=True))
    ]


def sole_winner(state: State) -> int | None:
    # Rules 10.6: the winner when there is exactly one, nobody when several tie.
    winners = _winners(state)
    return winners[0] if len(winners) == 1 else None


def complete(state: State) -> Step:
    # Rules 10.7: scores, winner and phase change together; nobody is on turn any more.
    completed = replace(state, phase="completed", winner_id=sole_winner(state), current_turn_player_id=None)
    return completed, (_outcome(completed),)


def result(state: State) -> Json | None:
    """Returns the data of GAME_COMPLETED; None before the end."""
    if not is_over(state):
        return None
    outcome = _outcome(state).to_json()
    del outcome["type"]
    return outcome


def _winners(state: State) -> tuple[int, ...]:
    lines = scores([player.hand for player in state.players], state.cambio_caller_id)
    return tuple(seat for seat, line in enumerate(lines) if line["isWinner"])


def _outcome(state: State) -> GameCompleted:
    lines = scores([player.hand for player in state.players], state.cambio_caller_id)
    return GameCompleted(
        scores=tuple(
            ScoreLine(
                player_id=player.turn_order,
                display_name=player.display_name,
                base_score=line["base"],
                final_score=line["final"],
                is_cambio_caller=line["isCambioCaller"],
                penalty_applied=line["penaltyApplied"],
                is_winner=line["isWinner"],
                cards=player.hand,
            )
            for player, line in zip(state.players, lines, strict=True)
        ),
        winner_id=state.winner_id,
        winner_ids=_winners(state),
    )
