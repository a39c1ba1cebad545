"""What people say at tables, and what they report. A remark is announced after the commit, by its number."""

from collections.abc import Collection
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tabletop import timebase
from tabletop.limits import Limit
from tabletop.live.announce import TALK, announce
from tabletop.rules import RuleViolation, gettext_noop, say
from tabletop.talk import muting, queries
from tabletop.talk.cleaning import cleaned, is_seen
from tabletop.talk.models import LONGEST_REMARK, REASONS, Remark, Report, ReportedRemark
from tabletop.talk.muting import another
from tabletop.talk.speakers import Speaker
from tabletop.talk.words import QUICK_WORDS

REMARK_LIMIT = Limit(
    name="remark", times=10, seconds=60, sentence=_("You have written %(times)s times in a minute. Wait %(wait)s.")
)
QUICK_WORD_SECONDS = 3
"""Between two quick words of one person."""
WORD_LIMIT = Limit(name="quick_word", times=1, seconds=QUICK_WORD_SECONDS)
"""Refuses words of simultaneous requests, which do not see each other's rows."""
REPORT_LIMIT = Limit(name="report", times=10, seconds=3600)
REPORTED_REMARKS = 20
"""How many of the latest remarks the staff get with a report."""
LONGEST_SENT = 4 * LONGEST_REMARK
"""Characters before cleaning: longer texts are refused unread, for cleaning takes time."""

MESSAGES = {
    "empty_remark": gettext_noop("Write something first."),
    "remark_too_long": gettext_noop("At most %(most)s characters, please. These are %(count)s."),
    "guests_use_quick_words": gettext_noop(
        "At open tables guests have the quick words. With an account you can write, too."
    ),
    "unknown_word": gettext_noop("There is no such quick word."),
    "only_players_say_it": gettext_noop("The quick words are for those who play."),
    "word_too_soon": gettext_noop("One quick word at a time. Wait %(seconds)s seconds."),
    "unknown_reason": gettext_noop("Choose a reason for the report."),
    "key_reused": gettext_noop("This request was used for something else before. Reload the page."),
}


def write(speaker: Speaker, text: str, *, key: str | None = None) -> Remark:
    """Saves a text of the speaker's room and announces it; a request repeated with its key gets its first remark.

    Raises RuleViolation and TooMany.
    """
    _check_length(text, most=LONGEST_SENT)
    text = cleaned(text)
    if not is_seen(text):
        raise _refusal("empty_remark")
    _check_length(text, most=LONGEST_REMARK)
    if not speaker.may_write:
        raise _refusal("guests_use_quick_words")
    repeated = _find_repeated(speaker, key, text=text)
    if repeated is not None:
        return repeated
    return _save_remark(speaker, key, REMARK_LIMIT, text=text)


def say_quick_word(speaker: Speaker, word: str, *, key: str | None = None) -> Remark:
    """Saves a quick word and announces it to all at the table; a request repeated with its key gets its first remark.

    Raises RuleViolation and TooMany.
    """
    if word not in QUICK_WORDS:
        raise _refusal("unknown_word")
    if speaker.place is None:
        raise _refusal("only_players_say_it")
    # Asked first: a word that is saved after this look is found by the next one, or by its key.
    is_too_soon = queries.has_said_word_since(speaker.person, timebase.now() - QUICK_WORD_SECONDS)
    repeated = _find_repeated(speaker, key, word=word)
    if repeated is not None:
        return repeated
    if is_too_soon:
        raise _refusal("word_too_soon", seconds=QUICK_WORD_SECONDS)
    return _save_remark(speaker, key, WORD_LIMIT, word=word)


@transaction.atomic
def report(speaker: Speaker, about: UUID | None, reason: str, *, name: str, rooms: Collection[str]) -> None:
    """Writes a report for the staff with a copy of what was said in the rooms, and mutes the person of this name.

    One of a person at a table until it is settled. Raises RuleViolation and TooMany; announces nothing.
    """
    if reason not in dict(REASONS):
        raise _refusal("unknown_reason")
    other = another(speaker.person, about)
    REPORT_LIMIT.count(str(speaker.person))
    made, is_new = Report.objects.get_or_create(
        reporter_id=speaker.person,
        about_id=other,
        game_id=speaker.game_id,
        settled_at=None,
        defaults={"reason": reason, "game_slug": speaker.slug, "seq": speaker.seq, "at": timebase.now()},
    )
    muting.mute_for_report(made, name=name)
    if is_new:
        said = queries.remarks_in(speaker.slug, speaker.game_id, rooms)[-REPORTED_REMARKS:]
        ReportedRemark.objects.bulk_create(
            ReportedRemark(report=made, person_id=each.person_id, name=each.name, text=each.text, seq=each.seq)
            for each in said
        )


@transaction.atomic
def take_back_report(speaker: Speaker, about: UUID | None) -> None:
    """Deletes the report and the mute that came with it, unless the staff have settled it. Raises RuleViolation."""
    other = another(speaker.person, about)
    made = Report.objects.filter(reporter=speaker.person, about=other, game_id=speaker.game_id, settled_at=None).first()
    if made is not None:
        muting.unmute_for_report(made)
        made.delete()


def _check_length(text: str, *, most: int) -> None:
    if len(text) > most:
        raise _refusal("remark_too_long", most=LONGEST_REMARK, count=len(text))


def _find_repeated(speaker: Speaker, key: str | None, *, word: str = "", text: str = "") -> Remark | None:
    """The remark of an earlier request with this key; raises `key_reused` if that said something else."""
    found = None if key is None else queries.remark_with_key(speaker.person, speaker.game_id, key)
    if found is not None and (found.word, found.text) != (word, text):
        raise _refusal("key_reused")
    return found


def _save_remark(speaker: Speaker, key: str | None, limit: Limit, *, word: str = "", text: str = "") -> Remark:
    """Inserts the remark and announces it after the commit; raises TooMany and keeps nothing beyond the limit."""
    try:
        with transaction.atomic():
            remark = Remark.objects.create(
                game_slug=speaker.slug,
                game_id=speaker.game_id,
                seq=speaker.seq,
                person_id=speaker.person,
                room=speaker.room,
                place=speaker.place,
                name=speaker.name,
                colour=speaker.colour,
                at=timebase.now(),
                key=key,
                word=word,
                text=text,
            )
            # Counted after the insert, which waits for and then meets the same request that came at once.
            limit.count(str(speaker.person))
            transaction.on_commit(lambda: announce(topics=(speaker.topic + TALK,), seq=remark.pk), robust=True)
    except IntegrityError:
        # The same request came twice at once.
        repeated = _find_repeated(speaker, key, word=word, text=text)
        if repeated is None:
            raise
        return repeated
    return remark


def _refusal(code: str, **values: int) -> RuleViolation:
    return RuleViolation(code, say(MESSAGES[code], **values))
