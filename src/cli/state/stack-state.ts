import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Engine, ProgramPlace } from "../../engines/engine.ts";
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
  const place = { ...given, folder: resolve(given.folder) };
  const engine = engineOf(place.folder);
  const { program, args, environment } = engine.stateReader.exportCommand(place);
  const command = [program, ...args].join(" ");
  const env = { ...place.environment, ...engine.environment, ...environment };
  const text = await new Promise<string>((done, reject) => {
    const options = { cwd: place.folder, env, timeout: LIMIT_MS, maxBuffer: MOST_BYTES };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) done(stdout);
      else reject(new StateError(whyFailed(command, error, stderr), { cause: error }));
    });
    child.stdin?.end();
  });
  if (text.trim() === "")
    throw new NothingRecordedError(`\`${command}\` printed no state: nothing was applied here yet.`);
  return readState(text, `What \`${command}\` printed`);
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
