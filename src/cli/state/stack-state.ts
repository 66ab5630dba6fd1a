import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Engine, EngineCommand, ProgramPlace, StateReader } from "../../engines/engine.ts";
import { engines } from "../../engines/index.ts";
import { NO_ENGINE, readState } from "./read-state.ts";
import { NothingRecordedError, type RecordedStack, StateError } from "./recorded-stack.ts";

/** A backend far away may be slow; a question that nobody answers must not hang for ever. */
const LIMIT_MS = 300_000;

const MOST_BYTES = 1_000_000_000;

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

interface Running {
  readonly signal?: AbortSignal;
  /** Whether standard output is shown, too, when the command fails. */
  readonly isToldEverywhere?: boolean;
}

/** What a command of the engine prints whose program lies in the folder. */
async function outputOf(
  given: ProgramPlace,
  commandOf: (reader: StateReader) => (place: ProgramPlace) => EngineCommand,
  { signal, isToldEverywhere = false }: Running = {},
): Promise<{ readonly command: string; readonly text: string }> {
  const place = { ...given, folder: resolve(given.folder) };
  const engine = engineOf(place.folder);
  const { program, args, environment } = commandOf(engine.stateReader)(place);
  const command = [program, ...args].join(" ");
  const env = { ...place.environment, ...engine.environment, ...environment };
  const text = await new Promise<string>((done, reject) => {
    const options = { cwd: place.folder, env, timeout: LIMIT_MS, maxBuffer: MOST_BYTES, signal };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return done(stdout);
      const said = isToldEverywhere ? `${stdout}\n${stderr}` : stderr;
      return reject(new StateError(whyFailed(command, error, said), { cause: error }));
    });
    child.stdin?.end();
  });
  return { command, text };
}

function whyFailed(command: string, error: Error & { code?: unknown }, stderr: string): string {
  if (error.code === "ENOENT") {
    return `\`${command}\` cannot be run: the program is not on PATH. Install it, or give the state with --state FILE.`;
  }
  return `\`${command}\` failed:\n${stderr.trim() || error.message}`;
}

/** The engine whose program a folder holds; one in a folder above counts where the folder itself has none. */
function engineOf(folder: string): Engine {
  if (!existsSync(folder)) throw new StateError(`There is no folder ${folder}. Give the program's folder with --cwd.`);
  const found = engines.map((engine) => ({ engine, at: engine.stateReader.programAt(folder) }));
  const here = found.filter(({ at }) => at === "here");
  const [only, ...others] = here.length > 0 ? here : found.filter(({ at }) => at === "above");
  if (only !== undefined && others.length === 0) return only.engine;
  const both = here.map(({ engine }) => engine.tools[0]?.title).join(" and ");
  const what = only === undefined ? `no program of ${NO_ENGINE}` : `programs of both ${both}`;
  throw new StateError(`${folder} holds ${what}. Give its folder with --cwd, or the state with --state FILE.`);
}
