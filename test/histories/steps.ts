import * as fc from "fast-check";

import type { Values } from "../../src/model/json-value.ts";
import type { FaultSpec } from "../../packages/sandbox/src/index.ts";
import { SLOTS } from "./slots.ts";

/** Something that goes wrong during a run; `kills` ends the process while the request is under way. */
export interface Trouble {
  readonly fault: FaultSpec;
  readonly kills: boolean;
}

/** One step of a history. */
export type Step =
  | { readonly kind: "declare"; readonly slot: string; readonly values: Values }
  | { readonly kind: "undeclare"; readonly slot: string }
  | { readonly kind: "up" | "refresh"; readonly trouble: Trouble | undefined }
  | { readonly kind: "outside"; readonly slot: string; readonly what: string }
  | { readonly kind: "clock"; readonly seconds: number };

const NEVER_MS = 600_000;

const hit = { nth: fc.integer({ min: 1, max: 6 }) };

const mended: fc.Arbitrary<Trouble> = fc
  .record({
    kind: fc.constantFrom(
      "reset-before",
      "reset-after",
      "truncate",
      "not-json",
      "status",
      "status-after",
      "rate-limited",
    ),
    times: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom(500, 502),
    ...hit,
  })
  .map((fault) => ({ fault, kills: false }));

const killed: fc.Arbitrary<Trouble> = fc
  .record({ kind: fc.constantFrom("delay", "delay-after"), delayMs: fc.constant(NEVER_MS), ...hit })
  .map((fault) => ({ fault, kills: true }));

const trouble = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: mended },
  { weight: 1, arbitrary: killed },
);

const declare = fc
  .constantFrom(...SLOTS)
  .chain(({ name, values }) => values.map((given): Step => ({ kind: "declare", slot: name, values: given })));
const undeclare = fc.constantFrom(...SLOTS).map(({ name }): Step => ({ kind: "undeclare", slot: name }));
const outside = fc
  .constantFrom(
    ...SLOTS.flatMap(({ name, outside: deeds }) => Object.keys(deeds).map((what) => ({ slot: name, what }))),
  )
  .map((deed): Step => ({ kind: "outside", ...deed }));
const clock = fc.constantFrom(60, 3600, 86_400, 8 * 86_400).map((seconds): Step => ({ kind: "clock", seconds }));

/** Histories of at most this many steps. */
export function histories(maxLength: number): fc.Arbitrary<Step[]> {
  const step = fc.oneof(
    { weight: 8, arbitrary: declare },
    { weight: 2, arbitrary: undeclare },
    { weight: 5, arbitrary: trouble.map((one): Step => ({ kind: "up", trouble: one })) },
    { weight: 1, arbitrary: trouble.map((one): Step => ({ kind: "refresh", trouble: one })) },
    { weight: 3, arbitrary: outside },
    { weight: 1, arbitrary: clock },
  );
  return fc.array(step, { minLength: 1, maxLength, size: "max" });
}

const UP: Step = { kind: "up", trouble: undefined };

/** Histories of a program that is applied without trouble, and whose objects others then change. */
export function meddledHistories(maxLength: number): fc.Arbitrary<Step[]> {
  const deed = fc.oneof({ weight: 6, arbitrary: outside }, { weight: 1, arbitrary: clock });
  const sizes = { minLength: 5, maxLength, size: "max" } as const;
  // The second run creates what waited for another object.
  return fc
    .tuple(fc.array(declare, sizes), fc.array(deed, sizes))
    .map(([declared, deeds]) => [...declared, UP, UP, ...deeds]);
}
