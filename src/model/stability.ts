import type { Values } from "./json-value.ts";

/** An update of an object, before it is sent. */
export interface PlannedUpdate {
  /** What state holds, in the present shape. */
  readonly state: Values;
  readonly inputs: Values;
  /** What differs between the two. None where the update completes what failed before. */
  readonly changes: readonly { readonly path: string }[];
}

/** Which updates leave an output as it is. */
export interface Stability {
  /** When it changes, for the reference. */
  readonly changes: string;
  /** Whether an update leaves the output of this name as it is. */
  readonly isKept: (name: string, update: PlannedUpdate) => boolean;
}

/** An output that stays as it is where the declaration says so, once state holds it. */
export function stableWhere(isStable: (inputs: Values) => boolean, changes: string): Stability {
  return { changes, isKept: (name, { state, inputs }) => state[name] !== undefined && isStable(inputs) };
}

/** An output that changes only with these inputs, or members of them. */
export function stableUnless(...names: readonly string[]): Stability {
  return {
    changes: "may change",
    isKept: (name, { changes }) =>
      changes.length > 0 &&
      changes.every(({ path }) => [name, ...names].every((root) => path !== root && !path.startsWith(`${root}.`))),
  };
}

/** An output that no change of an input can alter any more once state is such. */
export function stableOnce(isSettled: (state: Values) => boolean): Stability {
  return { changes: "may change", isKept: (_name, { state, changes }) => changes.length > 0 && isSettled(state) };
}
