import { isApiError, mayHaveBeenApplied } from "../../client/errors.ts";
import type { Call } from "../../model/call.ts";
import type { AnyBulk } from "../../model/definition.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Wire } from "./list-cache.ts";

/** A call is sent when nobody has joined it for this long: a busy engine begins creates up to 100 ms apart. */
const QUIET_MS = 250;

/** What a shared call came to for one who joined: made, the only one there, or refused together with all others. */
export type Joined =
  | { readonly kind: "made"; readonly wire: Wire | undefined }
  | { readonly kind: "alone" | "refused" };

/** The call that is shared. */
export interface SharedCall {
  readonly bulk: AnyBulk;
  readonly api: unknown;
  readonly scope: IdentityParts;
}

/** One body that waits for its call. */
interface Waiting {
  readonly body: unknown;
  /** Of the first one, the signal ends the call for all: the creates of a run end together. */
  readonly call: Call;
  readonly resolve: (joined: Joined) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates that are asked for at about the same time, gathered into the bulk calls of the service. */
export class Batcher {
  readonly #byKey = new Map<string, BatchQueue>();
  readonly #sleep: (ms: number) => Promise<void>;

  constructor(sleep: (ms: number) => Promise<void>) {
    this.#sleep = sleep;
  }

  /**
   * Waits for others, and makes all of them with one call.
   *
   * @throws what the call failed with, unless the service refused it for what one of the bodies says.
   */
  join(shared: SharedCall, body: unknown, call: Call): Promise<Joined> {
    const key = JSON.stringify([shared.bulk.name, shared.scope]);
    const gathering = this.#byKey.get(key) ?? new BatchQueue(shared, this.#sleep);
    this.#byKey.set(key, gathering);
    return gathering.join(body, call);
  }
}

/** Those who wait for a call of one kind; one call is sent at a time, so that who comes meanwhile shares the next. */
class BatchQueue {
  readonly #shared: SharedCall;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #waiting: Waiting[] = [];
  #joined = 0;
  #isRunning = false;

  constructor(shared: SharedCall, sleep: (ms: number) => Promise<void>) {
    this.#shared = shared;
    this.#sleep = sleep;
  }

  join(body: unknown, call: Call): Promise<Joined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ body, call, resolve, reject });
      this.#joined += 1;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await this.#fullOrQuiet();
      await this.#send(this.#waiting.splice(0, this.#shared.bulk.most));
    }
    this.#isRunning = false;
  }

  async #fullOrQuiet(): Promise<void> {
    let seen = -1;
    while (seen !== this.#joined && this.#waiting.length < this.#shared.bulk.most) {
      seen = this.#joined;
      await this.#sleep(QUIET_MS);
    }
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (batch.length === 1) return first.resolve({ kind: "alone" });
    const { bulk, api, scope } = this.#shared;
    try {
      const bodies = batch.map(({ body }) => body);
      const wires = await bulk.create(api, scope, bodies, first.call);
      for (const [index, one] of batch.entries()) one.resolve({ kind: "made", wire: wires?.[index] });
    } catch (error) {
      for (const one of batch) {
        if (isOfOneBody(error)) one.resolve({ kind: "refused" });
        else one.reject(error);
      }
    }
  }
}

/** Whether a refusal may be for what a single body says: the others would pass without it. */
function isOfOneBody(error: unknown): boolean {
  if (!isApiError(error) || mayHaveBeenApplied(error)) return false;
  return error.category === "invalid" || error.category === "conflict" || error.category === "permission";
}
