import { execFile } from "node:child_process";

import type { EngineCommand } from "../../engines/engine.ts";
import { StateError } from "./read-state.ts";

/** A distant backend can be slow, and a request without a response must not block forever. */
const LIMIT_MS = 300_000;

const MOST_BYTES = 1_000_000_000;

/** Time for a command to end after it was asked to, so it leaves no lock behind. */
const END_MS = 10_000;

/** Where and how a command of an engine runs. */
export interface Running {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** Whether standard output is shown, too, when the command fails. */
  readonly isToldEverywhere?: boolean;
}

/** A command as a user would type it. */
export const commandText = ({ program, args }: EngineCommand): string => [program, ...args].join(" ");

/**
 * The output of an engine's command. If it is interrupted, the command has ended before this does.
 *
 * @throws StateError if the program isn't found, or it fails; with the engine's own message
 */
export async function printedBy(command: EngineCommand, running: Running): Promise<string> {
  const { folder, environment, signal, isToldEverywhere = false } = running;
  const { program, args } = command;
  const env = { ...environment, ...command.environment };
  let ended = Promise.resolve();
  try {
    return await new Promise<string>((done, reject) => {
      const options = { cwd: folder, env, timeout: LIMIT_MS, maxBuffer: MOST_BYTES, signal };
      const child = execFile(program, args, options, (error, stdout, stderr) => {
        if (error === null) return done(stdout);
        const said = isToldEverywhere ? `${stdout}\n${stderr}` : stderr;
        return reject(new StateError(whyFailed(commandText(command), error, said), { cause: error }));
      });
      ended = new Promise((closed) => {
        const limit = setTimeout(closed, LIMIT_MS + END_MS).unref();
        const end = (): void => (clearTimeout(limit), closed());
        child.once("close", end).once("error", () => setTimeout(end, child.pid === undefined ? 0 : END_MS).unref());
      });
      child.stdin?.end();
    });
  } finally {
    await ended;
  }
}

function whyFailed(command: string, error: Error & { code?: unknown }, stderr: string): string {
  if (error.code === "ENOENT") {
    return `\`${command}\` can't be run, because the program isn't on PATH. Install it, or give the state with --state FILE.`;
  }
  return `\`${command}\` failed:\n${stderr.trim() || error.message}`;
}
