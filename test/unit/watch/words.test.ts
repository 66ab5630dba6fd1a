import { expect, test } from "@jest/globals";

import { HistoryError } from "../../../packages/watch/src/index.ts";
import { durationWords } from "../../../packages/watch/src/history/text.ts";
import type { Finding, Gap, Subject } from "../../../packages/watch/src/look/finding.ts";
import {
  countWords,
  detailWords,
  eventWords,
  subjectWords,
  type WatchEvent,
} from "../../../packages/watch/src/outbox/message.ts";
import { plot } from "../../../packages/watch/src/page/plot.ts";
import { whileHeld } from "../../../packages/watch/src/run/lease.ts";
import { EVENTS } from "../../../packages/watch/src/transitions/transition.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";

test.each([
  [0, "0 s"],
  [0.4, "0 s"],
  [1, "1 s"],
  [59.4, "59 s"],
  [59.5, "1 min"],
  [61, "1 min 1 s"],
  [3_600, "1 h"],
  [3_661, "1 h 1 min"],
  [3_601, "1 h 1 s"],
  [86_399, "23 h 59 min"],
  [86_400, "1 d"],
  [90_061, "1 d 1 h"],
  [8_640_060, "100 d 1 min"],
])("%d seconds are %s", (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

const FINDING: Finding = {
  type: "finding",
  kind: "changed",
  severity: "error",
  resource: "Role",
  id: "o/r",
  name: "é|",
};
const GAP: Gap = { type: "gap", source: "drift", severity: "warning", reason: "no\nscope", isSilent: false };

test("each event has its words", () => {
  expect(EVENTS.map((event) => [event, eventWords(event)])).toEqual([
    ["appeared", "new"],
    ["changed", "changed again"],
    ["resolved", "resolved"],
    ["persists", "still there"],
    ["unchecked", "can't be checked"],
    ["checked_again", "can be checked again"],
    ["flapping", "changes too often"],
    ["calmed", "no longer changes"],
  ]);
});

test.each<[subject: Subject, words: string]>([
  [FINDING, "Role é|"],
  [{ ...FINDING, rule: "short-roles" }, "Role é|, rule short-roles"],
  [GAP, "Everything"],
  [{ ...GAP, source: "policy" }, "The policy"],
  [{ ...GAP, resource: "Role" }, "Role (whole list)"],
  [{ ...GAP, source: "policy", resource: "Role", rule: "r" }, "Role (whole list), rule r"],
  [{ ...GAP, resource: "Role", id: "o/r" }, "Role o/r"],
  [{ ...GAP, resource: "Role", id: "o/r", name: "é|" }, "Role é|"],
])("a message is about %j", (subject, words) => {
  expect(subjectWords(subject)).toBe(words);
});

const EVENT: WatchEvent = {
  id: "e",
  organization: "acme",
  at: "2026-11-26T08:00:00.000Z",
  since: "2026-11-25T08:00:00.000Z",
  event: "appeared",
  subject: FINDING,
  isOpen: true,
};
const by = (at: string, client?: string): Finding["by"] => ({
  name: "Ann",
  at,
  ...(client === undefined ? {} : { client }),
});

test.each<[more: Partial<Omit<WatchEvent, "subject">>, subject: Subject, words: string]>([
  [{}, FINDING, "differs from the state"],
  [{}, { ...FINDING, kind: "missing" }, "was deleted"],
  [{}, { ...FINDING, kind: "unmanaged" }, "isn't in the state"],
  [{}, { ...FINDING, kind: "policy" }, "breaks a rule"],
  [{}, { ...FINDING, field: "name" }, "name"],
  [{}, { ...FINDING, field: "name", expected: "a", found: "b" }, "name: a → b"],
  [{}, { ...FINDING, field: "name", expected: "a" }, "name: a → ?"],
  [{}, { ...FINDING, field: "name", found: "b" }, "name: ? → b"],
  [{ event: "persists" }, FINDING, "differs from the state; since 2026-11-25T08:00:00.000Z"],
  [{ event: "flapping", changes: 5 }, FINDING, "differs from the state; 5 changes, now there"],
  [{ event: "calmed", changes: 2, isOpen: false }, FINDING, "differs from the state; 2 changes, now gone"],
  [{ event: "checked_again" }, GAP, "after it couldn't be since 2026-11-25T08:00:00.000Z"],
  [{ event: "unchecked" }, GAP, "no scope"],
  [{ event: "persists", changes: 3 }, GAP, "3 changes, now there; since 2026-11-25T08:00:00.000Z; no scope"],
  [{}, { ...FINDING, by: null }, "differs from the state; the newest entries of the activity log don't show who"],
  ...(
    [
      ["2026-11-26T08:00:00.000Z", ", less than a minute before the check,"],
      ["2026-11-26T07:59:00.001Z", ", less than a minute before the check,"],
      ["2026-11-26T07:59:00.000Z", ", 1 minute before the check,"],
      ["2026-11-26T07:00:00.001Z", ", 59 minutes before the check,"],
      ["2026-11-26T07:00:00.000Z", ", 1 hour before the check,"],
      ["2026-11-24T09:00:00.000Z", ", 1 day before the check,"],
      ["2026-11-24T08:00:00.000Z", ", 2 days before the check,"],
      ["2026-11-26T08:00:00.001Z", ""],
      ["soon", ""],
    ] as const
  ).map(
    ([at, when]) =>
      [{}, { ...FINDING, by: by(at) }, `differs from the state; by Ann${when} at ${at}`] as [object, Subject, string],
  ),
  [
    {},
    { ...FINDING, by: by("soon", "Terraform\u202E") },
    "differs from the state; by Ann at soon, with the client Terraform\uFFFD",
  ],
])("an event with %j, about %j", (more, subject, words) => {
  expect(detailWords({ ...EVENT, ...more, subject })).toBe(words);
});

test("events are counted in the order in which they come", () => {
  const of = (...kinds: readonly WatchEvent["event"][]) => kinds.map((event) => ({ ...EVENT, event }));
  expect(countWords(of("resolved", "appeared", "resolved", "persists"))).toBe("2 resolved, 1 new, 1 still there");
  expect(countWords([])).toBe("");
});

test("a plot of one look that has just ended goes from side to side", () => {
  const open = { missing: 2, changed: 0, unmanaged: 0, policy: 0, unchecked: 0 };
  const words = { missing: "gone", changed: "c", unmanaged: "u", policy: "p", unchecked: "n" };
  const shown = plot([{ atMs: 1_000, open }], 1_000, words);
  expect([...shown.matchAll(/ d="(?<path>[^"]+)"/gu)].map(({ groups }) => groups?.["path"])).toEqual([
    "M34.0,8.0H952.0",
    "M34.0,8.0H352.0",
  ]);
  expect(shown).toContain('<span class="missing">gone</span></figcaption>');
  expect(plot([], 1_000, words)).toBe("");
  expect(plot([{ atMs: 1_000, open: { ...open, missing: 0 } }], 1_000, words)).toBe("");
});

test("a lease is renewed every twenty seconds, and after a failure every five until it works again", async () => {
  const clock = new StillWatchClock("2026-11-26T08:00:00.417Z");
  const startMs = clock.nowMs();
  const asked: number[] = [];
  const answers = [true, true, "away", "away", true, true];
  const hold = async (): Promise<boolean> => {
    asked.push((clock.nowMs() - startMs) / 1_000);
    if (answers.shift() === "away") throw new HistoryError("busy");
    return true;
  };
  let end = (): void => undefined;
  const done = whileHeld(
    "acme",
    { store: { hold, release: async () => undefined }, clock, holder: "me", signal: new AbortController().signal },
    () => undefined,
    () => new Promise<string>((resolve) => (end = () => resolve("done"))),
  );
  for (let passed = 0; passed <= 100; passed += 5) {
    await new Promise((settled) => setImmediate(settled));
    clock.move(5_000);
  }
  await new Promise((settled) => setImmediate(settled));
  end();
  expect(await done).toBe("done");
  expect(asked).toEqual([0, 20, 40, 45, 50, 70, 90]);
});
