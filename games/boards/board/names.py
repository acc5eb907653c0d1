"""Whoever sits on each seat, as the reader calls them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.core import Seat

Names = Mapping[Seat, str]
