import type { Recorded } from "../driver/driver.ts";

/** An object of ours in a state. */
export interface StateObject extends Recorded {
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  /** What the program calls it: `acme` with its type in Pulumi, `module.a.orgform_domain.acme["x"]` in Terraform. */
  readonly address: string;
  /** The service that its provider is configured with, where the state tells. */
  readonly host?: string | undefined;
}

/** What a state holds of ours. */
export interface RecordedStack {
  readonly engine: "pulumi" | "terraform";
  readonly objects: readonly StateObject[];
  /** Addresses of resources of ours that this version does not know. */
  readonly unknown: readonly string[];
}

/** A state that cannot be used; its message is for the user, with the next step. */
export class StateError extends Error {}
