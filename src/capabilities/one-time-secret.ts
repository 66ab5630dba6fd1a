import type { Carried } from "../model/hook-arguments.ts";
import type { Values } from "../model/json-value.ts";
import { fieldName, message, type Text } from "../model/messages.ts";

/** Placeholder for a secret that was lost with its response: a new one must be requested. */
export const RECEIVED_BY_NOBODY = "";

/** A secret output that the service shows once, in the response to the request that creates it. */
export interface ShownOnce {
  readonly output: string;
  /** Whether these inputs create it. */
  readonly isAskedFor: (inputs: Values) => boolean;
}

/** A secret that the service returns once, in the response to the request that created it. */
export interface OneTimeSecret<Wire> extends ShownOnce {
  /** Whether the object has one, returned or not. */
  readonly exists: (wire: Wire) => boolean;
  /** What an observation shows or carries; null if nothing. */
  readonly shownBy: (wire: Wire) => string | null;
  /** The same observation with the secret that was returned before. */
  readonly carrying: (wire: Wire, secret: string | null) => Wire;
  /** How to request a new one, in whole sentences. */
  readonly remedy: Text;
}

/**
 * The service returns a secret of the object only once: from then on, only the state has it.
 *
 * If the response with the secret was lost, nobody has the secret. For an object that somebody else created, a warning
 * says how to get a new secret.
 *
 * @see src/driver/hooks.ts
 * @see test/unit/capabilities/one-time-secret.test.ts
 */
export function oneTimeSecret<Wire>(secret: OneTimeSecret<Wire>): {
  readonly name: string;
  readonly shownOnce: ShownOnce;
  readonly carry: (wire: Wire, from: Carried<Wire>) => Wire;
  readonly storedWarnings: (title: Text, wire: Wire) => readonly Text[];
} {
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

/** What was known about the secret earlier; null if nothing. */
function earlier<Wire>(
  { output, exists, shownBy }: OneTimeSecret<Wire>,
  from: Exclude<Carried<Wire>, { by: "renewal" }>,
): string | null {
  if (from.by === "create") return RECEIVED_BY_NOBODY;
  if (from.by === "write") return exists(from.before) ? shownBy(from.before) : RECEIVED_BY_NOBODY;
  const { [output]: held }: Values = from.state;
  return typeof held === "string" ? held : null;
}
