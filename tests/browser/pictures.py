"""Screenshots with a palette: a third of the size, and no difference an eye would see."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
from playwright.sync_api import Page

COLOURS = 256
# What the switch of a show remembers. Pages without storage, such as those of a file, have none.
NO_SHOWS = "try { localStorage.setItem('wallenstein.shows', 'no') } catch { /* none */ }"
# A show that is only waited for: what a reader gets seconds to look at is gone on from at once,
# but for points, which are counted before one's eyes.
HURRIED = """{
  const later = setTimeout;
  const haste = () => (document.querySelector("[data-count]") ? 1 : 20);
  setTimeout = (deed, ms = 0, ...rest) => later(deed, ms / haste(), ...rest);
  const falls = Element.prototype.getAnimations;
  Element.prototype.getAnimations = function (...which) {
    const all = falls.apply(this, which);
    for (const one of all) one.finish();
    return all;
  };
}"""
# Draws a picture on a canvas, since the browser can read its own files best.
READ = """async (file) => {
  const answer = await fetch(`data:image/png;base64,${file}`);
  const picture = await createImageBitmap(await answer.blob());
  const { width, height } = picture;
  const sheet = new OffscreenCanvas(width, height).getContext("2d");
  sheet.drawImage(picture, 0, 0);
  const bytes = sheet.getImageData(0, 0, width, height).data;
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) {
    text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  }
  return { width, height, pixels: btoa(text) };
}"""


def settled(page: Page) -> None:
    """Wait for the letters, for a form that serves, and for what scripts draw."""
    page.wait_for_function("() => !document.querySelector('#turn:not([data-serves])')")
    page.evaluate(
        """() => document.fonts.ready.then(() => new Promise(
          (done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""
    )


def small_picture(page: Page) -> bytes:
    """What the window shows, as a PNG file of 256 colours."""
    seen = page.evaluate(READ, base64.b64encode(page.screenshot()).decode())
    width, height = seen["width"], seen["height"]
    raw = np.frombuffer(base64.b64decode(seen["pixels"]), dtype=np.uint8)
    palette, chosen = _quantised(raw.reshape(-1, 4)[:, :3])
    rows = chosen.reshape(height, width)
    lines = np.hstack([np.zeros((height, 1), dtype=np.uint8), rows]).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(lines, 9)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _quantised(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The colours most used, and for every pixel which of them is nearest."""
    shades, place, count = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    # Shades that hardly differ stand in for one another, so that rare ones find room, too.
    coarse, group = np.unique(shades >> 3, axis=0, return_inverse=True)
    weight = np.bincount(group.ravel(), weights=count, minlength=len(coarse))
    kept = np.argsort(weight)[::-1][:COLOURS]
    first = [np.flatnonzero(group.ravel() == one) for one in kept]
    palette = np.array([shades[one[np.argmax(count[one])]] for one in first], dtype=np.uint8)
    far = ((shades[:, None].astype(np.int32) - palette[None].astype(np.int32)) ** 2).sum(axis=2)
    return palette, far.argmin(axis=1).astype(np.uint8)[place.ravel()]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
