import { isApiError, isTransportError } from "../client/errors.ts";
import type { Call } from "../model/call.ts";
import type { Subject } from "../model/hook-arguments.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import type { Identity } from "../model/identity.ts";
import { fieldRef, joined, message, type Text } from "../model/messages.ts";

/** A request that makes the service check now. */
export interface Prompt<Api, Wire, Part extends string = string> {
  /** Sends it; undefined if the response says nothing about the object. */
  readonly ask: (api: Api, at: Identity<Part>, call: Call) => Promise<Wire | undefined>;
  /** Whether a failed request means that this key isn't allowed to send it: the driver then only polls. */
  readonly isNotAllowed: (error: unknown) => boolean;
  /** Whether a failed request means that the event has already happened. */
  readonly isAlreadyDone: (error: unknown) => boolean;
  /** Who can send the request instead of a key that isn't allowed to. */
  readonly whoCanAsk: Text;
}

/** An external event that must happen before the resource counts as created. */
export interface Wait<Api, Wire, Part extends string = string> {
  /** Whether it has happened. */
  readonly isDone: (wire: Wire) => boolean;
  /** Why it can no longer happen, with the next step; undefined while it can. If absent, it always can. */
  readonly whyNever?: (wire: Wire) => Text | undefined;
  /** The event, with everything that a person needs to make it happen. */
  readonly describe: (wire: Wire) => Text;
  /**
   * Instructions for a person, in lines of at most 80 columns: each is a separate message when the wait begins, because
   * engines cut a status at the terminal's width. Empty while there is nothing to do.
   */
  readonly facts?: (wire: Wire) => readonly string[];
  /** If absent, the service checks automatically, and the driver only polls. */
  readonly prompt?: Prompt<Api, Wire, Part>;
  /**
   * The service's own diagnosis at the timeout, in lines; absent if the service can't be asked. The request can fail.
   * If a service has no such route, it is sent only once per process, and the message has no diagnosis.
   */
  readonly diagnose?: (api: Api, at: Identity<Part>, call: Call) => Promise<readonly Text[]>;
  /** The input field that limits the wait, in seconds. */
  readonly timeoutField: string;
  /** The input field for the pause between two checks, in seconds. */
  readonly intervalField: string;
}

/**
 * The resource counts as created when an external event has happened: the driver asks the service to check, then polls
 * until the event or the timeout. A key that isn't allowed to ask only polls, and a warning says who can ask instead.
 *
 * Fails with wait_timed_out and a description of the event, or with wait_failed if it can no longer happen.
 *
 * @see src/driver/hooks.ts
 * @see src/driver/reconcile/settle.ts
 * @see test/unit/capabilities/wait.test.ts
 */
export function wait<Api, Wire, Part extends string>(
  rules: Wait<Api, Wire, Part>,
): {
  readonly name: string;
  readonly settle: (wire: Wire, subject: Subject<Api, Wire>) => Promise<Wire>;
  readonly stillAwaited: (wire: Wire) => Text | undefined;
} {
  return {
    name: "wait",
    settle: (wire, subject) => (rules.isDone(wire) ? Promise.resolve(wire) : awaitOutside(rules, wire, subject)),
    stillAwaited: (wire) => (rules.isDone(wire) ? undefined : rules.describe(wire)),
  };
}

async function awaitOutside<Api, Wire, Part extends string>(
  rules: Wait<Api, Wire, Part>,
  first: Wire,
  subject: Subject<Api, Wire>,
): Promise<Wire> {
  const { inputs, report } = subject;
  const limits = {
    timeoutSeconds: Number(inputs[rules.timeoutField]),
    intervalSeconds: Number(inputs[rules.intervalField]),
  };
  const asker = new Asker(rules.prompt, subject);
  let wire = first;
  // If the service can't be asked, the latest observation is the first check.
  let isSeen = rules.prompt === undefined;
  let told: string | undefined;
  const isDone = await subject.poll(limits, async () => {
    if (!isSeen) wire = await asker.look();
    isSeen = false;
    if (rules.isDone(wire)) return undefined;
    refuseImpossible(subject, rules, wire);
    const facts = rules.facts?.(wire) ?? [];
    // Another stage of the wait might need something else.
    if (told !== facts.join()) for (const fact of facts) report.info(fact);
    told = facts.join();
    return rules.describe(wire);
  });
  if (isDone) return wire;
  throw timedOut(subject, rules, wire, [...whoCanAsk(asker), ...(await diagnosed(subject, rules))]);
}

/** The service's diagnosis; nothing if it has no such route, refuses the key, or fails: the wait is over anyway. */
async function diagnosed<Api, Wire, Part extends string>(
  { api, at, call, resource }: Subject<Api, Wire>,
  { diagnose }: Wait<Api, Wire, Part>,
): Promise<readonly Text[]> {
  if (diagnose === undefined) return [];
  try {
    const served = await call.served(`diagnosis by ${resource}`, () => diagnose(api, at as Identity<Part>, call)); // -- the parts are those of the resource
    return served?.answer ?? [];
  } catch {
    return [];
  }
}

/** Asks the service while the key is allowed to; otherwise only polls. */
class Asker<Api, Wire, Part extends string> {
  /** Who can ask instead of this key; undefined while the key is allowed to, or nobody needs to. */
  inPlace: Text | undefined;
  readonly #prompt: Prompt<Api, Wire, Part> | undefined;
  readonly #subject: Subject<Api, Wire>;

  constructor(prompt: Prompt<Api, Wire, Part> | undefined, subject: Subject<Api, Wire>) {
    this.#prompt = prompt;
    this.#subject = subject;
  }

  /** The object as the response shows it, or a separate read. */
  async look(): Promise<Wire> {
    const answer = await this.#ask();
    if (answer === undefined) return reread(this.#subject);
    this.#subject.note(answer);
    return answer;
  }

  async #ask(): Promise<Wire | undefined> {
    if (this.#prompt === undefined || this.inPlace !== undefined) return undefined;
    const { api, at, call, report } = this.#subject;
    try {
      return await this.#prompt.ask(api, at, call);
    } catch (error) {
      if (this.#prompt.isAlreadyDone(error)) return undefined;
      if (isTransient(error)) return undefined;
      if (!this.#prompt.isNotAllowed(error)) throw error;
      this.inPlace = this.#prompt.whoCanAsk;
      report.warn("This API key isn't allowed to ask the service to check, so Orgform only polls.");
      report.warn(message`Alternative: ${this.inPlace}.`);
      return undefined;
    }
  }
}

/** A check that the service couldn't finish (it returns 500 if DNS times out), or whose response was lost: the next one might succeed. */
function isTransient(error: unknown): boolean {
  if (isApiError(error)) return error.category === "unavailable" || error.requestMayHaveBeenApplied;
  return isTransportError(error) && error.retryable;
}

async function reread<Wire>({ look, title }: Subject<unknown, Wire>): Promise<Wire> {
  const wire = await look();
  if (wire !== undefined) return wire;
  throw new OrgformProblem(
    "missing_object",
    message`The object that ${title} waits for no longer exists`,
    "The object was deleted during the wait. Create it again, then run the update again.",
  );
}

/** @throws wait_failed if the awaited event can no longer happen. */
function refuseImpossible<Wire>(
  { title }: Subject<unknown, Wire>,
  { whyNever }: Pick<Wait<unknown, Wire>, "whyNever">,
  wire: Wire,
): void {
  const why = whyNever?.(wire);
  if (why === undefined) return;
  throw new OrgformProblem("wait_failed", message`${title} can no longer succeed`, why);
}

function whoCanAsk({ inPlace }: { readonly inPlace: Text | undefined }): readonly Text[] {
  return inPlace === undefined ? [] : [message`This API key isn't allowed to ask the service to check: ${inPlace}.`];
}

function timedOut<Wire>(
  { inputs, title }: Subject<unknown, Wire>,
  { timeoutField, describe }: Pick<Wait<unknown, Wire>, "timeoutField" | "describe">,
  wire: Wire,
  further: readonly Text[],
): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    message`${title} is not done after ${Number(inputs[timeoutField])} s`,
    joined(
      [
        message`Expected: ${describe(wire)}.`,
        ...further,
        message`Fix the cause and run again. ${fieldRef(timeoutField)} sets how long to wait.`,
      ],
      "\n",
    ),
  );
}
