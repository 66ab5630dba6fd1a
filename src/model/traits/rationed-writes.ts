import type { ServiceContext } from "../guard.ts";
import type { Identity } from "../identity.ts";
import type { Values } from "../json-value.ts";

/**
 * Trait: of the requests that make the object, or send it anew, the service takes so many in a time. What is over is
 * deferred until the time that the refusal names; no request is sent before it.
 */
export interface RationedWrites<Api, Wire, Part extends string> {
  readonly ration?: Ration<Api, Wire, Part>;
}

/** What is rationed, and by whom. */
export interface Ration<Api, Wire, Part extends string> {
  /** The name under which resources of several kinds share it; there is one for each list. */
  readonly name: string;
  /** Whether a change of the object is such a request; without an object, its create is. */
  readonly takes: (wire: Wire) => boolean;
  /** Whether this service rations: one that does not refuses for another reason, which is an error. */
  readonly isKept: (at: Identity<Part>, ask: ServiceContext<Api>) => Promise<boolean>;
  /** The object as it stands until the time; `wire` is what the service holds of it. */
  readonly deferred: (inputs: Values, dueAt: string, wire: Wire | undefined) => Wire;
}
