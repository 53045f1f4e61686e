"""Proofs that no tree is better, for people."""

from typing import TYPE_CHECKING

from clausal.cli.output import say

if TYPE_CHECKING:
    from clausal.cli.answering import Asked


def prove(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        if report.better is not None:
            said = f"{report.better.upper()} takes {report.better_total:,} guesses, fewer than {report.at_least:,}"
            say(f"not so: {said}", "red")
            continue
        of = f"{report.refuted:,} of {report.openers:,} openers that counting does not refute"
        if report.complete:
            say(f"proven: no tree takes fewer than {report.at_least:,} guesses ({of})", "green")
        else:
            say(f"proven in part: no tree that begins with one of {of} takes fewer than {report.at_least:,} guesses")
        if report.file is not None:
            say(f"written to {report.file}; clausal wordle check-proof {report.file} checks it", "dim")


def check_proof(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        if report.fault is not None:
            say(f"not proven: {report.fault}", "red")
        elif report.complete:
            say(f"checked: no tree takes fewer than {report.at_least:,} guesses ({report.lemmas:,} lemmas)", "green")
        else:
            say(
                f"checked: no tree that begins with one of these {report.openers:,} openers takes fewer than "
                f"{report.at_least:,} guesses ({report.lemmas:,} lemmas; {report.missing:,} openers are not spoken of)",
                "yellow",
            )


def absurdle(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        for number, (guess, marks) in enumerate(zip(report.guesses, report.marks, strict=True), 1):
            say(f"{number:>3}. {guess.upper()}  {marks}")
        if report.survive is not None:
            most = (
                "no game is longer"
                if report.proven
                else f"not proven to be the longest; none has over {report.bound:,}"
            )
            say(f"{report.count} guesses until {report.survive.upper()} is found: {most}", "bold")
        elif report.proven:
            say(f"{report.count} guesses force a win, and fewer never do", "green")
        else:
            say(f"undecided: fewer than {report.bound} guesses never do (--sets looks further)", "yellow")
