import * as fc from "fast-check";

import type { Values } from "../../src/model/json-value.ts";
import type { World } from "../support/scenario-world.ts";

/** What a declaration can use: the organization, the service version, and outputs of other slots. */
export interface Seeded {
  readonly organizationId: string;
  /** Whether the service is 2026-09. Inputs that it no longer accepts aren't declared there. */
  readonly isNewest: boolean;
  /** An output of the object in another slot that this slot `needs`. */
  output(slot: string, name: string): string;
}

/** A place in a program where a history can declare an object. */
export interface Slot {
  readonly name: string;
  readonly resource: string;
  /** Only 2026-09 has the resource, so it isn't declared anywhere else. */
  readonly isNew?: true;
  /** Slots that are declared whenever this one is. */
  readonly needs: readonly string[];
  /** Values that a program can declare besides the object's identity. */
  readonly values: fc.Arbitrary<Values>;
  readonly inputs: (seeded: Seeded, values: Values) => Values;
  /** The object's row in the sandbox; absent for settings of another object. */
  readonly row?: {
    readonly table: string;
    readonly isNamed: (row: Values) => boolean;
    /**
     * What distinguishes the row from others, as read from the row and from Orgform's ID. The default is the service's
     * own ID.
     */
    readonly key?: { readonly ofRow: (row: Values) => string; readonly ofId: (id: string) => string };
    /** Whether an object with this state has a row. By default, it always has one. */
    readonly isThere?: (state: Values) => boolean;
  };
  /** Whether the object exists, so others can change it. By default, the row of the object or of its domain decides. */
  readonly isThere?: (world: World, id: string) => boolean;
  /** What others can do to the object. The ID is the last part of Orgform's ID. */
  readonly outside: Readonly<Record<string, (world: World, id: string) => void>>;
}

/** Values that can each be left out. */
export const optional = <T>(values: Readonly<Record<keyof T & string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Values> =>
  fc.record(values, { requiredKeys: [] });
