"""Names that run from right to left change nothing of the order around them."""

import pytest

from tabletop.accounts.models import User
from tabletop.bidi import isolated
from tests.kit.clients import client_of
from tests.kit.program import Api

LAYLA = "\u0644\u064a\u0644\u0649"
SARA = "\u05e9\u05e8\u05d4"


@pytest.mark.parametrize("name", [LAYLA, SARA, "\u0663\u0664", f"Ada {SARA}"])
def test_such_a_name_is_isolated(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Ada", "Zo\u00eb", "\u0410\u043d\u043d\u0430", "\u674e", "\u0e2a\u0e21"])
def test_others_stay_as_they_are(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seats"), [("cambio", "players"), ("imperial", "seats")])
def test_pages_isolate_it_and_programs_get_it_as_it_is(game: str, seats: str) -> None:
    api = Api(f"/{game}/api/game")
    host = api.post("create", {"playerCount": 2, "creatorDisplayName": LAYLA}).json
    guest = api.post(f"{host['gameId']}/join", {"displayName": SARA}).json
    layla, sara = (client_of(User.objects.get(display_name=name)) for name in (LAYLA, SARA))
    for client, other in ((layla, SARA), (sara, LAYLA)):
        assert isolated(other) in client.get(f"/{game}/{host['gameId']}/").content.decode()
    assert isolated(SARA) in layla.get("/").content.decode()
    assert f"Good to see you, {isolated(LAYLA)}." in layla.get("/").content.decode()
    headers = {"Authorization": f"Bearer {host['playerToken']}"}
    for state in (guest["state"], api.get(host["gameId"], headers=headers).json["state"]):
        assert [seat["displayName"] for seat in state[seats]] == [LAYLA, SARA]
