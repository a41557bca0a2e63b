"""Lets Debian's Ren'Py 8.0 run on Python 3.11, which refuses a syntax tree whose nodes end before they begin."""

import ast
import builtins

_compile = builtins.compile


def _mend(tree):
    """Ren'Py moves the first line of each node to where it stands in the script; the last line is left behind."""
    for node in ast.walk(tree):
        first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        if first is None or last is None:
            continue
        if last < first:
            node.end_lineno = first
        if node.end_lineno == first and (getattr(node, "end_col_offset", None) or 0) < getattr(node, "col_offset", 0):
            node.end_col_offset = node.col_offset


def compile(source, *arguments, **options):
    if isinstance(source, ast.AST):
        _mend(source)
    return _compile(source, *arguments, **options)


builtins.compile = compile
