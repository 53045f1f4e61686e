"""A document as a model. What is wrong is refused in one sentence with its place, before it costs anything."""

from dataclasses import replace
from typing import Literal, cast

from entails.models.building.model import Model
from entails.models.building.rules import Groups, MadeWords, cells_of, sentence_of
from entails.models.document.bounds import BOUNDS, Bounds
from entails.models.document.domains import declared
from entails.models.document.fields import Fact, Many, Word, flag, listed, text, whole
from entails.models.document.json import load
from entails.models.document.kinds import KINDS, TERM, WORTH
from entails.models.document.objects import fields_of
from entails.models.document.refusal import Refused, at, shown
from entails.models.document.scope import Scope
from entails.models.document.shapes import coded, countable, fitted, possible
from entails.models.errors import InvalidStatement, one_of
from entails.models.json_text import Json
from entails.models.objective import MOST_WEIGHT
from entails.models.sentence import own_words
from entails.models.statement import Constraint, Objective, Statement

VERSION = 1
TOP = ("version", "name", "about", "grids", "variables", "constraints", "objective")
COMMON = ("kind", "text", "id", "doubtable", "weight", "when")
SENSES = ("maximise", "minimise")


def read_document(source: str | bytes | Json, bounds: Bounds = BOUNDS) -> Model:
    """The model that a document describes, given as text or as the value that JSON text has."""
    value = load(source, bounds) if isinstance(source, str | bytes) else source
    try:
        return _model(value, bounds)
    except Refused as refused:
        raise refused.for_people() from None


def _model(value: Json, bounds: Bounds) -> Model:
    fields = fields_of(value, TOP, what="a document with variables and constraints")
    if type(version := fields.get("version", VERSION)) is not int or version != VERSION:
        with at("version"):
            raise Refused(f"{shown(version)} is not a version that is known", str(VERSION))
    variables, boards = declared(fields.get("grids", []), fields.get("variables", []), bounds)
    if all(variable.hidden for variable in variables):
        raise Refused("there are no variables", "variables or grids")
    scope = Scope(variables)
    groups, words, constraints = Groups(), MadeWords(), list[Constraint]()
    with at("constraints"):
        for place, entry in enumerate(listed(fields.get("constraints", []), bounds.constraints, empty=True)):
            try:
                constraints.append(_constraint(entry, scope, groups, words, bounds))
            except Refused as refused:
                raise refused.under(place) from None
    objective = None
    if fields.get("objective") is not None:
        with at("objective"):
            objective = _objective(fields["objective"], scope, bounds)
    statement = Statement(
        tuple(variables), groups.finished(), tuple(constraints), objective, about=_about(fields, bounds)
    )
    return Model(statement, boards)


def _about(fields: dict[str, Json], bounds: Bounds) -> tuple[str, ...]:
    lines: list[str] = []
    if "name" in fields:
        with at("name"):
            lines.append(text(fields["name"], bounds))
    if "about" in fields:
        with at("about"):
            lines.append(text(fields["about"], bounds))
    return tuple(lines)


def _constraint(entry: Json, scope: Scope, groups: Groups, words: MadeWords, bounds: Bounds) -> Constraint:
    if not isinstance(entry, dict):
        raise Refused(f"{shown(entry)} is not a constraint", "an object with a kind")
    name = entry.get("kind")
    if not isinstance(name, str) or name not in KINDS:
        problem = "'kind' is missing" if "kind" not in entry else f"there is no kind {shown(name)}"
        raise Refused(problem, one_of(KINDS, name if isinstance(name, str) else ""))
    kind = KINDS[name]
    required = tuple(key for key, part in kind.parts.items() if not part.optional)
    fields = fields_of(entry, (*kind.parts, *COMMON), required, f"{name} has {', '.join(kind.parts)}")
    bounds = replace(bounds, guarded="when" in fields)
    attributes = {part.attribute: part.default for part in kind.parts.values() if part.optional}
    for key, part in kind.parts.items():
        if key in fields:
            try:
                attributes[part.attribute] = part.field.read(fields[key], scope, bounds)
            except Refused as refused:
                raise refused.under(key) from None
    coded(name, attributes, scope)
    made = kind.made(**attributes)
    if "when" in fields:
        with at("when"):
            made = replace(made, when=Many(Fact()).read(fields["when"], scope, bounds))
    fitted(made, scope, bounds)
    possible(made, scope)
    return replace(made, group=_group(made, fields, scope, groups, words, bounds))


def _group(
    made: Constraint, fields: dict[str, Json], scope: Scope, groups: Groups, words: MadeWords, bounds: Bounds
) -> int:
    """The sentence over a constraint; without words of its own it is put into some."""
    said = {}
    for key in ("text", "id"):
        if key in fields:
            with at(key):
                said[key] = text(fields[key], bounds)
    doubtable = None
    if "doubtable" in fields:
        with at("doubtable"):
            doubtable = flag(fields["doubtable"])
    weight = None
    if "weight" in fields:
        with at("weight"):
            weight = whole(fields["weight"], bounds, 1, MOST_WEIGHT)
    condition = scope.lifting.whole(made)
    sentence = own_words(said["text"]) if "text" in said else words.distinct(sentence_of(condition, ""), condition)
    try:
        return groups.number(said.get("id", ""), sentence, doubtable, cells_of(condition.unknowns()), weight)
    except InvalidStatement as error:
        with at("weight" if error.problem.endswith("weights") else "doubtable"):
            raise Refused(error.problem, "the same for all constraints of one text") from None


def _objective(value: Json, scope: Scope, bounds: Bounds) -> Objective:
    fields = fields_of(value, ("sense", "terms", "facts"), ("sense",), "an object with sense, terms and facts")
    with at("sense"):
        sense = Word(SENSES).read(fields["sense"], scope, bounds)
    sums = []
    for key, one in (("terms", TERM), ("facts", WORTH)):
        with at(key):
            sums.append(Many(one, empty=True).read(fields.get(key, []), scope, bounds))
    terms, facts = sums
    countable(terms, facts, scope, bounds)
    return Objective(cast(Literal["maximise", "minimise"], sense), terms, facts)
