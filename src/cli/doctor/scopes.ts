import type { AnyResource } from "../../model/definition.ts";
import type { AnyFunction } from "../../model/function.ts";
import { type Finding, ok, warn } from "./finding.ts";

/**
 * Compares what a key may do with what the resources need.
 *
 * @param held - scopes of the key; none, or `*`, is a key without restriction
 * @source live-organizations 1.5: `x:write` covers `x:read`
 */
export function scopeFinding(held: readonly string[] | null, definitions: readonly AnyResource[]): Finding {
  if (isUnrestricted(held)) return ok("scopes", "The key has every scope.");
  const has = (scope: string): boolean => held.includes(scope) || held.includes(scope.replace(/:read$/u, ":write"));
  const lacking = new Map<string, string[]>();
  for (const { name, scopes } of definitions) {
    for (const scope of new Set([...scopes.read, ...scopes.write])) {
      if (!has(scope)) lacking.set(scope, [...(lacking.get(scope) ?? []), name]);
    }
  }
  if (lacking.size === 0) return ok("scopes", "The key has the scopes of every resource.");
  const needed = [...lacking].map(([scope, names]) => `${scope} for ${names.join(", ")}`);
  const summary = `The key lacks ${needed.length === 1 ? "a scope" : `${needed.length} scopes`}.`;
  return warn("scopes", summary, "Give the key the scopes of the resources that your programs use.", needed);
}

/**
 * What a key with scopes cannot do, whichever it has.
 *
 * @source live service 2025-08, flow 11: "This action does not support Personal API Key access"
 */
export function closedFindings(held: readonly string[] | null, offered: readonly AnyFunction[]): Finding[] {
  if (isUnrestricted(held)) return [];
  const closed = offered.filter(({ scopes }) => scopes.length === 0).map(({ name }) => name);
  const details = [
    "DomainVerification: it only watches, and somebody presses `Verify` in the organization's settings",
    "`source` of pipeline items: files are neither read nor written",
    `functions: ${closed.join(", ")}`,
  ];
  return [ok("closed", "Whichever scopes a key has, these need a key without any:", details)];
}

/** Whether a key may do whatever its account may. */
function isUnrestricted(held: readonly string[] | null): held is null {
  return held === null || held.length === 0 || held.includes("*");
}
