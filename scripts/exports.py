"""Write the Python interface for type checkers into `entails/__init__.py` and its namespaces.

python scripts/exports.py          write it
python scripts/exports.py --check  exit with 1 unless it is up to date

The names come from `entails/listing.py`. A query without a function gets a stub with the types of its options.
"""

import ast
import subprocess
import sys
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from types import EllipsisType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from entails.listing import NAMESPACES, exports, members
from entails.queries import find_query
from entails.queries.parse import signature_of

PACKAGE = Path(__file__).parents[1] / "entails"
_BEGIN, _END = "# written by scripts/exports.py\n", "# end\n"


class Imports(dict[str, str]):
    """Names that stubs use, and their modules."""

    def rendered(self, annotation: Any) -> str:
        """Return the source text of a type and record its imports."""
        origin, arguments = get_origin(annotation), get_args(annotation)
        if annotation in (None, NoneType):
            return "None"
        if isinstance(annotation, EllipsisType):
            return "..."
        if isinstance(annotation, TypeVar | str):
            return self.rendered(Any)
        if origin is Annotated:
            return self.rendered(arguments[0])
        if origin in (Union, UnionType):
            return " | ".join(self.rendered(argument) for argument in arguments)
        if origin is Literal:
            self["Literal"] = "typing"
            return f"Literal[{', '.join(map(repr, arguments))}]"
        if origin is not None:
            inner = ", ".join(self.rendered(argument) for argument in arguments)
            return f"{self.rendered(origin).partition('[')[0]}[{inner}]"
        name = annotation.__name__
        if (
            annotation.__module__ != "builtins"
            and self.setdefault(name, annotation.__module__) != annotation.__module__
        ):
            raise ValueError(f"two types are called {name}: {self[name]} and {annotation.__module__}")
        parameters = ", ".join(self.rendered(Any) for _ in getattr(annotation, "__parameters__", ()))
        return f"{name}[{parameters}]" if parameters else str(name)


def stub(name: str, signature: Signature, returned: str, imports: Imports) -> str:
    """Return the definition of a function without its body."""
    parameters = []
    for parameter in signature.parameters.values():
        if parameter.kind is Parameter.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        default = "" if parameter.default is Parameter.empty else " = ..."
        parameters.append(f"{parameter.name}: {imports.rendered(parameter.annotation)}{default}")
    return f"def {name}({', '.join(parameters)}) -> {returned}: ..."


def value_type(module: str, answer: str, signature: Signature, imports: Imports) -> str:
    """Return the type of a query's value, even if only type checkers import it; `answer` names the function."""
    if signature.return_annotation is not Any:
        return imports.rendered(signature.return_annotation)
    tree = ast.parse(Path(str(import_module(module).__file__)).read_text("utf-8"))
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == answer)
    match function.returns:
        case ast.Constant(value=str(text)) if text.startswith("QueryResult[") and text[12:-1].isidentifier():
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and any(alias.name == text[12:-1] for alias in node.names):
                    imports[text[12:-1]] = str(node.module)
                    return text[12:-1]
    return imports.rendered(Any)


def front_door() -> tuple[list[str], list[str]]:
    """Return the imports of `entails/__init__.py`, each name re-exported as itself."""
    namespaces = [f"from entails import {name} as {name}" for name in NAMESPACES]
    functions = [f"from {module} import {name} as {name}" for name, module in exports().items()]
    return namespaces + functions, sorted([*exports(), *NAMESPACES])


def namespace(name: str) -> tuple[list[str], list[str]]:
    """Return the imports and stubs of a namespace, and the names that it lists."""
    imports, functions, stubs = Imports(), [], []
    for function, (module, attribute) in members(name).items():
        if attribute is not None:
            functions.append(f"from {module} import {attribute} as {function}")
        else:
            verb = function.replace("_", "-")
            signature, answer = signature_of(NAMESPACES[name], verb), find_query(NAMESPACES[name], verb).answer.__name__
            stubs.append(stub(function, signature, value_type(module, answer, signature, imports), imports))
    types = [f"from {module} import {imported}" for imported, module in imports.items()]
    return [*types, *functions, *stubs], list(members(name))


def written(path: Path) -> str:
    """Return the text that a module should have, unformatted."""
    lines, names = front_door() if path.stem == "__init__" else namespace(path.stem)
    block = "if TYPE_CHECKING:\n" + "".join(f"    {line}\n" for line in lines)
    block += f"\n__all__ = {names!r}\n"
    head, _, rest = path.read_text("utf-8").partition(_BEGIN)
    return f"{head}{_BEGIN}{block}{_END}{rest.partition(_END)[2]}"


def meaning(text: str) -> set[str]:
    """Return the statements of a module, regardless of layout and order."""
    separate = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            separate |= {f"{node.module}: {ast.dump(alias)}" for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.Assign):
            separate.add(ast.dump(node))
    return separate


if __name__ == "__main__":
    paths = [PACKAGE / f"{name}.py" for name in ("__init__", *NAMESPACES)]
    if "--check" in sys.argv:
        sys.exit(any(meaning(path.read_text("utf-8")) != meaning(written(path)) for path in paths))
    for path in paths:
        path.write_text(written(path), "utf-8")
    for command in (("check", "--quiet", "--select", "I", "--fix"), ("format", "--quiet")):
        subprocess.run([sys.executable, "-m", "ruff", *command, *paths], check=True)
