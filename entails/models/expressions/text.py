"""Text of expressions in English and French, for constraints without a sentence."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from entails.locale.message import Language, Message
from entails.models.expressions.core import (
    Bool,
    Comparison,
    Condition,
    Expression,
    FactExpression,
    Joined,
    LoweringHooks,
    SumExpression,
    Truth,
    Unknown,
    join,
)
from entails.models.expressions.global_constraints import (
    Accepted,
    ConnectedCells,
    Different,
    Differing,
    DistinctCount,
    InTable,
    Inverted,
    LexicallyOrdered,
    Occurrences,
    OnCircuit,
    SingleLoop,
)
from entails.models.expressions.operators import Function, Item
from entails.models.expressions.scheduling import Disjoint, TaskInterval, WithinCapacity

T = TypeVar("T")
Part = TypeVar("Part", bound=Expression)

SIGNS = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
_MOST_NAMED = 12
MOST_JOINED = 24
ONE_WORD = re.compile(r"(?!(?:not|or|true|false)$)\w[\w.,:\[\]-]{0,29}")
"""A name of a boolean that is a single word in the text of a disjunction."""

_NOT = Message("not ({0})", "non ({0})")
_NOT_PLAIN = Message("not {0}", "non {0}")
_NEGATED = Message("not ", "non ")
_IF = Message("if {0} then {1}", "si {0} alors {1}")
_JOINTS = {
    "and": Message(" and ", " et "),
    "or": Message(" or ", " ou "),
    "iff": Message(" exactly when ", " si et seulement si "),
    "xor": Message(" or else ", " ou bien "),
}
_COUNTS = {
    "=": Message("exactly {0} of {1}", "exactement {0} parmi {1}"),
    "!=": Message("not exactly {0} of {1}", "pas exactement {0} parmi {1}"),
    "<": Message("fewer than {0} of {1}", "moins de {0} parmi {1}"),
    "<=": Message("at most {0} of {1}", "au plus {0} parmi {1}"),
    ">": Message("more than {0} of {1}", "plus de {0} parmi {1}"),
    ">=": Message("at least {0} of {1}", "au moins {0} parmi {1}"),
}
_ALWAYS, _NEVER = (
    Message("true", "vrai"),
    Message("false", "faux"),
)
_MORE = Message("{0} more", "{0} autres")
_DIFFERENT = Message("{0} are all different", "{0} sont tous différents")
_APART = Message("{0} are all different, except for {1}", "{0} sont tous différents, sauf {1}")
_ROW = Message(
    "the values of {0} form a row of the table (rows: {1})",
    "les valeurs de {0} forment une ligne de la table (lignes : {1})",
)
_NO_ROW = Message(
    "the values of {0} form no row of the table (rows: {1})",
    "les valeurs de {0} ne forment aucune ligne de la table (lignes : {1})",
)
_READ = Message("{0} are accepted by the automaton", "{0} sont acceptés par l'automate")
_DIFFER = Message("{0} and {1} differ somewhere", "{0} et {1} diffèrent quelque part")
_CONNECTED = Message("the true ones among {0} are connected", "ceux qui sont vrais parmi {0} sont reliés")
_LOOP = Message("{0} form one loop", "{0} forment une seule boucle")
_DISJOINT = Message("{0} do not overlap", "{0} ne se chevauchent pas")
_DISJOINT_ON = Message("{0} do not overlap on {1}", "{0} ne se chevauchent pas sur {1}")
_CAPACITY = Message("{0} use at most {1} at a time", "{0} utilisent au plus {1} à la fois")
_CAPACITY_OF = Message("{0} use at most {1} of {2} at a time", "{0} utilisent au plus {1} de {2} à la fois")
_CIRCUIT = Message("{0} form one circuit", "{0} forment un seul circuit")
_SOME_CIRCUIT = Message(
    "{0} form one circuit of those places that are not left out",
    "{0} forment un seul circuit des lieux qui ne sont pas omis",
)
_ROUTES = Message("{0} form circuits through depot {1}", "{0} forment des circuits par le dépôt {1}")
_INVERSE = Message("{0} and {1} are inverse to each other", "{0} et {1} sont inverses l'un de l'autre")
_LEXICAL = Message(
    "{0} come before {1} in dictionary order, or are equal",
    "{0} précèdent {1} dans l'ordre lexicographique, ou sont égaux",
)
_LEXICAL_STRICT = Message("{0} come before {1} in dictionary order", "{0} précèdent {1} dans l'ordre lexicographique")
_OCCUR = Message("among {0}: {1}", "parmi {0} : {1}")
_OCCUR_ONLY = Message("among {0}, only: {1}", "parmi {0}, seulement : {1}")
_TIMES = Message("{1} × {0}", "{1} × {0}")
_VALUES = {
    "=": Message("{0} take exactly {1} different values", "{0} prennent exactement {1} valeurs différentes"),
    "!=": Message("{0} do not take {1} different values", "{0} ne prennent pas {1} valeurs différentes"),
    "<": Message("{0} take fewer than {1} different values", "{0} prennent moins de {1} valeurs différentes"),
    "<=": Message("{0} take at most {1} different values", "{0} prennent au plus {1} valeurs différentes"),
    ">": Message("{0} take more than {1} different values", "{0} prennent plus de {1} valeurs différentes"),
    ">=": Message("{0} take at least {1} different values", "{0} prennent au moins {1} valeurs différentes"),
}


def worded(expression: Expression, language: Language) -> str:
    """Return an expression as text in a language."""
    if type(expression) is Joined and expression.joint == "or" and len(expression.joins) <= MOST_JOINED:
        texts = [part.name if type(part) is Bool else _literal(part, language) for part in expression.joins]
        return _JOINTS["or"].wording(language).join(texts)
    match expression:
        case Unknown():
            return expression.name
        case FactExpression():
            return f"{expression.of.name} = {expression.of.word(expression.to)}"
        case Truth():
            return (_ALWAYS if expression.holds else _NEVER).wording(language)
        case SumExpression():
            return _sum(expression, language)
        case Comparison(left=SumExpression(constant=0) as counted, right=SumExpression(terms=())) if _is_count(counted):
            parts = [part for _, part in counted.terms]
            return _filled(_COUNTS[expression.op], language, expression.right, _named(parts, language))
        case Comparison(right=SumExpression(terms=(), constant=code)) if words := expression.left.vocabulary:
            return f"{worded(expression.left, language)} {SIGNS[expression.op]} {in_words(code, words)}"
        case Comparison():
            left, right = worded(expression.left, language), worded(expression.right, language)
            return f"{left} {SIGNS[expression.op]} {right}"
        case Function() | Item():
            return _function(expression, language)
        case Joined():
            return _joined(expression, language)
    return _claim(expression, language)


def clause_in_words(text: str, variables: Mapping[str, Expression]) -> Condition | None:
    """Return the disjunction of booleans and their negations with this text; None for other texts.

    The names must be single words (`ONE_WORD`), so that no two disjunctions have the same text.
    """
    between, negated = _JOINTS["or"].en, _NEGATED.en
    parts = text.split(between)
    variables_named = [variables.get(part.removeprefix(negated)) for part in parts]
    if len(parts) == 1 or not all(type(variable) is Bool for variable in variables_named):
        return None
    signed = zip(parts, cast(list[Bool], variables_named), strict=True)
    return join("or", *[~variable if part.startswith(negated) else variable for part, variable in signed])


def in_words(code: int, words: Mapping[str, int]) -> str:
    """Return the word of a code; without words, the number."""
    return next((word for word, value in words.items() if value == code), str(code))


def _is_count(total: SumExpression) -> bool:
    return len(total.terms) > 1 and all(factor == 1 and isinstance(part, Condition) for factor, part in total.terms)


def _sum(total: SumExpression, language: Language) -> str:
    text = ""
    terms = (*total.terms, *([(total.constant, None)] if total.constant or not total.terms else []))
    for term in _few(terms, MOST_JOINED):
        if term is None:
            text += f" + {_left_out(terms, language)}"
            continue
        factor, part = term
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        size = abs(factor)
        if part is None:
            text += f"{sign}{size}"
        else:
            times = "" if size == 1 else f"{size}·"
            text += f"{sign}{times}{_factor(part, language)}"
    return text


def _factor(part: Expression, language: Language) -> str:
    number = isinstance(part, SumExpression) and not part.terms
    divided = isinstance(part, Function) and part.name in ("//", "%", "div", "rem")
    plain = number or (isinstance(part, Unknown | Function | Item) and not divided)
    return worded(part, language) if plain else f"({worded(part, language)})"


def _function(function: Function | Item, language: Language) -> str:
    if isinstance(function, Item):
        items = ", ".join(_listed(function.items, language, _item_in(function.vocabulary), _MOST_NAMED))
        return f"[{items}][{worded(function.place, language)}]"
    if function.name == "abs":
        return f"|{worded(function.arguments[0], language)}|"
    if function.name in ("min", "max"):
        return f"{function.name}({_named(function.arguments, language)})"
    sign = {"*": "·", "//": " // ", "%": " mod ", "div": " div ", "rem": " rem "}[function.name]
    return sign.join(_listed(function.arguments, language, _factor, MOST_JOINED))


def _item_in(words: Mapping[str, int]) -> Callable[[Expression, Language], str]:
    """Return a function that writes an item of a list as text; among words, a number is the code of a word."""
    return lambda item, language: (
        in_words(item.constant, words) if words and isinstance(item, SumExpression) else worded(item, language)
    )


def _joined(condition: Joined, language: Language) -> str:
    if condition.joint == "not":
        (denied,) = condition.joins
        if isinstance(denied, FactExpression):
            return worded(denied, language).replace(" = ", " ≠ ", 1)
        template = _NOT_PLAIN if isinstance(denied, Unknown) else _NOT
        return _filled(template, language, worded(denied, language))
    parts = _listed(condition.joins, language, _part, MOST_JOINED)
    if condition.joint == "implies":
        return _filled(_IF, language, *parts)
    return _JOINTS[condition.joint].wording(language).join(parts)


def _literal(part: Condition, language: Language) -> str:
    """Return a part of a disjunction as text, the many negated variables by a short path."""
    if type(part) is Joined and part.joint == "not" and type(part.joins[0]) is Bool:
        return f"{_NEGATED.wording(language)}{part.joins[0].name}"
    return _part(part, language)


def _part(part: Condition, language: Language) -> str:
    nested = isinstance(part, Joined) and part.joint != "not"
    return f"({worded(part, language)})" if nested else worded(part, language)


def _claim(condition: Expression, language: Language) -> str:
    match condition:
        case Different() if condition.apart_from:
            words = {word: code for item in condition.items for word, code in item.vocabulary.items()}
            apart = ", ".join(in_words(value, words) for value in sorted(condition.apart_from))
            return _filled(_APART, language, _named(condition.items, language), apart)
        case Different():
            return _filled(_DIFFERENT, language, _named(condition.items, language))
        case InTable():
            template = _ROW if condition.allowed else _NO_ROW
            return _filled(template, language, _named(condition.over, language), len(condition.rows))
        case Accepted():
            return _filled(_READ, language, _named(condition.over, language))
        case Differing():
            return _filled(_DIFFER, language, _named(condition.left, language), _named(condition.right, language))
        case ConnectedCells():
            return _filled(_CONNECTED, language, _named(condition.holding, language))
        case SingleLoop():
            return _filled(_LOOP, language, _named(condition.holding, language))
        case Disjoint():
            template = _DISJOINT_ON if condition.resource else _DISJOINT
            return _filled(template, language, _intervals(condition.intervals, language), condition.resource)
        case WithinCapacity():
            template = _CAPACITY_OF if condition.resource else _CAPACITY
            names, capacity = _intervals(condition.intervals, language), worded(condition.capacity, language)
            return _filled(template, language, names, capacity, condition.resource)
    return _on_numbers(condition, language)


def _on_numbers(condition: Expression, language: Language) -> str:
    match condition:
        case OnCircuit():
            optional = _SOME_CIRCUIT if condition.optional else _CIRCUIT
            template = optional if condition.depot is None else _ROUTES
            return _filled(template, language, _named(condition.over, language), condition.depot)
        case Inverted():
            return _filled(_INVERSE, language, _named(condition.left, language), _named(condition.right, language))
        case LexicallyOrdered():
            template = _LEXICAL_STRICT if condition.strict else _LEXICAL
            return _filled(template, language, _named(condition.left, language), _named(condition.right, language))
        case Occurrences():
            words = {word: code for item in condition.over for word, code in item.vocabulary.items()}
            counts = [
                _filled(_TIMES, language, in_words(value, words), worded(count, language))
                for value, count in zip(condition.values, condition.counts, strict=True)
            ]
            template = _OCCUR_ONLY if condition.closed else _OCCUR
            listing = ", ".join(
                _left_out(counts, language) if count is None else count for count in _few(counts, _MOST_NAMED)
            )
            return _filled(template, language, _named(condition.over, language), listing)
        case DistinctCount():
            number = worded(condition.number, language)
            return _filled(_VALUES[condition.op], language, _named(condition.over, language), number)
    raise NotImplementedError(type(condition).__name__)


def _intervals(intervals: Sequence[TaskInterval], language: Language) -> str:
    names = [interval.name for interval in intervals]
    return ", ".join(_left_out(names, language) if name is None else name for name in _few(names, _MOST_NAMED))


def _named(parts: Sequence[Expression], language: Language) -> str:
    return ", ".join(_listed(parts, language, worded, _MOST_NAMED))


def _listed(parts: Sequence[Part], language: Language, word: Callable[[Part, Language], str], most: int) -> list[str]:
    """List parts as text, shortened if there are many."""
    return [_left_out(parts, language) if part is None else word(part, language) for part in _few(parts, most)]


def _few(parts: Sequence[T], most: int) -> Sequence[T | None]:
    """Shorten a long list to its first parts, None for the omitted ones, and the last part."""
    return parts if len(parts) <= most else [*parts[:2], None, parts[-1]]


def _left_out(parts: Sequence[object], language: Language) -> str:
    return f"... ({_filled(_MORE, language, len(parts) - 3)}) ..."


def _filled(template: Message, language: Language, *arguments: Any) -> str:
    return template.wording(language).format(*arguments)


LoweringHooks.text = worded
