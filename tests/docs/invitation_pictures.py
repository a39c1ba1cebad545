"""The pictures that messengers show beside an invitation or a shared deck, drawn from the home page's art.

`python -m tests.docs.invitation_pictures` makes them anew; they change with that art alone.
"""

from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from tests.kit.chromium import launch_chromium
from tests.kit.server import Site

FOLDER = Path(__file__).resolve().parents[2] / "static" / "img"
SIZE = ViewportSize(width=600, height=315)
ALONE = """(art) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("body { margin: 0 } svg { position: fixed; inset: 0; width: 600px; height: 315px }");
  document.adoptedStyleSheets = [sheet];
  document.body.replaceChildren(art);
}"""


def main() -> None:
    site = Site()
    try:
        server = site.serve(clock=False)
        with sync_playwright() as playwright:
            page = launch_chromium(playwright).new_page(viewport=SIZE)
            for game in ("cambio", "imperial", "deckbuilder"):
                page.goto(server.url, wait_until="networkidle")
                page.locator(f"#game-{game} .game__art").evaluate(ALONE)
                file = FOLDER / f"invitation-{game}.png"
                page.screenshot(path=file)
                print(f"{file.name}: {file.stat().st_size // 1024} KB")
    finally:
        site.close()


if __name__ == "__main__":
    main()
