"""However many try to log in, pages are answered as ever, and others get in."""

import re
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import httpx

from tabletop.password_lane import MOST_WAITING
from tabletop.response_headers import PERMISSIONS_POLICY
from tests.faults.ends import PASSWORD, create_members, log_in
from tests.kit.people import Person
from tests.kit.server import Site

STRANGERS = MOST_WAITING + 3
PAGES = 5
# All of them wait for one another, on a machine that may be busy.
PATIENCE_SECONDS = 170


def guess(url: str, stranger: int) -> httpx.Response:
    address = {"X-Forwarded-For": f"10.9.9.{stranger}"}
    with httpx.Client(base_url=url, timeout=PATIENCE_SECONDS, verify=False, headers=address) as http:
        http.get("/account/login/")
        headers = {"X-CSRFToken": http.cookies["csrftoken"]}
        form = {"login": f"nobody{stranger}@example.com", "password": "a guess"}
        return http.post("/account/login/", data=form, headers=headers)


def finished(guesses: list[Future[httpx.Response]]) -> list[int]:
    return [each.result().status_code for each in guesses if each.done()]


def test_pages_are_answered_while_strangers_hammer_the_log_in(new_site: Callable[..., Site]) -> None:
    site = new_site()
    create_members(site, 1)
    server = site.serve()
    with Person(server.url, "Ada") as ada, Person(server.url, "Eve") as eve, ThreadPoolExecutor(STRANGERS) as crowd:
        log_in(eve, 0)
        eve.post("/account/logout/", {})
        guesses = [crowd.submit(guess, server.url, stranger) for stranger in range(STRANGERS)]
        while 503 not in finished(guesses):
            time.sleep(0.01)
        before = finished(guesses).count(400)
        assert [ada.http.get("/").status_code for _ in range(PAGES)] == [200] * PAGES
        # Each stranger waits for those before; a page waits for none of them. On one thread it came after all.
        assert finished(guesses).count(400) - before <= MOST_WAITING // 2
        # Her browser has logged in before: it does not stand in line with the strangers.
        assert log_in(eve, 0).status_code == 302
        assert finished(guesses).count(400) < MOST_WAITING
        answers = [each.result() for each in guesses]
    assert {answer.status_code for answer in answers} == {400, 503}
    assert [answer.status_code for answer in answers].count(400) >= MOST_WAITING
    full = next(answer for answer in answers if answer.status_code == 503)
    counted = re.search(r'tabletop_requests_total{game="",status="503"} (\S+)', httpx.get(f"{server.url}/metrics").text)
    assert counted
    assert float(counted[1]) == [answer.status_code for answer in answers].count(503)
    assert "Many people are logging in right now." in full.text
    assert full.headers["Retry-After"] == "3"
    assert full.headers["Permissions-Policy"] == PERMISSIONS_POLICY


def hammer(url: str, *, note: str, stopped: Event, seen: list[int]) -> None:
    """Logs in with the right password of one account again and again, as if for the first time."""
    while not stopped.is_set():
        address = {"X-Forwarded-For": "10.9.8.7"}
        with httpx.Client(base_url=url, timeout=PATIENCE_SECONDS, verify=False, headers=address) as http:
            http.get("/account/login/")
            headers = {"X-CSRFToken": http.cookies["csrftoken"]}
            http.cookies.set("known_device", note)
            form = {"login": "eve0@example.com", "password": PASSWORD}
            seen.append(http.post("/account/login/", data=form, headers=headers).status_code)


def test_one_member_who_logs_in_without_end_shuts_nobody_out(new_site: Callable[..., Site]) -> None:
    site = new_site()
    create_members(site, 3)
    server = site.serve()
    stopped, seen = Event(), list[int]()
    with Person(server.url, "Mal") as mal, Person(server.url, "Ada") as ada, Person(server.url, "Bea") as bea:
        log_in(mal, 0)
        log_in(bea, 2)
        bea.post("/account/logout/", {})
        notes = ["", mal.http.cookies["known_device"]] * (MOST_WAITING + 3)
        with ThreadPoolExecutor(len(notes)) as crowd:
            try:
                for note in notes:
                    crowd.submit(hammer, server.url, note=note, stopped=stopped, seen=seen)
                while seen.count(503) < 2:
                    time.sleep(0.01)
                # One stands in line with the strangers, the other with the browsers that have logged in before.
                assert [log_in(ada, 1).status_code, log_in(bea, 2).status_code] == [302, 302]
                while 429 not in seen:
                    time.sleep(0.01)
            finally:
                stopped.set()


def test_the_admin_has_no_other_door_that_hashes(new_site: Callable[..., Site]) -> None:
    site = new_site()
    create_members(site, 1)
    server = site.serve()
    with httpx.Client(base_url=server.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        http.get("/account/login/")
        form = {"username": "eves-keeper0@example.com", "password": PASSWORD}
        headers = {"X-CSRFToken": http.cookies["csrftoken"]}
        answers = [http.post("/admin/login/?next=/admin/", data=form, headers=headers) for _ in range(30)]
        moved = {(answer.status_code, answer.headers["Location"]) for answer in answers}
    assert moved == {(302, "/account/login/?next=%2Fadmin%2F")}
