"""What programs that look at a link, such as messengers, read of its page, and the picture they show."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import APIRequestContext

PNG = b"\x89PNG\r\n\x1a\n"


def preview_of(html: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:name|property)="(description|og:[a-z_:]+)" content="([^"]*)"', html))


def assert_has_picture(program: APIRequestContext, link: str) -> None:
    """The page of the link names a picture that is there, of the type and size that it says."""
    tags = preview_of(program.get(urlsplit(link).path).text())
    answer = program.get(urlsplit(tags["og:image"]).path)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    picture = answer.body()
    assert picture.startswith(PNG)
    size = (tags["og:image:width"], tags["og:image:height"])
    assert size == tuple(str(int.from_bytes(picture[at : at + 4], "big")) for at in (16, 20))
