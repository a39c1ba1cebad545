"""The files of deploy/ fit each other, the site and the document."""

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path
from uuid import uuid4

import pytest
import yaml

from tests.access.routes import socket_routes
from tests.deploy.releases import PRODUCT
from tests.deploy.sandbox import blocks
from tests.docs.documents import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def variables_of_the_site() -> set[str]:
    return set(
        re.findall(r"(?:flag|comma_separated|get)\(['\"]([A-Z_]{4,})['\"]", (ROOT / "tabletop/settings.py").read_text())
    )


def test_the_environment_file_has_every_variable_and_no_other() -> None:
    listed = re.findall(r"^(?:# )?([A-Z_]+)=", (DEPLOY / "tabletop.env").read_text(), re.M)
    assert len(listed) == len(set(listed))
    assert set(listed) == variables_of_the_site()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_runs_a_command_that_there_is(unit: Path) -> None:
    parsed = ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    parsed.read(unit)
    service = parsed["Service"]
    command = re.search(r"manage\.py (\w+)", service["ExecStart"])
    assert command
    assert (ROOT / f"tabletop/management/commands/{command.group(1)}.py").exists()
    assert (service["User"], service["EnvironmentFile"]) == ("tabletop", "/etc/tabletop.env")
    assert service["NoNewPrivileges"] == "yes"
    if "Restart" in service:
        assert parsed["Unit"]["StartLimitIntervalSec"] == "0", "systemd would give it up after a few tries"


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd-analyze on this machine")
    for file in (DEPLOY / "systemd").iterdir():
        # Programs that are not on this machine would be all that it complains of.
        text = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", file.read_text())
        (tmp_path / file.name).write_text(text)
    names = [str(tmp_path / name) for name in ("tabletop@1.service", "tabletop-clock.service", "tabletop-backup.timer")]
    checked = subprocess.run([analyze, "verify", *names], capture_output=True, text=True, check=False)
    complaints = [line for line in checked.stderr.splitlines() if str(tmp_path) in line or "tabletop" in line]
    assert complaints == []


def test_the_composition_has_all_parts_and_shares_the_proxys_configuration() -> None:
    composed = yaml.safe_load((DEPLOY / "container/compose.yaml").read_text())
    services = composed["services"]
    assert set(services) == {"prepare", "server-1", "server-2", "clock", "database", "redis", "proxy"}
    for name in ("prepare", "server-1", "server-2", "clock"):
        assert services[name]["image"] == "tabletop:${RELEASE:-1}"
        assert set(services[name]["environment"]) <= variables_of_the_site()
    for mounted in services["proxy"]["volumes"]:
        source = (DEPLOY / "container" / mounted.split(":")[0]).resolve()
        assert source.exists() or source.name == "certificates"
    servers = (DEPLOY / "container/servers.conf").read_text()
    assert set(re.findall(r"server ([\w-]+):8000 resolve", servers)) == {"server-1", "server-2"}


def test_a_release_of_the_image_has_a_folder_of_its_own() -> None:
    """Static files are listed by the folder, in a volume that releases share."""
    composed = yaml.safe_load((DEPLOY / "container/compose.yaml").read_text())
    assert composed["x-site"]["build"]["args"] == {"RELEASE": "${RELEASE:-1}"}
    assert "WORKDIR /srv/tabletop/releases/${RELEASE}" in (DEPLOY / "container/Containerfile").read_text()


def test_the_proxy_knows_every_socket() -> None:
    """Otherwise it would cut a quiet one off after half a minute."""
    (pattern,) = re.findall(r"location ~ (\S+) \{", (DEPLOY / "nginx/tabletop.conf").read_text())
    routes = [route for route in socket_routes() if "<path:" not in route]
    assert len(routes) > 4
    addresses = [re.sub(r"<[^>]+>", str(uuid4()), f"/{route.lstrip('/')}") for route in routes]
    assert [address for address in addresses if not re.search(pattern, address)] == []
    assert not re.search(pattern, f"/imperial/{uuid4()}/")


def test_all_who_read_the_environment_file_understand_its_values() -> None:
    """A shell, systemd and compose agree on plain words and on single quotes."""
    values = re.findall(r"^(?:# )?[A-Z_]+=(.*)$", (DEPLOY / "tabletop.env").read_text(), re.M)
    assert len(values) > 10
    assert [value for value in values if not re.fullmatch(r"'[^'$\\]*'|[\w./:@,-]*", value)] == []


def test_an_archive_of_the_repository_is_a_release() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no repository here")
    tree = subprocess.check_output(["git", "ls-tree", "--name-only", "HEAD"], cwd=ROOT, text=True)
    assert {*PRODUCT, "requirements.lock"} <= set(tree.split())
    ignored = ROOT / ".gitattributes"
    assert not ignored.exists() or "export-ignore" not in ignored.read_text()


def test_the_image_has_what_a_release_consists_of() -> None:
    text = (DEPLOY / "container/Containerfile").read_text()
    copied = {source for line in re.findall(r"^COPY (.+) \S+$", text, re.M) for source in line.split()}
    assert copied == {*PRODUCT, "requirements.lock"} - {"deploy"}
    assert "--require-hashes" in text


def test_no_file_names_a_registry_or_a_machine() -> None:
    for file in (found for found in DEPLOY.rglob("*") if found.is_file() and "__pycache__" not in found.parts):
        hosts = set(re.findall(r"[\w-]+(?:\.[\w-]+)*\.(?:io|com|org|net|dev)\b", file.read_text()))
        assert hosts == set(), file
        assert not re.search(r"(?:FROM|image:) +\S+/\S+", file.read_text()), file


def test_every_command_of_the_document_stands_in_a_block_that_is_run() -> None:
    """Commands are run block by block (test_operations.py); an indented one would be read and never run."""
    text = (ROOT / "docs/operations.md").read_text()
    assert text.count("```") == 2 * sum(len(found) for found in blocks("docs/operations.md").values())
    assert not re.search(r"^ {4}\S", text, re.M)
