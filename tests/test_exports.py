"""The Python interface: common functions, namespaces for single puzzle types, and aliases."""

import doctest
import pydoc
import subprocess
import sys
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_overloads

import pytest

import entails
from entails.listing import NAMESPACES, aliases, exports, members
from entails.models.errors import InvalidOption, InvalidPuzzle

COMMON = {"solve", "check", "count", "explain", "forced", "hint", "steps", "rate", "generate", "export"}
ANY_VALUE = {"openers", "race", "strategies", "quine_fit"}
"""Streaming queries, whose value has no declared type."""


def namespaces() -> dict[str, Any]:
    return {name: import_module(f"entails.{name}") for name in NAMESPACES}


def test_the_block_for_type_checkers_is_up_to_date() -> None:
    script = Path(__file__).parents[1] / "scripts" / "exports.py"
    assert subprocess.run([sys.executable, script, "--check"], check=False).returncode == 0, "run make exports"


def test_every_listed_name_is_in_its_module() -> None:
    for name, module in {**exports(), **aliases()}.items():
        assert hasattr(import_module(module), name), f"{module} has no {name}"


def test_common_functions_are_flat_and_others_grouped() -> None:
    assert set(entails.__all__) >= COMMON
    assert set(NAMESPACES) <= set(entails.__all__)
    assert not set(entails.__all__) & set(aliases())
    assert {"best", "mark", "tree", "analyse", "analyse_game", "suggest", "anagrams", "judge"} <= set(aliases())


def test_a_namespace_lists_the_queries_of_its_type() -> None:
    assert {"suggest", "tree", "analyse", "candidates", "absurdle", "check"} <= set(entails.wordle.__all__)
    assert {"best", "mark", "analyse", "check", "gcg", "endgame"} <= set(entails.scrabble.__all__)
    assert {"quine", "canonical", "hint", "generate", "solve"} <= set(entails.sudoku.__all__)
    assert {"prove", "verify", "stats"} <= set(entails.cnf.__all__)
    assert {"search", "check", "hooks"} <= set(entails.words.__all__)
    assert not {"turn", "board", "rate_many"} & {name for space in namespaces().values() for name in space.__all__}


@pytest.mark.parametrize("name", NAMESPACES)
def test_every_function_of_a_namespace_has_types_and_a_docstring(name: str) -> None:
    space = namespaces()[name]
    assert space.__all__ == list(members(name))
    assert set(space.__all__) <= set(dir(space))
    for function_name in space.__all__:
        function = getattr(space, function_name)
        assert function.__doc__, function_name
        declared = signature(function)
        assert Parameter.empty not in [parameter.annotation for parameter in declared.parameters.values()], (
            function_name
        )
        is_known = declared.return_annotation not in (Parameter.empty, Any)
        assert is_known or get_overloads(function) or function_name in ANY_VALUE or declared.parameters, function_name


def test_aliases_are_the_functions_of_the_namespaces() -> None:
    for alias, function in (
        ("best", entails.scrabble.best),
        ("analyse_game", entails.scrabble.analyse),
        ("judge", entails.scrabble.check),
        ("tree", entails.wordle.tree),
        ("canonical", entails.sudoku.canonical),
        ("search_words", entails.words.search),
        ("generate_variants", entails.variant.generate),
    ):
        assert getattr(entails, alias) is function
        assert alias not in dir(entails)
    assert entails.sudoku.quine is entails.quine


def test_a_function_made_from_a_query_takes_text() -> None:
    report = entails.wordle.check("crane:bybbg slate:bbbbg", show=2)
    assert report.count == 19
    assert entails.cnf.stats(puzzle="p cnf 2 1\n1 2 0\n").clauses == 1
    assert isinstance(entails.wordle.strategies("entropy"), list | tuple | dict)


def test_errors_of_a_function_made_from_a_query() -> None:
    with pytest.raises(TypeError, match="colour"):
        entails.wordle.check("crane:bybbg", colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="puzzle"):
        entails.wordle.check()  # type: ignore[call-arg]
    with pytest.raises(InvalidOption, match="--limit"):
        entails.wordle.boards("crane:bybbg", top=-1)
    with pytest.raises(InvalidPuzzle):
        entails.cnf.stats("p cnf 1 1\ny 0\n")
    with pytest.raises(AttributeError, match=r"'entails\.wordle' has no attribute 'sing'"):
        getattr(entails.wordle, "sing")  # noqa: B009


def test_help_shows_the_functions() -> None:
    text = pydoc.plain(pydoc.render_doc(entails.wordle))
    assert "absurdle(" in text
    assert "suggest(" in text
    assert "Options:" in text


@pytest.mark.parametrize("name", ["sudoku", "wordle", "scrabble", "cnf", "words"])
def test_the_example_of_a_namespace(name: str) -> None:
    failed, tried = doctest.testmod(namespaces()[name])
    assert (failed, tried > 1) == (0, True)
