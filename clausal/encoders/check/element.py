"""The item at an index has this value."""

from clausal.encoders.check.known import NO_FAULT, Faults, Known
from clausal.models.sentence import Template
from clausal.models.statement import Element

_NO_ITEM = Template("{index}, and there is no such item", "{index}, et il n'y a pas de tel élément")
_ITEM = Template(
    "{index}, and the item there is {found}, not {wanted}", "{index}, et l'élément est {found}, pas {wanted}"
)


def faults(said: Element, known: Known) -> Faults:
    place = known.values[said.index] - said.first
    if not 0 <= place < len(said.items):
        return known.fault(said, _NO_ITEM(index=known.told((said.index,))))
    found, wanted = _read(said.items[place], known), _read(said.value, known)
    if found == wanted:
        return NO_FAULT
    return known.fault(said, _ITEM(index=known.told((said.index,)), found=found, wanted=wanted))


def _read(item: tuple[str, int], known: Known) -> int:
    kind, number = item
    return known.values[number] if kind == "var" else number
