
import django.db.models.deletion
import django.utils.timezone
import tabletop.shuffle
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DuelGame',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('seq', models.PositiveIntegerField(default=0, editable=False)),
                ('shuffle_seed', models.BinaryField(default=tabletop.shuffle.new_seed, max_length=32)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('room_code', models.CharField(max_length=6, unique=True)),
                ('max_players', models.PositiveSmallIntegerField()),
                ('name', models.CharField(db_default='', default='', max_length=160, verbose_name='name')),
                ('is_open', models.BooleanField(db_default=False, default=False, verbose_name='open to everybody')),
                ('watching', models.CharField(choices=[('nobody', 'nobody'), ('link', 'with the link'), ('everybody', 'everybody')], db_default='link', default='link', max_length=9, verbose_name='who may watch')),
                ('takeover', models.BooleanField(db_default=False, default=False, verbose_name='bots take over')),
                ('turn_clock', models.PositiveSmallIntegerField(null=True, verbose_name='seconds for a turn')),
                ('waits', models.TextField(db_default='{}', default='{}', editable=False)),
                ('series', models.TextField(db_default='{}', default='{}', editable=False)),
                ('onlookers', models.TextField(db_default='[]', default='[]', editable=False)),
                ('bot_due', models.FloatField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('completed_at', models.DateTimeField(null=True)),
                ('opening', models.JSONField(default=dict)),
                ('abandoned', models.BooleanField(db_default=False, default=False, verbose_name='closed')),
                ('abandon_reason', models.CharField(choices=[('fault', 'a fault of the site'), ('idle', 'nobody plays here any more'), ('asked', 'the players asked for it'), ('conduct', 'somebody broke the rules of the house'), ('upkeep', 'work on the site')], max_length=10, null=True, verbose_name='reason')),
                ('opened_from', models.CharField(db_default='', default='', editable=False, max_length=32)),
                ('host', models.CharField(max_length=36, null=True)),
                ('abandon_at', models.FloatField(null=True)),
                ('bot_memories', models.TextField(default='{}')),
                ('turn_seconds', models.FloatField(default=30.0)),
                ('game', models.JSONField(null=True)),
                ('previous', models.JSONField(null=True)),
                ('rematch', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tinygame.duelgame')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='DuelAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('actor', models.JSONField(null=True)),
                ('payload', models.JSONField()),
                ('events', models.JSONField(default=list)),
                ('key', models.CharField(max_length=64, null=True)),
                ('at', models.FloatField()),
                ('engine_version', models.CharField(max_length=20)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='tinygame.duelgame')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'seq'), name='duel_action_seq_once'), models.UniqueConstraint(fields=('game', 'actor', 'key'), name='duel_action_key_once')],
            },
        ),
        migrations.CreateModel(
            name='DuelSeat',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('type', models.CharField(choices=[('human', 'human'), ('bot', 'bot')], default='human', max_length=5)),
                ('token_hash', models.CharField(max_length=64, null=True, unique=True)),
                ('display_name', models.CharField(max_length=80)),
                ('place', models.PositiveSmallIntegerField()),
                ('bot_level', models.CharField(max_length=10, null=True)),
                ('away_since', models.FloatField(null=True)),
                ('hand', models.JSONField(default=list)),
                ('handovers', models.JSONField(default=list)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tinygame.duelgame')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'place'), name='duel_seat_once')],
            },
        ),
    ]
