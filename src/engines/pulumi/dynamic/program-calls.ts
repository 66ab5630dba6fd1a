import { functions } from "../../../catalog/functions/index.ts";
import { checkArguments, type Context, type Reporter, streamFunction } from "../../../driver/driver.ts";
import type { CheckSettings } from "../../../model/check.ts";
import { argumentProblem, OrgformProblem } from "../../../model/diagnostics.ts";
import type { AnyFunction } from "../../../model/function.ts";
import type { Values } from "../../../model/json-value.ts";
import { systemClock } from "../../../app/clock.ts";
import { idempotencyFiles } from "../../../app/idempotency-files.ts";
import { callInProgram } from "../../../app/program-calls.ts";
import { Sessions } from "../../../app/sessions.ts";
import { findSettings } from "../../../app/settings.ts";
import { howToSet } from "./how-to-set.ts";
import { joined } from "../../../model/messages.ts";

/** The program that calls a function in its own process. */
export interface ProgramSurroundings {
  readonly isPreview: boolean;
  /** A setting of the stack's configuration. */
  readonly configured: (name: string) => string | undefined;
  readonly report: Reporter;
}

/** The functions for one program, called in its own process; its calls share lists and the rate limit. */
export class ProgramCalls {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #sessions: Sessions;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
    this.#sessions = new Sessions(systemClock, { idempotency: idempotencyFiles({ environment }) });
  }

  /** Calls a function; all rows come together. */
  async call(name: string, args: object, program: ProgramSurroundings): Promise<Values> {
    const definition = functionNamed(name);
    const call = { isPreview: program.isPreview, ...this.#surroundings(program) };
    const { given, problems } = await callInProgram(definition, { ...args }, call);
    if (problems !== undefined) throw argumentProblem(definition, problems);
    return given;
  }

  /** The rows of a function, read while they are asked for. */
  async *rows(name: string, args: object, program: ProgramSurroundings): AsyncGenerator<Values, void> {
    const definition = functionNamed(name);
    const { context, settings } = this.#surroundings(program);
    const { inputs, problems } = checkArguments(definition, { ...args }, settings);
    if (problems.length > 0) throw argumentProblem(definition, problems);
    yield* streamFunction(definition, inputs, context());
  }

  #surroundings({ configured, report }: ProgramSurroundings): { context: () => Context; settings: CheckSettings } {
    const found = findSettings({ configured, environment: this.#environment, howToSet });
    return {
      context: () => {
        if (found.problems !== undefined) throw new OrgformProblem("config_invalid", joined(found.problems, "\n"));
        return { session: this.#sessions.of(found.settings), report, call: {} };
      },
      settings: {
        organizationId: found.settings?.organizationId ?? configured("organizationId"),
        howToSet: (setting) => howToSet({ name: setting, secret: false }),
      },
    };
  }
}

function functionNamed(name: string): AnyFunction {
  const definition = functions.find((one) => one.name === name);
  if (definition === undefined) throw new OrgformProblem("internal", `Orgform has no function ${name}`);
  return definition;
}
