"""Addresses that lead to this machine or its network, in every disguise: refused, and nobody is connected to."""

from ipaddress import IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.tools import ToolRefused
from gameplan.tools.web import Web, WebError, is_public
from gameplan.tools.web.allowed import read_address, redirected
from gameplan.tools.web.connecting import system_resolve

DISGUISES = [
    "127.0.0.1",
    "127.1",
    "127.8.8.8",
    "localhost",
    "0",
    "0.0.0.0",
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "0177.0.0.1",
    "017700000001",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "169.254.169.254",
    "[::ffff:169.254.169.254]",
    "[fd00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "192.0.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "127.0.0.1.",
    "LOCALHOST",
    "１２７.０.０.１",
    "①②⑦.0.0.1",
]


@pytest.mark.parametrize("host", DISGUISES)
async def test_this_machine_is_not_reached_in_any_disguise(site, fetch, host):
    url = f"http://{host}:{site.port}/"
    outcome = await fetch(url, allow=[f"*:{site.port}"], private=[], names={}, seconds=5)
    assert outcome.status != "ok"
    assert outcome.code in ("private_address", "invalid_url", "failed"), outcome
    assert outcome.code != "failed" or "cannot be found" in outcome.text, outcome
    assert site.connections == 0


@pytest.mark.parametrize("host", [host for host in DISGUISES if host.isascii()])
async def test_nor_by_a_redirect(site, other, fetch, host):
    site.page("/r", status=302, Location=f"http://{host}:{other.port}/")
    outcome = await fetch(
        "/r", allow=[f"*:{other.port}"], names={"site.test": ["127.0.0.1"]} | _system(host), seconds=5
    )
    assert outcome.status != "ok"
    assert other.connections == 0


def _system(host):
    name = host.strip("[]").lower().rstrip(".")
    try:
        return {name: system_resolve(name, 80)}
    except OSError:
        return {}


async def test_a_name_that_resolves_to_this_machine_is_not_reached(site, fetch):
    outcome = await fetch(
        f"http://evil.test:{site.port}/",
        allow=[f"evil.test:{site.port}"],
        private=[],
        names={"evil.test": ["127.0.0.1"]},
    )
    assert outcome.code == "private_address"
    assert site.connections == 0


@pytest.mark.parametrize(
    "addresses", [["203.0.114.1", "127.0.0.1"], ["127.0.0.1", "203.0.114.1"], ["203.0.114.1", "::1"]]
)
async def test_one_private_address_among_public_ones_spoils_them_all(site, fetch, addresses):
    names = {"evil.test": addresses}
    outcome = await fetch(f"http://evil.test:{site.port}/", allow=[f"*:{site.port}"], private=[], names=names)
    assert outcome.code == "private_address"
    assert site.connections == 0


async def test_a_name_that_changes_between_the_check_and_the_connection_is_asked_for_once(site, fetch):
    answers = iter([["240.0.0.0", "203.0.114.1"], ["127.0.0.1"], ["127.0.0.1"]])
    asked = []

    def changing(host, port):
        asked.append(host)
        return next(answers)[1:] or ["127.0.0.1"]

    url = f"http://evil.test:{site.port}/"
    outcome = await fetch(url, allow=[f"*:{site.port}"], private=[], names={}, resolve=changing, seconds=0.3)
    assert outcome.status == "failed"  # what was checked is connected to, and there is nobody
    assert asked == ["evil.test"]
    assert (
        await fetch(url, allow=[f"*:{site.port}"], private=[], names={}, resolve=changing)
    ).code == "private_address"
    assert site.connections == 0


async def test_each_redirect_is_checked_again(site, other, fetch):
    names = {"site.test": ["127.0.0.1"], "evil.test": ["127.0.0.1"]}
    site.page("/r", status=307, Location=f"http://evil.test:{other.port}/")
    refused = await fetch("/r", names=names)
    assert refused.code == "host_not_allowed"
    assert (await fetch("/r", allow=[f"evil.test:{other.port}"], names=names)).code == "private_address"
    assert other.connections == 0


async def test_redirects_within_what_is_allowed_are_followed_five_times(site, fetch):
    for number in range(7):
        site.page(f"/{number}", status=301, Location=f"/{number + 1}")
    site.page("/7", b"there")
    assert (await fetch("/2")).value["text"] == "there"
    assert (await fetch("/1")).code == "too_many_redirects"
    site.page("/loop", status=302, Location="/loop")
    assert (await fetch("/loop")).code == "too_many_redirects"


@pytest.mark.parametrize(
    "location",
    [
        "file:///etc/passwd",
        "ftp://site.test/",
        "gopher://site.test/",
        "javascript:1",
        "http://a:b@site.test/",
        "//[",
        "data:,x",
    ],
)
async def test_a_redirect_to_something_else_is_refused(site, fetch, location):
    site.page("/r", status=302, Location=location)
    assert (await fetch("/r")).status == "refused"
    assert site.connections == 1


async def test_proxies_cookies_and_passwords_of_the_machine_are_not_used(site, other, fetch, monkeypatch, tmp_path):
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{other.port}")
    (tmp_path / ".netrc").write_text("machine site.test login me password hush\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    site.page("/a", status=302, Location="/b", Set_Cookie="id=1")
    site.page("/b", b"text", Set_Cookie="id=2")
    assert (await fetch("/a")).ok
    assert (await fetch("/b")).ok
    assert other.connections == 0
    for _, headers in site.requests:
        assert not {"Cookie", "Authorization", "Proxy-Authorization", "Referer"} & set(headers)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/",
        "//example.org/",
        "example.org",
        "http://",
        "http:///path",
        "http://me:hush@example.org/",
        "http://example.org@evil.example/",
        "http://example.org\\@evil.example/",
        "http://example.org\r\nHost: evil/",
        "http://example.org/\r\nX: y",
        "http://example.org/ x",
        "http://example.org\x00.evil.example/",
        "http://exa%6dple.org/",
        "http://[::1",
        "http://[v1.x]/",
        "http://example.org:99999/",
        "http://example.org:0/",
        "http://example.org:x/",
        "http://-x.org/",
        "http://a..b/",
        "http://" + "a" * 300 + ".org/",
        "http://example.org/" + "a" * 5000,
        "http://\ud800.org/",
    ],
)
async def test_an_address_that_could_be_read_in_two_ways_is_refused(site, fetch, url):
    with pytest.raises(ToolRefused):
        read_address(url)
    outcome = await fetch(url, allow=["*"]) if "://" in url else None
    assert outcome is None or outcome.status == "refused"
    assert outcome is None or "hush" not in outcome.text


@given(st.text(max_size=60).map(lambda text: "http://" + text) | st.text(max_size=60))
def test_an_address_is_read_or_refused(url):
    try:
        address = read_address(url)
    except ToolRefused:
        return
    assert read_address(address.url) == address
    assert address.url.isascii()
    assert address.url.isprintable()


@given(st.ip_addresses(v=4))
def test_an_ipv6_address_that_stands_for_an_ipv4_address_is_as_public_as_that(address):
    public = is_public(str(address))
    assert is_public(f"::ffff:{address}") == public
    assert is_public(f"64:ff9b::{address}") == public
    assert not is_public(f"::{address}")
    assert not public or address.is_global


@given(st.ip_addresses(v=6))
def test_what_python_knows_to_be_private_is_not_public(address):
    special = address.is_private or address.is_multicast or address.is_reserved
    stands_for_another = address.ipv4_mapped or address in IPv6Network("64:ff9b::/96")
    assert stands_for_another or not (special and is_public(str(address)))


@pytest.mark.parametrize("text", ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"])
def test_the_public_internet_is_public(text):
    assert is_public(text)


@pytest.mark.parametrize("text", ["", "example.org", "1.1.1", "::1%lo", "fe80::1%eth0"])
def test_what_is_no_address_is_not_public(text):
    assert not is_public(text)


@pytest.mark.parametrize(
    ("entry", "yes", "no"),
    [
        ("example.org", ["https://example.org/", "http://EXAMPLE.org./x"], ["https://a.example.org/"]),
        ("example.org", [], ["https://example.org:84/", "https://example.org.evil.test/", "https://evilexample.org/"]),
        ("*.example.org", ["https://a.example.org/", "https://a.b.example.org/"], ["https://example.org/", "https://evilexample.org/"]),
        ("https://example.org", ["https://example.org/"], ["http://example.org/", "https://example.org:444/"]),
        ("https://example.org:8443", ["https://example.org:8443/"], ["https://example.org/", "http://example.org:8443/"]),
        ("example.org:8080", ["http://example.org:8080/", "https://example.org:8080/"], ["http://example.org/"]),
        ("*", ["https://anything.test/"], ["https://anything.test:22/"]),
        ("bücher.example", ["https://xn--bcher-kva.example/", "https://BÜCHER.example/"], ["https://bucher.example/"]),
        ("[2606:4700::1111]", ["https://[2606:4700::1111]/"], ["https://[2606:4700::1112]/"]),
    ],
)  # fmt: skip
def test_what_an_entry_of_the_list_allows(entry, yes, no):
    web = Web([entry])
    assert all(web.allows(read_address(url)) for url in yes)
    assert not any(web.allows(read_address(url)) for url in no)
    assert not any(web.may_be_private(read_address(url)) for url in yes)


@pytest.mark.parametrize(
    "entry", ["", " ", "a b", "exa*mple.org", "*.*.org", "http://", "a/b", "me@host", "host:99999", "ftp://x", "-x"]
)
def test_a_bad_entry_is_named(entry):
    with pytest.raises(WebError):
        Web([entry])


@pytest.mark.parametrize("entry", ["localhost", "*:80", "*.corp:80"])
def test_a_private_host_is_spelled_out_with_its_port(entry):
    with pytest.raises(WebError, match="with its port"):
        Web([], private=[entry])


def test_a_redirect_from_https_to_http_is_refused():
    address = read_address("https://example.org/a?token=hush")
    with pytest.raises(ToolRefused) as refused:
        redirected(address, "http://example.org/?token=hush")
    assert "hush" not in refused.value.message
    assert redirected(read_address("http://example.org/"), "https://example.org/").scheme == "https"
    assert redirected(address, "../b").url == "https://example.org/b"
