from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cambio', '0008_what_a_host_chooses'),
    ]

    operations = [
        migrations.AddField(
            model_name='gamesession',
            name='onlookers',
            field=models.TextField(db_default='[]', default='[]', editable=False),
        ),
    ]
