"""Addresses: the client that a request counts against, wherever there is a limit on each."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from litestar.types import Scope

from punto.house.people.networks import network_of


@lru_cache(maxsize=4096)
def counted_as(host: str) -> str:
    """What an address is counted as: itself, or in IPv6 its /64; what is no address is itself."""
    return network_of(host)


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """An IPv4 address also where it is written as one of IPv6."""
    return getattr(address, "ipv4_mapped", None) or address


def address_of(scope: Scope) -> str:
    """What the client of a request is counted as; behind a believed proxy it is the proxy's client."""
    client = scope.get("client")
    return counted_as(client[0]) if client else ""


class Proxies:
    """The proxies that are believed when they say who asks: addresses, networks, or `*` for everybody."""

    def __init__(self, proxies: list[str]) -> None:
        self._everybody = "*" in proxies
        self._names = frozenset(proxies)
        self._networks = [network for proxy in proxies if (network := _network(proxy)) is not None]

    def __contains__(self, host: str) -> bool:
        if self._everybody or host in self._names:
            return True
        try:
            address = _plain(ip_address(host))
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _network(proxy: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(proxy)
    except ValueError:
        return None
