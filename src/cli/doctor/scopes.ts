import type { AnyResource } from "../../model/definition.ts";
import { type Finding, ok, warn } from "./finding.ts";

/**
 * Compares what a key may do with what the resources need.
 *
 * @param held - scopes of the key; none, or `*`, is a key without restriction
 * @source live-organizations 1.5: `x:write` covers `x:read`
 */
export function scopeFinding(held: readonly string[] | null, definitions: readonly AnyResource[]): Finding {
  if (held === null || held.length === 0 || held.includes("*")) return ok("scopes", "The key has every scope.");
  const has = (scope: string): boolean => held.includes(scope) || held.includes(scope.replace(/:read$/u, ":write"));
  const lacking = new Map<string, string[]>();
  for (const { name, scopes } of definitions) {
    for (const scope of new Set([...scopes.read, ...scopes.write])) {
      if (!has(scope)) lacking.set(scope, [...(lacking.get(scope) ?? []), name]);
    }
  }
  if (lacking.size === 0) return ok("scopes", "The key has the scopes of every resource.");
  const needed = [...lacking].map(([scope, names]) => `${scope} (${names.join(", ")})`).join("; ");
  return warn("scopes", `The key lacks ${needed}.`, "Give the key the scopes of the resources that your programs use.");
}
