import type { Member } from "./typed-value.ts";

/** The declarations and calls of an example, independent of its language. */
export interface Declared {
  readonly kind: "resource" | "function";
  /** `Domain`, `getDomain`. */
  readonly name: string;
  /** The module of the token: `index`, or `call` for functions that write. */
  readonly module: string;
  /** Whether Pulumi's Go calls the function `LookupDomain`, since `GetDomain` is there for the resource. */
  readonly isGetOfResource: boolean;
  readonly members: readonly Member[];
}

/** The module that languages do without. */
export const INDEX = "index";
