import { isApiError, isTransportError } from "../../client/errors.ts";
import type { AnyResource } from "../../model/definition.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Context } from "../session/session.ts";

/** An identity with what is learned once of its object, unless it is known; nothing depends on what cannot be learned. */
export async function withLearned<T extends IdentityParts>(
  { learned }: AnyResource,
  at: T,
  { session, call }: Context,
): Promise<T> {
  if (learned === undefined || learned.names.every((name) => at[name] !== undefined)) return at;
  try {
    return { ...(await learned.learn(session.api, at, session.contextOf(call))), ...at };
  } catch (error) {
    if (isApiError(error) || isTransportError(error)) return at;
    throw error;
  }
}
