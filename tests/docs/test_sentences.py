"""A sentence is one message for translators, who put its words into the order of their language."""

import re
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
SENTENCES = [
    ("lobby/_time_left.html", "Less than an hour left."),
    ("tables/_again.html", "Your seat is kept for a while."),
    ("tables/waiting/_in_short.html", "%(door)s, %(watched)s, %(clock)s, %(chairs)s"),
    ("tables/waiting/_kept_chair.html", "kept for a while"),
    ("tables/waiting/_kept_chair.html", "Do not wait for %(name)s"),
    ("tables/waiting/_next_step.html", "The game starts in 3."),
    ("tables/waiting/_remove_person.html", "Keep %(name)s"),
]


@pytest.mark.parametrize(("template", "sentence"), SENTENCES)
def test_a_sentence_with_something_in_it_is_one_message(template: str, sentence: str) -> None:
    calls = templatize((TEMPLATES / template).read_text())
    messages = [re.sub(r"<[^>]*>", "", message) for message in re.findall(r"gettext\(u?'([^']*)'\)", calls)]
    assert sentence in messages
