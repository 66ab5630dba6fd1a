import { isRecord, parsedJson, textsIn, type Values } from "../../../../model/json-value.ts";

/** The key in the private bytes that marks an object as moved and not yet refreshed. */
const MOVED = "moved";

/** The key in the private bytes for inputs that the other provider stored and that might not be declared. */
const UNDECLARED = "undeclared";

/** The keys that a move adds to the private bytes of an object. */
export const MOVE_MARKS: readonly string[] = [MOVED, UNDECLARED];

/** The private bytes of an object that was just moved. */
export function movedBytes(undeclared: readonly string[]): Uint8Array {
  const named = undeclared.length === 0 ? {} : { [UNDECLARED]: undeclared };
  return Buffer.from(JSON.stringify({ [MOVED]: true, ...named }));
}

/** Whether an object was moved and not yet refreshed. */
export function isJustMoved(bytes: Uint8Array): boolean {
  return marksIn(bytes)[MOVED] === true;
}

/** The inputs in the state that might not be declared. */
export function undeclaredIn(bytes: Uint8Array): readonly string[] {
  return textsIn(marksIn(bytes)[UNDECLARED]);
}

/** Marks in the private bytes of an object after a refresh. They stay until its first change. */
export function keptMarks(undeclared: readonly string[]): Values {
  return undeclared.length === 0 ? {} : { [UNDECLARED]: undeclared };
}

/**
 * The state to compare a configuration with. A value that only the other provider stored isn't a declaration, so its
 * absence from the configuration doesn't restore the server-side default.
 */
export function asDeclared(state: Values, declared: Values, bytes: Uint8Array): Values {
  const dropped = new Set(undeclaredIn(bytes).filter((name) => declared[name] === undefined));
  return Object.fromEntries(Object.entries(state).filter(([name]) => !dropped.has(name)));
}

function marksIn(bytes: Uint8Array): Values {
  const kept = bytes.length === 0 ? undefined : parsedJson(Buffer.from(bytes).toString("utf8"));
  return isRecord(kept) ? kept : {};
}
