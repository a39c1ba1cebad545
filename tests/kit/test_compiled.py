"""What is compiled before the workers start is what pytest takes."""

from pathlib import Path

from _pytest.assertion import rewrite

from tests.kit.compiled import compile_file, compile_for_pytest


def test_a_test_module_is_compiled_with_rewritten_assertions(tmp_path: Path) -> None:
    file = tmp_path / "test_inner.py"
    file.write_text("def test_inner():\n    assert 1 == 2\n")
    compile_for_pytest(file)
    (compiled,) = rewrite.get_cache_dir(file).iterdir()
    code = rewrite._read_pyc(file, compiled)
    assert code
    assert "@pytest_ar" in code.co_names


def test_another_module_is_compiled_as_python_does_it(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("answer = 42\n")
    compile_file(file)
    assert [compiled.name.partition(".")[0] for compiled in (tmp_path / "__pycache__").iterdir()] == ["rules"]
