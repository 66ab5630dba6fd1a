import { isApiError, mayHaveBeenApplied } from "../../client/errors.ts";
import type { AnyBulk } from "../../model/definition.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Wire } from "./list-cache.ts";

/** How long no caller joins before a batch is sent: a busy engine begins creates up to 100 ms apart. */
export const IDLE_MS = 250;

/** A batch's result for one caller: created, alone in the batch, or refused together with all others. */
export type BatchResult =
  | { readonly kind: "made"; readonly wire: Wire | undefined }
  | { readonly kind: "alone" | "refused" };

/** The call that a batch is sent with. */
export interface BatchCall {
  readonly bulk: AnyBulk;
  readonly api: unknown;
  readonly scope: IdentityParts;
  /** Whether a refusal is about the number of bodies, so fewer might pass. */
  readonly splitsOn: (error: unknown) => Promise<boolean>;
}

/** A caller that waits with one body for a batch. */
interface Caller {
  readonly body: unknown;
  readonly resolve: (result: BatchResult) => void;
  readonly reject: (error: unknown) => void;
  /** Runs when the caller's own signal aborts. */
  leave: () => void;
}

/**
 * Creates that are requested at about the same time, sent together with the service's bulk calls.
 *
 * A caller whose signal aborts leaves immediately with the signal's reason. Before its batch is sent, its body isn't
 * sent; afterwards, the batch continues for the others, and ends when the last one has left.
 */
export class Batcher {
  readonly #byKey = new Map<string, BatchQueue>();
  readonly #sleep: (ms: number) => Promise<void>;

  constructor(sleep: (ms: number) => Promise<void>) {
    this.#sleep = sleep;
  }

  /**
   * Waits for others, and creates all of them with one call.
   *
   * @throws the call's error, unless the service refused the call because of one body.
   */
  join(call: BatchCall, body: unknown, signal: AbortSignal | undefined): Promise<BatchResult> {
    const key = JSON.stringify([call.bulk.name, call.scope]);
    const queue = this.#byKey.get(key) ?? new BatchQueue(call, this.#sleep);
    this.#byKey.set(key, queue);
    return queue.join(body, signal);
  }
}

/** The callers that wait for a call of one kind; one batch is sent at a time, so callers that come meanwhile share the next. */
class BatchQueue {
  readonly #call: BatchCall;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #waiting: Caller[] = [];
  #joined = 0;
  #isRunning = false;

  constructor(call: BatchCall, sleep: (ms: number) => Promise<void>) {
    this.#call = call;
    this.#sleep = sleep;
  }

  join(body: unknown, signal: AbortSignal | undefined): Promise<BatchResult> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        reject(signal?.reason);
        caller.leave();
      };
      const settled = (): void => signal?.removeEventListener("abort", onAbort);
      const caller: Caller = {
        body,
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
        leave: () => void this.#waiting.splice(this.#waiting.indexOf(caller), 1),
      };
      signal?.addEventListener("abort", onAbort);
      this.#waiting.push(caller);
      this.#joined += 1;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#waiting.length > 0) {
        await this.#fullOrIdle();
        await this.#send(this.#waiting.splice(0, this.#call.bulk.most));
      }
    } catch (error) {
      // The pause ends early when the whole command does.
      for (const caller of this.#waiting.splice(0)) caller.reject(error);
    } finally {
      this.#isRunning = false;
    }
  }

  async #fullOrIdle(): Promise<void> {
    let seen = -1;
    while (seen !== this.#joined && this.#waiting.length < this.#call.bulk.most) {
      seen = this.#joined;
      await this.#sleep(IDLE_MS);
    }
  }

  async #send(batch: readonly Caller[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (batch.length === 1) return first.resolve({ kind: "alone" });
    await this.#sendAll(batch);
  }

  /** Sends a batch, or if that is too many, as many of it as pass; returns whether all passed, as far as the number matters. */
  async #sendAll(batch: readonly Caller[]): Promise<boolean> {
    const { bulk, api, scope, splitsOn } = this.#call;
    try {
      const bodies = batch.map(({ body }) => body);
      const wires = await bulk.create(api, scope, bodies, { signal: signalOf(batch) });
      for (const [index, one] of batch.entries()) one.resolve({ kind: "made", wire: wires?.[index] });
      return true;
    } catch (error) {
      if ((await splitsOn(error)) === true) return this.#sendHalves(batch, error);
      for (const one of batch) {
        if (isOfOneBody(error)) one.resolve({ kind: "refused" });
        else one.reject(error);
      }
      return true;
    }
  }

  /** After a refusal because of the number, the second half is sent if the first one passed. */
  async #sendHalves(batch: readonly Caller[], refusal: unknown): Promise<boolean> {
    const half = Math.ceil(batch.length / 2);
    const [first, second] = [batch.slice(0, half), batch.slice(half)];
    const isRoom = second.length > 0 && (await this.#sendAll(first));
    if (isRoom) return this.#sendAll(second);
    for (const one of second.length > 0 ? second : first) one.reject(refusal);
    // Callers that wait for the next batch would be refused as well.
    for (const one of this.#waiting.splice(0)) one.reject(refusal);
    return false;
  }
}

/** A signal that aborts when everybody of the batch has left. */
function signalOf(batch: readonly Caller[]): AbortSignal {
  const own = new AbortController();
  let waiting = batch.length;
  for (const caller of batch) {
    caller.leave = () => {
      waiting -= 1;
      if (waiting === 0) own.abort();
    };
  }
  return own.signal;
}

/** Whether a refusal might be about a single body: the others would pass without it. */
function isOfOneBody(error: unknown): boolean {
  if (!isApiError(error) || mayHaveBeenApplied(error)) return false;
  return error.category === "invalid" || error.category === "conflict" || error.category === "permission";
}
