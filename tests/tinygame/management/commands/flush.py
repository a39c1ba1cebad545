"""Empties the tables after a test that commits, in Django's place: in a tenth of the time.

Content types and permissions stay. Django deletes them too, and makes them anew after every test.
"""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections, transaction

KEPT = {"django_migrations", "django_content_type", "auth_permission"}


class Command(BaseCommand):
    stealth_options = ("interactive", "reset_sequences", "allow_cascade", "inhibit_post_migrate", "database")

    def handle(self, *args: Any, database: str, **options: Any) -> None:
        connection = connections[database]
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        deletions = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables if table not in KEPT]
        if connection.vendor == "postgresql":
            deletions = [";".join(deletions)]
        with transaction.atomic(using=database), connection.cursor() as cursor:
            for deletion in deletions:
                cursor.execute(deletion)
