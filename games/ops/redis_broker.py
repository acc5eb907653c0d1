"""Redis as the broker of messages that are only hints."""

from __future__ import annotations

from kombu.transport import redis


class RedisChannel(redis.Channel):
    """kombu's channel, but a worker keeps no list of what it has in hand, and gives nothing back.

    When its server goes away, kombu's own tries to give messages back over the line that is lost,
    and the worker dies of it. What a message asked for is found again by the next tick.
    """

    ack_emulation = False
    do_restore = False


class RedisTransport(redis.Transport):
    """The transport of that channel."""

    Channel = RedisChannel
