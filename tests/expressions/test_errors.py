"""What is wrong with a text that is no expression: what, where, and what to write instead."""

from __future__ import annotations

import pytest

from gameplan.expressions import ExpressionError, parse


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        # operators of other languages
        ("a = b", 2, '"=" does not belong here. Write "==" to compare.'),
        ("a === b", 2, '"===" does not belong here. Write "==".'),
        ("a !== b", 2, 'Write "!=".'),
        ("a <> b", 2, 'Write "!=".'),
        ("a => b", 2, 'Write ">=".'),
        ("a =< b", 2, 'Write "<=".'),
        ("a ≤ b", 2, 'Write "<=".'),
        ("a && b", 2, 'Write "and".'),
        ("a || b", 2, 'Write "or".'),
        ("a & b", 2, 'Write "and".'),
        ("a | b", 2, 'Write "or".'),
        ("!a", 0, 'Write "not".'),
        ("a ** 2", 2, "There are no powers here."),
        ("a ^ 2", 2, "There are no powers here."),
        ("a // 2", 2, 'Write "/", and round(…) for a whole number.'),
        ("a =~ 'x'", 2, "There are no patterns here."),
        ("a ?? b", 2, "Write exists($path)"),
        ("a?.b", 1, "Write exists($path)"),
        ("a ? b : c", 2, 'There is no "a ? b : c" here.'),
        ("a; b", 1, "Join conditions with and."),
        ("{a}", 0, "There are no objects here."),
        ("${a}", 0, 'Write "$name" without braces.'),
        ("{{ a }}", 0, 'Write "$name" without braces.'),
        ("“a” == b", 0, "Use straight quotes"),
        ("`a`", 0, "Use straight quotes"),
        ("a is b", 2, '"is" is not an operator here. Write "==", or "!=" for "is not".'),
        ("a is not null", 2, 'Write "==", or "!=" for "is not".'),
        ("a equals b", 2, 'Write "==".'),
        ("a AND b", 2, '"AND" is not an operator here. Write "and".'),
        ("a Or b", 2, 'Write "or".'),
        ("NOT a", 0, '"NOT" is not a name here. Write "not".'),
        ("NOT(a)", 0, '"NOT" is not a function. Write "not".'),
        ("a if b else c", 2, 'There is no "a if b else c" here.'),
        ("a contains b", 2, "Write contains(whole, part), or part in whole."),
        ("a matches b", 2, "There are no patterns here."),
        ("a not b", 2, 'Between two values, write "not in" or "!=".'),
        # words of other languages
        ("None", 0, '"None" is not a name here. Write "null".'),
        ("a == True", 5, '"True" is not a name here. Write "true".'),
        ("a == undefined", 5, 'Write "null".'),
        ("NULL", 0, 'Write "null".'),
        # functions
        ("lenght(a)", 0, 'There is no function "lenght". Did you mean "len"?'),
        ("length(a)", 0, 'Did you mean "len"?'),
        ("startsWith(a, b)", 0, 'Did you mean "starts_with"?'),
        ("exist(a)", 0, 'Did you mean "exists"?'),
        ("qqq(a)", 0, 'There is no function "qqq". There is: abs, all, any, contains, count,'),
        ("__import__('os')", 0, 'There is no function "__import__".'),
        ("len()", 0, "len is written len(x), but here it has 0 arguments."),
        ("round(1, 2, 3)", 0, "round is written round(number) or round(number, places), but here it has 3 arguments."),
        ("exists()", 7, 'exists takes a path such as $step.field, but found ")".'),
        ("exists(1)", 7, 'exists takes a path such as $step.field, but found "1".'),
        ("exists(a, b)", 8, 'exists takes one path and nothing else. Expected ")".'),
        ("exists(a == b)", 9, 'exists takes one path and nothing else. Expected ")".'),
        ("exists(a", 6, '"(" is not closed: expected ")".'),
        ("$a.lower()", 0, "Values have no methods. Write lower($value) instead of $value.lower()."),
        ("a.length()", 0, "Values have no methods. Write len($value) instead of $value.length()."),
        ("$len(a)", 0, 'A function is written without "$": len(…).'),
        # what is missing or too much
        ("", 0, "Expected a condition, but there is nothing."),
        (" \n", 2, "Expected a condition, but there is nothing."),
        ("a ==", 4, "Expected a value, but the text ends here."),
        ("not", 3, "Expected a value, but the text ends here."),
        ("a == == b", 5, 'Expected a value, but found "==".'),
        ("and a", 0, 'Expected a value, but found "and".'),
        ("a in not b", 5, 'Put parentheses around "not …" here.'),
        ("a b", 2, 'Expected an operator such as and, or, ==, in, but found "b".'),
        ("1 'a'", 2, "Expected an operator such as and, or, ==, in"),
        ("(a", 0, '"(" is not closed: expected ")".'),
        ("(a b)", 3, 'Or is ")" missing?'),
        ("(a]", 2, 'There is no opening bracket for "]". Or is ")" missing?'),
        ("[1, 2", 0, '"[" is not closed: expected "]".'),
        ("[1 2]", 3, 'Or is "]" missing?'),
        ("[,]", 1, 'Expected a value, but found ",".'),
        ("len(a", 3, '"(" is not closed: expected ")".'),
        ("a)", 1, 'There is no opening bracket for ")".'),
        ("()", 1, 'Expected a value, but found ")".'),
        ("first(a).b", 8, 'Only a name can be followed by ".", and without a space: $list[0].field.'),
        ("$a [0]", 3, 'Only a name can be followed by "["'),
        ("a . b", 2, 'Only a name can be followed by "."'),
        ("a < b < c", 6, 'Comparisons cannot be chained. Write "a < b and b < c".'),
        ("a == b == c", 7, "Comparisons cannot be chained."),
        ("a in b not in c", 7, "Comparisons cannot be chained."),
        # numbers
        ("+1", 0, 'A number is written without "+".'),
        (".5", 0, "A number has a digit before its point: 0.5."),
        ("5.", 1, "A number has one point, with digits on both sides of it."),
        ("1.2.3", 3, "A number has one point, with digits on both sides of it."),
        ("1e3", 1, "A number has no exponent: write it out."),
        ("1_000", 1, "Write a number without _ between its digits."),
        ("1,500", 1, 'A "," stands only in lists and calls. Write a number without it.'),
        ("1,000", 2, "A number does not begin with 0. Write thousands without a comma."),
        ("007", 0, "A number does not begin with 0."),
        ("0x1F", 1, "A number is followed directly by a name. Is an operator missing?"),
        ("5a", 1, "A number is followed directly by a name."),
        ("9" * 31, 0, "A number has at most 30 digits on each side of the point."),
        ("0." + "1" * 31, 0, "A number has at most 30 digits on each side of the point."),
        # texts
        ("'abc", 0, "This text is not closed: expected ' at its end."),
        ('"abc\ndef"', 0, 'This text is not closed: expected " at its end.'),
        (r'"\x41"', 1, r'"\x" is not an escape. Write \\ for a backslash'),
        ('"\\', 1, '"\\" is not an escape.'),
        (r'"\u12"', 1, "Expected four hexadecimal digits after \\u."),
        (r'"\ud800x"', 1, "This is half of a character"),
        (r'"\udc00"', 1, "This is half of a character"),
        ('"\x07"', 1, "Write this character as \\u0007."),
        # paths and characters
        ("$", 1, "Expected a name, but the text ends."),
        ("$1", 1, 'Expected a name, but found "1".'),
        ("$$a", 1, 'Expected a name, but found "$".'),
        ("$a[$i]", 3, 'Expected an index like [0] or [-1], or a key like ["name"], but found "$".'),
        ("a[1:2]", 2, "Expected an index"),
        ("a.b.0", 4, "Write [0] for an item of a list."),
        ("größe > 1", 2, 'A name has plain letters only, not "ö".'),
        ("a\u00a0== b", 1, "There is an unusual character here (U+00A0). Use plain spaces."),
        ("a\u202e", 1, "There is an unusual character here (U+202E)."),
        ("a\x00", 1, "There is an unusual character here (U+0000)."),
        ("a @ b", 2, '"@" does not belong in an expression.'),
        ("a # b", 2, '"#" does not belong in an expression.'),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, position: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.position == position
    assert message in caught.value.message
    assert caught.value.text == text


def test_the_error_shows_the_line_and_a_caret() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse("$read.size > 3\n  && $read.ok")
    assert str(caught.value) == '"&&" does not belong here. Write "and".\n      && $read.ok\n      ^'


@pytest.mark.parametrize("before", [0, 10, 200, 1_000])
@pytest.mark.parametrize("after", [0, 10, 500])
def test_of_a_long_line_the_part_around_the_place_is_shown(before: int, after: int) -> None:
    text = "a or " * (before // 5) + "@" + " or b" * (after // 5)
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    _, line, caret = str(caught.value).split("\n")
    assert line[caret.index("^")] == "@"
    assert len(line) <= 80


def test_what_a_terminal_would_act_on_is_not_shown_as_it_is() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse("'\u202e' == \x1b[31m")
    assert str(caught.value).replace("\n", "").isprintable()


def test_an_error_without_a_place_is_its_message() -> None:
    assert str(ExpressionError("Something is wrong.")) == "Something is wrong."
