import { isAction } from "../../model/action.ts";
import type { AnyResource } from "../../model/definition.ts";
import { lackingScopes } from "../../model/scopes.ts";

/** The purpose of a scope. */
type Purpose = "read" | "write" | "some changes" | "own account";

/** A scope with the reason why it is needed. */
export interface NeededScope {
  readonly scope: string;
  /** The resources that need it, by purpose, each list sorted. */
  readonly because: readonly { readonly purpose: Purpose; readonly resources: readonly string[] }[];
}

/** The least scopes for objects of some resources. */
export interface NeededScopes {
  /** To plan, apply, and destroy, sorted by scope; a scope that writes also reads. */
  readonly apply: readonly NeededScope[];
  /** Only for previews and drift reports. */
  readonly preview: readonly NeededScope[];
  /** Resources that no scope opens: they need an unscoped key. */
  readonly closed: readonly string[];
}

/**
 * The resources whose changes are refused for the key's own account, which only `user:read` shows.
 *
 * @source member-guards.ts, member-set.ts: the texts of their refusals
 */
const ASKS_WHO_IT_IS: readonly string[] = ["Member", "Membership", "OrganizationMembers"];

const ORDER: readonly Purpose[] = ["read", "write", "some changes", "own account"];

/** The least scopes of a key that manages objects of these resources. */
export function neededScopes(definitions: readonly AnyResource[]): NeededScopes {
  const closed = definitions.filter((one) => isAction(one) && scopesOf(one, ["read", "write"]).length === 0);
  return {
    apply: leastOf(definitions, ORDER),
    preview: leastOf(definitions, ["read"]),
    closed: closed.map(({ name }) => name).toSorted(),
  };
}

function scopesOf({ name, scopes }: AnyResource, purposes: readonly Purpose[]): (readonly [Purpose, string])[] {
  const surely = scopes.surely ?? scopes.write;
  const all: Readonly<Record<Purpose, readonly string[]>> = {
    read: scopes.read,
    write: surely,
    "some changes": scopes.write.filter((scope) => !surely.includes(scope)),
    "own account": ASKS_WHO_IT_IS.includes(name) ? ["user:read"] : [],
  };
  return purposes.flatMap((purpose) => all[purpose].map((scope) => [purpose, scope] as const));
}

function leastOf(definitions: readonly AnyResource[], purposes: readonly Purpose[]): NeededScope[] {
  const needs = definitions.flatMap((one) =>
    scopesOf(one, purposes).map(([purpose, scope]) => ({ purpose, scope, resource: one.name })),
  );
  const scopes = [...new Set(needs.map(({ scope }) => scope))].toSorted();
  const least = scopes.filter((scope) => !isCovered(scope, scopes));
  return least.map((scope) => {
    const own = needs.filter((need) => lackingScopes([need.scope], [scope]).length === 0);
    const because = ORDER.flatMap((purpose) => {
      const resources = own.filter((need) => need.purpose === purpose).map(({ resource }) => resource);
      return resources.length === 0 ? [] : [{ purpose, resources: [...new Set(resources)].toSorted() }];
    });
    return { scope, because };
  });
}

/** Whether a scope that writes is there, too, which reads as well. */
function isCovered(scope: string, scopes: readonly string[]): boolean {
  return scope.endsWith(":read") && scopes.includes(scope.replace(/:read$/u, ":write"));
}
