import { setMaxListeners } from "node:events";
import process from "node:process";

import { type Api, createClient } from "../../client/client.ts";
import { systemClock } from "../../app/clock.ts";
import { idempotencyFiles } from "../../app/idempotency-files.ts";
import { type Settings, settingText } from "../../app/settings.ts";
import { checkArguments, type Context, type Reporter, Session } from "../../driver/driver.ts";
import type { Problem } from "../../model/diagnostics.ts";
import { type AnyFunction, argumentsOf, CONFIRM, planOf } from "../../model/function.ts";
import type { Values } from "../../model/json-value.ts";
import { printed, type Spelling } from "../../model/messages.ts";
import { isOrganizationId, NO_ORGANIZATION, organizationIdOf } from "../organization.ts";
import { UsageError } from "../usage-error.ts";
import { problemLines } from "./flags.ts";

const ORGANIZATION = "organizationId";

/** An ID that replaces a slug in the check of the other arguments. */
const STAND_IN = { [ORGANIZATION]: NO_ORGANIZATION };

/** A call whose arguments were looked at, without a request. */
export class PreparedCall {
  readonly #definition: AnyFunction;
  /** The organization, if it is given by slug or name. */
  readonly #named: string | undefined;
  readonly #inputs: Values;
  readonly #problems: readonly Problem[];
  /** How messages write arguments. */
  readonly #spelling: Spelling;

  constructor(definition: AnyFunction, given: Values, spelling: Spelling) {
    const organizationId = settingText("organizationId", { configured: () => undefined, environment: process.env });
    this.#definition = definition;
    this.#spelling = spelling;
    this.#named = namedOrganization(definition, given[ORGANIZATION] ?? organizationId);
    // A slug is looked up only after everything else is right.
    const { inputs, problems } = checkArguments(
      definition,
      this.#named === undefined ? given : { ...given, ...STAND_IN },
      { organizationId, howToSet: () => "set the environment variable ORGFORM_ORGANIZATION_ID" },
    );
    this.#inputs = inputs;
    this.#problems = problems;
  }

  /**
   * The planned effect of a write, and the words that confirm it: they are shown, because the next call needs them.
   *
   * @throws UsageError for arguments that are wrong otherwise
   */
  planned(): { readonly plan: string; readonly words: string | undefined } {
    this.#refuse(this.#problems.filter(({ path }) => path !== CONFIRM));
    return {
      plan: printed(planOf(this.#definition, this.#inputs), this.#spelling),
      words: this.#definition.confirmation?.(this.#inputs).words,
    };
  }

  /** @throws UsageError for arguments that are wrong, a confirmation among them */
  refuseProblems(): void {
    this.#refuse(this.#problems);
  }

  /** The arguments in the form in which they are sent. @throws UsageError for an organization that the key can't see */
  async arguments(api: Api): Promise<Values> {
    const named = this.#named;
    const place = named === undefined ? {} : { [ORGANIZATION]: await organizationIdOf(named, api) };
    return { ...this.#inputs, ...place };
  }

  #refuse(problems: readonly Problem[]): void {
    if (problems.length > 0) throw new UsageError(problemLines(problems, this.#spelling));
  }
}

function namedOrganization(definition: AnyFunction, wanted: unknown): string | undefined {
  const isTaken = argumentsOf(definition).some(([name]) => name === ORGANIZATION);
  return isTaken && typeof wanted === "string" && wanted !== "" && !isOrganizationId(wanted) ? wanted : undefined;
}

/** Runs something in a session of its own, which ends with it. */
export async function inSession<T>(
  settings: Settings,
  { report, signal }: { readonly report: Reporter; readonly signal: AbortSignal },
  action: (context: Context, api: Api) => Promise<T>,
): Promise<T> {
  const api = createClient(settings);
  // Every request of the call waits for it; Node warns of more than ten.
  setMaxListeners(0, signal);
  try {
    const idempotency = idempotencyFiles({ environment: process.env });
    const session = new Session({ api, clock: systemClock, serviceNow: () => api.serverNow(), idempotency });
    return await action({ session, report, call: { signal } }, api);
  } finally {
    await api.close();
  }
}
