"""Spreadsheets: results as tables of numbers that a teacher takes along, as CSV or for Excel.

A program that opens them takes a text that begins like a formula for one, and learners choose what they are called: so
no such text gets into a cell as it is.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from trainer.mahjong.notation import win_name
from trainer.mahjong.scoring import Score
from trainer.services.class_mistakes import ClassMistakes, Example
from trainer.services.heat import Heat
from trainer.services.question_results import Questions
from trainer.services.results import Grid, Learner, Row, Standing
from trainer.teaching.grade import Answer
from trainer.teaching.rule_types import RuleType

Value = str | int | float | None

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""At the beginning of a CSV file it tells Excel that the text is UTF-8."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a formula may begin with in one program or another."""
LONGEST_NAME = 31
"""Letters in the name of a sheet."""
MOST_WIDTH = 60
LEAST_WIDTH = 6


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a name and a line of heads."""

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class Words:
    """What stands in the tables, in the language of whoever takes them along."""

    results: str
    questions: str
    rules: str
    mistakes: str
    learner: str
    standing: str
    right: str
    answered: str
    median: str
    late: str
    tries: str
    yes: str
    no: str
    question: str
    """Over one question: "Question"."""
    seconds: str
    """Over its time: "seconds"."""
    hand: str
    worth: str
    facility: str
    discrimination: str
    wrong_answer: str
    times: str
    rule: str
    chances: str
    whole_class: str
    mistake: str
    learners: str
    answers: str
    example: str
    example_answer: str
    no_mistake: str
    called: Callable[[Learner], str]
    standings: Mapping[Standing, str]
    rule_names: Mapping[RuleType, str]
    mistake_names: Mapping[str, str]
    answer: Callable[[Answer], str]
    """An answer in words."""
    worth_of: Callable[[Score], str]


# --- what stands in them ----------------------------------------------------------------------------------------------


def grid_table(grid: Grid, words: Words) -> Table:
    """Learner by question: 1 for a right answer, 0 for a wrong one, nothing for none; then the times, in seconds."""
    places = range(1, grid.count + 1)
    head = (
        *(words.learner, words.standing, words.right, words.answered, words.median, words.late, words.tries),
        *(f"{words.question} {place}" for place in places),
        *(f"{words.question} {place}, {words.seconds}" for place in places),
    )
    return Table(words.results, head, tuple(_grid_row(row, words) for row in grid.rows))


def _grid_row(row: Row, words: Words) -> tuple[Value, ...]:
    return (
        words.called(row.learner),
        words.standings[row.standing],
        row.right,
        row.answered,
        _seconds(row.median_ms),
        words.yes if row.late else words.no,
        row.tries,
        *(None if cell is None else int(cell.right) for cell in row.cells),
        *(None if cell is None else _seconds(cell.elapsed_ms) for cell in row.cells),
    )


def questions_table(questions: Questions, words: Words) -> Table:
    """Question by question; only the heads where each learner had hands of his own."""
    head = (
        *(words.question, words.hand, words.worth, words.answered, words.right, words.facility),
        *(words.discrimination, words.median, words.wrong_answer, words.times),
    )
    rows = tuple(
        (
            *(one.place + 1, win_name(one.score.win), words.worth_of(one.score), one.answered, one.right),
            *(_share(one.facility), _share(one.discrimination), _seconds(one.median_ms)),
            *(("", None) if one.wrong is None else (words.answer(one.wrong.answer), one.wrong.count)),
        )
        for one in questions.results
    )
    return Table(words.questions, head, rows)


def rules_table(heat: Heat, words: Words) -> Table:
    """Rule type by learner: the right ones and the chances of each; the class as a whole first."""
    rows: list[tuple[Value, ...]] = []
    for place, rule in enumerate(heat.rules):
        name = words.rule_names[rule]
        rows.append((name, words.whole_class, heat.whole[rule].right, heat.whole[rule].chances))
        known = ((learner, own[place]) for learner, own in heat.rows)
        rows += ((name, words.called(who), one.right, one.chances) for who, one in known if one.chances)
    return Table(words.rules, (words.rule, words.learner, words.right, words.chances), tuple(rows))


def mistakes_table(mistakes: ClassMistakes, words: Words) -> Table:
    """The mistakes that were made, then answers that fit none."""
    head = (words.mistake, words.learners, words.answers, words.example, words.worth, words.example_answer)
    rows: list[tuple[Value, ...]] = [
        (words.mistake_names[one.mistake], one.learners, one.answers, *_example(one.example, words))
        for one in mistakes.made
    ]
    rows += ((words.no_mistake, None, one.count, *_example(one.example, words)) for one in mistakes.unexplained)
    return Table(words.mistakes, head, tuple(rows))


def _example(example: Example, words: Words) -> tuple[str, str, str]:
    found = example.graded
    return win_name(found.score.win), words.worth_of(found.score), words.answer(found.answer)


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else round(milliseconds / 1000, 1)


def _share(share: float | None) -> float | None:
    return None if share is None else round(share, 3)


# --- the files --------------------------------------------------------------------------------------------------------


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def to_csv(table: Table) -> bytes:
    """A table as CSV that Excel too reads as UTF-8."""
    file = StringIO(newline="")
    writer = csv.writer(file)
    for row in (table.head, *table.rows):
        writer.writerow([harmless(value) if isinstance(value, str) else value for value in row])
    return f"{BOM}{file.getvalue()}".encode()


def to_xlsx(tables: Iterable[Table]) -> bytes:
    """Tables as the sheets of a workbook for Excel, their heads always in sight."""
    book = Workbook(write_only=True)
    for table in tables:
        sheet = book.create_sheet(_sheet_name(table.name))
        sheet.freeze_panes = "B2"
        for number, width in enumerate(_widths(table), 1):
            sheet.column_dimensions[get_column_letter(number)].width = width
        bold = Font(bold=True)
        sheet.append(list(_cells(sheet, table.head, bold)))
        for row in table.rows:
            sheet.append(list(_cells(sheet, row, None)))
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _cells(sheet: object, row: Sequence[Value], font: Font | None) -> Iterator[object]:
    for value in row:
        if not isinstance(value, str):
            yield value
            continue
        cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
        # A text, whatever it begins with; and it stays one when it is edited or saved as CSV.
        cell.data_type = "s"
        if value.startswith(FORMULA):
            cell.quotePrefix = True
        if font is not None:
            cell.font = font
        yield cell


def _sheet_name(name: str) -> str:
    return "".join(letter for letter in name if letter not in "[]:*?/\\")[:LONGEST_NAME]


def _widths(table: Table) -> Iterator[int]:
    """How wide each column is, in digits; a Chinese character takes two."""
    for column in zip(table.head, *table.rows, strict=True):
        longest = max(sum(1 + (letter > "\u2e80") for letter in str(value)) for value in column if value is not None)
        yield min(max(longest + 2, LEAST_WIDTH), MOST_WIDTH)
