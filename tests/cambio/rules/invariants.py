"""What is true of every state of every game."""

from cambio import rules
from cambio.rules.cards import DECK

FULL_DECK = sorted(DECK)


def check_state(state: rules.State) -> None:
    check_cards(state)
    check_turn(state)
    check_phase(state)


def check_cards(state: rules.State) -> None:
    assert 2 <= len(state.players) <= 4
    in_hands = [card for player in state.players for card in player.hand]
    held = [] if state.held_card is None else [state.held_card.card]
    assert sorted([*in_hands, *held, *state.deck, *state.discard]) == FULL_DECK, "52 distinct cards, always"
    assert all(len(player.hand) == 4 for player in state.players), "four cards in each hand, always"
    assert state.discard or held, "only the card in somebody's hand can leave the discard pile empty"


def check_turn(state: rules.State) -> None:
    """At most one held card, at most one open power, never both, and they belong to the player on turn."""
    held, power = state.held_card, state.open_power
    assert held is None or power is None
    assert held is None or held.player_id == state.current_turn_player_id
    assert power is None or power.player_id == state.current_turn_player_id
    reveal = None if power is None else power.reveal
    assert (state.peek_expires_at is not None) == (reveal is not None)
    if power is not None and reveal is not None:
        assert power.power_type != "blind_swap"
        assert (reveal.owner_id != power.player_id) == (power.power_type == "peek_opponent")


def check_phase(state: rules.State) -> None:
    phase, caller = state.phase, state.cambio_caller_id
    flags = [player.has_taken_final_turn for player in state.players]
    assert (state.current_turn_player_id is not None) == (phase in ("playing", "final_round"))
    assert (caller is not None) == (phase in ("final_round", "completed"))
    assert (state.initial_view_ends_at is not None) == (phase == "initial_view")
    assert all((player.disconnected_at is None) == player.is_connected for player in state.players)
    if phase in ("initial_view", "playing"):
        assert not any(flags)
        assert state.winner_id is None
    if phase != "initial_view":
        assert all(player.has_viewed_initial_cards for player in state.players)
    if phase == "final_round":
        assert caller is not None
        assert flags[caller], "the caller has had the last turn"
        assert not flags[state.current], "nobody has two final turns"
        assert state.players[state.current].is_connected, "a final turn does not wait for anybody"
    if phase == "completed":
        check_result(state)


def check_result(state: rules.State) -> None:
    result = rules.result(state)
    assert result is not None
    assert all(player.has_taken_final_turn for player in state.players)
    assert state.held_card is None
    assert state.open_power is None
    lines = rules.scores([player.hand for player in state.players], state.cambio_caller_id)
    assert [line["finalScore"] for line in result["scores"]] == [line["final"] for line in lines]
    winners = [seat for seat, line in enumerate(lines) if line["isWinner"]]
    assert result["winnerIds"] == winners
    assert state.winner_id == result["winnerId"] == (winners[0] if len(winners) == 1 else None)
    assert all(line["isCambioCaller"] for line in lines if line["penaltyApplied"])
