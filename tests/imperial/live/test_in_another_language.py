"""What a socket brings is written in the language of the page it belongs to."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tests.imperial.kit import act, begun, people
from tests.kit.catalogue import LANGUAGE, translate_site

pytestmark = pytest.mark.django_db(transaction=True)


async def test_everybody_hears_of_a_move_in_their_own_language(
    open_socket: Callable[..., Any], settings: Any, tmp_path: Path
) -> None:
    translate_site(settings, tmp_path)
    persons = await sync_to_async(people)(3)
    game_id = await sync_to_async(begun)(persons)
    path = f"/imperial/{game_id}/live/"
    german, _accepted, _code = await open_socket(path, persons[1], language=LANGUAGE)
    english, _accepted, _code = await open_socket(path, persons[2])
    # The same seat on another device, which is set to another language.
    elsewhere, _accepted, _code = await open_socket(path, persons[1])
    for socket in (german, english, elsewhere):
        await socket.receive_from()
    await sync_to_async(act)(game_id, "Juno", "bid", amount=4)
    assert "Juno hat auf Österreich-Ungarn geboten." in await german.receive_from()
    assert "Juno has bid on Austria-Hungary." in await english.receive_from()
    assert "Juno has bid on Austria-Hungary." in await elsewhere.receive_from()
    await german.send_to(text_data='{"type": "sync"}')
    assert "Juno hat auf Österreich-Ungarn geboten." in await german.receive_from()
