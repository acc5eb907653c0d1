"""Which addresses are open to anybody: needs nothing of the site, so that any process can ask."""

from __future__ import annotations

import ipaddress
from typing import Final

# All of IPv6 that is given out to anybody. What lies outside is local, reserved, or another way to
# write an address of IPv4.
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
# Inside of what is given out, and not to anybody: protocols, tunnels that lead to an address of
# IPv4, documentation. Python knows some of them, not in every version.
_SPECIAL: Final = tuple(
    ipaddress.ip_network(network)
    for network in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")
)


def is_public(text: str, *, loopback: bool) -> bool:
    """Whether somebody's program may be called there; raises ValueError for what is no address.

    The machine itself is public to nobody but a test.
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback and loopback:
        return True
    if address.version == 6 and address not in _UNICAST:
        return False
    # Global leaves out private, loopback, link-local and reserved networks, but not multicast.
    special = any(address in network for network in _SPECIAL if network.version == address.version)
    return address.is_global and not address.is_multicast and not special
