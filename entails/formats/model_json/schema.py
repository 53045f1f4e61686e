"""JSON schema of model documents, derived from the specifications of the reader."""

from typing import Any

from entails.formats.model_json.fields import (
    JOINTS,
    DocumentValue,
    FactField,
    Field,
    Flag,
    LogicFormula,
    Many,
    NameField,
    NameOrValue,
    Number,
    Some,
    TableRows,
    TaskField,
    TextField,
    Word,
    WordsField,
)
from entails.formats.model_json.kinds import KINDS, TERM, WORTH, ConstraintSpec
from entails.formats.model_json.read import SENSES, VERSION
from entails.formats.model_json.scope import BOUNDS
from entails.models.encoding import MOST_WEIGHT

Schema = dict[str, Any]

_NAME = {"type": "string", "minLength": 1, "maxLength": 100}
_TEXT = {"type": "string", "minLength": 1, "maxLength": BOUNDS.text}
_INTEGER = {"type": "integer", "minimum": -BOUNDS.number, "maximum": BOUNDS.number}
_VALUE = {"anyOf": [_INTEGER, _TEXT]}
_MARKS = {
    "boolean": {"type": "boolean", "description": "true or false; needs no domain"},
    "hidden": {"type": "boolean", "description": "an auxiliary that answers do not show"},
    "defined": {"type": "boolean", "description": "its value follows from the others"},
}


def document_schema() -> Schema:
    """Return the JSON schema of model documents. The reader also checks sizes, names and relations between parts."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "model",
        "description": "A constraint problem: variables with finitely many values, and constraints over them.",
        **_object(
            {
                "version": {"const": VERSION},
                "name": _TEXT | {"description": "what the problem is called"},
                "about": _TEXT | {"description": "what it is about"},
                "grids": {"type": "array", "items": _grid(), "maxItems": BOUNDS.variables},
                "variables": {"type": "array", "items": _variable(), "maxItems": BOUNDS.variables},
                "constraints": {
                    "type": "array",
                    "maxItems": BOUNDS.constraints,
                    "items": {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in KINDS]},
                },
                "objective": {
                    "anyOf": [_objective(), {"type": "array", "items": _objective(), "minItems": 1}, {"type": "null"}]
                },
            }
        ),
        "$defs": {
            "domain": _domain(),
            "fact": _TEXT | {"description": '"x=5", "!x=5" (it is not), "sky=blue"; for booleans "a" and "!a"'},
            "formula": {
                "description": 'a fact, or a word and formulas: ["or", "a", ["not", "x=3"]]',
                "anyOf": [
                    {"$ref": "#/$defs/fact"},
                    {
                        "type": "array",
                        "prefixItems": [{"enum": list(JOINTS)}],
                        "items": {"$ref": "#/$defs/formula"},
                        "minItems": 2,
                    },
                ],
            },
            **{name: _kind(kind) for name, kind in KINDS.items()},
        },
    }


def _object(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        **({"required": list(required)} if required else {}),
    }


def _variable() -> Schema:
    return _object({"name": _NAME, "domain": {"$ref": "#/$defs/domain"}, **_MARKS}, ("name",))


def _grid() -> Schema:
    size = {"type": "integer", "minimum": 1, "maximum": BOUNDS.variables}
    name = _TEXT | {"description": "how a cell is called, with {row} and {column}, both counted from 1"}
    cells = {"name": name, "rows": size, "columns": size, "domain": {"$ref": "#/$defs/domain"}, **_MARKS}
    return _object(cells, ("name", "rows", "columns"))


def _domain() -> Schema:
    ends = {"type": "array", "items": _INTEGER, "minItems": 2, "maxItems": 2}
    return {
        "anyOf": [
            ends | {"description": "from the first to the second number, both included"},
            _object(
                {
                    "values": {"type": "array", "items": _INTEGER, "minItems": 1, "uniqueItems": True},
                    "words": {"type": "array", "items": _TEXT, "minItems": 1, "uniqueItems": True},
                }
            ),
        ]
    }


def _objective() -> Schema:
    sums = {"terms": described(Many(TERM, empty=True)), "facts": described(Many(WORTH, empty=True))}
    return _object({"sense": {"enum": list(SENSES)}, **sums}, ("sense",))


def _kind(kind: ConstraintSpec) -> Schema:
    properties: Schema = {"kind": {"const": kind.name}}
    for key, part in kind.parts.items():
        properties[key] = described(part.field) | {"description": part.about}
    properties |= {
        "text": _TEXT
        | {"description": "the sentence; constraints with the same text are one unit in conflicts and repairs"},
        "id": _TEXT | {"description": "a short name for the sentence; the text itself where there is none"},
        "soft": {
            "type": "boolean",
            "description": "a repair may remove it (false: hard); if none is marked true, unmarked ones are soft",
        },
        "doubtable": {"type": "boolean", "deprecated": True, "description": "another name of soft"},
        "weight": {
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_WEIGHT,
            "description": "cost of removing it in a repair, 1 by default",
        },
        "when": {
            "type": "array",
            "items": {"$ref": "#/$defs/fact"},
            "minItems": 1,
            "description": "facts; the constraint holds only where all of them are true",
        },
    }
    required = ("kind", *(key for key, part in kind.parts.items() if not part.optional))
    return _object(properties, required) | {"description": kind.about}


def described(field: Field) -> Schema:
    """Return the JSON schema of a field."""
    match field:
        case NameField():
            return _NAME | {"description": "a variable"}
        case FactField():
            return {"$ref": "#/$defs/fact"}
        case Number(least=least, most=most):
            low = -BOUNDS.number if least is None else least
            return {"type": "integer", "minimum": low, "maximum": BOUNDS.number if most is None else most}
        case Word(words=words):
            return {"enum": list(words)}
        case Flag():
            return {"type": "boolean"}
        case Many(of=of, empty=empty, never=never):
            least_items = {} if empty or never else {"minItems": 1}
            return {"type": "array", "items": described(of), "maxItems": BOUNDS.listed, **least_items}
        case Some(parts=parts, what=what):
            size = len(parts)
            exact = {"prefixItems": [described(part) for part in parts], "items": False, "minItems": size}
            return {"type": "array", "description": what, **exact}
        case DocumentValue():
            return _VALUE
        case NameOrValue():
            return {"anyOf": [_NAME, _INTEGER, _object({"word": _TEXT}, ("word",))]}
        case TableRows():
            row = {"type": "array", "items": _VALUE, "minItems": 1, "maxItems": BOUNDS.columns}
            return {"type": "array", "items": row, "maxItems": BOUNDS.listed}
        case LogicFormula():
            return {"$ref": "#/$defs/formula"}
        case WordsField() | TextField():
            return _TEXT
        case TaskField():
            operand = described(NameOrValue())
            task = {"name": _NAME, "start": _NAME, "duration": operand, "present": {"$ref": "#/$defs/fact"}}
            return _object(task, ("start", "duration"))
    raise NotImplementedError(type(field).__name__)
