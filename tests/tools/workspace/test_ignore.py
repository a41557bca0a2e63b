"""What `.gitignore` excludes, held against the real git."""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from gameplan.tools.workspace.ignore import Rules, bytewise, never_shown
from gameplan.tools.workspace.wildcard import InvalidPattern, PathPattern, name_pattern

FILES = [
    "a", "b.py", "foo", "foo.o", "foo.c", "bar/foo", "bar/baz/foo", "bar/baz/qux.log", "build/out.o", "build/keep.txt",
    "sub/build/out.o", "sub/.hidden", "sub/deep/er/x.log", "sub/deep/er/y.txt", "a b", "trail ", "#hash", "!bang",
    "back\\slash", "[x]", "x", "*star", "q?", "é.txt", "docs/é", "UPPER", "a-b", "a]b", "abc/def/ghi/jkl", "abc/x/ghi",
    "abc/ghi", "foo.d/in", "xfoo", "fooy", "doc/frotz/in", "z1", "z9", "za", "tab\tname", "-dash", "0", "^caret",
]  # fmt: skip

TABLE = [
    "foo", "/foo", "foo/", "*.o", "!foo.o\n*.o", "*.o\n!foo.o", "bar/", "bar\n!bar/foo", "bar/*\n!bar/foo", "bar/foo",
    "/bar/foo", "**/foo", "**/baz/foo", "bar/**", "bar/**/foo", "abc/**/ghi", "abc/**/jkl", "**/er/**", "**", "*",
    "/*", "/*\n!/sub", "*\n!*/\n!*.txt", "/**", "**/", "*/", "/", "//", "foo//", "", "   ", "\\", "foo\\", "# comment",
    "\\#hash", "#hash", "\\!bang", "!bang", "a b", "a\\ b", "trail ", "trail\\ ", "trail\\  ", "trail\\\\ ", "[x]",
    "\\[x\\]", "\\[x]", "[!x]", "[^x]", "z[0-9]", "z[!0-9]", "z[[:digit:]]", "z[[:alpha:]]", "z[[:bad:]]", "z[",
    "z[0", "[]x]", "[!]x]", "[]-a]", "a[]]b", "a[-]b", "a[b-]b", "a[+--]b", "a[\\-]b", "[\\]x]", "[a-]", "\\*star",
    "*star", "?", "??", "q\\?", "q?", "é.txt", "?.txt", "??.txt", "[é].txt", "*.txt", "back\\\\slash", "back\\slash",
    "back*", "UPPER", "upper", "foo*", "*foo", "*foo*", "f*o*o", "f**o", "fo**", "**foo", "bar/**foo", "b*/f*",
    "bar/b*z/foo", "*/foo", "*/*/foo", "a/**/b", "abc/***/ghi", "***/foo", "***", "build/\n!build/keep.txt",
    "build/*\n!build/keep.txt", "sub/build", "sub/build/", "build", "deep/er", "/sub/deep/er", "foo\r\nbar\r", "\r",
    "foo\t", "tab\tname", "tab?name", "[[:space:]]", "tab[[:blank:]]name", "a[/]b", "abc[/]ghi", "bar\\/foo",
    "bar[a/z]foo", ".hidden", ".*", "sub/.*", "!", "!/", "!!foo", "-dash", "[--0]", "0", "[\\^]caret", "[^^]caret",
    "\ufefffoo", "doc/frotz", "doc/frotz/", "frotz/", "/frotz", "abc/*/ghi", "abc/?/ghi", "z[9-0]", "z[1-9a]", "[[:x]",
    "[[:alpha:]", "[[:", "[:alpha:]", "[a[:digit:]z]?", "z[[:digit:]-z]", "z[0-[:alpha:]]", "foo\\.o", "\\foo",
    "/\\foo",
]  # fmt: skip


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    assert shutil.which("git"), "these tests compare with the real git: install it"
    root = tmp_path_factory.mktemp("repository")
    git(root, "init", "-q")
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    return root


@pytest.mark.parametrize("text", TABLE)
def test_every_line_means_what_it_means_to_git(repository, text):
    assert ours(repository, {".gitignore": text}) == theirs(repository, {".gitignore": text})


def test_nested_files_override_outer_ones_as_in_git(repository):
    for files in (
        {".gitignore": "*.log", "sub/.gitignore": "!x.log"},
        {".gitignore": "*.log", "sub/deep/.gitignore": "!x.log\n/er/y.txt"},
        {".gitignore": "sub/", "sub/.gitignore": "!*"},
        {".gitignore": "!foo", "bar/.gitignore": "foo", "bar/baz/.gitignore": "!foo"},
        {".gitignore": "build", "sub/.gitignore": "!build"},
        {"bar/.gitignore": "/foo", "abc/.gitignore": "**/ghi", "sub/.gitignore": "deep/**\n!deep/er"},
    ):
        assert ours(repository, files) == theirs(repository, files), files


def test_hundreds_of_random_patterns_mean_what_they_mean_to_git(repository):
    pieces = ["*", "**", "?", "/", "a", "b", "foo", "bar", "build", "sub", "deep", ".", "o", "x", "[a-z]", "[!b]", "\\"]
    pieces += ["[", "]", "!", "#", " ", "abc", "ghi", "[[:alpha:]]", "-", "é", "/", "/", "*"]
    chance = random.Random(7)
    for _ in range(150):
        lines = ["".join(chance.choices(pieces, k=chance.randint(1, 6))) for _ in range(chance.choice([1, 2, 3]))]
        files = {".gitignore": "\n".join(lines)}
        if chance.random() < 0.4:
            files["bar/.gitignore"] = "".join(chance.choices(pieces, k=3))
        assert ours(repository, files) == theirs(repository, files), files


def test_git_and_the_record_are_never_shown():
    for name in (".git", ".GIT", ".gameplan", ".GamePlan", ".ｇameplan"):
        assert never_shown(name)
    for name in (".gitignore", ".github", "gameplan", ".gameplan2", "git"):
        assert not never_shown(name)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.py", "a/b.py", False),
        ("a/*.py", "a/b.py", True),
        ("**/*.py", "b.py", True),
        ("**/*.py", "x/y/b.py", True),
        ("a/**/b", "a/b", True),
        ("a/**", "a", False),
        ("a/**", "a/b/c", True),
        ("**", "a/b/c", True),
    ],
)
def test_path_patterns(pattern, path, expected):
    assert PathPattern(pattern).matches(path.split("/")) is expected


def test_a_pattern_made_to_be_slow_is_not():
    assert not name_pattern("*a" * 2_000 + "b")("a" * 4_000)
    assert not PathPattern("/".join(["**", "a"] * 200 + ["b"])).matches(["a"] * 1_000)
    assert PathPattern("**/a/" * 50 + "**").matches(["a"] * 500)


@pytest.mark.parametrize("pattern", ["[", "a[b", "a\\", "[[:nonsense:]]", "[!", "[a-"])
def test_patterns_that_can_never_match_are_invalid(pattern):
    with pytest.raises(InvalidPattern):
        name_pattern(pattern)


def git(root: Path, *arguments: str, **options) -> subprocess.CompletedProcess:
    clean = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(root)}
    command = ["git", "-c", "core.excludesFile=", "-c", "core.ignoreCase=false", *arguments]
    return subprocess.run(command, cwd=root, env=clean, capture_output=True, check=False, **options)


def theirs(root: Path, files: dict[str, str]) -> set[str]:
    """What git itself ignores, of all files and directories."""
    for name, text in files.items():
        (root / name).write_bytes(text.encode())
    try:
        paths = "\0".join(everything(root)).encode()
        answer = git(root, "check-ignore", "--no-index", "-z", "--stdin", input=paths)
        assert answer.returncode in (0, 1), answer.stderr
        return {path.decode() for path in answer.stdout.split(b"\0") if path}
    finally:
        for name in files:
            (root / name).unlink()


def ours(root: Path, files: dict[str, str]) -> set[str]:
    """What we ignore: like a walk, which reads the rules on its way down and does not go into what is ignored."""
    ignored = set()
    for path in [*everything(root), *files]:
        parts = path.split("/")
        rules = Rules()
        for depth in range(len(parts)):
            above = "/".join([*parts[:depth], ".gitignore"])
            if above in files:
                rules = rules.with_file(files[above].encode(), depth)
            here = parts[: depth + 1]
            is_directory = depth < len(parts) - 1 or (root / path).is_dir()
            if rules.ignores(tuple(map(bytewise, here)), directory=is_directory):
                ignored.add(path)
                break
    return ignored


def everything(root: Path) -> list[str]:
    return [
        str(path.relative_to(root)) for path in sorted(root.rglob("*")) if ".git" not in path.relative_to(root).parts
    ]
