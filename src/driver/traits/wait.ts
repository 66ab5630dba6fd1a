import { isApiError, isTransportError } from "../../client/errors.ts";
import type { AnyResource, AnyWait } from "../../model/definition.ts";
import type { Prompt } from "../../model/traits/wait.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import type { IdentityParts } from "../../model/identity.ts";
import { observe } from "../observe.ts";
import type { Operation } from "../operation.ts";
import { poll } from "../poll.ts";
import type { Context } from "../session/session.ts";
import type { Wire } from "../session/list-cache.ts";
import { fieldRef, joined, message, type Text } from "../../model/messages.ts";

/**
 * Waits for what a resource awaits: asks the service to look, then watches, until it has happened or time is over.
 *
 * A key that may not ask only watches, and says once who can ask in its place.
 *
 * @throws wait_timed_out with a description of what is awaited; wait_failed when it will not happen any more.
 */
export async function awaitOutside(operation: Operation, first: Wire): Promise<Wire> {
  const { definition, inputs, at, context } = operation;
  const { wait } = definition;
  if (wait === undefined || wait.isDone(first)) return first;
  const limits = {
    timeoutSeconds: Number(inputs[wait.timeoutField]),
    intervalSeconds: Number(inputs[wait.intervalField]),
  };
  const asker = new Asker(wait.prompt, at, context);
  let wire = first;
  // Where the service cannot be asked, what was just observed is the first look.
  let isSeen = wait.prompt === undefined;
  let told: string | undefined;
  const isDone = await poll(limits, context, async () => {
    if (!isSeen) wire = await look(operation, asker);
    isSeen = false;
    if (wait.isDone(wire)) return undefined;
    refuseHopeless(operation, wait, wire);
    const facts = wait.facts?.(wire) ?? [];
    // Another stage of the wait may need something else.
    if (told !== facts.join()) for (const fact of facts) context.report.info(fact);
    told = facts.join();
    return wait.describe(wire);
  });
  if (isDone) return wire;
  throw timedOut(operation, wait, wire, [...whoCanAsk(asker), ...(await diagnosed(operation, wait))]);
}

/** What the service finds wrong; nothing where it has no such route, refuses the key or fails: the wait is over anyway. */
async function diagnosed({ definition, at, context }: Operation, { diagnose }: AnyWait): Promise<readonly Text[]> {
  if (diagnose === undefined) return [];
  const { session, call } = context;
  try {
    const served = await session.routes.served(`diagnosis by ${definition.name}`, () =>
      diagnose(session.api, at, call),
    );
    return served?.answer ?? [];
  } catch {
    return [];
  }
}

/** Asks while the key may; otherwise it answers nothing and the driver watches. */
class Asker {
  /** Who can ask in place of this key; undefined as long as the key may, or nobody has to. */
  inPlace: Text | undefined;
  readonly #prompt: Prompt<unknown, Wire> | undefined;
  readonly #at: IdentityParts;
  readonly #context: Context;

  constructor(prompt: Prompt<unknown, Wire> | undefined, at: IdentityParts, context: Context) {
    this.#prompt = prompt;
    this.#at = at;
    this.#context = context;
  }

  async ask(): Promise<Wire | undefined> {
    if (this.#prompt === undefined || this.inPlace !== undefined) return undefined;
    const { session, call, report } = this.#context;
    try {
      return await this.#prompt.ask(session.api, this.#at, call);
    } catch (error) {
      if (this.#prompt.isAlreadyDone(error)) return undefined;
      if (isTransient(error)) return undefined;
      if (!this.#prompt.isNotAllowed(error)) throw error;
      this.inPlace = this.#prompt.whoCanAsk;
      report.warn("This API key may not ask the service to look, so Orgform only watches.");
      report.warn(message`What else helps: ${this.inPlace}.`);
      return undefined;
    }
  }
}

/** A lookup that the service itself could not finish (it answers 500 when DNS times out), or whose answer was lost: the next look may. */
function isTransient(error: unknown): boolean {
  if (isApiError(error)) return error.category === "unavailable" || error.requestMayHaveBeenApplied;
  return isTransportError(error) && error.retryable;
}

async function look(operation: Operation, asker: Asker): Promise<Wire> {
  const { definition, at, context } = operation;
  const answer = await asker.ask();
  if (answer === undefined) return reread(operation);
  context.session.lists.put(definition, at, answer);
  return answer;
}

async function reread({ definition, at, context, title }: Operation): Promise<Wire> {
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire !== undefined) return wire;
  throw new OrgformProblem(
    "missing_object",
    `What ${title} waits for is gone`,
    "The object was deleted during the wait. Create it again, then run the update again.",
  );
}

/** @throws wait_failed when what is awaited will not happen any more. */
function refuseHopeless({ title }: Operation, wait: AnyWait, wire: Wire): void {
  const why = wait.whyNever?.(wire);
  if (why === undefined) return;
  throw new OrgformProblem("wait_failed", `${title} cannot succeed any more`, why);
}

function whoCanAsk({ inPlace }: Asker): readonly Text[] {
  return inPlace === undefined ? [] : [message`This API key may not ask the service to look: ${inPlace}.`];
}

function timedOut({ inputs, title }: Operation, wait: AnyWait, wire: Wire, further: readonly Text[]): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    `${title} is not done after ${Number(inputs[wait.timeoutField])} s`,
    joined(
      [
        message`Expected: ${wait.describe(wire)}.`,
        ...further,
        message`Correct what is awaited and run again; ${fieldRef(wait.timeoutField)} sets how long to wait.`,
      ],
      "\n",
    ),
  );
}

/** What a resource that stands for it does not exist without, and that has not happened yet; undefined when it has. */
export function stillAwaited({ kind, wait }: AnyResource, wire: Wire): Text | undefined {
  return kind === "settings" && wait?.isDone(wire) === false ? wait.describe(wire) : undefined;
}
