import { hookOf } from "../../model/hook-of.ts";
import { isApiError, isTransportError } from "../../client/errors.ts";
import type { AnyResource } from "../../model/definition.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Context } from "../session/session.ts";

/** The names of the outputs that are resolved when an object comes into state; none for most resources. */
export function resolvedNames(definition: AnyResource): readonly string[] {
  return hookOf(definition, "resolvedOutputs")?.names ?? [];
}

/**
 * An identity with the resolved outputs of its object, unless they are known; nothing depends on outputs that can't be
 * resolved.
 */
export async function withResolved<T extends IdentityParts>(
  definition: AnyResource,
  at: T,
  { session, call }: Context,
): Promise<T> {
  const resolved = hookOf(definition, "resolvedOutputs");
  if (resolved === undefined || resolved.names.every((name) => at[name] !== undefined)) return at;
  try {
    return { ...(await resolved.resolve(session.api, at, session.contextOf(call))), ...at };
  } catch (error) {
    if (isApiError(error) || isTransportError(error)) return at;
    throw error;
  }
}
