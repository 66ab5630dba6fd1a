import type { Capability, Carried } from "../model/capability.ts";
import type { Values } from "../model/json-value.ts";
import { fieldName, message, type Text } from "../model/messages.ts";

/** Stands for a secret that nobody received, because the response was lost: a new one has to be requested. */
export const RECEIVED_BY_NOBODY = "";

/** A secret that the service returns once, in the response to the request that created it. */
export interface OneTimeSecret<Wire> {
  /** The output that holds it. */
  readonly output: string;
  /** Whether these inputs have one made. */
  readonly isAskedFor: (inputs: Values) => boolean;
  /** Whether the object has one, returned or not. */
  readonly exists: (wire: Wire) => boolean;
  /** What an observation shows, or carries; null for nothing. */
  readonly shownBy: (wire: Wire) => string | null;
  /** The same observation with what was returned before. */
  readonly carrying: (wire: Wire, secret: string | null) => Wire;
  /** How to get a new one, in whole sentences. */
  readonly remedy: Text;
}

/**
 * The service returns a secret of the object once and never again: from then on state alone holds it.
 *
 * A secret whose response was lost counts as received by nobody. Of an object that somebody else created, a warning
 * names the way to a new secret.
 */
export function oneTimeSecret<Wire>(secret: OneTimeSecret<Wire>): Capability<unknown, Wire> {
  const { output, isAskedFor, exists, shownBy, carrying, remedy } = secret;
  const isMissing = (wire: Wire): boolean => exists(wire) && shownBy(wire) === null;
  return {
    name: "one-time secret",
    shownOnce: { output, isAskedFor },
    carry: (wire, from) => {
      if (from.by === "renewal") return exists(wire) ? carrying(wire, RECEIVED_BY_NOBODY) : wire;
      return isMissing(wire) ? carrying(wire, earlier(secret, from)) : wire;
    },
    storedWarnings: (title, wire) =>
      isMissing(wire)
        ? [
            message`${fieldName(output)} of ${title} can't be read: the service returned it only once, to the caller that created it. ${remedy}`,
          ]
        : [],
  };
}

/** What an earlier moment knew of the secret; null for nothing. */
function earlier<Wire>(
  { output, exists, shownBy }: OneTimeSecret<Wire>,
  from: Exclude<Carried<Wire>, { by: "renewal" }>,
): string | null {
  if (from.by === "create") return RECEIVED_BY_NOBODY;
  if (from.by === "write") return exists(from.before) ? shownBy(from.before) : RECEIVED_BY_NOBODY;
  const { [output]: held }: Values = from.state;
  return typeof held === "string" ? held : null;
}
