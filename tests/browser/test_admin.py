"""The admin works in a browser under the site's strict policy."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.browser import BrowserPlayer
from tests.kit.server import Site

EMAIL, PASSWORD = "staff@site.invalid", "correct horse battery"


def test_staff_see_people_notices_and_the_tables_of_the_kernel(
    new_site: Callable[..., Site], open_browser: Callable[..., BrowserPlayer]
) -> None:
    site = new_site(environment={"DJANGO_SUPERUSER_PASSWORD": PASSWORD})
    site.manage("createsuperuser", "--no-input", "--email", EMAIL, "--display_name", "Staff")
    server = site.serve()
    page = open_browser(name="Staff", origin=server.url).page
    page.goto("/admin/")
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
    for path in ("accounts/user", "notify/notice", "tabletop/deadline", "tabletop/presence", "tabletop/clockbeat"):
        answer = page.goto(f"/admin/{path}/")
        assert answer is not None
        assert answer.ok, path
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="Staff").last.click()
    expect(page.get_by_label("Name:", exact=True)).to_have_value("Staff")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".success")).to_be_visible()
