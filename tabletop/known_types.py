"""Types are made known to msgspec before threads use them.

It takes a type in at its first use. Two threads that bring the same type at once crash the process: the second is
offered what the first has half taken in.
"""

import sys
from collections.abc import Iterator

import msgspec
from django.apps import apps
from django.conf import settings


def learn_types() -> None:
    """To be called before a process starts threads, when the modules that it needs are imported."""
    for kind in (*_own_classes(), *_kinds_of(msgspec.Struct)):
        try:
            msgspec.json.Decoder(kind)
        except (TypeError, NameError):
            continue  # No type for msgspec: nothing is read as one.


def _own_classes() -> Iterator[type]:
    """All that the site's modules define by name."""
    site = str(settings.BASE_DIR)
    packages = {app.name.partition(".")[0] for app in apps.get_app_configs() if app.path.startswith(site)}
    own = [module for name, module in sys.modules.items() if name.partition(".")[0] in packages]
    for module in own:
        for value in list(vars(module).values()):
            if isinstance(value, type) and value.__module__ == module.__name__:
                yield value


def _kinds_of(kind: type) -> Iterator[type]:
    """Its subclasses and theirs: some have no name of their own in a module, as those that are made for each game."""
    further: type
    for further in type.__subclasses__(kind):
        yield further
        yield from _kinds_of(further)
