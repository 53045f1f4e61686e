"""Reader of model documents. An error is one sentence with its place, raised before memory is allocated."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, cast

from entails.formats.model_json.constraints import coded, countable, fitted, possible
from entails.formats.model_json.fields import FactField, Many, Word, flag, listed, text, whole
from entails.formats.model_json.kinds import KINDS, TERM, WORTH
from entails.formats.model_json.scope import BOUNDS, Bounds, DocumentRefused, Scope, at, fields_of, load, shown
from entails.locale.message import own_words
from entails.models.constraints import Constraint
from entails.models.encoding import MOST_WEIGHT, Objective
from entails.models.errors import InvalidStatement, one_of, quantity
from entails.models.fields import Json
from entails.models.problem.arrays import refused
from entails.models.problem.model import GridShape, ProblemModel
from entails.models.problem.rules import GeneratedSentences, RuleGroups, cells_of, sentence_of
from entails.models.statement import Codes, Statement, Variable, run

_DOMAIN = 'a range such as [1, 9], {"values": [1, 4, 9]} or {"words": ["red", "blue"]}'
_MARKS = ("boolean", "hidden", "defined")


def declared(grids: Json, variables: Json, bounds: Bounds) -> tuple[list[Variable], tuple[GridShape, ...]]:
    """Return all declared variables: those of grids first, hidden ones last."""
    count = _Count(bounds)
    boards: list[GridShape] = []
    with at("grids"):
        for place, grid in enumerate(listed(grids, bounds.variables, empty=True)):
            with at(place):
                boards.append(_grid(grid, count))
    with at("variables"):
        for place, variable in enumerate(listed(variables, bounds.variables, empty=True)):
            with at(place):
                fields = fields_of(variable, ("name", "domain", *_MARKS), ("name",))
                count.add(fields["name"], _variable(fields, count))
    every = list(count.variables.values())
    return [known for known in every if not known.hidden] + [known for known in every if known.hidden], tuple(boards)


@dataclass
class _Count:
    """The variables read so far and the number of their facts, checked against limits."""

    bounds: Bounds

    def __post_init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.codes = Codes()
        self.facts = 0

    def add(self, name: Json, variable: Variable) -> None:
        if problem := refused(name):
            raise DocumentRefused(problem, "a name")
        assert isinstance(name, str)
        if name in self.variables:
            raise DocumentRefused(f"duplicate variable {shown(name)}", "a new name")
        self.facts += 1 if variable.wide else variable.facts
        if len(self.variables) == self.bounds.variables:
            raise DocumentRefused("too many variables", f"at most {self.bounds.variables:,}")
        if self.facts > self.bounds.facts:
            raise DocumentRefused(
                f"the variables have {self.facts:,} values in total", f"at most {self.bounds.facts:,}"
            )
        self.variables[name] = replace(variable, name=name)


def _grid(value: Json, count: _Count) -> GridShape:
    fields = fields_of(value, ("name", "rows", "columns", "domain", *_MARKS), ("name", "rows", "columns"))
    sizes = []
    for key in ("rows", "columns"):
        with at(key):
            sizes.append(whole(fields[key], count.bounds, 1, count.bounds.variables))
    if sizes[0] * sizes[1] > count.bounds.variables:
        raise DocumentRefused(f"the grid has {sizes[0] * sizes[1]:,} cells", f"{count.bounds.variables:,} at most")
    variable = _variable(fields, count)
    with at("name"):
        board = GridShape(text(fields["name"], count.bounds), *sizes)
        for row in board.names:
            for name in row:
                count.add(name, variable)
    return board


def _variable(fields: dict[str, Json], count: _Count) -> Variable:
    """Read a variable without its name."""
    boolean, hidden, defined = (_mark(fields, mark) for mark in _MARKS)
    domain = _Domain()
    if "domain" in fields:
        with at("domain"):
            domain = _domain(fields["domain"], count.codes, count.bounds)
            if boolean and domain != _Domain():
                raise DocumentRefused("invalid domain of a boolean", "no domain, or [0, 1]")
    elif not boolean:
        raise DocumentRefused("'domain' is missing", f'{_DOMAIN}; or "boolean": true')
    says = "{name}={label}" if domain.labels else "{name}={value}"
    marks = Variable("", domain.values, boolean=boolean, hidden=hidden, defined=defined, words=domain.words)
    return replace(marks, says=says, labels=domain.labels)


def _mark(fields: dict[str, Json], mark: str) -> bool:
    with at(mark):
        return flag(fields.get(mark, False))


class _Domain(NamedTuple):
    """Values and their words; a flag tells whether the words alone are stated as values."""

    values: range | tuple[int, ...] = range(2)
    labels: tuple[str, ...] = ()
    words: bool = False


def _domain(value: Json, codes: Codes, bounds: Bounds) -> _Domain:
    if isinstance(value, list):
        if len(value) != 2:
            raise DocumentRefused(f"a list of {len(value)} is not a range", _DOMAIN)
        low, high = (_end(place, number, bounds) for place, number in enumerate(value))
        if high < low:
            raise DocumentRefused(f"the range {low} to {high} is empty", "the lower number first")
        return _Domain(range(low, high + 1))
    fields = fields_of(value, ("values", "words"), what=_DOMAIN)
    if not fields:
        raise DocumentRefused("empty domain", _DOMAIN)
    words = tuple(_words(fields["words"], bounds)) if "words" in fields else ()
    if "values" not in fields:
        return _Domain(*codes.domain(words), True)
    with at("values"):
        numbers = [_end(place, number, bounds) for place, number in enumerate(listed(fields["values"], bounds.domain))]
        if len(set(numbers)) < len(numbers):
            raise DocumentRefused("repeated value", "each value once")
        if words and len(words) != len(numbers):
            raise DocumentRefused(
                f"{quantity(len(numbers), 'value')} and {quantity(len(words), 'word')}", "a word for each value"
            )
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    return _Domain(run(numbers), tuple(words[place] for place in order) if words else ())


def _end(place: int, value: Json, bounds: Bounds) -> int:
    with at(place):
        return whole(value, bounds)


def _words(value: Json, bounds: Bounds) -> Iterator[str]:
    with at("words"):
        seen: set[str] = set()
        for place, word in enumerate(listed(value, bounds.domain)):
            with at(place):
                shown_word = text(word, bounds)
                if shown_word in seen or "=" in shown_word:
                    raise DocumentRefused(f"{shown(shown_word)} is repeated or contains =", "different words")
                seen.add(shown_word)
                yield shown_word


VERSION = 1
TOP = ("version", "name", "about", "grids", "variables", "constraints", "objective")
COMMON = ("kind", "text", "id", "soft", "weight", "when", "doubtable")
SENSES = ("maximise", "minimise")
_MOST_OBJECTIVES = 20


def read_document(source: str | bytes | Json, bounds: Bounds = BOUNDS) -> ProblemModel:
    """Read a model from JSON text or from its parsed value."""
    value = load(source, bounds) if isinstance(source, str | bytes) else source
    try:
        return _model(value, bounds)
    except DocumentRefused as refused:
        raise refused.for_people() from None


def _model(value: Json, bounds: Bounds) -> ProblemModel:
    fields = fields_of(value, TOP, what="a document with variables and constraints")
    if type(version := fields.get("version", VERSION)) is not int or version != VERSION:
        with at("version"):
            raise DocumentRefused(f"{shown(version)} is not a supported version", str(VERSION))
    variables, boards = declared(fields.get("grids", []), fields.get("variables", []), bounds)
    if all(variable.hidden for variable in variables):
        raise DocumentRefused("no variables", "variables or grids")
    scope = Scope(variables)
    groups, words, constraints = RuleGroups(), GeneratedSentences(), list[Constraint]()
    with at("constraints"):
        for place, entry in enumerate(listed(fields.get("constraints", []), bounds.constraints, empty=True)):
            try:
                constraints.append(_constraint(entry, scope, groups, words, bounds))
            except DocumentRefused as refused:
                raise refused.under(place) from None
    objective = None
    if fields.get("objective") is not None:
        with at("objective"):
            objective = _objectives(fields["objective"], scope, bounds)
    statement = Statement(
        tuple(variables), groups.finished(), tuple(constraints), objective, about=_about(fields, bounds)
    )
    return ProblemModel(statement, boards)


def _about(fields: dict[str, Json], bounds: Bounds) -> tuple[str, ...]:
    lines: list[str] = []
    if "name" in fields:
        with at("name"):
            lines.append(text(fields["name"], bounds))
    if "about" in fields:
        with at("about"):
            lines.append(text(fields["about"], bounds))
    return tuple(lines)


def _constraint(entry: Json, scope: Scope, groups: RuleGroups, words: GeneratedSentences, bounds: Bounds) -> Constraint:
    if not isinstance(entry, dict):
        raise DocumentRefused(f"{shown(entry)} is not a constraint", "an object with a kind")
    name = entry.get("kind")
    if not isinstance(name, str) or name not in KINDS:
        known = f"unknown kind {shown(name)}" if isinstance(name, str) else f"the kind is {shown(name)}"
        problem = "'kind' is missing" if "kind" not in entry else known
        raise DocumentRefused(problem, one_of(KINDS, name if isinstance(name, str) else ""))
    kind = KINDS[name]
    required = tuple(key for key, part in kind.parts.items() if not part.optional)
    fields = fields_of(entry, (*kind.parts, *COMMON), required, f"{name} has {', '.join(kind.parts)}")
    bounds = replace(bounds, guarded="when" in fields)
    attributes = {part.attribute: part.default for part in kind.parts.values() if part.optional}
    for key, part in kind.parts.items():
        if key in fields:
            try:
                attributes[part.attribute] = part.field.read(fields[key], scope, bounds)
            except DocumentRefused as refused:
                raise refused.under(key) from None
    coded(name, attributes, scope)
    constraint = kind.build(**attributes)
    if "when" in fields:
        with at("when"):
            constraint = replace(constraint, when=Many(FactField()).read(fields["when"], scope, bounds))
    fitted(constraint, scope, bounds)
    possible(constraint, scope)
    return replace(constraint, group=_group(constraint, fields, scope, groups, words, bounds))


def _group(
    constraint: Constraint,
    fields: dict[str, Json],
    scope: Scope,
    groups: RuleGroups,
    words: GeneratedSentences,
    bounds: Bounds,
) -> int:
    """Return the group number of a constraint; a constraint without a text gets a generated sentence."""
    texts = {}
    for key in ("text", "id"):
        if key in fields:
            with at(key):
                texts[key] = text(fields[key], bounds)
    soft, soft_key = None, "doubtable" if "doubtable" in fields else "soft"
    if soft_key in fields:
        with at(soft_key):
            if "soft" in fields and soft_key != "soft":
                raise DocumentRefused("an alias of 'soft', which is set too", "one of them")
            soft = flag(fields[soft_key])
    weight = None
    if "weight" in fields:
        with at("weight"):
            weight = whole(fields["weight"], bounds, 1, MOST_WEIGHT)
    condition = scope.lifting.whole(constraint)
    sentence = own_words(texts["text"]) if "text" in texts else words.distinct(sentence_of(condition, ""), condition)
    try:
        return groups.number(texts.get("id", ""), sentence, soft, cells_of(condition.unknowns()), weight)
    except InvalidStatement as error:
        with at("weight" if error.problem.endswith("weights") else soft_key):
            raise DocumentRefused(error.problem, "the same for all constraints of one text") from None


def _objectives(value: Json, scope: Scope, bounds: Bounds) -> Objective:
    """Read the objective; in a list, earlier objectives take precedence."""
    if not isinstance(value, list):
        return _objective(value, scope, bounds)
    levels = []
    for place, level in enumerate(listed(value, _MOST_OBJECTIVES)):
        with at(place):
            levels.append(_objective(level, scope, bounds))
    return replace(levels[0], then=tuple(levels[1:]))


def _objective(value: Json, scope: Scope, bounds: Bounds) -> Objective:
    fields = fields_of(value, ("sense", "terms", "facts"), ("sense",), "an object with sense, terms and facts")
    with at("sense"):
        sense = Word(SENSES).read(fields["sense"], scope, bounds)
    sums = []
    for key, field in (("terms", TERM), ("facts", WORTH)):
        with at(key):
            sums.append(Many(field, empty=True).read(fields.get(key, []), scope, bounds))
    terms, facts = sums
    countable(terms, facts, scope, bounds)
    return Objective(cast(Literal["maximise", "minimise"], sense), terms, facts)
