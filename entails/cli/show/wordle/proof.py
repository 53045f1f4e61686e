"""Proofs that no tree is better, for people."""

from typing import TYPE_CHECKING

from entails.cli.output import say

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.questions.wordle.check_proof import CertificateVerdict
    from entails.questions.wordle.prove import ProveReport


def prove(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        if report.better is not None:
            said = f"{report.better.upper()} takes {_guesses(report, report.better_total)}, fewer than was to be proven"
            say(f"not so: {said}", "red")
            continue
        of = f"{report.refuted:,} of {report.openers:,} openers that counting does not refute"
        if report.complete:
            say(f"proven: no tree{_mode(report)} takes fewer than {_guesses(report, report.at_least)} ({of})", "green")
        else:
            fewer = f"takes fewer than {_guesses(report, report.at_least)}{_mode(report)}"
            say(f"proven in part: no tree that begins with one of {of} {fewer}")
        if report.file is not None:
            say(f"written to {report.file}; entails wordle check-proof {report.file} checks it", "dim")


def check_proof(asked: "Asked") -> None:
    for found in asked:
        report = found.report
        if report.fault is not None:
            say(f"not proven: {report.fault}", "red")
        elif report.complete:
            fewer = f"takes fewer than {_guesses(report, report.at_least)}"
            say(f"checked: no tree{_mode(report)} {fewer} ({report.lemmas:,} lemmas)", "green")
        else:
            say(
                f"checked: no tree{_mode(report)} that begins with one of these {report.openers:,} openers takes fewer "
                f"than {_guesses(report, report.at_least)} ({report.lemmas:,} lemmas; {report.missing:,} openers are "
                "not spoken of)",
                "yellow",
            )


def _mode(report: "ProveReport | CertificateVerdict") -> str:
    return " in hard mode" if report.hard else ""


def _guesses(report: "ProveReport | CertificateVerdict", total: int) -> str:
    """A total; by how likely each word is, the mean."""
    if report.weight is None:
        return f"{total:,} guesses"
    return f"{total / report.weight:.4f} guesses on average by how likely each word is"


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
