import { isApiError, isTransportError } from "../api/errors.ts";
import type { AnyResource } from "../model/definition.ts";
import type { Wait } from "../model/wait.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { titleOf } from "../model/title.ts";
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
  const asker = new Asker(wait, inputs, at, context);
  let wire = first;
  for (;;) {
    const answer = await asker.ask();
    if (answer !== undefined) context.session.snapshot.put(definition, at, answer);
    wire = answer ?? (await reread(definition, at, context));
    if (wait.isDone(wire)) return wire;
    const elapsedMs = clock.now() - startedAtMs;
    const pauseMs = Math.min(Number(inputs[wait.intervalField]) * 1_000, timeoutMs - elapsedMs);
    if (pauseMs <= 0) throw timedOut(definition, at, wire, asker);
    context.report.status(`waiting for ${wait.describe(wire)} (${Math.round(elapsedMs / 1_000)} s)`);
    await clock.sleep(pauseMs, context.call.signal);
  }
}

/** Asks while the key may; afterwards it answers nothing and the driver watches. */
class Asker {
  mayAsk = true;
  readonly wait: Wait<unknown, Wire>;
  readonly inputs: Values;
  readonly #at: IdentityParts;
  readonly #context: Context;

  constructor(wait: Wait<unknown, Wire>, inputs: Values, at: IdentityParts, context: Context) {
    this.wait = wait;
    this.inputs = inputs;
    this.#at = at;
    this.#context = context;
  }

  async ask(): Promise<Wire | undefined> {
    if (!this.mayAsk) return undefined;
    const { session, call, report } = this.#context;
    try {
      return await this.wait.ask(session.api, this.#at, call);
    } catch (error) {
      if (this.wait.isAlreadyDone(error)) return undefined;
      if (isTransient(error)) return undefined;
      if (!this.wait.isNotAllowed(error)) throw error;
      this.mayAsk = false;
      report.warn(`This API key may not ask the service to look, so Orgform only watches: ${this.wait.whoCanAsk}.`);
      return undefined;
    }
  }
}

/** A lookup that the service itself could not finish (it answers 500 when DNS times out), or whose answer was lost: the next look may. */
function isTransient(error: unknown): boolean {
  return (isApiError(error) && error.category === "unavailable") || (isTransportError(error) && error.retryable);
}

async function reread(definition: AnyResource, at: IdentityParts, context: Context): Promise<Wire> {
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire !== undefined) return wire;
  throw new OrgformProblem(
    "missing_object",
    `What ${titleOf(definition, formatId(definition.identity.parts, at))} awaits is gone`,
    "The object was deleted during the wait. Create it again, then run the update again.",
  );
}

function timedOut(definition: AnyResource, at: IdentityParts, wire: Wire, asker: Asker): OrgformProblem {
  const { wait, inputs } = asker;
  return new OrgformProblem(
    "wait_timed_out",
    `${titleOf(definition, formatId(definition.identity.parts, at))} is not done after ${Number(inputs[wait.timeoutField])} s`,
    `Expected: ${wait.describe(wire)}.\n` +
      (asker.mayAsk ? "" : `This API key may not ask the service to look: ${wait.whoCanAsk}.\n`) +
      `Correct what is awaited and run again; \`${wait.timeoutField}\` sets how long to wait.`,
  );
}
