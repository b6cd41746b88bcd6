"""Machine output inside messages: logs, tables, code dumps, stack traces, tool output.

The one fact that a reader would get wrong: length plays no part. Three lines of a stack trace are a report, and ten pages
of prose are not.
"""

import re
from dataclasses import dataclass

MIN_REPORT_LINES = 3
_DENSE_LINE_CHARACTERS = 60
_DENSE_SYMBOL_SHARE = 0.12
_SYMBOLS = re.compile(r"[{}\[\]<>=;|\\\"$&#@^~`]")

_FENCE = re.compile(r"\s{0,8}(?:```|~~~)")
_TRACE_HEAD = re.compile(
    r"Traceback \(most recent call last\)|^Exception in thread|^\s{0,8}Caused by: |^panic: |^goroutine \d+|Segmentation fault"
)
_REPORT_LINE = re.compile(
    r"""
        \s{0,40}(?:
          \[?\d{4}-\d\d-\d\d[T\ _]\d\d:\d\d | \[?\d{1,2}:\d\d:\d\d[\]\ .,] | \[\s?\d{1,8}\.\d{3,6}\]
        | (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\ {1,2}\d{1,2}\ \d\d:\d\d:\d\d
        | \[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE|FAIL|PASS)\b\]?[:\ \t|]
        | at\ [\w.$<>/]{2,120}\( | File\ ".{1,200}",\ line\ \d+ | [\w.]{0,80}(?:Error|Exception|Warning):\ ? | Caused\ by:
        | \.\.\.\ \d+\ more | \#\d{1,3}\s{1,4}0x | Traceback\ \( | \d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b
        | [|│┃╭╰┌└├─━═╔╚][-=─━═|│┃ ].{0,400} | \+[-=+].{0,400}
        | \|.{0,400}\|\s*$ | [+-]{3}\ [ab]/ | @@\ -\d | diff\ --git
        | (?:\$|>>>|C:\\[\w\\]{0,80}>|[\w.-]{1,40}@[\w.-]{1,40}:\S{0,80}[$\#])\ ?\S
        | (?:def|class)\ \w+.{0,200}:\s*$ | (?:from\ [\w.]+\ )?import\ [\w.{*]+ | \#include\b | \#!/ | package\ [\w.]+;?$ | using\ [\w.]+;
        | (?:public|private|protected|static|function|const|let|var|func|fn|async|void|int|return|echo|export|type|struct|enum|interface)\ .{0,300}[;{(=]\s{0,8}$
        | (?:if|for|while|else|elif|try|except|switch|catch)\b.{0,200}[:{]\s*$
        | (?:SELECT|INSERT\ INTO|UPDATE|DELETE\ FROM|CREATE\ TABLE|ALTER\ TABLE)\ .{0,300}
        | [\w.\[\]"']{1,80}\ ?(?:=|:=|\+=|->|=>)\ ?\S.{0,300}[;,)\]}\d"']\s*$
        | "[^"]{1,80}"\s?:\s.{0,300}[,\]}"\dle{\[]\s*$ | [{}\[\]();,]{1,6}\s*$ | </?[a-zA-Z][\w:-]{0,40}(?:\s[^>]{0,300})?/?>
        | .{0,300}[;{]\s*$
        )
    """,
    re.VERBOSE,
)
_COLUMNS = re.compile(r"[^\t\n]*\t[^\t\n]*\t|[^|\n]*\|[^|\n]*\||\S+(?: \S+)?(?: {2,}\S+(?: \S+)?){2,}\s*$")
_COMMA_ROW = re.compile(r"[^,\n]{0,60}(?:,[^,\n ][^,\n]{0,59}|,(?=,|$)){2,}\s*$")


@dataclass(frozen=True, slots=True)
class Parted:
    """A message's own words, and whether the rest of it was a report."""

    prose: str
    has_report: bool


def part_reports(text: str) -> Parted:
    """Take machine output out of a message.

    A fence of three lines counts, and so do three lines that look like output, two that are most of the message, one that
    heads a stack trace, or one dense line (minified JSON) that is most of it. Beside a report, a line that ends in a colon
    merely introduces it and is taken out too.
    """
    prose: list[str] = []
    output: list[str] = []
    is_fenced = is_trace = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif is_fenced or _is_output(line):
            output.append(line)
            is_trace = is_trace or _TRACE_HEAD.search(line) is not None
        elif line.strip():
            prose.append(line)
    output_characters = sum(map(len, output))
    is_most = output_characters > sum(map(len, prose))
    is_dense = any(_is_dense(line) for line in output)
    if not (is_trace or len(output) >= MIN_REPORT_LINES or (is_most and (is_dense or len(output) > 1))):
        return Parted(text, has_report=False)
    return Parted("\n".join(line for line in prose if not line.rstrip().endswith((":", "："))), has_report=True)


def _is_output(line: str) -> bool:
    head = line[:600]
    return (
        _REPORT_LINE.match(head) is not None
        or _COLUMNS.match(head) is not None
        or _COMMA_ROW.match(head) is not None
        or _TRACE_HEAD.search(head) is not None
        or _is_dense(head)
    )


def _is_dense(line: str) -> bool:
    """Tell whether a line is as full of brackets and operators as code is and prose never."""
    return len(line) >= _DENSE_LINE_CHARACTERS and len(_SYMBOLS.findall(line)) > _DENSE_SYMBOL_SHARE * len(line)
