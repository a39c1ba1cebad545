"""Scripts are modules: each names those it needs, and a served site knows all of them by their hashed names."""

import re
from pathlib import Path

import pytest

from tabletop.static_files import SiteStaticFiles
from tests.look.files import ROOT, TEMPLATES, markup, name

SCRIPTS = ROOT / "static" / "js"
OURS = re.compile(r"<script\b[^>]*js/[^>]*>")


def test_scripts_import_one_another_by_their_hashed_names(tmp_path: Path) -> None:
    storage = SiteStaticFiles(location=tmp_path, base_url="/static/")
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "table.js").write_text('import { sound } from "./travels.js";\nsound("turn");\n')
    (tmp_path / "js" / "travels.js").write_text("export const sound = (name) => name;\n")
    files = {file: (storage, file) for file in ("js/table.js", "js/travels.js")}
    assert all(not isinstance(processed, Exception) for *_names, processed in storage.post_process(files))
    script = (tmp_path / storage.stored_name("js/table.js")).read_text()
    assert f'from "./{Path(storage.stored_name("js/travels.js")).name}";' in script


def test_comments_are_not_served(tmp_path: Path) -> None:
    storage = SiteStaticFiles(location=tmp_path, base_url="/static/")
    sources = {
        "js/table.js": '// Why.\nconst place = "https://x";\n  // And why.\ngo(); // here\n',
        "css/table.css": "/* Why,\n   in two lines. */\n.a { color: red; }\n/* and */ .b { top: 0; }\n",
        "lib/other.js": "// A licence.\ngo();\n",
    }
    for file, text in sources.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    processed = storage.post_process({file: (storage, file) for file in sources})
    assert all(not isinstance(result, Exception) for *_names, result in processed)
    served = {file: (tmp_path / storage.stored_name(file)).read_text() for file in sources}
    assert served["js/table.js"] == 'const place = "https://x";\ngo(); // here\n'
    assert " ".join(served["css/table.css"].split()) == ".a { color: red; } .b { top: 0; }"
    assert served["lib/other.js"] == sources["lib/other.js"]


def test_every_script_that_is_imported_is_there() -> None:
    found = {
        (script.name, needed)
        for script in SCRIPTS.glob("*.js")
        for needed in re.findall(r'from "\./([^"]+)"', script.read_text())
    }
    assert found
    assert [needed for _script, needed in found if not (SCRIPTS / needed).is_file()] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=name)
def test_scripts_of_a_page_are_modules(template: Path) -> None:
    assert [tag for tag in OURS.findall(markup(template)) if 'type="module"' not in tag] == []
