"""The admin works in a browser under the site's strict policy."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.browser import BrowserPlayer
from tests.kit.codes import code_now
from tests.kit.server import Site

ADD_APP = """
from tabletop.accounts.models import User
from tests.kit.codes import add_app
add_app(User.objects.get())
"""
EMAIL, PASSWORD = "staff@site.invalid", "correct horse battery"


def test_staff_see_people_notices_and_the_tables_of_the_kernel(
    new_site: Callable[..., Site], open_browser: Callable[..., BrowserPlayer]
) -> None:
    site = new_site(environment={"DJANGO_SUPERUSER_PASSWORD": PASSWORD})
    site.manage("createsuperuser", "--no-input", "--email", EMAIL, "--display_name", "Staff")
    site.manage("shell", "-c", ADD_APP)
    server = site.serve()
    page = open_browser(name="Staff", origin=server.url).page
    page.goto("/admin/")
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_label("Code", exact=True).fill(code_now())
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Tabletop", exact=True)).to_be_visible()
    for path in ("accounts/user", "notify/notice", "tabletop/deadline", "tabletop/presence", "tabletop/clockbeat"):
        answer = page.goto(f"/admin/{path}/")
        assert answer is not None
        assert answer.ok, path
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="Staff").last.click()
    expect(page.get_by_label("Name:", exact=True)).to_have_value("Staff")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".success")).to_be_visible()
