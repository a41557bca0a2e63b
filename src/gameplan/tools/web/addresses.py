"""Which addresses belong to everybody's internet, and which to this machine, its network or its provider."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

_NOT_PUBLIC: Final = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "127.0.0.0/8"),  # this machine
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # private networks
            *("100.64.0.0/10", "169.254.0.0/16"),  # the provider's, the link's (where clouds answer for their secrets)
            *("192.0.0.0/24", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "192.88.99.0/24", "198.18.0.0/15"),
            *("224.0.0.0/4", "240.0.0.0/4"),  # to many, and reserved
        ),
    )
)
_UNICAST: Final = IPv6Network("2000::/3")  # nothing outside of it has been given to anybody
_NOT_PUBLIC_6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")  # NAT64: stands for the IPv4 address at its end


def is_public(text: str) -> bool:
    """True if an address, as the system gives it, is one that everybody could reach.

    An IPv6 address that stands for an IPv4 address is as public as that one. Tunnels (6to4, Teredo) are not public.
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return _is_public_6(address) if isinstance(address, IPv6Address) else _is_public_4(address)


def _is_public_4(address: IPv4Address) -> bool:
    return not any(address in network for network in _NOT_PUBLIC)


def _is_public_6(address: IPv6Address) -> bool:
    if address.ipv4_mapped is not None:
        return _is_public_4(address.ipv4_mapped)
    if address in _TRANSLATED:
        return _is_public_4(IPv4Address(int(address) & 0xFFFF_FFFF))
    return address in _UNICAST and not any(address in network for network in _NOT_PUBLIC_6)
