"""Dashboard and alerts ask for what `/metrics` tells: every name in them exists, and every count is shown."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
from django.test import Client

from imperial.rules.refusals import Code
from tests.operation.told import Told

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
DASHBOARD = DEPLOY / "grafana/tabletop.json"
ALERTS = DEPLOY / "prometheus/alerts.yml"
NAME = re.compile(r"\b(?:tabletop|process)_[a-z_]+\b")
LABEL = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)\"")

pytestmark = pytest.mark.django_db


def shown() -> list[str]:
    """The expressions of the dashboard."""
    panels = json.loads(DASHBOARD.read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def alerts() -> list[dict[str, Any]]:
    rules: Any = import_module("yaml").safe_load(ALERTS.read_text())
    return [rule for group in rules["groups"] for rule in group["rules"]]


def told() -> Told:
    return Told(Client().get("/metrics").content.decode())


def test_every_metric_that_is_asked_for_is_told() -> None:
    expressions = [*shown(), *(alert["expr"] for alert in alerts())]
    asked = {name for expression in expressions for name in NAME.findall(expression)}
    assert len(asked) > 15
    assert asked - told().names == set()


def test_every_count_of_the_site_is_shown() -> None:
    asked = {name for expression in shown() for name in NAME.findall(expression)}
    families = [family.name for family in told().families if family.name.startswith("tabletop_")]
    assert len(families) > 12
    assert [name for name in families if not any(known.startswith(name) for known in asked)] == []


def test_names_and_labels_are_well_formed() -> None:
    after = told()
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in after.names)
    known = {"game", "kind", "code", "stage", "status", "page", "phase", "room", "le", "state", "job"}
    for expression in [*shown(), *(alert["expr"] for alert in alerts())]:
        assert set(LABEL.findall(expression)) <= known, expression
        assert expression.count("(") == expression.count(")")


def test_every_alert_says_what_is_wrong_and_how_urgent_it_is() -> None:
    for alert in alerts():
        assert alert["annotations"]["summary"]
        assert alert["labels"]["severity"] in ("page", "ticket")
    names = [alert["alert"] for alert in alerts()]
    assert len(names) == len(set(names)) > 5


def test_the_alert_of_late_moves_knows_both_codes_for_them() -> None:
    (late,) = (alert["expr"] for alert in alerts() if alert["alert"] == "TabletopManyStaleMoves")
    (pattern,) = re.findall(r'code=~"([^"]+)"', late)
    codes = {code for code in (*get_args(Code), "stale_state") if "stale" in code}
    assert codes == {"stale", "stale_state"}
    assert all(re.fullmatch(pattern, code) for code in codes)


def test_the_panels_of_the_dashboard_have_a_place_each() -> None:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels) == len({panel["id"] for panel in panels})
