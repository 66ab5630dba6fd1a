import type { Values } from "./json-value.ts";

/** An update of an object, before it is sent. */
export interface PlannedUpdate {
  /** The values in the state, in the current shape. */
  readonly state: Values;
  readonly inputs: Values;
  /** The differences between the two. None if the update completes an earlier failed one. */
  readonly changes: readonly { readonly path: string }[];
}

/** The updates that leave an output unchanged. */
export interface Stability {
  /** When it changes, for the reference. */
  readonly changes: string;
  /** Whether an update leaves the output with this name unchanged. */
  readonly isKept: (name: string, update: PlannedUpdate) => boolean;
}

/** An output that stays unchanged if the declaration says so, after the state has it. */
export function stableWhere(isStable: (inputs: Values) => boolean, changes: string): Stability {
  return { changes, isKept: (name, { state, inputs }) => state[name] !== undefined && isStable(inputs) };
}

/** An output that changes only with these inputs, or fields of them. */
export function stableUnless(...names: readonly string[]): Stability {
  return {
    changes: "may change",
    isKept: (name, { changes }) =>
      changes.length > 0 &&
      changes.every(({ path }) => [name, ...names].every((root) => path !== root && !path.startsWith(`${root}.`))),
  };
}

/** An output that no change of an input alters once the state meets a condition. */
export function stableOnce(isSettled: (state: Values) => boolean): Stability {
  return { changes: "may change", isKept: (_name, { state, changes }) => changes.length > 0 && isSettled(state) };
}
