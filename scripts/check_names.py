"""Check that names in the code are specific: not `found`, `one` or `said`.

    python scripts/check_names.py [FOLDER...]        default: entails

Reports parameters, variables, private attributes and classes with a name that fits any value (`found`, `one`), and
class names that two modules define. Operator methods may call their operand `other`. Public fields of classes are not
checked: published JSON keys are fields. Exit code 1 if anything is reported.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

VAGUE = {"said", "told", "found", "one", "other", "made", "asked", "given", "thing"}
_PRIVATE = {f"_{name}" for name in VAGUE}


def vague_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of each parameter, variable and class with a vague name."""
    skipped = {id(target) for target in _fields(tree)} | {id(argument) for argument in _operands(tree)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.arg) and node.arg in VAGUE:
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in VAGUE:
            yield node.lineno, node.id
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name in VAGUE:
            yield node.lineno, str(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in _PRIVATE:
            yield node.lineno, node.attr
        elif isinstance(node, ast.ClassDef) and node.name.strip("_").lower() in VAGUE:
            yield node.lineno, node.name


def _fields(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (statement.target for statement in node.body if isinstance(statement, ast.AnnAssign))


def _operands(tree: ast.AST) -> Iterator[ast.arg]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("__"):
            yield from node.args.args


def main(folders: list[str]) -> int:
    """Print every finding as `file:line: message`; return the exit code."""
    findings = []
    classes = defaultdict(list)
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        findings += [f"{path}:{line}: {name!r} does not say what it holds" for line, name in vague_names(tree)]
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(f"{path}:{node.lineno}")
    findings += [
        f"{places[0]}: class {name} is also defined at {', '.join(places[1:])}"
        for name, places in sorted(classes.items())
        if len(places) > 1
    ]
    print(*findings, sep="\n", end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["entails"]))
