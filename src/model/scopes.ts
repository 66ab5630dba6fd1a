/** OAuth-like scopes that an API key needs for each verb. */
export interface Scopes {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** The scopes of `write` without which no create or change succeeds; all of them if absent. */
  readonly surely?: readonly string[];
}

/** The scopes that a key lacks. @source live-organizations 1.5: `x:write` covers `x:read` */
export function lackingScopes(needed: readonly string[], held: readonly string[]): string[] {
  return needed.filter((scope) => !held.includes(scope) && !held.includes(scope.replace(/:read$/u, ":write")));
}

/** Whether a scoped key is only for reading: it can't write anything. */
export function mayOnlyRead(held: readonly string[]): boolean {
  return !held.some((scope) => scope.endsWith(":write"));
}

/** Whether a key can do everything that its account can. */
export function isUnrestricted(held: readonly string[] | null): held is null {
  return held === null || held.length === 0 || held.includes("*");
}
