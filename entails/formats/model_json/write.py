"""Writer of model documents: variables, grids, constraints and sentences, with names instead of numbers."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from entails.formats.model_json.constraints import in_words
from entails.formats.model_json.fields import FactField, Many
from entails.formats.model_json.kinds import KINDS, TERM, WORTH
from entails.formats.model_json.scope import Scope
from entails.models.constraints import Bulk, Constraint
from entails.models.encoding import Group, Objective
from entails.models.errors import InvalidStatement
from entails.models.fields import Json
from entails.models.problem.arrays import refused
from entails.models.problem.model import GridShape, ProblemModel
from entails.models.problem.rules import GeneratedSentences, sentence_of
from entails.models.statement import Statement, Variable

Fields = dict[str, Json]


def document(model: ProblemModel) -> dict[str, Json]:
    """Convert a model to a document; `read_document` restores it, with the variables of grids first."""
    statement = model.statement
    for variable in statement.variables:
        if problem := refused(variable.name):
            raise InvalidStatement(problem, where="the document")
    whole: Fields = dict(zip(("name", "about"), statement.about, strict=False))
    boards = [board for board in model.boards if _uniform(board, model) is not None]
    placed = {name for board in boards for row in board.names for name in row}
    if boards:
        whole["grids"] = [_grid(board, model) for board in boards]
    if len(placed) < len(statement.variables):
        rest = (variable for variable in statement.variables if variable.name not in placed)
        whole["variables"] = [{"name": variable.name, **_domain(variable)} for variable in rest]
    whole["constraints"] = list(_constraints(statement))
    if statement.objective is not None:
        levels = [_objective(level, Scope(statement.variables)) for level in _levels(statement.objective)]
        whole["objective"] = levels if len(levels) > 1 else levels[0]
    return whole


def document_text(model: ProblemModel) -> str:
    """Return the document as text, one variable or constraint per line."""
    lines = []
    for key, part in document(model).items():
        if isinstance(part, list) and part:
            inner = ",\n".join(f"    {_line(entry)}" for entry in part)
            lines.append(f"  {_line(key)}: [\n{inner}\n  ]")
        else:
            lines.append(f"  {_line(key)}: {_line(part)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _uniform(board: GridShape, model: ProblemModel) -> Variable | None:
    """Return the common definition of all cells of a grid, without a name; None if cells differ."""
    numbers = [model.names.get(name) for row in board.names for name in row]
    if None in numbers:
        return None
    cells = {replace(model.statement.variables[number], name="") for number in numbers if number is not None}
    return cells.pop() if len(cells) == 1 else None


def _grid(board: GridShape, model: ProblemModel) -> Json:
    like = _uniform(board, model)
    assert like is not None
    return {"name": board.name, "rows": board.rows, "columns": board.columns, **_domain(like)}


def _domain(variable: Variable) -> Fields:
    fields: Fields = {}
    if variable.boolean:
        fields["boolean"] = True
    elif variable.labels:
        numbers: Fields = {} if variable.words else {"values": [*variable.values]}
        fields["domain"] = {"words": [*variable.labels], **numbers}
    elif isinstance(variable.values, range):
        fields["domain"] = [variable.values[0], variable.values[-1]]
    else:
        fields["domain"] = {"values": [*variable.values]}
    for mark in ("hidden", "defined"):
        if getattr(variable, mark):
            fields[mark] = True
    return fields


def _constraints(statement: Statement) -> Iterator[Json]:
    scope, groups, words = Scope(statement.variables), statement.every_group, GeneratedSentences()
    marks = _marks([groups[part.group] for part in statement.every_constraint])
    for constraint in statement.every_constraint:
        for part in _by_group(constraint):
            yield _constraint(part, scope, groups[part.group], marks, words)


def _by_group(constraint: Constraint) -> Iterator[Constraint]:
    """Split bulk clauses into one constraint per group, since each clause has a group."""
    if not isinstance(constraint, Bulk) or not len(constraint.group_of):
        yield constraint
        return
    ends = list(pairwise(constraint.starts.tolist()))
    for group, places in groupby(range(len(ends)), key=lambda place: int(constraint.group_of[place])):
        clauses = tuple(tuple(constraint.lits[slice(*ends[place])].tolist()) for place in places)
        yield replace(KINDS["clauses"].build(clauses), group=group, when=constraint.when)


def _constraint(
    constraint: Constraint, scope: Scope, group: Group, marks: dict[Group, bool], words: GeneratedSentences
) -> Json:
    kind = KINDS[constraint.kind]
    fields: Fields = {"kind": constraint.kind}
    shown = {"clauses": _clauses_of(constraint)} if isinstance(constraint, Bulk) else in_words(constraint, scope)
    for key, part in kind.parts.items():
        value = shown.get(part.attribute, getattr(constraint, part.attribute, None))
        if not part.optional or value != part.default:
            fields[key] = part.field.write(value, scope)
    if constraint.when:
        fields["when"] = Many(FactField()).write(constraint.when, scope)
    condition = scope.lifting.whole(constraint)
    sentence = sentence_of(condition, "")
    if group.text == words.next(sentence, condition).say():
        words.distinct(sentence, condition)
    else:
        fields["text"] = group.text
    if group.id != group.text:
        fields["id"] = group.id
    if group in marks:
        fields["soft"] = marks[group]
    if group.weight != 1:
        fields["weight"] = group.weight
    return fields


def _clauses_of(bulk: Bulk) -> list[list[int]]:
    starts = bulk.starts.tolist()
    return [bulk.lits[a:b].tolist() for a, b in pairwise(starts)]


def _marks(groups: Sequence[Group]) -> dict[Group, bool]:
    """Return which groups to mark as soft or hard, with as few marks as possible: none if all are soft."""
    soft = {group for group in groups if group.soft}
    certain = set(groups) - soft
    if len(certain) <= 1 or not soft:
        return dict.fromkeys(certain, False)
    return dict.fromkeys(soft, True)


def _levels(objective: Objective) -> tuple[Objective, ...]:
    """Return the objectives in order of precedence."""
    return (objective, *objective.then)


def _objective(objective: Objective, scope: Scope) -> Json:
    fields: Fields = {"sense": objective.sense}
    for key, field in (("terms", TERM), ("facts", WORTH)):
        if getattr(objective, key):
            fields[key] = Many(field).write(getattr(objective, key), scope)
    return fields
