"""The folder of a batch: a manifest, a journal while parts are being written, and a lock.

`_manifest.json` holds the query, the inputs, the version and, at the end, the list of parts. It does not depend on
time, machine or number of processes. A part is written atomically, then recorded in the journal. A later run compares
every recorded part with its sha256 and computes those again that do not match. The manifest and every line of the
journal carry a sha256 of their own (`check`). The lock is on the folder itself and is released when its process ends.
Readers of Parquet folders skip names that begin with an underscore.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from entails.batch.answer import Done
from entails.data.files import file_pieces, whole_file
from entails.models.errors import InvalidFile, InvalidOption

MANIFEST, JOURNAL = "_manifest.json", "_journal.jsonl"
_OLD_MANIFEST, _OLD_JOURNAL = "manifest.json", "journal.jsonl"
"""Names in folders of earlier versions, whose files have no `check`."""
_OLD_KEYS = {"said": "options"}
"""Keys in manifests of earlier versions, and today's names."""
Noted = dict[str, Any]
_COUNTS = ("part", "rows", "kept", "bad")


def fingerprint(path: str) -> dict[str, Any]:
    """Return name, size and sha256 of an input; a resumed batch compares them to notice changed inputs."""
    digest, size = sha256(), 0
    for piece in file_pieces(path):
        digest.update(piece)
        size += len(piece)
    return {"name": Path(path).name, "bytes": size, "sha256": digest.hexdigest()}


class Manifest:
    """The record of a batch's finished parts, kept in its folder.

    Attributes:
        plan: The query, its options and its inputs.
        is_complete: Whether all parts are finished.
        damaged: Number of recorded parts that are missing or do not match their sha256.
    """

    def __init__(self, folder: Path, plan: Mapping[str, Any], ending: str) -> None:
        self.folder = folder
        self.plan = dict(plan)
        self._ending = ending
        self._parts: dict[int, Noted] = {}
        self.is_complete = False
        self.damaged = 0

    @contextmanager
    def opened(self) -> Iterator["Manifest"]:
        """Lock the folder and resume an earlier run of the same plan; raise an error if the plan differs."""
        with _writable(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with _locked(self.folder):
            for unfinished in self.folder.glob(f".{MANIFEST}.*.part"):  # of a process that was killed
                unfinished.unlink(missing_ok=True)
            begins = not self._resume()
            if begins and any(self.folder.iterdir()):
                problem = f"the folder holds other files and no {MANIFEST}"
                raise InvalidOption(problem, where=str(self.folder), expected="an empty folder, or a new one")
            if begins:
                self._write({"parts": None})
            for unfinished in self.folder.glob(".*.part"):
                unfinished.unlink(missing_ok=True)
            try:
                yield self
            except BaseException:
                if begins and not self._parts:
                    self._remove()
                raise

    def _remove(self) -> None:
        """Remove the folder of a run that finished no part."""
        with suppress(OSError):  # it may hold files of others
            (self.folder / MANIFEST).unlink(missing_ok=True)
            self.folder.rmdir()

    def _resume(self) -> bool:
        """Take over the intact parts of an earlier run; return whether there was an earlier run."""
        path, old = self.folder / MANIFEST, self.folder / _OLD_MANIFEST
        is_old = not path.exists() and old.exists()
        if not is_old and not path.exists():
            return False
        known = _read(old if is_old else path, is_sealed=not is_old)
        self._reject_another_plan({_OLD_KEYS.get(key, key): value for key, value in known.items() if key != "parts"})
        noted = known.get("parts")
        if noted is None:
            noted = _lines(self.folder / (_OLD_JOURNAL if is_old else JOURNAL), is_sealed=not is_old)
        self._parts = {part["part"]: part for part in noted if self._is_intact(part)}
        self.damaged = len({part["part"] for part in noted} - self._parts.keys())
        self.is_complete = known.get("parts") is not None and not self.damaged
        if not self.is_complete:
            self._write_journal()
        if is_old:
            self._write({"parts": known.get("parts")})
        for name in (_OLD_JOURNAL, _OLD_MANIFEST, *([JOURNAL] if self.is_complete else [])):
            (self.folder / name).unlink(missing_ok=True)
        return True

    def _reject_another_plan(self, before: Mapping[str, Any]) -> None:
        if before != self.plan:
            name = next(name for name in {**self.plan, **before} if before.get(name) != self.plan.get(name))
            problem = f"this folder was started with another {_WORDS.get(name, name)} ({_short(before.get(name))})"
            raise InvalidOption(
                problem, where=str(self.folder), expected=f"{_short(self.plan.get(name))} in a new folder"
            )

    def _is_intact(self, part: Noted) -> bool:
        path = self.path(part["part"])
        return path.is_file() and fingerprint(str(path))["sha256"] == part["sha256"]

    def path(self, number: int) -> Path:
        return self.folder / f"part-{number:06}.{self._ending}"

    def has(self, number: int) -> bool:
        return number in self._parts

    @property
    def parts(self) -> list[Noted]:
        """The records of finished parts, in order."""
        return [self._parts[number] for number in sorted(self._parts)]

    def add(self, done: Done) -> None:
        """Write a part and record it in the journal."""
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
            journal.write(_line(noted))

    def complete(self) -> None:
        """Record that all parts are finished."""
        self._write({"parts": self.parts})
        (self.folder / JOURNAL).unlink(missing_ok=True)
        self.is_complete = True

    def _write(self, more: Mapping[str, Any]) -> None:
        with _writable(self.folder), whole_file(self.folder / MANIFEST) as file:
            file.write(f"{json.dumps(_sealed({**self.plan, **more}), indent=1)}\n")

    def _write_journal(self) -> None:
        with _writable(self.folder), whole_file(self.folder / JOURNAL) as file:
            file.writelines(map(_line, self.parts))


_WORDS = {
    "entails": "version of Entails",
    "options": "set of options",
    "where": "condition",
    "part_rows": "--part-rows",
    "form": "format",
    "question": "command",
}


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with its sha256 added, by which damage is noticed."""
    text = json.dumps(content, sort_keys=True)
    return {**content, "check": sha256(text.encode()).hexdigest()}


def _line(noted: Noted) -> str:
    return f"{json.dumps(_sealed(noted))}\n"


def _opened(text: str, *, is_sealed: bool) -> dict[str, Any]:
    """Return the content of a JSON object without its sha256; raise ValueError if the sha256 does not match."""
    content = json.loads(text)
    if not isinstance(content, dict):
        raise ValueError("not an object")
    check = content.pop("check", None)
    if is_sealed and _sealed(content)["check"] != check:
        raise ValueError("the check does not match")
    return content


def _read(path: Path, *, is_sealed: bool) -> dict[str, Any]:
    try:
        known = _opened(path.read_text("utf-8"), is_sealed=is_sealed)
        if not all(map(_is_note, known.get("parts") or ())):
            raise ValueError("not a list of parts")
        return known
    except (OSError, ValueError, TypeError, RecursionError):
        problem = "not the manifest of a batch, or damaged"
        raise InvalidFile(problem, where=str(path), expected="an intact manifest, or a new folder") from None


def _lines(path: Path, *, is_sealed: bool) -> list[Noted]:
    """Return the records in the journal. A damaged line is skipped, so that its part is computed again."""
    noted = []
    for line in path.read_text("utf-8", "replace").splitlines() if path.is_file() else ():
        with suppress(ValueError, RecursionError):
            note = _opened(line, is_sealed=is_sealed)
            if _is_note(note):
                noted.append(note)
    return noted


def _is_note(note: Any) -> bool:
    """Return whether a value is a valid record of a finished part."""
    if not isinstance(note, dict) or note.keys() != {*_COUNTS, "sha256"} or not isinstance(note["sha256"], str):
        return False
    return all(type(note[name]) is int and note[name] >= 0 for name in _COUNTS)


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
