/** OAuth-like scopes that an API key needs, per verb. */
export interface Scopes {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Those of `write` without which no create or change succeeds; all of them when absent. */
  readonly surely?: readonly string[];
}

/** Which of the scopes a key lacks. @source live-organizations 1.5: `x:write` covers `x:read` */
export function lackingScopes(needed: readonly string[], held: readonly string[]): string[] {
  return needed.filter((scope) => !held.includes(scope) && !held.includes(scope.replace(/:read$/u, ":write")));
}

/** Whether a key with scopes was made for reading: it may write nothing at all. */
export function mayOnlyRead(held: readonly string[]): boolean {
  return !held.some((scope) => scope.endsWith(":write"));
}

/** Whether a key may do whatever its account may. */
export function isUnrestricted(held: readonly string[] | null): held is null {
  return held === null || held.length === 0 || held.includes("*");
}
