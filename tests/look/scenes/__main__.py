"""Answers `python -m tests.look.scenes` in the environment of a site: a line with a group, or with the name of a scene.

A group is answered with the names of its scenes, a scene with who looks and where, both as JSON.
"""

import json
import sys


def main() -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.db import transaction

    from tests.kit.clients import client_of
    from tests.look.scenes import around, cambio, doors, imperial, turns
    from tests.look.scenes.stage import SCENES

    rooms = (around, cambio, doors, imperial, turns)
    assert all(any(name.startswith(room.__name__) for name in SCENES) for room in rooms)
    for line in sys.stdin:
        wanted = line.strip()
        if wanted not in SCENES:
            names = [name for name in SCENES if name.startswith(f"tests.look.scenes.{wanted}: ")]
            print(json.dumps(names), flush=True)
            continue
        with transaction.atomic():
            # The clock of the site must not play on while a scene is made.
            scene = SCENES[wanted]()
        cookie = settings.SESSION_COOKIE_NAME
        key = client_of(scene.person).cookies[cookie].value if scene.person else ""
        print(json.dumps({**scene._asdict(), "person": {"name": cookie, "value": key}}), flush=True)


if __name__ == "__main__":
    main()
