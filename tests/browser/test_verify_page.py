"""The verifier in the browser: from disk, off line, and of one mind with the other two."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from engine.kernel.canonical import canonical
from engine.kernel.log import write_log
from games import trust
from games.models import User
from tests.browser.conftest import Visit
from tests.play.repeats import REPEATS, repeated
from tests.service.tables import play_out, started
from tests.trust.agreement import (
    ASK_THE_PAGE,
    by_the_file,
    entry_named_by_the_engine,
    entry_named_by_the_file,
)
from tests.trust.copies import (
    FIVE,
    FORKED,
    ONE_OF_EACH,
    PLAYED,
    REASONS,
    SMALL,
    between_steps,
    clumsy,
    log_of,
    places,
    rehashed,
    rewritten,
    with_a_byte_changed,
    written,
)
from tests.trust.faults import faults
from tests.trust.lies import CHANGES, CHANGES_OF_EXPANSIONS
from tests.trust.lies_about_gifts import other_cubes, told_again
from tests.trust.lies_about_people import (
    CHANGES_BY_PEOPLE,
    CHANGES_OF_FORKS,
    CHANGES_OF_REASONS,
)
from tests.trust.lies_about_questions import CHANGES_OF_QUESTIONS
from tests.trust.lies_about_results import (
    cubes_left_in_the_tray,
    other_ends,
    other_fights,
    other_results,
)
from tests.trust.lies_about_rulings import lies_about_rulings
from tests.trust.test_attacks import KEYS, file_of, forgeries, forked, head_of, receipt_for, signed
from tests.trust.test_attacks_of_the_house import (
    malformed,
    quiet_swaps,
    replaced_before_step_1,
    sealed_last,
    swaps,
)
from tests.trust.test_vectors import VECTORS


def by_the_page(page: Page, copies: Sequence[bytes], **given: Any) -> list[dict[str, Any]]:
    """What the page says of logs."""
    texts = [b64encode(data).decode("ascii") for data in copies]
    reports: list[dict[str, Any]] = page.evaluate(ASK_THE_PAGE, [texts, given])
    return reports


def test_somebody_checks_a_game_from_disk(saved: Page) -> None:
    saved.get_by_label("The log of the game").set_input_files(FIVE)
    saved.get_by_role("button", name="Check").click()
    verdict = saved.locator("[data-verdict]")
    verdict.wait_for()
    assert verdict.inner_text() == "OK Everything that can be checked is right."
    expect(saved.locator("#report ol li")).to_have_count(36)
    expect(saved.get_by_role("heading", name="Year 1, spring: 3 throws")).to_be_visible()
    assert log_of(FIVE)[-1]["hash"] in saved.locator("#report").inner_text()


def test_the_page_speaks_the_language_of_the_site(visit: Visit) -> None:
    window = visit()
    page = window.page
    window.keep("django_language", "de")
    window.open("/verify/")
    assert page.get_by_role("heading", level=1).inner_text() == "Prüfe eine Partie selbst"
    assert page.evaluate("document.documentElement.lang") == "de"
    page.get_by_label("Das Protokoll der Partie").set_input_files(SMALL)
    page.get_by_role("button", name="Prüfen").click()
    verdict = page.locator("[data-verdict=OK]")
    verdict.wait_for()
    assert verdict.inner_text() == "IN ORDNUNG Alles, was sich prüfen lässt, stimmt."
    assert "Was nicht geprüft wurde" in page.locator("#report").inner_text()


def words_in(texts: Iterable[str]) -> set[str]:
    """The words of texts; a single letter is a seat."""
    return set(re.findall(r"[^\W\d_]{2,}", " ".join(re.sub(r"{\w+}", "", text) for text in texts)))


def test_every_throw_is_told_in_german(visit: Visit) -> None:
    folder = Path(trust.__file__).parent / "page"
    german = json.loads((folder / "german.json").read_text("utf-8"))
    english = words_in(german) - words_in(german.values())
    assert {"attacks", "nothing", "peasants", "supplies", "tower", "spring", "Year"} <= english
    window = visit()
    window.keep("django_language", "de")
    page = window.open("/verify/")
    texts = []
    for game in (*ONE_OF_EACH, PLAYED):
        page.get_by_label("Das Protokoll der Partie").set_input_files(game)
        page.get_by_role("button", name="Prüfen").click()
        page.get_by_role("heading", level=2, name=game.name).wait_for()
        texts += page.locator(
            "#report h3, #report ol li p, #report dt, #report dd"
        ).all_inner_texts()
        answered = page.get_by_text("wer geantwortet hat:").inner_text()
        assert not words_in([answered]) & english
    # A stream is named by what enters the hash, and that is the same in every language.
    shown = [re.sub("Strom „.*?“", "Strom", text) for text in texts]
    assert {text for text in shown if words_in([text]) & english} == set()
    assert "Vor der ersten Jahreszeit: 1 Wurf" in shown
    assert any(re.fullmatch("Jahr 1, Frühling: [0-9]+ Würfe", text) for text in shown)
    assert "der Turm wird gefüllt" in shown
    assert any(re.match(r"[A-E] greift \w+ von \w+ aus an, Armeen [0-9]", text) for text in shown)
    assert any(re.match(r"unentschieden; \w+ gehört jetzt: niemand,", text) for text in shown)
    assert any(re.match(r"[A-E] behält \w+: nein, Armeen 0; zurück", text) for text in shown)


def test_remarks_are_told_in_german(visit: Visit) -> None:
    window = visit()
    window.keep("django_language", "de")
    page = window.open("/verify/")
    page.get_by_label("Das Protokoll der Partie").set_input_files(FORKED)
    page.get_by_role("button", name="Prüfen").click()
    page.locator("[data-verdict=OK]").wait_for()
    report = page.locator("#report").inner_text()
    remark, *_ = by_the_file(FORKED.read_bytes())["remarks"]
    form = "fork of the game (.+) begins.*; by (.+), because: (.+)"
    [(origin, by, why)] = re.findall(form, remark)
    assert f"zweigt eine neue Partie von {origin} ab, mit einer eigenen Kette; durch {by}" in report
    assert f"Grund: {why}" in report
    assert "der Server hat zuletzt versiegelt, für einen Bot oder aus einem Entwurf" in report
    log = log_of(SMALL)
    log[0]["ruleset"], log[0]["tower"] = "chess", "(x|y)"
    (result,) = by_the_page(page, [rehashed(log)])
    assert page.evaluate("(gaps) => gaps.map(retold)", result["gaps"]) == [
        "dieser Prüfer kennt das Regelwerk chess Version 1 nicht",
        "dieser Prüfer kennt den Turm (x|y) nicht",
    ]
    assert page.evaluate("retold('what (nobody) foresaw')") == "what (nobody) foresaw"


def test_somebody_pastes_what_their_letters_say(saved: Page, tmp_path: Path) -> None:
    keys, receipt = tmp_path / "keys.json", tmp_path / "receipt.json"
    keys.write_text(json.dumps({"keys": KEYS}), "utf-8")
    log = log_of(FIVE)
    answered = {"salt": "…", "signed": receipt_for(log, places(log, "answer_sealed")[0])}
    receipt.write_text(json.dumps(answered), "utf-8")
    saved.get_by_label("The log of the game").set_input_files(FIVE)
    saved.get_by_label("Signed heads and receipts").set_input_files(receipt)
    saved.get_by_label("The public keys of the site").set_input_files(keys)
    letters = saved.get_by_label("Heads and signed lines from your mail")
    letters.fill(f"{log[77]['hash']}\n{json.dumps(head_of(log, 600))}\n")
    saved.get_by_role("button", name="Check").click()
    saved.locator("[data-verdict=OK]").wait_for()
    report = saved.locator("#report").inner_text()
    assert "heads you noted: 1, each is in this log" in report
    assert "signatures: 2, each made by the site's key" in report
    letters.fill("0" * 64)
    saved.get_by_role("button", name="Check").click()
    saved.locator("[data-verdict=FAILED]").wait_for()
    assert f"no entry has the head {'0' * 64}" in saved.locator("#report").inner_text()
    letters.fill("{ not JSON")
    saved.get_by_role("button", name="Check").click()
    saved.locator("[data-verdict=UNUSABLE]").wait_for()


def test_somebody_is_told_which_entry_is_wrong(saved: Page, tmp_path: Path) -> None:
    changed = tmp_path / "changed.wlog.jsonl"
    log = log_of(SMALL)
    at = next(e["seq"] for e in log[1:] if e["kind"] == "tower_thrown")
    log[at]["payload"]["throw"]["fell"]["A"] += 1
    changed.write_bytes(rehashed(log))
    saved.get_by_label("The log of the game").set_input_files(changed)
    saved.get_by_role("button", name="Check").click()
    verdict = saved.locator("[data-verdict=FAILED]")
    verdict.wait_for()
    assert f"Entry {at}: the stream throw 1 lets fall" in verdict.inner_text()


def test_what_is_no_log_is_said_plainly(saved: Page, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_bytes(b"[]\n")
    saved.get_by_label("The log of the game").set_input_files(nothing)
    saved.get_by_role("button", name="Check").click()
    verdict = saved.locator("[data-verdict=UNUSABLE]")
    verdict.wait_for()
    assert verdict.inner_text() == "this is no log: its first line is not a JSON object."


@pytest.mark.parametrize(
    "game", [FIVE, *ONE_OF_EACH, PLAYED, FORKED, REASONS], ids=lambda game: game.name
)
def test_page_and_file_agree_on_games_of_every_kind(saved: Page, game: Path) -> None:
    half = log_of(game)
    half = between_steps(half, len(half) // 2)
    for entry in half[1:]:
        if entry["payload"].get("seat") != "B":
            entry.pop("secret", None)
    logs = [game.read_bytes(), written(half)]
    reports = by_the_page(saved, logs)
    assert reports == [by_the_file(data) for data in logs]
    assert [one["verdict"] for one in reports] == ["OK", "OK"]


def test_page_and_file_agree_on_every_change(saved: Page) -> None:
    copies = [
        *clumsy(SMALL, 20),
        *(rewritten(SMALL, change, "page") for change in CHANGES),
        *(rewritten(game, change, "page") for game, change in CHANGES_OF_EXPANSIONS),
        *(rewritten(game, change, "page") for game, change in CHANGES_OF_QUESTIONS),
        *(rewritten(PLAYED, change, "page") for change in CHANGES_BY_PEOPLE),
        *(rewritten(FORKED, change, "page") for change in CHANGES_OF_FORKS),
    ]
    reports = by_the_page(saved, [copy.data for copy in copies])
    for copy, one in zip(copies, reports, strict=True):
        assert one == by_the_file(copy.data), copy.name
        assert one.get("verdict") == "FAILED" or "unusable" in one, copy.name


def test_page_and_file_agree_on_lies_about_reasons(saved: Page) -> None:
    copies = [rewritten(REASONS, change, "page") for change in CHANGES_OF_REASONS]
    reports = by_the_page(saved, [copy.data for copy in copies])
    assert reports == [by_the_file(copy.data) for copy in copies]
    assert [one["seq"] for one in reports] == [copy.at for copy in copies]


def test_page_and_file_agree_on_every_fault(saved: Page) -> None:
    all_faults = faults()
    reports = by_the_page(saved, [data for _, data in all_faults])
    assert reports == [by_the_file(data) for _, data in all_faults]
    assert [one["reason"] for one in reports] == [reason for reason, _ in all_faults]
    log = log_of(SMALL)
    statement = {"kind": "head", "game": log[0]["game"], "seq": 0, "step": 0, "at": log[1]["at"]}
    for head, verdict in ((log[1]["prev"], "OK"), ("00" * 32, "FAILED")):
        given = {"signed": [signed(**statement, head=head)], "keys": KEYS}
        (one,) = by_the_page(saved, [SMALL.read_bytes()], **given)
        assert one == by_the_file(SMALL.read_bytes(), **given)
        assert one["verdict"] == verdict


def test_page_and_file_agree_on_who_hands_out_armies(saved: Page) -> None:
    lies = [*other_cubes(), *told_again()]
    reports = by_the_page(saved, [lie.data for lie in lies])
    assert reports == [by_the_file(lie.data) for lie in lies]
    assert [one["seq"] for one in reports] == [lie.at for lie in lies]


def test_page_and_file_agree_on_who_lies_about_results(saved: Page) -> None:
    lies = [*other_results(), *other_fights(), cubes_left_in_the_tray(), *other_ends()]
    reports = by_the_page(saved, [lie.data for lie in lies])
    assert reports == [by_the_file(lie.data) for lie in lies]
    assert [one["seq"] for one in reports] == [lie.at for lie in lies]


def test_three_verifiers_play_by_the_version_that_is_named(saved: Page) -> None:
    lies = lies_about_rulings()
    reports = by_the_page(saved, [lie.data for lie in lies])
    assert reports == [by_the_file(lie.data) for lie in lies]
    assert [report["seq"] for report in reports] == [lie.at for lie in lies]


def test_three_verifiers_know_who_has_a_seat_before_the_first_step(saved: Page) -> None:
    table, again = replaced_before_step_1()
    data = file_of(table)
    (report,) = by_the_page(saved, [data])
    assert report == by_the_file(data)
    assert report["seq"] == entry_named_by_the_engine(data) == again


def test_three_verifiers_find_out_who_asks_chance_twice(saved: Page) -> None:
    logs = [repeated(name, dark=True) for name in REPEATS]
    copies = [b"".join(write_log(header, entries)) for header, entries, _ in logs]
    reports = by_the_page(saved, copies)
    assert reports == [by_the_file(data) for data in copies]
    for data, one, (*_, at) in zip(copies, reports, logs, strict=True):
        assert (one["verdict"], one["seq"]) == ("FAILED", at)
        assert entry_named_by_the_engine(data) == at


@pytest.mark.parametrize("game", ONE_OF_EACH, ids=lambda game: game.name)
def test_three_verifiers_name_the_entry_in_which_a_byte_was_changed(
    saved: Page, game: Path
) -> None:
    copies = list(with_a_byte_changed(game, 3, "three"))
    reports = by_the_page(saved, [copy.data for copy in copies])
    for copy, one in zip(copies, reports, strict=True):
        assert one["seq"] is not None
        assert entry_named_by_the_engine(copy.data) == one["seq"], copy.name
        assert entry_named_by_the_file(copy.data) == one["seq"], copy.name


def test_page_and_file_agree_on_what_they_do_not_know(saved: Page) -> None:
    strange = []
    for key, value in (
        ("ruleset", "chess"),
        ("version", 9),
        ("options", {"a": "b"}),
        ("options", {"constructor": "on"}),
        ("tower", "x"),
    ):
        log = log_of(SMALL)
        log[0][key] = value
        strange.append(rehashed(log))
    reports = by_the_page(saved, strange)
    assert reports == [by_the_file(data) for data in strange]
    # Another ruleset is another header, not another game: its chance is made again all the same.
    assert {one["verdict"] for one in reports} == {"NOT FULLY CHECKED"}


def test_page_and_file_agree_on_signatures_and_forks(saved: Page) -> None:
    log = log_of(SMALL)
    at = places(log, "answer_sealed")[0]
    true = [{"heads": [head_of(log, 100), head_of(log, 300)]}, [receipt_for(log, at)]]
    whole = SMALL.read_bytes()
    reports = by_the_page(saved, [whole], signed=true, keys=KEYS, heads=[log[50]["hash"]])
    assert reports == [by_the_file(whole, signed=true, keys=KEYS, heads=[log[50]["hash"]])]
    assert (reports[0]["verdict"], reports[0]["signatures"]) == ("OK", 3)
    statements = [head_of(log, seq)["statement"] for seq in (100, 200, 300)]
    heads = [signed(**one, engine=engine) for one, engine in zip(statements, "aba", strict=True)]
    (report,) = by_the_page(saved, [whole], signed=heads, keys=KEYS)
    assert report == by_the_file(whole, signed=heads, keys=KEYS)
    assert sum("the engine was changed" in remark for remark in report["remarks"]) == 2
    for _, statement, keys, reason in forgeries():
        given = {"signed": [statement], "keys": keys}
        (report,) = by_the_page(saved, [FIVE.read_bytes()], **given)
        assert report == by_the_file(FIVE.read_bytes(), **given)
        assert reason in report["reason"]
    forks = [forked()[0], forked(answered=True)[0], forked(origin="another")[0]]
    assert by_the_page(saved, forks) == [by_the_file(data) for data in forks]


def test_page_and_file_agree_on_what_a_house_may_add(saved: Page) -> None:
    logs = [data for _, data in malformed()]
    logs += [file_of(sealed_last(by), "C") for by in ("bot marshal", "draft", "relay")]
    assert by_the_page(saved, logs) == [by_the_file(data) for data in logs]
    receipts = [(table, receipt) for _, table, receipt in swaps()]
    receipts += [(table, receipt) for table, receipt, _ in quiet_swaps()]
    for table, receipt in receipts:
        data, given = file_of(table, "A"), {"signed": [receipt], "keys": KEYS}
        (report,) = by_the_page(saved, [data], **given)
        assert report == by_the_file(data, **given)
        assert report["reason"] or report["remarks"]


COMPUTE = """async (v) => {
  const bytes = (text) => new TextEncoder().encode(text);
  const fails = (work) => { try { work(); return false; } catch { return true; } };
  const source = (given) => words(unhex(given.key), given.name);
  const each = (part, work) => Promise.all(v[part].map(work));
  return {
    canonical: v.canonical.map((g) => hex(canonical(parsed(bytes(g.text))))),
    not_json: v.not_json.map((text) => fails(() => parsed(bytes(text)))),
    no_canonical_form: v.no_canonical_form.map((text) => {
      const value = parsed(bytes(text));
      return fails(() => canonical(value));
    }),
    // The salt's answer as the page itself would read it from a log.
    digests: await each("digests", (g) => {
      const { salt, answer } = parsed(bytes(g.text));
      return digestOf(salt, answer);
    }),
    steps: await each("steps", async (g) => hex(await stepKey(g.link, g.game, g.step, g.digests))),
    links: await each("links", async (link) => hex(await sha(unhex(link)))),
    streams: await each("streams", async (g) => {
      const from = await source(g);
      return g.words.map(() => from.next().value.toString(16).padStart(16, "0"));
    }),
    integers: await each("integers", async (g) => {
      const from = await source(g);
      return g.integers.map(() => String(below(from, BigInt(g.n))));
    }),
    draws: await each("draws", async (g) => drawn(await source(g), g.from, g.drawn.length)),
    deals: await each("deals", async (g) => {
      const [found, key] = [[], await privateKey(unhex(g.key), unhex(g.veil))];
      for (let left = g.deck; found.length < g.dealt.length;) {
        const [card, others] = await dealt(key, `card ${found.length + 1}`, left);
        found.push(card);
        left = others;
      }
      return found;
    }),
    throws: await each("throws", async (g) =>
      fallen(await source(g), TABLES.towers[g.tower], g.thrown, g.lodged)),
    signatures: await each("signatures", (g) =>
      signatureHolds(unhex(g.public), unhex(g.message), unhex(g.signature))),
    by_hand: await each("signatures", (g) =>
      signatureHoldsByHand(unhex(g.public), unhex(g.message), unhex(g.signature))),
  };
}"""


def test_the_page_computes_the_shared_vectors(saved: Page) -> None:
    digests = [{"text": json.dumps(given)} for given in VECTORS["digests"]]
    results = saved.evaluate(COMPUTE, {**VECTORS, "digests": digests})
    assert results["canonical"] == [given["hex"] for given in VECTORS["canonical"]]
    assert all(results["not_json"])
    assert all(results["no_canonical_form"])
    assert results["digests"] == [given["digest"] for given in VECTORS["digests"]]
    assert results["links"][1:] == VECTORS["links"][:-1]
    assert results["steps"] == [given["key"] for given in VECTORS["steps"]]
    assert results["streams"] == [given["words"] for given in VECTORS["streams"]]
    assert results["integers"] == [given["integers"] for given in VECTORS["integers"]]
    assert results["draws"] == [given["drawn"] for given in VECTORS["draws"]]
    assert canonical(results["deals"]) == canonical([given["dealt"] for given in VECTORS["deals"]])
    assert results["throws"] == [given["fell"] for given in VECTORS["throws"]]
    holds = [given["holds"] for given in VECTORS["signatures"]]
    assert results["signatures"] == holds
    assert results["by_hand"] == holds


def test_three_verifiers_agree_on_a_game_of_the_service(visit: Visit, anna: User) -> None:
    game = play_out(started(anna), anna)
    client = Client()
    client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
    data = b"".join(client.get(f"/api/games/{game.pk}/log/").streaming_content)  # type: ignore[attr-defined]
    window = visit()
    page = window.open("/verify/")
    assert window.violations() == []
    reports = by_the_page(page, [data])
    assert reports == [by_the_file(data)]
    assert reports[0]["verdict"] == "OK"
    assert reports[0]["head"] == game.head
    assert entry_named_by_the_engine(data) is None

    lines = data.splitlines(keepends=True)
    for at in (len(lines) // 3, len(lines) - 2):
        place = lines[at].index(b'"payload":') + 15
        flipped = bytes([lines[at][place] ^ 1])
        changed = lines[at][:place] + flipped + lines[at][place + 1 :]
        forged = b"".join([*lines[:at], changed, *lines[at + 1 :]])
        assert entry_named_by_the_engine(forged) == at
        assert entry_named_by_the_file(forged) == at
        assert by_the_page(page, [forged])[0]["seq"] == at
