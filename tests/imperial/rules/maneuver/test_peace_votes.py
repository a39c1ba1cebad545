"""Rules 3.7: the stockholders of a democracy answer a peace offer."""

from tests.imperial.rules.maneuver.maneuvers import Maneuver, entered, places, refusal

DEMOCRACY = {"Ben": [4], "Cleo": [3], "Dan": [2]}


def asked(holders: dict[str, list[int]] | None = None, *, armies: int = 2, player: str = "Ann") -> Maneuver:
    game = entered(
        "Italy",
        fleets={"Italy": ["Western Med", "Western Med"]},
        armies={"Italy": ["Rome"] * armies, "France": ["Tunis"]},
        bonds={"France": holders or DEMOCRACY},
        player=player,
    )
    return (
        game.step("Western Med", player=player).step("Western Med", player=player).step("Tunis", "peace", player=player)
    )


def test_votes_weigh_the_denominations_and_the_leader_a_tenth_more() -> None:
    game = asked().vote("Cleo", accept=True)
    assert game.state.peace_vote is not None
    assert (game.state.peace_vote.accept_votes, game.state.peace_vote.reject_votes) == (30, 0)
    game = asked().vote("Ben", accept=False)
    assert game.state.peace_vote is not None
    assert (game.state.peace_vote.accept_votes, game.state.peace_vote.reject_votes) == (0, 41)


def test_while_undecided_the_voter_is_done_and_the_others_go_on() -> None:
    game = asked().vote("Cleo", accept=True)
    assert (game.state.mode, game.to_act, game.state.same_turn) == ("peace-vote", ["Ben", "Dan"], True)
    assert game.state.peace_vote is not None
    assert game.state.peace_vote.voters == ("Cleo",)
    assert game.event_types == ["peace_vote_cast"]


def test_a_majority_for_peace_lets_the_unit_in() -> None:
    game = asked().vote("Cleo", accept=True).vote("Dan", accept=True)
    assert game.current.completed_army_moves == (("Rome", "Tunis", "peace"),)
    assert game.state.peace_vote is None
    assert (game.state.mode, game.to_act, game.state.same_turn) == ("continue-man", ["Ann"], False)


def test_a_majority_against_it_makes_war() -> None:
    game = asked().vote("Ben", accept=False).vote("Dan", accept=False)
    assert game.current.completed_army_moves == (("Rome", "Tunis", "war France army"),)
    assert places(game.step("Rome").state, "France") == []


def test_the_log_tells_the_decision() -> None:
    game = asked().vote("Ben", accept=False).vote("Dan", accept=False)
    assert [event.line for event in game.events if event.line] == [
        "The stockholders of France reject the peace Italy offers in Tunis."
    ]
    game = asked().vote("Ben", accept=True).vote("Dan", accept=True)
    assert [event.line for event in game.events if event.line] == [
        "The stockholders of France accept the peace Italy offers in Tunis."
    ]


def test_exactly_half_is_enough_for_the_side_of_the_first_in_rank_only() -> None:
    # Six votes are eligible, since Ann, who moves the units, has none.
    game = asked({"Ann": [4], "Ben": [3], "Cleo": [2], "Dan": [1]})
    assert game.vote("Cleo", accept=True).vote("Dan", accept=True).state.mode == "peace-vote"
    game = game.vote("Ben", accept=True)
    assert game.current.completed_army_moves == (("Rome", "Tunis", "peace"),)


def test_the_player_who_builds_the_maneuver_has_no_vote() -> None:
    # Rules S1
    game = asked({"Ben": [4], "Ann": [3], "Dan": [2]})
    assert game.to_act == ["Ben", "Dan"]
    assert game.state.peace_vote is not None
    assert game.state.peace_vote.total_stock == 6
    assert refusal(game.vote, "Ann", accept=True).code == "not_your_turn"
    # 4.1 of 6 decide at once.
    assert game.vote("Ben", accept=False).state.mode == "continue-man"


def test_the_bonus_of_an_excluded_leader_passes_to_the_next_in_rank() -> None:
    # Rules Q8
    game = asked({"Ann": [4], "Ben": [3], "Cleo": [2], "Dan": [1]})
    game = game.vote("Cleo", accept=True).vote("Dan", accept=True)
    assert game.state.peace_vote is not None
    assert game.state.peace_vote.accept_votes == 30
    game = game.vote("Ben", accept=False)
    assert game.current.completed_army_moves == (("Rome", "Tunis", "war France army"),)


def test_nobody_votes_twice_or_without_stock() -> None:
    game = asked({"Ben": [4], "Cleo": [3], "Ann": [2]}).vote("Cleo", accept=True)
    for player in ("Cleo", "Dan"):
        refused = refusal(game.vote, player, accept=True)
        assert (refused.code, refused.message) == ("not_your_turn", "You have no vote to cast here.")


def test_a_dictators_answer_is_no_vote() -> None:
    assert refusal(asked().answer, "Ben", accept=True).code == "wrong_mode"


def test_the_maneuver_stays_alive_during_the_vote() -> None:
    # Rules S7
    assert asked().current.player == "Ann"


def test_the_vote_for_the_last_unit_completes_the_maneuver() -> None:
    done = asked(armies=1).vote("Ben", accept=True).vote("Dan", accept=True)
    assert done.is_complete
    assert done.state.peace_vote is None
    assert (done.state.mode, done.state.same_turn) == ("proposal", False)
    assert places(done.state, "Italy") == ["Tunis"]


def test_a_democracy_sacrifices_a_fleet_if_it_has_one_there() -> None:
    # Rules Q16
    game = entered(
        "Italy",
        fleets={"France": ["Marseille"]},
        armies={"Italy": ["Rome"], "France": ["Marseille"]},
        bonds={"France": DEMOCRACY},
    ).step("Marseille", "peace")
    done = game.vote("Ben", accept=False).vote("Cleo", accept=False)
    assert (places(done.state, "France", "fleet"), places(done.state, "France")) == ([], ["Marseille"])


def test_a_vote_may_follow_a_dictator_and_a_dictator_a_vote() -> None:
    bonds = {"France": DEMOCRACY, "Germany": {"Dan": [5]}}
    game = entered("Italy", armies={"Italy": ["~Paris"], "France": ["Belgium"], "Germany": ["Belgium"]}, bonds=bonds)
    first_vote = game.step("Belgium", "peace").vote("Ben", accept=True).vote("Cleo", accept=True)
    assert (first_vote.state.mode, first_vote.to_act) == ("continue-man", ["Dan"])
    assert first_vote.state.peace_vote is None
    assert first_vote.answer("Dan", accept=True).is_complete
    other = game.batch(armies=[("Paris", "Belgium", "peace")], peace_order=["Germany"]).answer("Dan", accept=True)
    assert (other.state.mode, other.to_act) == ("peace-vote", ["Ben", "Cleo", "Dan"])
    assert other.current.pending_peace is None
