/** Levels of lists and objects that a message may have: deeper ones are refused in words, before the stack of calls ends. */
const MAX_DEPTH = 500;

/** @throws Error when a value of a message lies too deep */
export function refuseDeeperThanMost(depth: number): void {
  if (depth > MAX_DEPTH) throw new Error(`A value is nested more than ${MAX_DEPTH} levels deep`);
}
