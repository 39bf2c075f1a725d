"""Every example in the documentation is true, and everything public has some words."""

import doctest
import importlib
import inspect

import pytest

import quincunx
from quincunx import _quincunx

MODULES = ["quincunx", "quincunx.actions", "quincunx.client", "quincunx.matches", "quincunx.records", "quincunx.vector"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0
    assert found.attempted > 0


def examples():
    """The documentation of what is written in Rust, which doctest does not look into."""
    for name, thing in vars(_quincunx).items():
        things = {name: thing}
        if inspect.isclass(thing):
            things.update({f"{name}.{member}": value for member, value in vars(thing).items()})
        for path, value in things.items():
            text = getattr(value, "__doc__", None)
            if isinstance(text, str) and ">>>" in text and not path.startswith("__"):
                yield path, text


@pytest.mark.parametrize("path, text", list(examples()), ids=lambda value: value if value.isidentifier() else "")
def test_examples_of_the_module_in_rust(path, text):
    test = doctest.DocTestParser().get_doctest(text, {}, path, None, None)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_everything_public_is_described():
    for name in quincunx.__all__:
        thing = getattr(quincunx, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__ == "quincunx":
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_stubs_name_what_there_is():
    """The stubs are written by hand: they must neither lack nor invent a name."""
    import ast
    from pathlib import Path

    tree = ast.parse(Path(quincunx.__file__).with_name("_quincunx.pyi").read_text())
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        real = {it for it in vars(getattr(_quincunx, node.name)) if not it.startswith("_")}
        told = {it.name for it in node.body if isinstance(it, ast.FunctionDef) and not it.name.startswith("_")}
        if node.name != "ParseError":
            assert told == real, node.name
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    builtin = {name for name, it in vars(_quincunx).items() if inspect.isbuiltin(it)}
    assert functions == builtin
