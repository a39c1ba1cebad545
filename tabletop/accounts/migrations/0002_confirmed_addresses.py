from typing import Any

from django.db import migrations


def confirm_addresses(apps: Any, _editor: Any) -> None:
    """The address of an account has always been a confirmed one: it was written by the link alone, or by staff."""
    EmailAddress, User = apps.get_model("account", "EmailAddress"), apps.get_model("accounts", "User")
    known = EmailAddress.objects.filter(verified=True).values("user_id")
    people = User.objects.filter(email__isnull=False).exclude(pk__in=known)
    EmailAddress.objects.bulk_create(
        (
            EmailAddress(user_id=pk, email=email, verified=True, primary=True)
            for pk, email in people.values_list("pk", "email")
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(confirm_addresses, migrations.RunPython.noop)]
