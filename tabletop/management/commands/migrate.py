"""Django's `migrate`, in one transaction: everything is migrated or nothing is.

Django commits each migration by itself. A stored game that one game's migration refuses would leave the other games
migrated, and the database would fit neither the old version nor the new one. A check beforehand would find only what
it looks for; a transaction takes back every migration, whatever stops it. SQLite and PostgreSQL can both do that, also
with tables and columns. A migration that cannot run inside a transaction, such as one that builds an index beside the
running site, has no place here.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections, transaction


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        self.connection = connections[options["database"]]
        try:
            # SQLite rebuilds tables with references unchecked, and stops checking only outside a transaction.
            with self.connection.constraint_checks_disabled(), transaction.atomic(using=self.connection.alias):
                super().handle(*args, **options)
        except Exception:
            if options["verbosity"]:
                # What went well before the refusal has been reported as done.
                self.stderr.write("\nNothing has been changed.")
            raise

    def migration_progress_callback(self, action: str, migration: Any = None, fake: bool = False) -> None:
        if action == "apply_success":
            # As a commit would: PostgreSQL alters no table with rows whose references are still to be checked.
            self.connection.check_constraints()
        super().migration_progress_callback(action, migration, fake)
