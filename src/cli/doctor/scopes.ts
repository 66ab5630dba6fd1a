import type { AnyResource } from "../../model/definition.ts";
import type { AnyFunction } from "../../model/function.ts";
import { isUnrestricted, lackingScopes } from "../../model/scopes.ts";
import { type Finding, ok, warn } from "./finding.ts";

/**
 * Compares the rights of a key with the requirements of the resources.
 *
 * @param held - scopes of the key; none, or `*`, is a key without restriction
 */
export function scopeFinding(held: readonly string[] | null, definitions: readonly AnyResource[]): Finding {
  if (isUnrestricted(held)) return ok("scopes", "The key has every scope.");
  const lacking = new Map<string, string[]>();
  for (const { name, scopes } of definitions) {
    for (const scope of lackingScopes([...new Set([...scopes.read, ...scopes.write])], held)) {
      lacking.set(scope, [...(lacking.get(scope) ?? []), name]);
    }
  }
  if (lacking.size === 0) return ok("scopes", "The key has the scopes of every resource.");
  const needed = [...lacking].map(([scope, names]) => `${scope} for ${names.join(", ")}`);
  const summary = `The key lacks ${needed.length === 1 ? "a scope" : `${needed.length} scopes`}.`;
  return warn("scopes", summary, "Give the key the scopes of the resources that your programs use.", needed);
}

/**
 * Operations that no scoped key can use, whatever its scopes, even `*`.
 *
 * @source live service 2025-08, flow 11: "This action does not support Personal API Key access"; its own code, of `*`
 */
export function closedFindings(held: readonly string[] | null, offered: readonly AnyFunction[]): Finding[] {
  // A key with every scope still has scopes: operations that need an unscoped key stay closed to it.
  if (held === null || held.length === 0) return [];
  const closed = offered.filter(({ scopes }) => scopes.length === 0).map(({ name }) => name);
  const details = [
    "DomainVerification: it only waits, until somebody presses `Verify` in the organization's settings",
    "`source` of pipeline items: files are neither read nor written",
    `functions: ${closed.join(", ")}`,
  ];
  return [ok("closed", "These need an unscoped key:", details)];
}
