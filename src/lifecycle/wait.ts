import type { AnyResource, Wait } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { observe } from "./observe.ts";
import type { Context } from "./session.ts";
import type { Wire } from "./snapshot.ts";

/**
 * Waits for what a resource awaits: asks the service to look, then watches, until it has happened or time is over.
 *
 * A key that may not ask only watches, and says once who can ask in its place.
 *
 * @throws wait_timed_out with a description of what is awaited.
 */
export async function awaitOutside(
  definition: AnyResource,
  at: IdentityParts,
  inputs: Values,
  first: Wire,
  context: Context,
): Promise<Wire> {
  const { wait } = definition;
  if (wait === undefined || wait.isDone(first)) return first;
  const { clock } = context.session;
  const timeoutMs = Number(inputs[wait.timeoutField]) * 1_000;
  const startedAtMs = clock.now();
  const asker = new Asker(wait, at, context);
  let wire = first;
  for (;;) {
    wire = (await asker.ask()) ?? (await reread(definition, at, context));
    if (wait.isDone(wire)) return wire;
    const elapsedMs = clock.now() - startedAtMs;
    const pauseMs = Math.min(Number(inputs[wait.intervalField]) * 1_000, timeoutMs - elapsedMs);
    if (pauseMs <= 0) throw timedOut(definition, at, wait.describe(wire), timeoutMs, asker);
    context.report.status(`waiting for ${wait.describe(wire)} (${Math.round(elapsedMs / 1_000)} s)`);
    await clock.sleep(pauseMs, context.call.signal);
  }
}

/** Asks while the key may; afterwards it answers nothing and the driver watches. */
class Asker {
  mayAsk = true;
  readonly #wait: Wait<unknown, Wire>;
  readonly #at: IdentityParts;
  readonly #context: Context;

  constructor(wait: Wait<unknown, Wire>, at: IdentityParts, context: Context) {
    this.#wait = wait;
    this.#at = at;
    this.#context = context;
  }

  get whoCanAsk(): string {
    return this.#wait.whoCanAsk;
  }

  async ask(): Promise<Wire | undefined> {
    if (!this.mayAsk) return undefined;
    const { session, call, report } = this.#context;
    try {
      return await this.#wait.ask(session.api, this.#at, call);
    } catch (error) {
      if (this.#wait.isAlreadyDone(error)) return undefined;
      if (isTransient(error)) return undefined;
      if (!this.#wait.isNotAllowed(error)) throw error;
      this.mayAsk = false;
      report.warn(`This API key may not ask the service to look, so Orgform only watches: ${this.whoCanAsk}.`);
      return undefined;
    }
  }
}

/** A lookup that the service itself could not finish (it answers 500 when DNS times out): the next look may. */
function isTransient(error: unknown): boolean {
  return typeof error === "object" && error !== null && "category" in error && error.category === "unavailable";
}

async function reread(definition: AnyResource, at: IdentityParts, context: Context): Promise<Wire> {
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire !== undefined) return wire;
  throw new OrgformProblem(
    "missing_object",
    `${definition.name} ${formatId(definition.identity.parts, at)}: the object it waits for was deleted`,
    "Create it again, then run the update again.",
  );
}

function timedOut(
  definition: AnyResource,
  at: IdentityParts,
  awaited: string,
  timeoutMs: number,
  asker: Asker,
): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    `${definition.name} ${formatId(definition.identity.parts, at)} is not done after ${timeoutMs / 1_000} s`,
    `Expected: ${awaited}.\n` +
      (asker.mayAsk ? "" : `This API key may not ask the service to look: ${asker.whoCanAsk}.\n`) +
      "Nothing was changed. Correct what is awaited and run again; `timeoutSeconds` sets how long to wait.",
  );
}
