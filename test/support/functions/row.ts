import type { Values } from "../../../src/model/json-value.ts";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import type { FunctionWorld } from "./function-world.ts";
import type { Seeded } from "./seeded.ts";

/** One function in the conformance table: facts that no declaration has. */
export interface FunctionRow {
  /** Arguments of a real call, but for the confirmation. */
  readonly args: (seeded: Seeded) => Values;
  /** The values of the result, as far as they follow from the seed; for a function with rows, of each row. */
  readonly gives: (seeded: Seeded) => Values | readonly Values[];
  /** The same for a call that was carried out before, or whose answer was lost, if it says so. */
  readonly givesAgain?: (seeded: Seeded) => Values;
  /** Declared fields that this result lacks: the seeded objects have no values for them. */
  readonly absent?: readonly string[];
  /** Declared fields that not every service shows, or shows with a value: they can be absent or present. */
  readonly notEverywhere?: readonly string[];
  /** For a write: the changed objects at the service, and their values afterwards. */
  readonly effect?: Effect;
  /** The different results of a dialect. */
  readonly departs?: Partial<Record<Dialect, Departure>>;
  /** Further arguments, for the other client calls of the function. */
  readonly others?: (seeded: Seeded) => readonly Values[];
  /** Further scopes that this call needs in a dialect, or scopes that it accepts where other dialects accept none. */
  readonly scopesIn?: Partial<Record<Dialect, readonly string[]>>;
  /** Dialects that refuse every key with scopes, and why. */
  readonly refusesScopes?: Partial<Record<Dialect, string>>;
  /** The client's replacement for a first request that the newest service no longer has. */
  readonly successor?: string;
  /** Declared scopes that this call could do without, and why they are declared. */
  readonly unasked?: { readonly scopes: readonly string[]; readonly because: string };
}

/** The effect of a write. */
interface Effect {
  readonly look: (world: FunctionWorld) => unknown;
  /** The result of `look` after one call, matched as far as given; it differs from the result before. */
  readonly after: (seeded: Seeded) => unknown;
}

/** Another answer of one dialect, with its reason. */
export type Departure = { readonly because: string } & (
  | {
      /** The call fails with this text. */
      readonly fails: RegExp;
    }
  | {
      readonly gives: (seeded: Seeded) => Values | readonly Values[];
      readonly absent?: readonly string[];
    }
);

/** Whether the dialect has no such route: the first request is the last one, and the key isn't checked. */
export function isUnserved(row: FunctionRow, dialect: Dialect): boolean {
  return /endpoint_not_found/u.test(failureIn(row, dialect)?.source ?? "");
}

/** The error text of the call in the dialect; undefined if it succeeds. */
export function failureIn(row: FunctionRow, dialect: Dialect): RegExp | undefined {
  const departure = row.departs?.[dialect];
  return departure !== undefined && "fails" in departure ? departure.fails : undefined;
}
