import * as fc from "fast-check";

import type { Values } from "../../src/model/json-value.ts";
import type { World } from "../support/scenario-world.ts";

/** What is known of the place and of the other slots when a slot is declared. */
export interface Seeded {
  readonly organizationId: string;
  /** Whether the service is that of 2026: what it does not take any more is not declared. */
  readonly isNewest: boolean;
  /** An output of another slot's object, which the slot `needs`. */
  output(slot: string, name: string): string;
}

/** A place in a program at which a history may declare an object. */
export interface Slot {
  readonly name: string;
  readonly resource: string;
  /** The service of 2026 alone has it: elsewhere nobody declares it. */
  readonly isNew?: true;
  /** Slots that are declared whenever this one is. */
  readonly needs: readonly string[];
  /** What a program may say beside what identifies the object. */
  readonly values: fc.Arbitrary<Values>;
  readonly inputs: (seeded: Seeded, values: Values) => Values;
  /** Where the object is a row of the sandbox; absent for settings of another object. */
  readonly row?: {
    readonly table: string;
    readonly isNamed: (row: Values) => boolean;
    /** What tells the row from others, in the row and in the id of Orgform; the service's own id when absent. */
    readonly key?: { readonly ofRow: (row: Values) => string; readonly ofId: (id: string) => string };
    /** Whether what state holds stands for a row; always when absent. */
    readonly isThere?: (state: Values) => boolean;
  };
  /** Whether the object is there for somebody else to do something to; by the row, or the domain, when absent. */
  readonly isThere?: (world: World, id: string) => boolean;
  /** What somebody else may do to the object; the id is the last part of that of Orgform. */
  readonly outside: Readonly<Record<string, (world: World, id: string) => void>>;
}

/** Values of which each may be left out. */
export const optional = <T>(values: Readonly<Record<keyof T & string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Values> =>
  fc.record(values, { requiredKeys: [] });
