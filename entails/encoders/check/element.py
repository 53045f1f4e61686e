"""The item at an index has this value."""

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Element

_NO_ITEM = Template("{index}, and there is no such item", "{index}, et il n'y a pas de tel élément")
_ITEM = Template(
    "{index}, and the item there is {found}, not {wanted}", "{index}, et l'élément est {found}, pas {wanted}"
)


def faults(said: Element, known: Known) -> Faults:
    place = known.values[said.index] - said.first
    if not 0 <= place < len(said.items):
        return known.fault(said, _NO_ITEM(index=known.told((said.index,))))
    there, wanted = _read(said.items[place], known), _read(said.value, known)
    if there == wanted:
        return NO_FAULT
    shown, instead = _shown(there, said, known), _shown(wanted, said, known)
    return known.fault(said, _ITEM(index=known.told((said.index,)), found=shown, wanted=instead))


def _read(item: tuple[str, int], known: Known) -> int:
    kind, number = item
    return known.values[number] if kind == "var" else number


def _shown(value: int, said: Element, known: Known) -> int | str:
    """The value as one of the variables would show it, where one has it."""
    variables = (known.statement.variables[number] for kind, number in (*said.items, said.value) if kind == "var")
    return next((variable.shown(value) for variable in variables if value in variable.values), value)
