import type { Text } from "../messages.ts";

/** Trait: the service tells a secret of the object once, in the answer to the call that made it, and never again. */
export interface ToldOnce<Wire> {
  readonly toldOnce?: Telling<Wire>;
}

/** A secret that state alone holds once it was told. */
export interface Telling<Wire> {
  /** The output that holds it. */
  readonly output: string;
  /** Whether the object has one, told or not. */
  readonly isThere: (wire: Wire) => boolean;
  /** What an observation tells, or was given to keep; null for nothing. */
  readonly toldBy: (wire: Wire) => string | null;
  /** The same observation with what was told before. */
  readonly keeping: (wire: Wire, told: string | null) => Wire;
  /** What is said of an object whose secret was told to somebody else: how to get a new one, in whole sentences. */
  readonly remedy: Text;
}

/** Stands for a secret that was told to nobody, as the answer was lost: another one has to be made. */
export const TOLD_TO_NOBODY = "";
