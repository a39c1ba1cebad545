"""Answers to moves over HTTP: what has changed, growing lists; and by both roads where a refusal is explained."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.engine import Loaded
from tabletop.live.parts import ContextMemory, Line
from tabletop.rules import Seat
from tests.kernel.conftest import any_move
from tests.kit.clients import client_of
from tests.kit.roads import both_roads, press_button
from tests.live.test_updates import show
from tests.tinygame import pages
from tests.tinygame.models import DuelGame
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def address(duel: DuelGame) -> str:
    return reverse("duel:move", args=[duel.pk])


def test_a_move_is_answered_with_the_new_lines_of_a_list_alone(
    duel: DuelGame, people: list[User], state_of: StateOf, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pages.page.__dict__, "parts", (*pages.page.parts, pages.LOG))
    show(monkeypatch, lines=lambda loaded: tuple(Line(seq=seq) for seq in range(loaded.row.seq, -1, -1)))
    seq = DuelGame.objects.get(pk=duel.pk).seq
    html = client_of(people[0]).post(address, any_move(state_of(duel)), headers=HTMX).content.decode()
    assert f'<ol id="log" hx-swap-oob="afterbegin"><li id="line-{seq + 1}">' in html
    assert f'id="line-{seq}"' not in html


def test_a_move_is_answered_alike_whether_this_process_has_shown_the_position_before_or_not(
    duel: DuelGame, people: list[User], state_of: StateOf, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[int] = []
    view = pages.view

    def counted(loaded: Loaded[Any], seat: Seat | None, now: float) -> pages.DuelView:
        built.append(loaded.row.seq)
        return view(loaded, seat, now)

    monkeypatch.setitem(pages.page.__dict__, "view", counted)
    client, action, seq = client_of(people[0]), any_move(state_of(duel)), DuelGame.objects.get(pk=duel.pk).seq
    savepoint = transaction.savepoint()
    client.get(reverse("duel:table", args=[duel.pk]))
    known = client.post(address, action, headers=HTMX).content
    assert built == [seq, seq + 1]
    transaction.savepoint_rollback(savepoint)
    monkeypatch.setitem(pages.page.__dict__, "_memory", ContextMemory())
    assert client.post(address, action, headers=HTMX).content == known
    assert built == [seq, seq + 1, seq, seq + 1]
    assert b'id="actions"' in known
    assert b'id="score"' not in known, "a part that shows the same is not sent"


def test_only_the_positions_shown_last_are_remembered() -> None:
    memory = ContextMemory(most=2)
    for reader in ("one", "two", "one", "three"):
        memory.keep(reader, {})
    assert [memory.get(reader) for reader in ("one", "two", "three")] == [{}, None, {}]


@both_roads
def test_a_refusal_links_to_the_rule_behind_it(
    duel: DuelGame, people: list[User], state_of: StateOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pages.page.__dict__, "help_url", lambda code: f"/rules/#{code}")
    action = {"type": "play", "card": state_of(duel).hands[1][0]}
    answer = press_button(client_of(people[1]), pages.page, duel.pk, "move/", action)
    assert answer.status_code == 409
    assert 'href="/rules/#not_your_turn"' in answer.content.decode()


def test_a_refusal_links_to_the_rule_behind_it_without_script(
    duel: DuelGame, people: list[User], state_of: StateOf, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pages.page.__dict__, "help_url", lambda code: f"/rules/#{code}")
    answer = client_of(people[1]).post(address, {"type": "play", "card": state_of(duel).hands[1][0]})
    assert answer.status_code == 409
    assert 'href="/rules/#not_your_turn"' in answer.content.decode()
