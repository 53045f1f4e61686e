"""Which parts are done: a folder with a plan, a journal while it is being filled, and a lock.

`manifest.json` says what was asked, of which inputs, by which version, and at the end which parts there are. Nothing in
it depends on when, where or by how many the work was done. A part is written whole or not at all, then noted in the
journal; who comes later believes the journal. The lock is on the folder itself and goes with the process that holds it.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from clausal.batch.work import Done
from clausal.data.files import file_pieces, whole_file
from clausal.models.errors import InvalidFile, InvalidOption

MANIFEST, JOURNAL = "manifest.json", "journal.jsonl"
Noted = dict[str, Any]


def fingerprint(path: str) -> dict[str, Any]:
    """An input, so that another one is noticed."""
    said, size = sha256(), 0
    for piece in file_pieces(path):
        said.update(piece)
        size += len(piece)
    return {"name": Path(path).name, "bytes": size, "sha256": said.hexdigest()}


class Manifest:
    """The parts in a folder. `plan` is what they answer."""

    def __init__(self, folder: Path, plan: Mapping[str, Any], ending: str) -> None:
        self.folder = folder
        self.plan = dict(plan)
        self._ending = ending
        self._parts: dict[int, Noted] = {}
        self.is_complete = False

    @contextmanager
    def opened(self) -> Iterator["Manifest"]:
        """The folder is ours for the while; what others have done of the same plan is known, another plan refused."""
        with _writable(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with _locked(self.folder):
            path = self.folder / MANIFEST
            begins = not path.exists()
            if not begins:
                self._resume(_read(path))
            elif any(self.folder.iterdir()):
                raise InvalidOption(
                    "the folder holds other things", where=str(self.folder), expected="an empty folder, or a new one"
                )
            else:
                self._write({"parts": None})
            for left in self.folder.glob(".*.part"):  # of a process that was ended
                left.unlink(missing_ok=True)
            try:
                yield self
            except BaseException:
                if begins and not self._parts:
                    self._forget()
                raise

    def _forget(self) -> None:
        """Nothing came of it: the folder is not taken for one in which work was begun."""
        with suppress(OSError):  # it may hold what others have put there
            (self.folder / MANIFEST).unlink(missing_ok=True)
            self.folder.rmdir()

    def _resume(self, known: Mapping[str, Any]) -> None:
        before = {name: value for name, value in known.items() if name != "parts"}
        if before != self.plan:
            other = next(name for name in {**self.plan, **before} if before.get(name) != self.plan.get(name))
            told = f"this folder was begun with another {_WORDS.get(other, other)} ({_short(before.get(other))})"
            raise InvalidOption(
                told, where=str(self.folder), expected=f"{_short(self.plan.get(other))} in a new folder"
            )
        self.is_complete = known.get("parts") is not None
        noted = known["parts"] if self.is_complete else _lines(self.folder / JOURNAL)
        self._parts = {part["part"]: part for part in noted if self.path(part["part"]).is_file()}

    def path(self, number: int) -> Path:
        return self.folder / f"part-{number:06}.{self._ending}"

    def has(self, number: int) -> bool:
        return number in self._parts

    @property
    def parts(self) -> list[Noted]:
        """What is done, in order."""
        return [self._parts[number] for number in sorted(self._parts)]

    def add(self, done: Done) -> None:
        """Keep a part."""
        with whole_file(self.path(done.number), binary=True) as file:
            file.write(done.content)
        noted = {
            "part": done.number,
            "rows": done.rows,
            "kept": done.kept,
            "bad": done.bad,
            "sha256": sha256(done.content).hexdigest(),
        }
        self._parts[done.number] = noted
        with (self.folder / JOURNAL).open("a", encoding="utf-8") as journal:
            journal.write(f"{json.dumps(noted)}\n")

    def complete(self) -> None:
        """All parts are there."""
        self._write({"parts": self.parts})
        (self.folder / JOURNAL).unlink(missing_ok=True)
        self.is_complete = True

    def _write(self, more: Mapping[str, Any]) -> None:
        with _writable(self.folder), whole_file(self.folder / MANIFEST) as file:
            file.write(f"{json.dumps({**self.plan, **more}, indent=1)}\n")


_WORDS = {"clausal": "version of Clausal", "said": "set of options", "where": "condition", "part_rows": "--part-rows"}


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _read(path: Path) -> dict[str, Any]:
    try:
        known: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return known
    except (OSError, ValueError):
        raise InvalidFile("this is no manifest of a batch", where=str(path), expected="another folder") from None


def _lines(path: Path) -> list[Noted]:
    """What the journal says; its last line may have been cut short."""
    noted = []
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        with suppress(ValueError):
            noted.append(json.loads(line))
    return noted


@contextmanager
def _writable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidFile(f"cannot be written ({(error.strerror or str(error)).lower()})", where=str(folder)) from None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    if os.name != "posix":
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidOption("another process is filling this folder", where=str(folder)) from None
        yield
    finally:
        os.close(descriptor)
