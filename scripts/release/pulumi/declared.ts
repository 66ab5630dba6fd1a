import type { Member } from "./typed-value.ts";

/** The declarations and calls of an example, independent of its language. */
export interface Declared {
  readonly kind: "resource" | "function";
  /** `Domain`, `getDomain`. */
  readonly name: string;
  /** The module of the token: `index`, or `call` for functions that write. */
  readonly module: string;
  /** Whether Pulumi's Go SDK calls the function `LookupDomain`, because `GetDomain` reads the resource. */
  readonly isGetOfResource: boolean;
  readonly members: readonly Member[];
}

/** The module that languages omit. */
export const INDEX = "index";
