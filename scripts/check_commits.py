"""Check the subjects of commits since the one that set version 0.2.0.

    python scripts/check_commits.py

A subject is an imperative of at most 72 characters that begins with a capital letter and ends without a period.
Merge commits are not checked. Without git or its history, the check says so and passes. Exit code 1 if a subject is
reported.
"""

import re
import subprocess
import sys

LONGEST = 72
VERSION = 'version = "0.2.0"'
# Third person, past tense and gerund; words that are imperatives all the same.
NOT_IMPERATIVE = re.compile(r"^(?:\w+(?:[^su]s|ed|ing))\b")
IMPERATIVE = {
    "Address",
    "Bring",
    "Embed",
    "Feed",
    "Focus",
    "Need",
    "Pass",
    "Press",
    "Process",
    "Seed",
    "Shed",
    "Speed",
    "Spring",
    "String",
    "Wed",
}


def problem(subject: str) -> str | None:
    """Return why a commit subject is invalid, or None."""
    word = re.match(r"\w+", subject)
    if len(subject) > LONGEST:
        return f"{len(subject)} characters; expected at most {LONGEST}"
    if word is None or not subject[0].isupper():
        return "expected a capital letter first"
    if subject.endswith("."):
        return "expected no period at the end"
    if NOT_IMPERATIVE.match(subject) and word[0] not in IMPERATIVE:
        return f"{word[0]!r} is no imperative"
    return None


def git(*arguments: str) -> str | None:
    """Return the output of git; None if git fails."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def main() -> int:
    """Print every invalid subject; return the exit code."""
    since = git("log", "--format=%H", "--diff-filter=AM", f"-S{VERSION}", "--reverse", "--", "pyproject.toml")
    if not since:
        print("commit subjects: not checked (no git, or no commit here sets version 0.2.0)")
        return 0
    subjects = git("log", "--no-merges", "--format=%h %s", f"{since.splitlines()[0]}..HEAD") or ""
    wrong = [(line, fault) for line in subjects.splitlines() if (fault := problem(line.partition(" ")[2]))]
    for line, fault in wrong:
        print(f"{line}: {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
