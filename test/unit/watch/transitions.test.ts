import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import {
  covers,
  type Finding,
  type Gap,
  keyOf,
  type Look,
  type Transition,
  type TransitionRules,
  transitions,
  type WatchState,
} from "../../../packages/watch/src/index.ts";
import { FINDING_KINDS } from "../../../packages/watch/src/look/finding.ts";

const HOUR = 3_600_000;
const RULES: TransitionRules = { remindAfterMs: 24 * HOUR, flapping: { changes: 3, withinMs: 12 * HOUR } };

const finding = (further: Partial<Finding> = {}): Finding => ({
  type: "finding",
  kind: "changed",
  severity: "warning",
  resource: "Domain",
  id: "o/1",
  name: "acme",
  field: "samlEntityId",
  expected: '"a"',
  found: '"b"',
  ...further,
});

const gap = (further: Partial<Gap> = {}): Gap => ({
  type: "gap",
  source: "drift",
  severity: "warning",
  reason: "It answered 403.",
  isSilent: false,
  ...further,
});

/** The reports, look by look. `~` marks reports without a notification. */
function said(looks: readonly Partial<Look>[], rules = RULES): string[][] {
  let state: WatchState | undefined;
  return looks.map((look, index) => {
    const result = transitions(state, { atMs: index * HOUR, findings: [], gaps: [], ...look }, rules);
    state = result.state;
    return result.transitions.map(({ event, quiet }) => `${quiet === undefined ? "" : `~${quiet} `}${event}`);
  });
}

test("subjects differ exactly where kind, resource, object, field, or rule differ, whatever they say", () => {
  const texts = [undefined, "a", 'a","b'];
  const parts = texts.flatMap((resource) =>
    texts.flatMap((id) => texts.flatMap((field) => texts.map((rule) => ({ resource, id, field, rule })))),
  );
  const subjects = parts.flatMap((part) => [
    ...(["drift", "policy"] as const).map((source) => gap({ ...part, source })),
    ...FINDING_KINDS.map((kind) => finding({ ...part, kind, resource: part.resource ?? "", id: part.id ?? "" })),
  ]);
  expect(new Set(subjects.map(keyOf)).size).toBe(subjects.length);
  const other = { severity: "note", name: "another", reason: "Another.", expected: "1", found: "2" } as const;
  for (const one of subjects) expect(keyOf({ ...one, ...other })).toBe(keyOf(one));
});

const drifted = { findings: [finding()] };

describe("transitions of a finding", () => {
  test("tell what was before, since when, and whether it is still open", () => {
    const [one, other] = [finding(), finding({ found: '"c"' })];
    const looks = [[one], [other], []].map((findings, at) => ({ findings, atMs: at * HOUR, gaps: [] }));
    let state: WatchState | undefined;
    const told = looks.map((look) => {
      const result = transitions(state, look, RULES);
      state = result.state;
      return result.transitions;
    });
    expect(told).toEqual([
      [{ event: "appeared", subject: one, sinceMs: 0, isOpen: true }],
      [{ event: "changed", subject: other, before: one, sinceMs: 0, isOpen: true }],
      [{ event: "resolved", subject: other, sinceMs: 0, isOpen: false }],
    ]);
  });

  test.each<[string, readonly Partial<Look>[], string[][]]>([
    ["that comes, stays, and goes", [{}, drifted, drifted, {}], [[], ["appeared"], [], ["resolved"]]],
    ["with another value", [drifted, { findings: [finding({ found: '"c"' })] }], [["appeared"], ["changed"]]],
    [
      "that an update resolves",
      [{ ...drifted, revision: "1" }, { revision: "2" }],
      [["appeared"], ["~update resolved"]],
    ],
    [
      "of which an update changes only what is expected",
      [
        { ...drifted, revision: "1" },
        { findings: [finding({ expected: '"z"' })], revision: "2" },
      ],
      [["appeared"], ["~update changed"]],
    ],
    [
      "that an update doesn't explain",
      [
        { ...drifted, revision: "1" },
        { findings: [finding({ found: '"c"' })], revision: "2" },
      ],
      [["appeared"], ["changed"]],
    ],
    [
      "that an update resolved before it could be checked again",
      [
        { ...drifted, revision: "1" },
        { gaps: [gap({ resource: "Domain", id: "o/1" })], revision: "2" },
        { revision: "2" },
      ],
      [["appeared"], ["unchecked"], ["~update resolved", "checked_again"]],
    ],
    [
      "that an update resolves after a look that knew no revision",
      [{ ...drifted, revision: "1" }, drifted, { revision: "2" }],
      [["appeared"], [], ["~update resolved"]],
    ],
    [
      "that updates change again and again, and then somebody",
      [
        ...["1", "2", "3", "4", "5"].map((text) => ({ findings: [finding({ expected: text })], revision: text })),
        { findings: [finding({ expected: "5", found: '"c"' })], revision: "5" },
      ],
      [["appeared"], ...Array.from({ length: 4 }, () => ["~update changed"]), ["changed"]],
    ],
    [
      "whose object is deleted",
      [drifted, { findings: [finding({ kind: "missing", field: undefined, expected: undefined, found: undefined })] }],
      [["appeared"], ["~superseded resolved", "appeared"]],
    ],
    [
      "whose look fails",
      [drifted, { gaps: [gap()] }, { gaps: [gap()] }, drifted],
      [["appeared"], ["unchecked"], [], ["checked_again"]],
    ],
    [
      "whose object can't be read, and then nothing at all can",
      [
        drifted,
        { gaps: [gap({ resource: "Domain", id: "o/1" })] },
        { gaps: [gap(), gap({ resource: "Domain" })] },
        drifted,
      ],
      [["appeared"], ["unchecked"], ["unchecked"], ["checked_again", "checked_again"]],
    ],
  ])("%s", (_name, looks, expected) => {
    expect(said(looks)).toEqual(expected);
  });

  test.each<[string, Partial<Look>, string]>([
    ["a finding", drifted, "appeared"],
    ["a gap", { gaps: [gap()] }, "unchecked"],
  ])("%s is said once more when it is there for long, unless nobody wants it", (_what, look, first) => {
    const looks = Array.from({ length: 60 }, () => look);
    const all = said(looks).flatMap((events, index) => events.map((event) => [index, event]));
    expect(all).toEqual([
      [0, first],
      [24, "persists"],
    ]);
    expect(said(looks, { ...RULES, remindAfterMs: undefined }).flat()).toEqual([first]);
  });

  test("is told once as flapping and once as calm when it changes too often, and the history has all", () => {
    const looks = Array.from({ length: 30 }, (_, index) => (index < 10 && index % 2 === 0 ? drifted : {}));
    const all = said(looks);
    expect(all.slice(0, 4)).toEqual([["appeared"], ["resolved"], ["appeared"], ["~flapping resolved", "flapping"]]);
    expect(all.slice(4, 10).flat()).toEqual(
      Array.from({ length: 6 }, (_, n) => `~flapping ${n % 2 === 0 ? "appeared" : "resolved"}`),
    );
    expect(all.slice(10).flat()).toEqual(["calmed"]);
  });

  test.each([1, 2, 3, 4, 5, 8])(
    "is calm when at most half of %d changes are left in the window, not before",
    (changes) => {
      const looks = Array.from({ length: 30 }, (_, index) => (index < 10 && index % 2 === 0 ? drifted : {}));
      const all = said(looks, { ...RULES, flapping: { changes, withinMs: 12 * HOUR } });
      // The last of ten changes is nine hours after the first, and each leaves the window twelve hours later.
      const isCalm = Array.from({ length: 20 }, (_, at) => 9 - (at + 10 - 12) <= changes / 2);
      expect(all.slice(10).map((told) => told.includes("calmed"))).toEqual(
        isCalm.map((calm, at) => calm && isCalm[at - 1] !== true),
      );
    },
  );
});

test("what is gone is known until its last change has left the window, and not any longer", () => {
  let state: WatchState | undefined;
  const kept = [drifted, {}, {}, {}, {}].map((look, at) => {
    const atMs = [0, 1, 12, 13, 14].map((hour) => hour * HOUR)[at] ?? 0;
    state = transitions(state, { atMs, findings: [], gaps: [], ...look }, RULES).state;
    return [...state.tracked.values()].map(({ isOpen, changes }) => [isOpen, changes.length]);
  });
  expect(kept).toEqual([[[true, 1]], [[false, 2]], [[false, 1]], [], []]);
});

describe("a gap", () => {
  test.each<[string, Gap, Finding, boolean]>([
    ["of everything covers each kind of drift", gap(), finding(), true],
    ["of drift covers no rule", gap(), finding({ kind: "policy", rule: "owners-count" }), false],
    ["of a list covers what is unmanaged", gap({ resource: "Domain" }), finding({ kind: "unmanaged" }), true],
    ["of a list covers nothing that is read by itself", gap({ resource: "Domain" }), finding(), false],
    ["of another object covers nothing", gap({ resource: "Domain", id: "o/2" }), finding(), false],
    ["of a property covers that property", gap({ resource: "Domain", id: "o/1", field: "name" }), finding(), false],
    ["of an organization covers what is in it", gap({ within: "o" }), finding(), true],
    ["of an organization covers the organization itself", gap({ within: "o" }), finding({ id: "o" }), true],
    ["of an organization covers no other one", gap({ within: "o" }), finding({ id: "o2/1" }), false],
    ["of an object covers none below another one", gap({ within: "o/1" }), finding({ id: "o/12" }), false],
    [
      "of a rule covers all of its findings",
      gap({ source: "policy", resource: "Organization", rule: "r" }),
      finding({ kind: "policy", rule: "r" }),
      true,
    ],
    [
      "of a rule at one object covers that object",
      gap({ source: "policy", resource: "Domain", rule: "r", id: "o/2" }),
      finding({ kind: "policy", rule: "r" }),
      false,
    ],
  ])("%s", (_name, one, other, expected) => {
    expect(covers(one, other)).toBe(expected);
  });

  test("that is silent keeps a finding open, and nobody hears of it", () => {
    const unlisted = gap({ resource: "Domain", isSilent: true });
    const looks = [{ findings: [finding({ kind: "unmanaged" })] }, { gaps: [unlisted] }, {}];
    expect(said(looks)).toEqual([["appeared"], [], ["resolved"]]);
  });
});

describe("any course of looks", () => {
  const someFinding = fc.record({
    kind: fc.constantFrom("changed", "missing", "unmanaged", "policy"),
    id: fc.constantFrom("o/1", "o/2", "o/3"),
    resource: fc.constantFrom("Domain", "Role"),
    found: fc.constantFrom("1", "2"),
  });
  const someGap = fc.record({
    source: fc.constantFrom("drift", "policy"),
    resource: fc.constantFrom("Domain", "Role", undefined),
    id: fc.constantFrom("o/1", "o/2", undefined),
    isSilent: fc.boolean(),
  });
  const someLook = fc.record({
    waited: fc.integer({ min: 1, max: 20 }),
    revision: fc.constantFrom("1", "2", undefined),
    findings: fc.uniqueArray(someFinding, { maxLength: 4, selector: (one) => `${one.kind} ${one.resource} ${one.id}` }),
    gaps: fc.array(someGap, { maxLength: 2 }),
  });
  type Some = ReturnType<(typeof someLook)["generate"]>["value"];

  /** The results of each look, with the look itself. */
  function course(looks: readonly Some[]) {
    let state: WatchState | undefined;
    let atMs = 0;
    return looks.map(({ waited, findings, gaps, revision }) => {
      atMs += waited * HOUR;
      const look: Look = {
        atMs,
        revision,
        findings: findings.map((one) => finding({ field: undefined, ...one })),
        gaps: gaps.map((one) => gap({ ...one, id: one.resource === undefined ? undefined : one.id })),
      };
      const result = transitions(state, look, RULES);
      const before = state;
      state = result.state;
      return { look, before, ...result };
    });
  }
  const looksOf = fc.array(someLook, { minLength: 1, maxLength: 25 });
  const openIn = ({ tracked }: WatchState): string[] =>
    [...tracked]
      .flatMap(([key, { isOpen, subject }]) => (isOpen && subject.type === "finding" ? [key] : []))
      .toSorted();

  test("leaves open what was seen, and what nobody could tell of", () => {
    fc.assert(
      fc.property(looksOf, (looks) => {
        for (const { look, before, state } of course(looks)) {
          const seen = look.findings.map(keyOf);
          const covered = [...(before?.tracked ?? [])].flatMap(([key, { isOpen, subject }]) =>
            isOpen && subject.type === "finding" && look.gaps.some((one) => covers(one, subject)) ? [key] : [],
          );
          expect(openIn(state)).toEqual([...new Set([...seen, ...covered])].toSorted());
        }
      }),
    );
  });

  test("has in its history what leads to what is open", () => {
    fc.assert(
      fc.property(looksOf, (looks) => {
        const open = new Set<string>();
        for (const { transitions: all, state } of course(looks)) {
          const keysOf = (kind: Transition["event"]): string[] =>
            all.filter(({ event }) => event === kind).map(({ subject }) => keyOf(subject));
          expect(keysOf("resolved").filter((key) => !open.delete(key))).toEqual([]);
          for (const key of keysOf("appeared")) open.add(key);
          expect([...open].toSorted()).toEqual(openIn(state));
        }
      }),
    );
  });

  test("says that an update did it exactly where the state is another one than when the subject was seen last", () => {
    fc.assert(
      fc.property(looksOf, (looks) => {
        const revisions = new Map<string, string | undefined>();
        for (const { look, before, transitions: all } of course(looks)) {
          for (const { event, subject, quiet } of all) {
            const known = revisions.get(keyOf(subject));
            const isUpdated = known !== undefined && look.revision !== undefined && known !== look.revision;
            if (event !== "resolved" || quiet === "superseded") continue;
            expect([keyOf(subject), quiet === "update"]).toEqual([keyOf(subject), isUpdated]);
          }
          for (const key of look.findings.map(keyOf)) {
            const isNew = before?.tracked.get(key)?.isOpen !== true;
            revisions.set(key, isNew ? look.revision : (look.revision ?? revisions.get(key)));
          }
        }
      }),
    );
  });

  test("finds nothing that comes, changes or goes in a look like the last one", () => {
    fc.assert(
      fc.property(looksOf, (looks) => {
        const last = course(looks).at(-1);
        if (last === undefined) throw new Error("There is no look");
        const again = transitions(last.state, last.look, RULES);
        const other = again.transitions.filter(({ event }) => !["persists", "calmed"].includes(event));
        expect(other).toEqual([]);
      }),
    );
  });

  test("tells of one subject no more than its limit in a window, flapping and calm aside", () => {
    fc.assert(
      fc.property(looksOf, (looks) => {
        const times = new Map<string, number[]>();
        const isTold = ({ event, quiet }: Transition): boolean =>
          quiet === undefined && !["flapping", "calmed", "persists"].includes(event);
        for (const { transitions: all, look } of course(looks)) {
          for (const { subject } of all.filter(isTold)) {
            const own = [...(times.get(keyOf(subject)) ?? []), look.atMs];
            times.set(keyOf(subject), own);
            const within = own.filter((at) => at > look.atMs - RULES.flapping.withinMs);
            expect(within.length).toBeLessThanOrEqual(RULES.flapping.changes);
          }
        }
      }),
    );
  });
});
