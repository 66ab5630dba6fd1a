import { functions } from "../../functions/index.ts";
import { checkArguments, type Context, type Reporter, streamFunction } from "../../lifecycle/driver.ts";
import type { CheckSettings } from "../../model/check.ts";
import { argumentProblem, OrgformProblem } from "../../model/diagnostics.ts";
import type { AnyFunction } from "../../model/function.ts";
import type { Values } from "../../model/json-value.ts";
import { systemClock } from "../shared/clock.ts";
import { intentFiles } from "../shared/intent-files.ts";
import { callInProgram } from "../shared/program-calls.ts";
import { Sessions } from "../shared/sessions.ts";
import { findSettings } from "../shared/settings.ts";
import { howToSet } from "./how-to-set.ts";

/** The program that calls a function in its own process. */
export interface ProgramSurroundings {
  readonly isPreview: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A setting of the stack's configuration. */
  readonly configured: (name: string) => string | undefined;
  readonly report: Reporter;
}

/** Shared by all calls of a program, so that they share lists and the rate limit. */
let ofProgram: Sessions | undefined;

/** Calls a function for a program; rows come all at once. */
export async function callForProgram(name: string, args: object, program: ProgramSurroundings): Promise<Values> {
  const definition = functionNamed(name);
  const { context, settings } = surroundingsOf(program);
  const { isPreview } = program;
  const { given, problems } = await callInProgram(definition, args as Values, { isPreview, settings, context });
  if (problems !== undefined) throw argumentProblem(definition, problems);
  return given;
}

/** The rows of a function, read while they are asked for. */
export async function* rowsForProgram(
  name: string,
  args: object,
  program: ProgramSurroundings,
): AsyncGenerator<Values, void> {
  const definition = functionNamed(name);
  const { context, settings } = surroundingsOf(program);
  const { inputs, problems } = checkArguments(definition, args as Values, settings);
  if (problems.length > 0) throw argumentProblem(definition, problems);
  yield* streamFunction(definition, inputs, context());
}

function surroundingsOf({ configured, environment, report }: ProgramSurroundings): {
  context: () => Context;
  settings: CheckSettings;
} {
  const found = findSettings({ configured, environment, howToSet });
  return {
    context: () => {
      if (found.problems !== undefined) throw new OrgformProblem("config_invalid", found.problems.join("\n"));
      ofProgram ??= new Sessions(systemClock, { intents: intentFiles(environment) });
      return { session: ofProgram.of(found.settings), report, call: {} };
    },
    settings: {
      organizationId: found.settings?.organizationId ?? configured("organizationId"),
      howToSet: (setting) => howToSet({ name: setting, secret: false }),
    },
  };
}

function functionNamed(name: string): AnyFunction {
  const definition = functions.find((one) => one.name === name);
  if (definition === undefined) throw new OrgformProblem("internal", `Orgform has no function ${name}`);
  return definition;
}
