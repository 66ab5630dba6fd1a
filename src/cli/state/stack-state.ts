import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Engine, EngineCommand, ProgramPlace, StateReader } from "../../engines/engine.ts";
import { engines } from "../../engines/index.ts";
import { NO_ENGINE, NothingRecordedError, readState, type RecordedStack, StateError } from "./read-state.ts";
import { commandText, printedBy, type Running } from "./run-engine.ts";

/**
 * Reads the state of the stack whose program lies in a folder, through its engine's command line and so from any
 * backend. Secrets stay encrypted, no lock is taken.
 *
 * @throws StateError when no program is there, the engine is not, or it fails; with the engine's own words
 */
export async function readStackState(given: ProgramPlace): Promise<RecordedStack> {
  const { command, text } = await outputOf(given, ({ exportCommand }) => exportCommand);
  if (text.trim() === "")
    throw new NothingRecordedError(`\`${command}\` printed no state: nothing was applied here yet.`);
  return readState(text, `What \`${command}\` printed`);
}

/**
 * The state of the program in a folder as the engine prints it, whatever resources it holds. Takes no lock.
 *
 * @throws StateError when no program is there, the engine is not, or it fails; with the engine's own words
 */
export async function stateTextOf(given: ProgramPlace): Promise<string> {
  const { command, text } = await outputOf(given, ({ exportCommand }) => exportCommand);
  if (text.trim() !== "") return text;
  throw new NothingRecordedError(`\`${command}\` printed no state: nothing was applied here yet.`);
}

/**
 * What an update of the program in a folder would change, in the engine's own words. Takes no lock and writes nothing,
 * but runs the program.
 *
 * @throws StateError when no program is there, the engine is not, or it fails; with the engine's own words
 */
export async function previewOf(given: ProgramPlace, signal: AbortSignal): Promise<string> {
  const { text } = await outputOf(given, ({ previewCommand }) => previewCommand, {
    signal,
    // One engine tells what is wrong with a program where it tells the plan.
    isToldEverywhere: true,
  });
  return text;
}

/** What a command of the engine prints whose program lies in the folder. */
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

/** Whether a folder itself holds a program. */
export const isProgramIn = (folder: string): boolean =>
  engines.some(({ stateReader }) => stateReader.programAt(resolve(folder)) === "here");

/** The engine whose program a folder holds; one in a folder above counts where the folder itself has none. */
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
