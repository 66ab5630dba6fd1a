import { isApiError, isTransportError } from "../client/errors.ts";
import type { Call } from "../model/call.ts";
import type { Capability, Subject } from "../model/capability.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import type { Identity } from "../model/identity.ts";
import { fieldRef, joined, message, type Text } from "../model/messages.ts";

/** A request that makes the service look now for what is awaited. */
export interface Prompt<Api, Wire, Part extends string = string> {
  /** Sends it; undefined when the answer says nothing about the object. */
  readonly ask: (api: Api, at: Identity<Part>, call: Call) => Promise<Wire | undefined>;
  /** Whether a failed ask means "this key may not ask": the driver then only watches. */
  readonly isNotAllowed: (error: unknown) => boolean;
  /** Whether a failed ask means "it has happened already". */
  readonly isAlreadyDone: (error: unknown) => boolean;
  /** Who can ask in place of a key that may not. */
  readonly whoCanAsk: Text;
}

/** Something that has to happen outside before the resource counts as created. */
export interface Wait<Api, Wire, Part extends string = string> {
  /** Whether it has happened. */
  readonly isDone: (wire: Wire) => boolean;
  /** Why it can no longer happen, with the next step; undefined while it can. Absent: it always can. */
  readonly whyNever?: (wire: Wire) => Text | undefined;
  /** What is awaited, with everything a person needs to make it happen. */
  readonly describe: (wire: Wire) => Text;
  /**
   * What a person needs, in lines of at most 80 columns: each is a message of its own when the wait begins, since
   * engines cut a status at the width of the terminal. Empty while nobody can do anything.
   */
  readonly facts?: (wire: Wire) => readonly string[];
  /** Absent: the service checks automatically, and the driver only polls. */
  readonly prompt?: Prompt<Api, Wire, Part>;
  /**
   * What the service itself finds wrong when the time is over, in lines; absent where it cannot be asked. It may fail, and
   * on a service without such a route it is asked once per process: the message then does without.
   */
  readonly diagnose?: (api: Api, at: Identity<Part>, call: Call) => Promise<readonly Text[]>;
  /** The input field that limits the wait, in seconds. */
  readonly timeoutField: string;
  /** The input field that holds the pause between two looks, in seconds. */
  readonly intervalField: string;
}

/**
 * The resource counts as created when something has happened outside: asks the service to look, then watches, until it has
 * happened or time is over. A key that may not ask only watches, and a warning says who can ask in its place.
 *
 * Fails with wait_timed_out and a description of what is awaited, or with wait_failed when it will not happen any more.
 */
export function wait<Api, Wire, Part extends string>(rules: Wait<Api, Wire, Part>): Capability<Api, Wire> {
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
  // Where the service cannot be asked, what was just observed is the first look.
  let isSeen = rules.prompt === undefined;
  let told: string | undefined;
  const isDone = await subject.poll(limits, async () => {
    if (!isSeen) wire = await asker.look();
    isSeen = false;
    if (rules.isDone(wire)) return undefined;
    refuseHopeless(subject, rules, wire);
    const facts = rules.facts?.(wire) ?? [];
    // Another stage of the wait may need something else.
    if (told !== facts.join()) for (const fact of facts) report.info(fact);
    told = facts.join();
    return rules.describe(wire);
  });
  if (isDone) return wire;
  throw timedOut(subject, rules, wire, [...whoCanAsk(asker), ...(await diagnosed(subject, rules))]);
}

/** What the service finds wrong; nothing where it has no such route, refuses the key or fails: the wait is over anyway. */
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

/** Asks while the key may; otherwise it watches. */
class Asker<Api, Wire, Part extends string> {
  /** Who can ask in place of this key; undefined as long as the key may, or nobody has to. */
  inPlace: Text | undefined;
  readonly #prompt: Prompt<Api, Wire, Part> | undefined;
  readonly #subject: Subject<Api, Wire>;

  constructor(prompt: Prompt<Api, Wire, Part> | undefined, subject: Subject<Api, Wire>) {
    this.#prompt = prompt;
    this.#subject = subject;
  }

  /** What the answer shows of the object, or a read of its own. */
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

/** A lookup that the service itself could not finish (it answers 500 when DNS times out), or whose answer was lost: the next look may. */
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

/** @throws wait_failed when the awaited event can no longer happen. */
function refuseHopeless<Wire>(
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
