import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Engine, EngineCommand, ProgramPlace, StateReader } from "../../engines/engine.ts";
import { engines } from "../../engines/index.ts";
import { NO_ENGINE, NothingRecordedError, readState, type RecordedStack, StateError } from "./read-state.ts";
import { commandText, printedBy, type Running } from "./run-engine.ts";

/**
 * Reads the state of the stack whose program is in a folder, through its engine's command line and so from any backend.
 * Secrets stay encrypted, and no lock is taken.
 *
 * @throws StateError if the program or the engine isn't found, or the engine fails; with the engine's own message
 */
export async function readStackState(given: ProgramPlace): Promise<RecordedStack> {
  const { command, text } = await outputOf(given, ({ exportCommand }) => exportCommand);
  if (text.trim() === "")
    throw new NothingRecordedError(`\`${command}\` printed no state: nothing was applied here yet.`);
  return readState(text, `What \`${command}\` printed`);
}

/**
 * The state of the program in a folder as the engine prints it, whatever resources it contains. Takes no lock.
 *
 * @throws StateError if the program or the engine isn't found, or the engine fails; with the engine's own message
 */
export async function stateTextOf(given: ProgramPlace): Promise<string> {
  const { command, text } = await outputOf(given, ({ exportCommand }) => exportCommand);
  if (text.trim() !== "") return text;
  throw new NothingRecordedError(`\`${command}\` printed no state: nothing was applied here yet.`);
}

/**
 * The changes of an update of the program in a folder, in the engine's own form. Takes no lock and writes nothing, but
 * runs the program.
 *
 * @throws StateError if the program or the engine isn't found, or the engine fails; with the engine's own message
 */
export async function previewOf(given: ProgramPlace, signal: AbortSignal): Promise<string> {
  const { text } = await outputOf(given, ({ previewCommand }) => previewCommand, {
    signal,
    // One engine reports a program's errors on the stream of the plan.
    isToldEverywhere: true,
  });
  return text;
}

/** The output of an engine's command for the program in the folder. */
async function outputOf(
  given: ProgramPlace,
  commandOf: (reader: StateReader) => (place: ProgramPlace) => EngineCommand,
  how: Pick<Running, "signal" | "isToldEverywhere"> = {},
): Promise<{ readonly command: string; readonly text: string }> {
  const place = { ...given, folder: resolve(given.folder) };
  const engine = engineOf(place.folder);
  const command = commandOf(engine.stateReader)(place);
  const environment = { ...place.environment, ...engine.environment };
  return {
    command: commandText(command),
    text: await printedBy(command, { folder: place.folder, environment, ...how }),
  };
}

/** Whether a folder itself contains a program. */
export const isProgramIn = (folder: string): boolean =>
  engines.some(({ stateReader }) => stateReader.programAt(resolve(folder)) === "here");

/** The engine of the program in a folder; if the folder has none, of one in a folder above. */
function engineOf(folder: string): Engine {
  if (!existsSync(folder)) throw new StateError(`There is no folder ${folder}. Give the program's folder with --cwd.`);
  const found = engines.map((engine) => ({ engine, at: engine.stateReader.programAt(folder) }));
  const here = found.filter(({ at }) => at === "here");
  const [only, ...others] = here.length > 0 ? here : found.filter(({ at }) => at === "above");
  if (only !== undefined && others.length === 0) return only.engine;
  const both = here.map(({ engine }) => engine.tools[0]?.title).join(" and ");
  const what = only === undefined ? `no program of ${NO_ENGINE}` : `programs of both ${both}`;
  throw new StateError(`${folder} contains ${what}. Give its folder with --cwd, or the state with --state FILE.`);
}
