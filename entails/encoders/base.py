"""`Encoder`: a pure function from a puzzle to an encoding, with a name to choose it by."""

from typing import Protocol, TypeVar

from entails.models.encoding import Encoding, Kind

P_contra = TypeVar("P_contra", contravariant=True)
A = TypeVar("A")


class Encoder(Protocol[P_contra, A]):
    """One way to say a puzzle as constraints.

    `explains` tells that the encoding keeps what the puzzle states in doubtable groups, so that a contradiction can be
    put in words; encoders that simplify with the givens lose that.
    """

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> Kind: ...

    @property
    def summary(self) -> str: ...

    @property
    def explains(self) -> bool: ...

    def encode(self, puzzle: P_contra) -> Encoding[A]: ...
