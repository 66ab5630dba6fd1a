import { isRecord, parsedJson, textsIn, type Values } from "../../../../model/json-value.ts";

/** Where the private bytes say that no refresh has completed the object since its move. */
const MOVED = "moved";

/** Where they name the inputs that the other provider had stored though nobody may have declared them. */
const UNDECLARED = "undeclared";

/** What a move leaves in the private bytes of an object, beside what the provider keeps there itself. */
export const MOVE_MARKS: readonly string[] = [MOVED, UNDECLARED];

/** The private bytes of an object that was just moved. */
export function movedBytes(undeclared: readonly string[]): Uint8Array {
  const named = undeclared.length === 0 ? {} : { [UNDECLARED]: undeclared };
  return Buffer.from(JSON.stringify({ [MOVED]: true, ...named }));
}

/** Whether an object was moved, and no refresh has completed it since. */
export function isJustMoved(bytes: Uint8Array): boolean {
  return marksIn(bytes)[MOVED] === true;
}

/** The inputs in state of which nobody knows whether the program declares them. */
export function undeclaredIn(bytes: Uint8Array): readonly string[] {
  return textsIn(marksIn(bytes)[UNDECLARED]);
}

/** Marks for the private bytes of an object after a refresh: they stay until the first change of the object. */
export function keptMarks(undeclared: readonly string[]): Values {
  return undeclared.length === 0 ? {} : { [UNDECLARED]: undeclared };
}

/**
 * The state that a configuration is compared with. A value that only the other provider had stored is no declaration: that
 * the configuration lacks it does not put the server-side default back.
 */
export function asDeclared(state: Values, declared: Values, bytes: Uint8Array): Values {
  const dropped = new Set(undeclaredIn(bytes).filter((name) => declared[name] === undefined));
  return Object.fromEntries(Object.entries(state).filter(([name]) => !dropped.has(name)));
}

function marksIn(bytes: Uint8Array): Values {
  const kept = bytes.length === 0 ? undefined : parsedJson(Buffer.from(bytes).toString("utf8"));
  return isRecord(kept) ? kept : {};
}
