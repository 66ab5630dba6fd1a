import { expect, test } from "@jest/globals";

import { type BoundPlan, digestOf } from "../../../packages/fleet/src/bound/bound-plan.ts";
import { openedPlan, sealedPlan } from "../../../packages/fleet/src/bound/plan-file.ts";

const KEY = "a key of more than sixteen";

const PLAN: BoundPlan = {
  fleet: "fleet",
  planned: "2026-11-26T08:00:00.000Z",
  rules: "r",
  isRefresh: false,
  organizations: [
    {
      name: "acme",
      statement: {
        template: "small",
        engine: "one",
        files: "f",
        values: { title: "h" },
        credential: "default",
        provider: "0.1.0",
        wave: 0,
      },
      objects: [{ operation: "update", address: "a.b", fields: ["name"] }],
      saved: { bound: "exact", content: "c2VjcmV0" },
    },
  ],
};

test("a plan comes back as it was, each file is another one, and nothing of it is in clear", () => {
  const sealed = sealedPlan(PLAN, KEY);
  expect(openedPlan("p", sealed, KEY)).toEqual(PLAN);
  expect(sealedPlan(PLAN, KEY).equals(sealed)).toBe(false);
  for (const text of ["acme", "c2VjcmV0", KEY]) expect(sealed.includes(text)).toBe(false);
});

test("the digest is that of the content, whatever the order of its fields", () => {
  const { organizations, ...rest } = PLAN;
  expect(digestOf({ organizations, ...rest })).toBe(digestOf(PLAN));
  expect(digestOf({ ...PLAN, isRefresh: true })).not.toBe(digestOf(PLAN));
  expect(digestOf(PLAN)).toMatch(/^sha256:[0-9a-f]{64}$/u);
});

const damaged = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = copy.readUInt8(at) ^ 1;
  return copy;
};

test.each([
  [
    "no plan",
    () => Buffer.from("templates: {}\n"),
    KEY,
    "p isn't a fleet plan. Give a file of `orgform fleet plan --out FILE`.",
  ],
  ["an empty file", () => Buffer.alloc(0), KEY, "p isn't a fleet plan."],
  ["a cut file", (bytes: Buffer) => bytes.subarray(0, -1), KEY, "p is incomplete: it has"],
  [
    "another format",
    (bytes: Buffer) => Buffer.from(bytes.toString("latin1").replace("plan/1", "plan/2"), "latin1"),
    KEY,
    "p has format 2, and this version of Orgform reads 1.",
  ],
  ["another key", (bytes: Buffer) => bytes, "another key of seventeen", "p can't be decrypted: the key is wrong"],
  ["a damaged file", (bytes: Buffer) => damaged(bytes, bytes.length - 1), KEY, "or the file is damaged."],
  ["a short key", (bytes: Buffer) => bytes, "short", "The key of the plan has 5 characters; expected at least 16."],
] as const)("%s is refused", (_what, of, key, said) => {
  expect(() => openedPlan("p", of(sealedPlan(PLAN, KEY)), key)).toThrow(said);
});

test("a plan of another shape is refused", () => {
  const organizations: BoundPlan["organizations"] = [];
  expect(() => openedPlan("p", sealedPlan({ ...PLAN, organizations }, KEY), KEY)).toThrow(
    "The plan lacks what this version of Orgform needs. Plan again with this version.",
  );
});
