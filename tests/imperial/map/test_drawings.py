"""What is drawn on the map for the question at hand."""

from imperial.decisions import Draft, build_decision
from imperial.decisions.draft import asked_since, maneuver_key
from imperial.decisions.voting import proposal_cards
from imperial.map.geometry import geometry
from imperial.pages.contexts.board import Place, focus
from imperial.pages.contexts.duel import duel
from imperial.pages.contexts.lights import lights
from imperial.pages.contexts.routes import routes
from imperial.pages.view import PublicView, TableView
from imperial.rules import redacted
from imperial.rules.state import State
from tests.imperial.rules.positions import STANDARD, do, position

DEMOCRACY = {"Germany": {"Ben": [4], "Ann": [3], "Cleo": [2]}, "Austria": {"Ann": [5]}}


def seen(state: State, player: str | None, draft: Draft | None = None) -> TableView:
    public = PublicView(
        game_id="1", table_url="", game=redacted(state, None), board=STANDARD, names={}, bots=frozenset(), lines=()
    )
    decision = build_decision(state, player, draft or Draft(), setup=STANDARD)
    return TableView(public=public, decision=decision, me=player)


def test_a_crossing_is_drawn_over_the_sea_that_carries_it() -> None:
    state = position(fleets={"Austria": ["Ionian Sea"]}, armies={"Austria": ["Vienna"]})
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    draft = Draft(maneuver=maneuver_key(state), army_man=(("Vienna", "Tunis", ""),))
    (crossing,) = routes(seen(state, "Ann", draft)).routes
    x, y = geometry().regions["Ionian Sea"].units[0]
    assert crossing.kind == "convoy"
    assert f" {x:g} {y:g}" in crossing.path
    # By rail to the port first, and that is no crossing.
    port = "{:g} {:g}".format(*geometry().regions["Trieste"].units[0])
    assert crossing.rail is not None
    assert crossing.rail.endswith(port)
    assert crossing.path.startswith(f"M{port}")


def test_a_move_that_cannot_go_is_not_drawn() -> None:
    state = position(armies={"Austria": ["Vienna", "Prague"]})
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    moves = (("Vienna", "Tunis", ""), ("Prague", "Munich", "peace"))
    drawn = routes(seen(state, "Ann", Draft(maneuver=maneuver_key(state), army_man=moves))).routes
    assert [route.number for route in drawn] == [2]


def test_the_numbers_of_units_that_leave_one_place_stand_side_by_side() -> None:
    state = position(armies={"Austria": ["Prague", "Prague", "Vienna"]})
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    moves = (("Prague", "Munich", "peace"), ("Prague", "Munich", "peace"), ("Vienna", "Venice", "peace"))
    drawn = routes(seen(state, "Ann", Draft(maneuver=maneuver_key(state), army_man=moves))).routes
    assert len({(route.x, route.y) for route in drawn}) == 3
    assert drawn[0].path == drawn[1].path


def test_a_crossing_that_is_proposed_is_drawn_over_the_sea_too() -> None:
    bonds = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}
    state = position(bonds=bonds, fleets={"Austria": ["Ionian Sea"]}, armies={"Austria": ["Vienna", "Prague"]})
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    fleets, armies = [["Ionian Sea", "Ionian Sea", ""]], [["Vienna", "Tunis", ""], ["Prague", "Prague", ""]]
    state = do(state, "Ann", "maneuver_batch", fleet_man=fleets, army_man=armies)
    (card,) = proposal_cards(state, setup=STANDARD)
    assert [(row.destination, row.rail, row.seas) for row in card.moves] == [("Tunis", ("Trieste",), ("Ionian Sea",))]
    assert card.staying == 2


def test_taxes_are_marked_where_they_come_from() -> None:
    state = position(countries={"Austria": {"tax_chips": ("Romania",), "factories": ("Vienna", "Budapest")}})
    marks = lights(seen(state, "Ann", Draft(turn_id=asked_since(state), spot="Taxation"))).marks
    assert sorted(mark.amount for mark in marks) == [1, 2, 2]


def test_units_to_be_imported_are_marked_where_they_will_stand() -> None:
    state = position(countries={"Austria": {"money": 5}})
    draft = Draft(
        turn_id=asked_since(state),
        spot="Import",
        imports=(("army", "Vienna"), ("fleet", "Trieste"), ("army", "Vienna")),
    )
    assert [mark.amount for mark in lights(seen(state, "Ann", draft)).marks] == [2, 1]


def test_a_narrow_screen_looks_at_the_country_that_is_up_and_stays_there() -> None:
    state = position()
    austria = focus(seen(state, "Ann").public)
    left, top, right, bottom = geometry().regions["Vienna"].bbox
    assert left - 200 < austria.x < right + 200
    assert top - 200 < austria.y < bottom + 200
    assert focus(seen(state, "Ann", Draft(turn_id=asked_since(state), spot="Taxation")).public) == austria
    assert focus(seen(do(state, "Ann", "propose", wheel_spot="Taxation"), "Ann").public) != austria


def test_both_proposals_of_a_vote_are_drawn_on_the_same_piece_of_the_map_for_everybody() -> None:
    state = position(bonds=DEMOCRACY, country="Germany", armies={"Germany": ["Berlin"], "France": ["Munich"]})
    state = do(state, "Ben", "propose", wheel_spot="R-Produce", army_produce=["Berlin"], fleet_produce=["Hamburg"])
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    state = do(state, "Ann", "maneuver_batch", army_man=[["Berlin", "Munich", "war France army"]])
    shown = duel(seen(state, None))
    x, y, width, height = map(float, shown.box.split())
    assert x >= 0
    assert y >= 0
    assert x + width <= 1400
    assert y + height <= 1000
    production, maneuver = shown.sides
    assert [unit.unit for unit in production.new] == ["army", "fleet"]
    assert len(maneuver.routes) == len(maneuver.fights) == 1
    assert not shown.yours
    chosen = duel(seen(state, "Cleo", Draft(turn_id=asked_since(state), choice=2)))
    assert (chosen.choice, [side.number for side in chosen.sides]) == (2, [1, 2])


def test_taxes_and_a_factory_to_be_blown_up_are_drawn_for_a_vote() -> None:
    bonds = {"Austria": {"Ann": [5], "Ben": [4], "Cleo": [2]}, "Germany": {"Ben": [5]}}
    state = position(
        bonds=bonds,
        countries={
            "Austria": {"tax_chips": ("Tunis",), "factories": ("Vienna", "Trieste")},
            "Germany": {"factories": ("Berlin", "Munich")},
        },
        fleets={"Austria": ["Ionian Sea"]},
        armies={"Austria": ["Vienna", "Vienna", "Vienna", "Budapest"]},
    )
    state = do(state, "Ann", "propose", wheel_spot="Taxation")
    state = do(state, "Ben", "propose", wheel_spot="L-Maneuver")
    blown_up = [["Vienna", "Munich", action] for action in ("hostile", "hostile", "blow up Germany")]
    state = do(
        state,
        "Ben",
        "maneuver_batch",
        fleet_man=[["Ionian Sea", "Ionian Sea", ""]],
        army_man=[*blown_up, ["Budapest", "Greece", ""]],
    )
    shown = duel(seen(state, "Cleo"))
    taxation, maneuver = shown.sides
    assert sorted(mark.amount for mark in taxation.marks) == [1, 2, 2]
    factory = geometry().regions["Munich"].factory
    assert [(fight.x, fight.y) for fight in maneuver.fights] == [factory]
    # All of it is in sight, down to the fleet that carries.
    x, y, width, height = map(float, shown.box.split())
    chip, sea = geometry().regions["Tunis"].chip, geometry().regions["Ionian Sea"].units[0]
    for point in (factory, chip, sea):
        assert point
        assert x < point[0] < x + width
        assert y < point[1] < y + height


def test_the_leaders_proposal_is_drawn_for_everybody_until_its_opposition_tries_something_else() -> None:
    state = position(bonds=DEMOCRACY, country="Germany", armies={"Germany": ["Berlin"]})
    produced = do(state, "Ben", "propose", wheel_spot="R-Produce", army_produce=["Berlin"], fleet_produce=["Hamburg"])
    for player in ("Ann", "Cleo", None):
        assert [mark.amount for mark in lights(seen(produced, player)).marks] == [1, 1]
    tried = Draft(turn_id=asked_since(produced), spot="R-Maneuver")
    assert lights(seen(produced, "Ann", tried)).marks == ()
    state = do(state, "Ben", "propose", wheel_spot="L-Maneuver")
    moved = do(state, "Ben", "maneuver_batch", army_man=[["Berlin", "Munich", ""]])
    assert len(routes(seen(moved, "Ann")).routes) == 1


def test_every_narrow_screen_looks_at_the_place_where_peace_is_offered() -> None:
    state = position(
        bonds={"Austria": {"Ann": [5]}, "Italy": {"Ben": [5]}}, armies={"Austria": ["Vienna"], "Italy": ["Venice"]}
    )
    state = do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    state = do(state, "Ann", "maneuver_batch", army_man=[["Vienna", "Venice", "peace"]])
    x, y = geometry().regions["Venice"].pole
    for player in ("Ann", "Ben", None):
        assert focus(seen(state, player).public) == Place(x=round(x), y=round(y))
