import process from "node:process";
import * as z from "zod";

import type { Engine, SwitchTrial, TrialPlace, TrialResult } from "../../engines/engine.ts";
import { parsedJson } from "../../model/json-value.ts";
import { StateError } from "../state/read-state.ts";
import { printedBy } from "../state/run-engine.ts";
import { inPrivateFolder, InterruptedError } from "./private-copy.ts";

/** The result of a plan in a copy, with its exit code. */
export interface Shown {
  readonly code: number;
  readonly text: string;
}

/** Exit codes: nothing changes, something changes, or unknown. */
export const CODES = { same: 0, unknown: 1, differs: 2 } as const;

/** Most objects and fields that are listed; the plan itself has all. */
const MOST = 20;

/** Plans a program with its new code in a copy of it and of its state, and says what would change. */
export async function tried(
  trial: SwitchTrial,
  { environment: quiet }: Pick<Engine, "environment">,
  place: Omit<TrialPlace, "copy">,
): Promise<Shown> {
  process.stderr.write("Planning in a copy of the program, which is removed afterwards.\n");
  try {
    const result = await inPrivateFolder(async (copy, signal) => {
      const { folder, commands } = trial.lay({ ...place, copy });
      const environment = { ...place.environment, ...quiet };
      let printed = "";
      for (const command of commands) printed = await printedBy(command, { folder, environment, signal });
      return trial.read(parsedJson(printed));
    });
    return shownOf(result, (place.written.leaving ?? []).length > 0);
  } catch (error) {
    return { code: CODES.unknown, text: `Not proved. ${whyNot(error)}\n` };
  }
}

function whyNot(error: unknown): string {
  if (error instanceof InterruptedError) return "The plan in a copy was interrupted, and the copy was removed.";
  if (error instanceof StateError) return `The plan in a copy failed, and nothing was changed. ${error.message}`;
  if (error instanceof z.ZodError) return "The engine printed a plan of an unknown form.";
  const why = error instanceof Error ? error.message : String(error);
  return `The program could not be copied: ${why}. Run the plan yourself.`;
}

const CORRECT = "Correct the new code, or the values at the service, before you apply it.";

const AFTER_IMPORT =
  "An import leaves out secrets, on_destroy, and declared values that are defaults. A change that only adds these sends nothing to the service. " +
  "Correct the new code if a change removes or replaces a value.";

/** @param isByImport - objects are imported into Orgform in place of moves */
function shownOf({ moved, imported, forgotten, changes, outputs }: TrialResult, isByImport: boolean): Shown {
  const count = (...kinds: readonly string[]): number => changes.filter(({ kind }) => kinds.includes(kind)).length;
  const sums = `${count("add", "replace")} to add, ${count("change")} to change, ${count("destroy", "replace")} to destroy`;
  const others = [
    ...(moved === 0 ? [] : [`${moved} moved`]),
    ...(imported === 0 ? [] : [`${imported} to import`]),
    ...(forgotten === 0 ? [] : [`${forgotten} removed from the state`]),
  ];
  const lines = changes.map(
    ({ address, kind, fields }) => `  ${address}: ${kind}${fields.length === 0 ? "" : ` (${few(fields).join(", ")})`}`,
  );
  const isSame = changes.length === 0;
  const text = [
    `A plan in a copy says: ${[sums, ...others].join("; ")}.`,
    ...few(lines),
    ...(outputs.length === 0 ? [] : [`Outputs with another value: ${few(outputs).join(", ")}.`]),
    ...(isSame ? [] : [isByImport && changes.every(({ kind }) => kind === "change") ? AFTER_IMPORT : CORRECT]),
    "",
  ].join("\n");
  return { code: isSame ? CODES.same : CODES.differs, text };
}

const few = (all: readonly string[]): string[] =>
  all.length <= MOST ? [...all] : [...all.slice(0, MOST), `  and ${all.length - MOST} more`];
