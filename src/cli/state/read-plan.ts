import { readFileSync } from "node:fs";
import * as z from "zod";

import { engines } from "../../engines/index.ts";
import { isJson } from "../../model/json-value.ts";
import type { RecordedPlan } from "../../model/picture/planned-change.ts";
import { codeOf } from "../file-error.ts";
import { UsageError } from "../usage-error.ts";

const FORMS = `Give ${engines.map(({ planReader }) => planReader.forms).join(", or ")}.`;

/**
 * Reads a plan from a file, whichever engine printed it.
 *
 * @throws UsageError when the file can't be read, or isn't a complete plan
 */
export function readPlanFile(path: string): RecordedPlan {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--plan: ${path} can't be read: ${codeOf(error)}. ${FORMS}`, { cause: error });
  }
  return readPlanText(text, `--plan: ${path}`);
}

/**
 * Reads the text of a plan, whichever engine printed it.
 *
 * @param source - the source of the text, for messages
 * @throws UsageError if it isn't a complete plan
 */
export function readPlanText(text: string, source: string): RecordedPlan {
  // The parser quotes its input, which might be a secret.
  if (!isJson(text)) throw new UsageError(`${source} isn't complete JSON. ${FORMS}`);
  const json: unknown = JSON.parse(text);
  const engine = engines.find(({ planReader }) => planReader.accepts(json));
  if (engine === undefined) throw new UsageError(`${source} doesn't contain a plan. ${FORMS}`);
  try {
    return known(engine.planReader.read(json), source);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const where = error.issues[0]?.path.join(".") ?? "the top";
    throw new UsageError(`${source} has an unknown format, at ${where}. ${FORMS}`, { cause: error });
  }
}

function known(plan: RecordedPlan, source: string): RecordedPlan {
  if (plan.isFailed === true)
    throw new UsageError(
      `${source} is of a preview or plan that failed, so it lacks changes. Fix the errors that the engine printed, and write the file again.`,
    );
  const [first] = plan.unknown;
  if (first === undefined) return plan;
  throw new UsageError(
    `${source} has the resource ${first}, which this version of Orgform doesn't know. Install the version that the program uses.`,
  );
}
