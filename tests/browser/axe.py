"""What axe finds wrong with a page: who would be shut out, and why."""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

CONTRAST: Final = "color-contrast"
# What is in order is not listed: that takes axe longer than to look.
BRIEFLY: Final = {"resultTypes": ["violations"]}
# A bad contrast is looked for once in every look that text has on the page: its own style and those
# of all it lies in. Two thirds of axe's time went into measuring the same look again.
LOOKS: Final = """() => {
  const PARTS = ["color", "backgroundColor", "backgroundImage", "opacity", "filter", "mixBlendMode",
    "fontSize", "fontWeight", "textShadow", "display", "visibility", "position"];
  const looks = new Map([[null, ""]]), first = new Map();
  const look = one => {
    if (!looks.has(one)) {
      const style = getComputedStyle(one);
      looks.set(one, look(one.parentElement) + "|" + PARTS.map(part => style[part]));
    }
    return looks.get(one);
  };
  const speaks = one => one.matches("input, select, textarea")
    || [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (const one of document.querySelectorAll("body, body *")) {
    if (speaks(one) && !first.has(look(one))) first.set(look(one), one);
  }
  return [...first.values()];
}"""
RUN: Final = """([options, within]) => {
  const asked = within === null ? document : within.length ? {include: within} : null;
  return asked ? axe.run(asked, options).then(found => found.violations) : [];
}"""


def violations(page: Page, *rules: str) -> list[str]:
    """What is wrong with the page as it is now, by all rules or by some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults: list[dict[str, Any]] = []
    if not rules:
        faults += _run(page, {"rules": {CONTRAST: {"enabled": False}}})
    elif others := [rule for rule in rules if rule != CONTRAST]:
        faults += _run(page, _only(others))
    if not rules or CONTRAST in rules:
        faults += _run(page, _only([CONTRAST]), page.evaluate_handle(LOOKS))
    return [
        f"{v['id']}: {node['html'][:200]} {node['failureSummary']}"
        for v in faults
        for node in v["nodes"]
    ]


def _only(rules: list[str]) -> dict[str, Any]:
    return {"runOnly": {"type": "rule", "values": rules}}


def _run(page: Page, options: dict[str, Any], within: Any = None) -> list[dict[str, Any]]:
    return page.evaluate(RUN, [BRIEFLY | options, within])
