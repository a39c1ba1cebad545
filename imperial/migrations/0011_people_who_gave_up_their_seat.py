from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('imperial', '0010_what_a_host_chooses'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='onlookers',
            field=models.TextField(db_default='[]', default='[]', editable=False),
        ),
    ]
