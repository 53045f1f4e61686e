"""Printed results of the Wordle queries about games: check, candidates, suggest, analyse, boards and decode."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from entails.cli.exit import print_error, remark
from entails.cli.output import console, draw, folded, print_line, say
from entails.formats.wordle.share import SPARE_GUESSES, rows_of_tiles
from entails.locale import wordle as messages
from entails.locale.message import CUT, MAYBE_MORE, NUMBER_OF_COUNT, ONE_CHANGE, STOPPED, decimal_text, series

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.locale.message import Language
    from entails.models.wordle.history import Wordle
    from entails.models.wordle.reports import AnalyseReport, BoardsReport, TurnAnalysis, WordleBoardReport
    from entails.queries.wordle.check import GuessRepair, WordleCheckReport
    from entails.queries.wordle.guesses import SuggestionReport, Suggestions
    from entails.queries.wordle.playing import GuessAnalysis
    from entails.solvers.wordle.suggest import Ranking, Suggestion, WordHint

_GUESS_COLUMNS = (1, 5)
_SHOWN_BITS = 8
_SHOWN_WORDS = 8


def analyse(run: "QueryRun") -> None:
    for result in run:
        speech = _speech(result.value, run)
        if run.is_one:
            _show_analysis(result.value, run, speech)
        else:
            print_line(f"{result.report.puzzle}  {_skill(result.report, speech)}")


def _speech(analysis: "GuessAnalysis", run: "QueryRun") -> "Language":
    """Return the language of the sentences: that of the option `--language`, else that of the words."""
    lexicon = analysis.game.lexicon
    chosen_language: Language | None = run.options.language
    return chosen_language or ("fr" if lexicon is not None and lexicon.language == "fr" else "en")


def _show_analysis(analysis: "GuessAnalysis", run: "QueryRun", speech: "Language") -> None:
    report = analysis.report
    if not report.turns:
        say(messages.NO_GUESS_TO_ANALYSE.say(speech))
        return
    draw(run.puzzle_type.markup(analysis.game, None))
    say("")
    _turns_table(report.turns, speech)
    say("")
    for turn in report.turns:
        if not turn.allowed:
            remark(messages.NOT_HERE.say(speech, word=turn.word.upper()))
    for note in _falls_back(report, speech):
        say(note, "yellow")
    for line in folded(_skill(report, speech), 2):
        say(line, "bold" if report.consistent else "red")


def _turns_table(turns: "Sequence[TurnAnalysis]", speech: "Language") -> None:
    """Print a table with one row per guess, then the verdicts as sentences.

    The columns are the words before and after the guess, the expected further guesses of this guess and of the best
    one, the skill, the bits and the luck.
    """
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(["", *messages.ANALYSIS_HEADINGS.say(speech).split("|")]):
        table.add_column(heading, justify="left" if place in _GUESS_COLUMNS else "right")
    for number, turn in enumerate(turns, 1):
        table.add_row(
            f"{number}.",
            turn.guess.upper(),
            _whole(turn.before, speech),
            _whole(turn.after, speech),
            _number(turn.expected, speech),
            messages.AS_GOOD_AS_ANY.say(speech) if turn.skill == 100 else turn.best.upper(),
            _number(turn.best_expected, speech),
            f"{turn.skill}",
            _number(turn.bits_won, speech),
            _number(turn.bits, speech),
            _signed(turn.luck_turns, speech),
        )
    console().print(table)
    say("")
    for number, turn in enumerate(turns, 1):
        for line in folded(f"{number}. {turn.verdict}", 3):
            say(line)


def _falls_back(report: "AnalyseReport", speech: "Language") -> Iterator[str]:
    """Yield a note for each guess after which only a larger word list still has candidates for the secret."""
    source = "answers"
    for number, turn in enumerate(report.turns, 1):
        if turn.secrets != source and turn.after:
            source = turn.secrets
            yield messages.FALLS_BACK[source].say(speech, number=number)


def _number(value: float | None, speech: "Language") -> str:
    return "-" if value is None else decimal_text(value, speech)


def _signed(value: float | None, speech: "Language") -> str:
    """Return a number with its sign; zero is +0."""
    if value is None:
        return "-"
    rounded = round(value, 2) + 0.0
    return ("+" if rounded >= 0 else "") + decimal_text(rounded, speech)


def _whole(value: int, speech: "Language") -> str:
    return f"{value:,}" if speech == "en" else f"{value:,}".replace(",", "\u202f")


def _skill(report: "AnalyseReport", speech: "Language") -> str:
    """Return one sentence that sums up the skill in a game."""
    if report.problem is not None:
        return report.problem
    number = len(report.turns)
    guesses = messages.GUESSES(number)
    if report.solved:
        end = messages.GAME_FOUND.say(speech, word=(report.secret or "").upper(), guesses=guesses)
    elif report.turns:
        left = report.turns[-1].after
        end = messages.GAME_OPEN.say(left, speech, left=_whole(left, speech), guesses=guesses)
    else:
        return messages.NO_GUESS.say(speech)
    skill = [] if report.skill is None else [messages.GAME_SKILL.say(speech, skill=report.skill)]
    skill += [] if report.lost is None else [messages.GAME_LOST.say(speech, lost=_number(report.lost, speech))]
    luck = (
        [] if report.luck_turns is None else [messages.GAME_LUCK.say(speech, luck=_signed(report.luck_turns, speech))]
    )
    bits = messages.GAME_BITS.say(speech, won=_number(report.bits_won, speech), bits=_number(report.bits, speech))
    return f"{end}{' :' if speech == 'fr' else ':'} {', '.join([*skill, *luck, bits])}"


def boards(run: "QueryRun") -> None:
    for result in run:
        _show_boards(result.report)


def _show_boards(report: "BoardsReport") -> None:
    from rich.table import Table

    most = len(report.boards) + SPARE_GUESSES
    say(f"{report.guesses} of {most} guesses, {report.solved} of {len(report.boards)} boards solved", "bold")
    say("")
    table = Table(box=None, pad_edge=False)
    for heading in ("board", "left", "words"):
        table.add_column(heading, justify="left" if heading == "words" else "right", overflow="fold")
    for board in report.boards:
        colour = "red" if not board.count else "green" if board.solved else None
        table.add_row(
            str(board.board), "-" if board.solved and board.count else f"{board.count:,}", _words(board), style=colour
        )
    console().print(table)
    for board in report.boards:
        if board.secrets != "answers" and board.count:
            say(messages.BOARD_FALLS_BACK[board.secrets].say("en", number=board.board), "yellow")
    say("")
    if not report.consistent:
        wrong = next(board for board in report.boards if not board.count)
        say(f"board {wrong.board} has no word left: see entails wordle check {wrong.history}", "red")
    elif report.suggestions:
        _show_suggestions(report)
    else:
        say("all boards are solved", "green")


def _words(board: "WordleBoardReport") -> str:
    if board.solved and board.count:
        return f"{board.candidates[0].upper()} solved"
    return " ".join(board.candidates).upper() + (" ..." if board.truncated else "") or "none"


def _show_suggestions(report: "BoardsReport") -> None:
    from rich.table import Table

    columns = [board.board for board in report.boards if not board.solved][:_SHOWN_BITS]
    table = Table(box=None, pad_edge=False)
    searched = ["to go"] if any(suggestion.expected is not None for suggestion in report.suggestions) else []
    for heading in ("", "guess", *searched, "bits", *(f"#{number}" for number in columns)):
        table.add_column(heading, justify="left" if heading == "guess" else "right")
    for place, suggestion in enumerate(report.suggestions, 1):
        bits = [f"{suggestion.board_bits[number - 1]:.2f}" for number in columns]
        bold = "bold" if place == 1 else None
        to_go = ["-" if suggestion.expected is None else f"{suggestion.expected:.2f}"] if searched else []
        table.add_row(f"{place}.", suggestion.word.upper(), *to_go, f"{suggestion.bits:.3f}", *bits, style=bold)
    console().print(table)
    best = report.suggestions[0]
    sure = [str(number) for number, chance in enumerate(best.chances, 1) if chance == 1]
    if sure:
        which = f"board {sure[0]}" if len(sure) == 1 else f"boards {' and '.join(sure)}"
        say("")
        say(f"{best.word.upper()} is the only word left on {which}.")


def decode(run: "QueryRun") -> None:
    from rich.table import Table

    listed = _SHOWN_WORDS if run.options.show is None else None
    for result in run:
        report, share = result.report, result.puzzle.share
        if report.answer is None:
            some = report.answers[:listed]
            rest = " ..." if (report.count or 0) > len(some) else ""
            if report.possible:
                are = "1 word" if report.count == 1 else f"{report.count:,} words"
                say(f"{are} can be the answer: {' '.join(some).upper()}{rest}")
        else:
            table = Table(box=None, pad_edge=False)
            for heading in ("", "row", "words", ""):
                table.add_column(heading, justify="right" if heading == "words" else "left", overflow="fold")
            for row, drawn in zip(report.rows, rows_of_tiles(share.rows, share.length), strict=True):
                words = row.words[:listed]
                words_shown = " ".join(words).upper() + (" ..." if row.count > len(words) else "")
                table.add_row(f"{row.row}.", drawn, f"{row.count:,}", words_shown, style=None if row.count else "red")
            console().print(table)
        if report.problem is not None:
            say(f"\n{report.problem}" if report.rows else report.problem, "red")


_LISTED = 60
"""Default number of words shown."""
_FEW = 10
_SHOWN = 12
WORTH_SAYING = 0.005
"""Minimum average saving, in guesses, for which a better guess is mentioned."""
_FEW_ANSWERS = 3
"""Number of answers left up to which the other allowed words that fit are shown too."""


def check(run: "QueryRun") -> None:
    for result in run:
        if run.is_one:
            show_check(
                result.report, result.puzzle, _LISTED if run.options.show is None else None, run.options.language
            )
        else:
            print_line(f"{run.puzzle_type.format(result.puzzle)}  {_verdict(result.report, run.options.language)[0]}")


def show_check(
    report: "WordleCheckReport", puzzle: "Wordle", listed: int | None = _LISTED, speech: "Language" = "en"
) -> None:
    """Print the guesses as tiles and the verdict, then the words left or the conflicts."""
    _draw_guesses(puzzle)
    for word in report.unknown:
        remark(messages.IN_NO_LIST.say(speech, word=word.upper()))
    say(*_verdict(report, speech))
    if report.consistent:
        _show_words(report, listed, speech)
    elif report.consistent is False:
        _show_reasons(report, puzzle, speech)


def _verdict(report: "WordleCheckReport", speech: "Language" = "en") -> tuple[str, str]:
    """Return the verdict in one line, and its colour."""
    if report.consistent is None:
        return STOPPED.say(speech, reason=str(report.reason)), "yellow"
    if report.consistent:
        key = "word" if report.lexicon is not None else "string"
        count = f"{'' if report.exact else messages.MORE_THAN.say(speech)}{report.count:,}"
        return messages.CONSISTENT[key].say(report.count, speech, count=count), "green"
    return messages.INCONSISTENT[report.blame].say(speech, lexicon=str(report.lexicon)), "red"


def _show_words(report: "WordleCheckReport", listed: int | None, speech: "Language") -> None:
    shown = report.candidates[:listed]
    words = " ".join(shown).upper()
    rest = report.count - len(shown)
    more = messages.AND_MORE.say(speech, rest=f"{rest:,}") if rest else " ..." if not report.exact else ""
    for line in folded(words + more, 2):
        print_line(f"  {line}")
    if report.forced and report.count > 1:
        print_line("")
        print_line(messages.CERTAIN.say(speech, forced=", ".join(report.forced)))


def _show_reasons(report: "WordleCheckReport", puzzle: "Wordle", speech: "Language") -> None:
    for number, conflict in enumerate(report.conflicts, 1):
        several = len(report.conflicts) > 1
        which = NUMBER_OF_COUNT.say(speech, number=number, count=len(report.conflicts)) if several else ""
        say("\n" + messages.CONFLICT_HEADING.say(speech, which=which), "bold")
        for text in conflict.texts:
            print_line(f"  • {text}")
    if report.mends:
        say("\n" + ONE_CHANGE.say(speech), "bold")
        for change in report.mends:
            print_line(f"  • {change}")
    if report.repairs:
        say("\n" + messages.REPAIR_HEADING.say(speech), "bold")
        for repair in report.repairs:
            print_line(f"  • {_repair_text(repair, puzzle, speech)}")
    if report.elsewhere:
        some = report.elsewhere[:_FEW]
        rest = " ..." if len(report.elsewhere) > len(some) else ""
        say("\n" + messages.ELSEWHERE.say(speech, words=" ".join(some).upper() + rest))
    if not report.complete:
        cut = MAYBE_MORE if report.reason == "maximum" else CUT
        say(f"\n({cut.say(speech, reason=str(report.reason))})", "dim")


def _repair_text(repair: "GuessRepair", puzzle: "Wordle", speech: "Language") -> str:
    """Return the text of a repair, such as "guess 2, CRANE", or the lexicon."""
    guesses = [
        messages.GUESS_NUMBER.say(speech, number=number, word=puzzle.history.guesses[number - 1].word.upper())
        for number in repair.guesses
    ]
    listed = repair.lexicon and puzzle.lexicon is not None
    lexicon = [messages.THE_LEXICON.say(speech, lexicon=puzzle.lexicon.name)] if listed and puzzle.lexicon else []
    return series([*guesses, *lexicon], messages.AND_ALSO).say(speech)


def _draw_guesses(puzzle: "Wordle") -> None:
    from entails.puzzles.wordle import PUZZLE

    if puzzle.history.guesses:
        draw(PUZZLE.markup(puzzle, None))
        say("")


def candidates(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        if not run.is_one:
            print_line(f"{run.puzzle_type.format(result.puzzle)}  {report.count:,}: {' '.join(report.candidates)}")
            continue
        for word in report.candidates:
            print_line(word)
        if report.truncated:
            remark(f"the first {len(report.candidates):,} of {report.count:,} words left (--limit 0 shows all)")
        elif not report.count:
            print_error("no word is left; see entails wordle check")
            if report.elsewhere:
                some = report.elsewhere[:_FEW]
                rest = " ..." if len(report.elsewhere) > len(some) else ""
                remark(messages.ELSEWHERE.say("en", words=" ".join(some).upper() + rest))


def suggest(run: "QueryRun") -> None:
    for result in run:
        reports = result.report
        if run.is_one:
            _show_advice(result.puzzle, result.value, reports)
        else:
            best = result.value.hints[0].says(result.value.speech) if reports else "no word is left"
            print_line(f"{run.puzzle_type.format(result.puzzle)}  {best}")


def _show_advice(puzzle: "Wordle", suggestions: "Suggestions", reports: "Sequence[SuggestionReport]") -> None:
    _draw_guesses(puzzle)
    ranked, speech = suggestions.ranked, suggestions.speech
    words = ranked.oracle.words
    for guess in puzzle.history:
        if words.row_of(guess.word) is None:
            remark(messages.NOT_A_GUESS.say(speech, word=guess.word.upper()))
    left = len(ranked.members)
    if not left:
        say(messages.NONE_LEFT.say(speech), "red")
        return
    show_suggestions(ranked, reports, suggestions.hints, speech)
    for own in (report for report in reports if report.yours):
        say("")
        for line in folded(_comparison(own, reports[0], left, len(ranked.guesses), speech), 0):
            say(line)


def show_suggestions(
    ranked: "Ranking", reports: "Sequence[SuggestionReport]", hints: "Sequence[WordHint]", speech: "Language" = "en"
) -> None:
    """Print the words left (likely ones first), the table of guesses, and the advice."""
    left, shown = len(ranked.members), ranked.likely_first(_SHOWN)
    few = " ".join(shown).upper() + (" ..." if left > _SHOWN else "")
    if ranked.source != "answers":
        say(messages.FALLEN_BACK[ranked.source].say(speech), "yellow")
    say(messages.LEFT.say(left, speech, count=_whole(left, speech), few=few), "bold")
    if left <= _FEW_ANSWERS and (others := ranked.others):
        rare = " ".join(others[:_SHOWN]).upper() + (" ..." if len(others) > _SHOWN else "")
        say(messages.OTHERS_FIT.say(speech, few=rare), "dim")
    say("")
    if not reports:
        say(messages.TREE_IS_SILENT.say(speech))
        return
    _table([report for report in reports if left > 1 or report.chance or report.yours], speech)
    say("")
    for hint in hints:
        say(hint.says(speech))


def skill_text(judged: "Suggestion", best: str, least: float, speech: "Language") -> str:
    """Return a sentence about the skill of a guess and the saving of the best one; empty if the skill is unknown."""
    if judged.skill is None or judged.expected is None:
        return ""
    loss, word = judged.expected - least, judged.word.upper()
    if loss < WORTH_SAYING:
        return messages.GUESS_SKILL.say(speech, word=word, skill=judged.skill)
    return messages.GUESS_SKILL_BEST.say(speech, word=word, skill=judged.skill, best=best.upper(), loss=float(loss))


def _table(reports: "Sequence[SuggestionReport]", speech: "Language") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(messages.SUGGESTION_HEADINGS.say(speech).split("|")):
        table.add_column(heading, justify="left" if number == 1 else "right")
    for report in reports:
        cells = (
            "-" if report.expected is None else f"{report.expected:.3f}",
            f"{report.bits:.3f}",
            f"{report.parts:,}",
            f"{report.worst:,}",
            f"{report.expected_size:,.2f}",
            f"{100 * report.chance:.3g}%" if report.chance else "-",
        )
        table.add_row(
            messages.YOURS.say(speech) if report.yours else f"{report.rank}.",
            report.word.upper(),
            *(cell.replace(".", ",") if speech == "fr" else cell for cell in cells),
            style="bold" if report.yours or report is reports[0] else None,
        )
    console().print(table)


def _comparison(
    own: "SuggestionReport", best: "SuggestionReport", left: int, guesses: int, speech: "Language" = "en"
) -> str:
    """Return sentences that compare the player's own guess with the best one."""
    word, top = own.word.upper(), best.word.upper()
    sentences = [] if own.allowed else [messages.NOT_ALLOWED.say(speech, word=word)]
    if own.word == best.word:
        return " ".join([*sentences, messages.THE_BEST.say(speech, word=word)])
    if own.best or (own.rank == best.rank and own.expected == best.expected):
        return " ".join([*sentences, messages.AS_GOOD.say(speech, word=word, best=top)])
    if own.expected is not None and best.expected is not None:
        costs = own.expected - best.expected
        message = messages.COSTS if costs >= 0 else messages.GAINS
        turns = {"expected": own.expected, "best_expected": best.expected, "costs": abs(costs)}
        sentences.append(message.say(speech, word=word, best=top, **turns))
        sentences += [] if own.skill is None else [messages.ITS_SKILL.say(speech, skill=own.skill)]
    else:
        sentences.append(messages.RANKS.say(speech, word=word, rank=f"{own.rank:,}", guesses=f"{guesses:,}"))
    sizes = {"left": _whole(left, speech), "parts": f"{own.parts:,}", "best_parts": f"{best.parts:,}"}
    bits = {"bits": own.bits, "best_bits": best.bits, "size": own.expected_size, "best_size": best.expected_size}
    splits = messages.SPLITS if own.parts > 1 else messages.SPLITS_NOTHING
    sentences.append(splits.say(speech, word=word, best=top, **sizes, **bits))
    if bool(own.chance) != bool(best.chance):
        can, cannot = (word, top) if own.chance else (top, word)
        sentences.append(messages.CAN_BE_SECRET.say(speech, can=can, cannot=cannot))
    return " ".join(sentences)
