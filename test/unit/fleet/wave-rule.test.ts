import { describe, expect, test } from "@jest/globals";

import type { Approval } from "../../../packages/fleet/src/approvals/approval.ts";
import type { Fleet } from "../../../packages/fleet/src/expansion/expand.ts";
import { heldReason, signersOf, waveRule } from "../../../packages/fleet/src/approvals/wave-rule.ts";

const KEYS = { ann: `ssh-ed25519 ${"A".repeat(68)}`, "b.ob": `ssh-ed25519 ${"B".repeat(68)}` };

describe("the approval that a wave waits for", () => {
  const signed = { by: KEYS, atLeast: 1 };
  const DECLARED = { nothing: undefined, no: false, yes: true, some: { by: KEYS }, two: { by: KEYS, atLeast: 2 } };
  const of = (approve: (typeof DECLARED)[keyof typeof DECLARED], wave: number, given: object) => {
    const share = { share: 1 };
    const waves = [0, 1].map(() => (approve === undefined ? share : { ...share, approve }));
    const fleet = { waves } as unknown as Pick<Fleet, "waves">; // -- a rule reads nothing else of a wave
    return waveRule(fleet, wave, { isApproved: false, first: 0, ...given });
  };

  test.each([
    // The first wave, the second, and one beyond the file: as the file says, with --approve, and with approvers.
    ["nothing", [undefined, undefined, undefined], [undefined, "anyone", "anyone"], [signed, undefined, undefined]],
    ["no", [undefined, undefined, undefined], [undefined, "anyone", "anyone"], [signed, undefined, undefined]],
    ["yes", ["anyone", "anyone", undefined], ["anyone", "anyone", "anyone"], [signed, signed, undefined]],
    ["some", [signed, signed, undefined], [signed, signed, "anyone"], [signed, signed, undefined]],
    ["two", ["two", "two", undefined], ["two", "two", "anyone"], [signed, signed, undefined]],
  ] as const)("with %s in the file", (declared, plain, approved, guarded) => {
    const two = { by: KEYS, atLeast: 2 };
    const rules = (given: object): unknown[] => [0, 1, 2].map((wave) => of(DECLARED[declared], wave, given));
    const whole = (all: readonly unknown[]): unknown[] => all.map((one) => (one === "two" ? two : one));
    expect(rules({})).toEqual(whole(plain));
    expect(rules({ isApproved: true })).toEqual(whole(approved));
    expect(rules({ approvers: { by: KEYS } })).toEqual(guarded);
    const both = rules({ approvers: { by: KEYS, atLeast: 2 }, isApproved: true, first: 2 });
    expect(both).toEqual([approved[0] === undefined ? undefined : two, two, two]);
  });
});

test.each([
  ["anyone", [], "wave 2 is waiting for approval"],
  [{ by: KEYS, atLeast: 1 }, [], "wave 2 waits for 1 signature of ann, b.ob"],
  [{ by: KEYS, atLeast: 2 }, ["ann"], "wave 2 waits for 2 signatures of ann, b.ob; signed by ann"],
  [{ by: KEYS, atLeast: 3 }, ["b.ob", "ann"], "wave 2 waits for 3 signatures of ann, b.ob; signed by b.ob, ann"],
] as const)("a wave that is held for %j, signed by %j, says so", (rule, signers, words) => {
  expect(heldReason(2, rule, signers)).toBe(words);
});

test("an approval without a signature isn't even looked at", async () => {
  const statement = { fleet: "customers", wave: 2, digest: "sha256:1" };
  const word: Approval = { wave: 2, at: "2026-11-26T09:00:00.000Z", digest: "sha256:1", by: "ann" };
  expect(await signersOf(statement, { by: KEYS, atLeast: 1 }, [word, { ...word, comment: "fine" }])).toEqual([]);
});
