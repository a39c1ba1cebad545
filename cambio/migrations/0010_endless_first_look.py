from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """With a coach the first look has no end (rules 5.8 of Cambio)."""

    dependencies = [("cambio", "0009_people_who_gave_up_their_seat")]

    operations = [
        migrations.RemoveConstraint(model_name="gamesession", name="cambio_initial_view_has_an_end"),
        migrations.AddConstraint(
            model_name="gamesession",
            constraint=models.CheckConstraint(
                condition=Q(("phase", "initial_view"), ("initial_view_ends_at__isnull", True), _connector="OR"),
                name="cambio_only_the_initial_view_ends",
            ),
        ),
    ]
