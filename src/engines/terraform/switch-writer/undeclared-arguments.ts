import type { Values } from "../../../model/json-value.ts";
import { undeclaredInputs } from "../provider/moves/undeclared-inputs.ts";
import { PROJECT_SETTINGS } from "../provider/moves/vendor-types.ts";
import type { PlacedBlock } from "./program-parts.ts";
import { modelValues, type StoredBlock } from "./stored-values.ts";

/**
 * Arguments that a block of the vendor's lacks, with the state's values; undefined if no single expression has them.
 */
export type UndeclaredArguments = readonly (readonly [argument: string, text: string | undefined])[];

/** The settings of projects in a state, by the number of the project. */
export function settingsIn(stored: readonly StoredBlock[]): ReadonlyMap<string, Values> {
  const instances = stored.filter(({ type }) => type === PROJECT_SETTINGS).flatMap((block) => block.instances);
  return new Map(instances.map(({ attributes }) => [String(attributes?.["project_id"]), attributes ?? {}]));
}

/**
 * The undeclared values of a block's objects that a plan after their import would reset.
 *
 * @param settings - settings of all projects, which are arguments of the project
 */
export function undeclaredArguments(
  { type, arguments: given }: PlacedBlock,
  stored: readonly StoredBlock[],
  settings: ReadonlyMap<string, Values>,
): UndeclaredArguments {
  const found = modelValues(stored, ({ attributes }) => {
    const own: Values = attributes ?? {};
    return undeclaredInputs(type, own, type === "posthog_project" ? settings.get(String(own["id"])) : {});
  });
  return found.filter(([argument]) => !given.has(argument) && !given.has(`${argument}_json`));
}

const COMMENT = "  # Nobody declared these values of the old state. Without the lines, an apply would reset them.";

/** The lines of such arguments in the new block. */
export function argumentLines(undeclared: UndeclaredArguments): string[] {
  const lines = undeclared.flatMap(([argument, text]) => (text === undefined ? [] : [`  ${argument} = ${text}`]));
  return lines.length === 0 ? [] : [COMMENT, ...lines];
}
