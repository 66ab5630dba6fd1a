import type { Values } from "../../../src/model/json-value.ts";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import type { FunctionWorld } from "./function-world.ts";
import type { Seeded } from "./seeded.ts";

/** One function in the conformance table: what no declaration can tell. */
export interface FunctionRow {
  /** Arguments of a real call, but for the confirmation. */
  readonly args: (seeded: Seeded) => Values;
  /** What the call gives by value, as far as what was seeded says it: of a function with rows, each of them. */
  readonly gives: (seeded: Seeded) => Values | readonly Values[];
  /** Declared fields that this call does not give: the service holds nothing for them in what was seeded. */
  readonly absent?: readonly string[];
  /** Declared fields that not every service shows, or shows a value of: absent or there, as it may be. */
  readonly notEverywhere?: readonly string[];
  /** Of a write: what it changes, as the service holds it, and how it is afterwards. */
  readonly effect?: Effect;
  /** Where a dialect answers otherwise. */
  readonly departs?: Partial<Record<Dialect, Departure>>;
  /** Further arguments, by which the other client calls of the function are made. */
  readonly others?: (seeded: Seeded) => readonly Values[];
  /** Scopes that a dialect asks this call for beside the declared ones, or takes where elsewhere none suffice. */
  readonly scopesIn?: Partial<Record<Dialect, readonly string[]>>;
  /** Dialects that refuse every key with scopes, and why. */
  readonly refusesScopes?: Partial<Record<Dialect, string>>;
  /** Where the newest service has no more what is asked first: the client call that takes its place. */
  readonly successor?: string;
  /** Declared scopes that this call could do without, and why they are declared. */
  readonly unasked?: { readonly scopes: readonly string[]; readonly because: string };
}

/** What a write changes. */
interface Effect {
  readonly look: (world: FunctionWorld) => unknown;
  /** What `look` shows after one call, matched as far as it is said; differs from what it shows before. */
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

/** Whether the dialect has no route of that kind: the first request is the last one, and nobody looks at the key. */
export function isUnserved(row: FunctionRow, dialect: Dialect): boolean {
  return /endpoint_not_found/u.test(failureIn(row, dialect)?.source ?? "");
}

/** The text with which the call fails in the dialect; undefined where it succeeds. */
export function failureIn(row: FunctionRow, dialect: Dialect): RegExp | undefined {
  const departure = row.departs?.[dialect];
  return departure !== undefined && "fails" in departure ? departure.fails : undefined;
}
