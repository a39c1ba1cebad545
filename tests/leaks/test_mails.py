"""Mails are the same in twin worlds: those about a turn, and those about an account of somebody at the table.

Other words do not leave the site by themselves: there are no pushes to devices yet.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import time_machine

from imperial import rules
from imperial.models import Game
from imperial.plug import table as imperial_table
from tabletop.accounts.adapters import AccountAdapter
from tabletop.accounts.models import User
from tabletop.notify.models import Notice
from tabletop.notify.services import queue_mail
from tests.docs.documents import ROOT
from tests.imperial.kit import NAMES, START, act, begun, member, position, random_states, state_of, submit
from tests.leaks.twins import TWINS, Table

pytestmark = pytest.mark.django_db(transaction=True)

TURN_MAILS = {
    f"notify/{name}.txt": {"game", "table", "link", "profile"}
    for name in ("your_turn", "time_runs_out", "nudged", "chair_free")
} | {"notify/play_again.txt": {"game", "table", "link", "profile", "days", "minutes"}}
ACCOUNT_MAILS: dict[str, set[str]] = {
    "account_already_exists": {"log_in", "reset"},
    "email_changed": {"name", "person", "email"},
    "email_confirmation": {"name", "person", "link"},
    "password_changed": {"name", "person", "reset"},
    "password_reset": {"name", "person", "reset"},
    "password_reset_key": {"name", "person", "link"},
    "recovery_codes_generated": {"name", "person", "reset"},
    "totp_activated": {"name", "person", "reset"},
    "totp_deactivated": {"name", "person", "reset"},
    "unknown_account": {"email", "sign_up"},
    "webauthn_added": {"name", "person", "reset"},
    "webauthn_removed": {"name", "person", "reset"},
}
"""What each mail may name. Of a person that is the name alone."""
SENDERS = {
    *("imperial/services/engine.py", "tabletop/tables/mails.py"),
    *("tabletop/accounts/adapters.py", "tabletop/accounts/services.py"),
}


def written(table: Table) -> list[str]:
    """The mails since the last time this was asked."""
    mails = [f"{notice.subject}\n{notice.body}" for notice in Notice.objects.order_by("pk")]
    Notice.objects.all().delete()
    return [table.scrub(mail) for mail in mails]


def named_in(template: Path) -> set[str]:
    """The variables of a mail, with those of the one it extends."""
    text = template.read_text()
    for parent in re.findall(r'extends "([^"]+)"', text):
        text += (ROOT / "templates" / parent).read_text()
    printed = re.findall(r"\{\{ *([\w.]+)", text) + re.findall(r"\bwith \w+=([\w.]+)", text)
    assert {word for word in printed if "." in word} <= {"person.display_name"}
    return {word.partition(".")[0] for word in printed}


def test_there_are_no_other_mails_and_they_name_nothing_of_a_game() -> None:
    templates = ROOT / "templates"
    listed = {f"accounts/mail/{name}.txt": names for name, names in ACCOUNT_MAILS.items()} | TURN_MAILS
    found = [*(templates / "accounts/mail").glob("[!_]*.txt"), *(templates / "notify").glob("*")]
    assert {str(file.relative_to(templates)): named_in(file) for file in found} == listed


def test_nothing_else_writes_mails() -> None:
    product = ("tabletop", "cambio", "imperial", "deckbuilder")
    sources = [file for room in product for file in (ROOT / room).rglob("*.py") if "notify" not in file.parts]
    writing = re.compile(r"\b(queue_\w*mails?|send_mail|EmailMessage|mail_managers|mail_admins)\(")
    assert {str(file.relative_to(ROOT)) for file in sources if writing.search(file.read_text())} == SENDERS


@pytest.mark.parametrize("slug", TWINS)
def test_mails_about_an_account_tell_nothing_of_the_table(slug: str) -> None:
    with time_machine.travel(START, tick=False):
        told = []
        for table in TWINS[slug]():
            viewer = table.people[0]
            for kind in ACCOUNT_MAILS:
                _write(kind, viewer)
            told.append(written(table))
    assert told[0] == told[1]
    assert len(told[0]) == len(ACCOUNT_MAILS)


def _write(kind: str, person: User) -> None:
    if kind == "email_changed":
        queue_mail("old@example.com", template=f"accounts/mail/{kind}.txt", person=person, email="new@example.com")
    else:
        context = {"user": person, "activate_url": "https://play.example/link"}
        AccountAdapter().send_mail(f"account/email/{kind}", "juno@example.com", context)


def members_table() -> Table:
    """Three people who get mails; those of the table before have gone elsewhere."""
    for person in User.objects.filter(email__in=[f"{name.lower()}@example.com" for name in NAMES]):
        person.email = f"{person.pk}@example.com"
        person.save()
    people = [member(name) for name in NAMES[:3]]
    game_id = begun(people)
    return Table("imperial", game_id, Game.objects.get(pk=game_id).room_code, people)


def auction(bid: float) -> list[str]:
    """The mails of a table, the first of whose people has bid."""
    table = members_table()
    act(table.game_id, NAMES[0], "bid", amount=bid)
    return written(table)


def test_mails_tell_nothing_of_a_sealed_bid() -> None:
    with time_machine.travel(START, tick=False):
        low, high = auction(4.0), auction(11.5)
    assert low == high
    assert low, "no mail at all proves nothing"


def before_a_vote() -> tuple[rules.State, str, Any]:
    """A state, and the action that opens a vote which no single voice decides."""
    setup = rules.load_setup()
    for number in range(40):
        for state, after in zip(states := random_states(3, seed=number), states[1:], strict=False):
            if state.mode == "vote" or after.mode != "vote" or len(rules.players_to_act(after)) < 2:
                continue
            voter = rules.players_to_act(after)[0]
            votes = [
                rules.apply(after, voter, vote, setup=setup, shuffle=list, now=START)[0]
                for vote in rules.legal_actions(after, voter, setup=setup)
            ]
            if len(votes) == 2 and all(later.mode == "vote" for later in votes):
                return _opening(state, voter)
    raise LookupError("No random game has such a vote.")


def _opening(state: rules.State, voter: str) -> tuple[rules.State, str, Any]:
    setup = rules.load_setup()
    for player in rules.players_to_act(state):
        for action in rules.legal_actions(state, player, setup=setup):
            after, _events = rules.apply(state, player, action, setup=setup, shuffle=list, now=START)
            if after.mode == "vote" and voter in rules.players_to_act(after):
                return state, player, action
    raise LookupError("Nothing opens the vote.")


def ballot(choice: int) -> list[str]:
    """The mails of a table at which a vote is opened, and one has voted."""
    table = members_table()
    state, proposer, opening = before_a_vote()
    position(table.game_id, state)
    Notice.objects.all().delete()
    submit(table.game_id, proposer, imperial_table.action_to_json(opening))
    voter = rules.players_to_act(state_of(table.game_id).game)[0]
    submit(table.game_id, voter, {"type": "vote", "choice": choice})
    return written(table)


def test_mails_tell_nothing_of_a_vote() -> None:
    with time_machine.travel(START, tick=False):
        first, second = ballot(1), ballot(2)
    assert first == second
    assert first, "no mail at all proves nothing"
