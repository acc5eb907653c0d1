"""The journal: what people and the server did."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from games.trust.verifier.chance import bot_salt, step_key
from games.trust.verifier.course import TableCourse
from games.trust.verifier.encoding import Json, Wrong, is_count, is_hex, is_moment, ranges, same
from games.trust.verifier.position import LogPosition
from games.trust.verifier.report import PEOPLE
from games.trust.verifier.tables import TABLES
from games.trust.verifier.veil import HiddenCards


class Journal:
    """Checks answers, steps, time, seats and forks."""

    def __init__(self, at: LogPosition, course: TableCourse, veil: HiddenCards) -> None:
        self.at, self.course, self.veil = at, course, veil
        self.report = at.report
        self.deadline: str | None = None
        self.is_due = False  # whether the deadline is that of the open questions
        self.policy = ""
        self.silent: set[str] = set()
        self.players: dict[str, str] = {}

    def shaped(self, members: Json, payload: Json) -> None:
        """Check that an entry has its members, each of its shape."""
        if set(payload) != set(members):
            raise TypeError
        for member, shapes in members.items():
            shape, _, optional = shapes.partition(" or ")
            value = payload[member]
            if not (optional and value is None) and not self._is(shape, value):
                raise TypeError

    def _is(self, shape: str, value: Any) -> bool:
        if shape in ("seats", "counts"):
            return isinstance(value, list) and all(self._is(shape[:-1], one) for one in value)
        if shape == "count":
            return is_count(value)
        if shape == "flag":
            return isinstance(value, bool)
        if shape == "moment":
            return is_moment(value)
        if not isinstance(value, str):
            return False
        if shape == "who":
            is_bot = value.startswith("bot ") and value != "bot "
            return value in (*PEOPLE, "default", "draft") or is_bot
        if shape == "words":
            return value != ""
        return shape == "text" or value in self.at.seats

    def after_a_step(self, seq: int, kind: str) -> None:
        """Take leave of the step before, which must have come to its end."""
        self.at.in_step, self.at.key = self.at.key is not None, None
        is_over = self.report.over
        if self.course.knows_questions and self.at.in_step and not self.at.asked and not is_over:
            raise Wrong(seq, "the step before was broken off before anybody was asked")
        if self.veil.missed() and kind != "veil_lifted":
            raise Wrong(seq, "the game is over, but the veil is not lifted")

    def entry(self, entry: Json) -> None:
        """Check an entry of the journal."""
        seq, kind, payload = entry["seq"], entry["kind"], entry["payload"]
        if self.report.over and kind in ("answer_sealed", "step_began", "fork_began"):
            raise Wrong(seq, "the game goes on after its end")
        acts = {
            "answer_sealed": self._sealed,
            "answer_withdrawn": self._withdrawn,
            "step_began": self._step,
            "deadline_set": self._due,
            "time_ran_out": self._late,
            "game_resumed": self._resumed,
            "seat_taken": self._seated,
            "player_replaced": self._seated,
            "fork_began": self._forked,
            "game_forked": self._goes_on_elsewhere,
        }
        if kind == "veil_lifted":
            self.veil.lift(seq, payload)
        elif kind in acts:
            acts[kind](entry)

    def _withdrawn(self, entry: Json) -> None:
        payload = entry["payload"]
        if self.at.sealed.pop(payload["decision"], {}).get("seat") != payload["seat"]:
            raise Wrong(entry["seq"], "an answer is withdrawn that was not sealed")

    def _resumed(self, _: Json) -> None:
        self.is_due = False

    def _goes_on_elsewhere(self, entry: Json) -> None:
        remark = f"entry {entry['seq']}: the game goes on as {entry['payload']['game']}"
        self.report.remarks.append(remark)

    def _seated(self, entry: Json) -> None:
        seat, player = entry["payload"]["seat"], entry["payload"]["player"]
        if entry["kind"] == "seat_taken" and (self.report.steps or seat in self.players):
            raise Wrong(entry["seq"], f"{seat} is taken anew, which only replacing can do")
        self.players[seat] = player

    def _forked(self, entry: Json) -> None:
        seq, payload = entry["seq"], entry["payload"]
        game, origin, anchor = payload["game"], payload["origin"], payload["anchor"]
        if origin != self.at.game or game == origin or not isinstance(game, str):
            raise Wrong(seq, f"a fork begins that is not one of the game {self.at.game}")
        if not same(payload["step"], self.report.steps or None) or not self.at.in_step:
            raise Wrong(seq, "a fork begins elsewhere than at the end of a step")
        if not is_hex(anchor, 64):
            raise Wrong(seq, "the anchor is not 64 hexadecimal digits")
        remark = f"entry {seq}: a fork of the game {origin} begins here, with a chain of its own"
        self.report.remarks.append(f"{remark}; by {payload['by']}, because: {payload['why']}")
        self.at.game = self.report.games[seq] = game
        self.at.link = anchor

    def _due(self, entry: Json) -> None:
        seq, before, deadline = entry["seq"], self.deadline, entry["payload"]["deadline"]
        if deadline is not None and deadline <= entry["at"]:
            remark = (
                f"entry {seq}: the deadline {deadline} is not after {entry['at']}, when it was set"
            )
            self.report.remarks.append(remark)
        elif self.is_due and deadline is not None and before is not None and deadline < before:
            remark = f"entry {seq}: the deadline is moved to an earlier time, from {before}"
            self.report.remarks.append(f"{remark} to {deadline}")
        self.deadline, self.is_due = deadline, True

    def _late(self, entry: Json) -> None:
        seq, payload = entry["seq"], entry["payload"]
        if self.deadline is None or entry["at"] < self.deadline:
            raise Wrong(seq, f"time ran out before the deadline ({self.deadline})")
        self._in_time(seq, payload["seats"])
        if self.policy and payload["policy"] != self.policy:
            remark = f"entry {seq}: who is late is treated by the policy {payload['policy']}"
            self.report.remarks.append(f"{remark}, and before by {self.policy}")
        self.policy = payload["policy"]
        self.silent |= set(payload["seats"])

    def _in_time(self, seq: int, late: list[str]) -> None:
        """Check that nobody is late who had answered, or whom nobody asked."""
        required, knows = self.at.required, self.course.knows_questions
        # What was answered without having to be is no answer to the question that had to be.
        counts = {d: a for d, a in self.at.sealed.items() if d in required or not knows}
        answered = {answer["seat"] for answer in counts.values()}
        for seat in late:
            # Who has several questions and no table may have answered another one.
            if seat in answered and (knows or self.at.format == 1):
                raise Wrong(seq, f"time ran out for {seat}, who had answered")
            if knows and seat not in required.values():
                raise Wrong(seq, f"time ran out for {seat}, whom nobody asked")

    def _sealed(self, entry: Json) -> None:
        seq, payload = entry["seq"], entry["payload"]
        decision, seat, by = payload["decision"], payload["seat"], payload["by"]
        who = by.partition(" ")[0]
        if self.course.knows_questions and self.at.asked.get(decision) != seat:
            raise Wrong(seq, f"nobody asked {seat} for {decision}")
        if by in ("default", "draft") and decision in self.at.optional:
            raise Wrong(seq, f"the server answers {decision}, which nobody has to answer")
        self.report.by[who] += 1
        if by not in PEOPLE:
            if decision in self.at.sealed:
                raise Wrong(seq, f"the server answers for {seat}, who had answered")
            self._answered_for(seq, seat, by)
        # A decision that is answered again comes last, as if it had not been answered before.
        self.at.sealed.pop(decision, None)
        answer = {"decision": decision, "seat": seat, "seq": seq, "by": who}
        salt = entry["secret"]["salt"] if "secret" in entry else None
        self.at.sealed[decision] = {**answer, "digest": entry["secret_digest"], "salt": salt}

    def _answered_for(self, seq: int, seat: str, by: str) -> None:
        who, remark = by.partition(" ")[0], f"entry {seq}: the server answers for {seat} ({by})"
        player = self.players.get(seat, "")
        if seat in self.silent:
            if who not in TABLES["policies"].get(self.policy, []):
                remark += f", which is not what the policy {self.policy} says"
                self.report.remarks.append(remark)
        elif who != "bot" or (player and player.partition(" ")[0] != "bot"):
            self.report.remarks.append(f"{remark}, though the log tells of no time out")

    def _step(self, entry: Json) -> None:
        seq, payload = entry["seq"], entry["payload"]
        step, link = payload["step"], payload["link"]
        if not is_count(step) or step != self.report.steps + 1:
            raise Wrong(seq, f"the number of the step should be {self.report.steps + 1}")
        if not is_hex(link, 64) or sha256(bytes.fromhex(link)).hexdigest() != self.at.link:
            raise Wrong(seq, "the link does not hash to the one before it")
        counted = self._counted(seq, payload["answers"])
        if step > 1 and not counted:
            raise Wrong(seq, "the step rests on no answer at all")
        for decision in self.at.required:
            if decision not in self.at.sealed:
                raise Wrong(seq, f"the step begins though {decision} was not answered")
        self._chosen(step, link, counted)
        digests = [answer["digest"] for answer in counted]
        self.at.begin_step(step_key(link, self.at.game, step, digests), len(counted))
        self.at.link, self.report.steps = link, step
        self.silent, self.deadline, self.is_due = set(), None, False

    def _counted(self, seq: int, answers: list[int]) -> list[Json]:
        """The answers that a step rests on, in their order: by seat, then as the game asks."""
        order = [*self.at.asked]
        counted = list(self.at.sealed.values())
        if order:
            counted.sort(key=lambda answer: order.index(answer["decision"]))
        elif self.at.format > 1:
            # How the game asks nobody knows: within a seat the log's own order is taken.
            counted.sort(key=lambda one: answers.index(one["seq"]) if one["seq"] in answers else 0)
        counted.sort(key=lambda answer: self.at.seats.index(answer["seat"]))
        if not same(answers, [answer["seq"] for answer in counted]):
            raise Wrong(seq, "the step does not rest on the answers that were sealed last")
        if self.at.format == 1 and len({one["seat"] for one in counted}) != len(counted):
            raise Wrong(seq, "a seat answers two things in one step")
        return counted

    def _chosen(self, step: int, link: str, counted: list[Json]) -> None:
        """What the server could have chosen, knowing the link: its answers, and their salts."""
        report = self.report
        report.counted.update({answer["seq"]: answer for answer in counted})
        # A default leaves nothing to choose; of the others the one sealed last decides.
        free = sorted((a["seq"], a["by"]) for a in counted if a["by"] != "default")
        if free and free[-1][1] in ("bot", "draft"):
            report.house_last.append(step)
        elif free and free[-1][1] == "relay":
            report.relayed_last.append(step)
        for answer in counted:
            if answer["by"] != "bot" or answer["salt"] is None:
                continue
            if answer["salt"] == bot_salt(link, self.at.game, answer["decision"]):
                report.fixed_salts += 1
            else:
                report.chosen_salts.append(answer["seq"])

    def ask_about_the_house(self) -> None:
        """Remark on where the server could have chosen."""
        report = self.report
        if report.house_last:
            remark = "the server sealed last, for a bot or from a draft, when it knew the link and"
            where = f"steps {ranges(report.house_last)}"
            report.remarks.append(f"{remark} all that the others had sealed: {where}")
        if report.relayed_last:
            remark = (
                "whoever sealed last did so under a salt that the server drew, when it knew the"
            )
            where = f"steps {ranges(report.relayed_last)}"
            report.remarks.append(f"{remark} link and all that was sealed: {where}")
        if report.chosen_salts:
            remark = "bots answered under a salt that does not follow from the link, so that the"
            where = f"entries {ranges(report.chosen_salts)}"
            report.remarks.append(f"{remark} server could choose it: {where}")
