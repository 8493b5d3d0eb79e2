"""Networks: what counts as one address when tries are counted."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

_PREFIX: Final = 64
"""Whoever has one address of IPv6 has all that begin with the same 64 bits."""


def network_of(address: str) -> str:
    """The address itself in IPv4, its /64 in IPv6; what is no address stays as it is."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, _PREFIX), strict=False))
