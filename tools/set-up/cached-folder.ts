import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../../scripts/set-up/lock.cjs";
import { cacheFolder } from "./pulumi/cache-folder.ts";

/** The contents of the folder, and how they are created. */
export interface CachedFolder {
  /** Name below the cache; another name for whatever would make other content. */
  readonly name: string;
  /** A name for messages to waiting processes: `the hosts of further languages`. */
  readonly what: string;
  /** Fills the folder; gives undefined on success, else why it did not work. It is moved afterwards. */
  readonly make: (folder: string) => Promise<string | undefined>;
}

/** Where to report, and the environment. */
export interface SetUpContext {
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
}

/** Prints a line on standard error. */
export function say(line: string): void {
  process.stderr.write(`set-up: ${line}\n`);
}

/**
 * Returns a folder of the cache that is created once: it appears completely or not at all, and a second process waits
 * for the first.
 * @throws Error with the reason if it can't be created.
 */
export async function cachedFolder(
  { name, what, make }: CachedFolder,
  { env = process.env, log = say }: SetUpContext,
): Promise<string> {
  const cache = cacheFolder(env);
  const place = join(cache, name);
  if (existsSync(place)) return place;
  mkdirSync(cache, { recursive: true });
  const work = async (): Promise<string> => {
    if (existsSync(place)) return place;
    // The CLI's setup deletes folders with such a name if their process is gone.
    const making = mkdtempSync(join(cache, `making-${process.pid}-`));
    try {
      const problem = await make(making);
      if (problem !== undefined) throw new Error(`Could not make ${what}: ${problem}.`);
      renameSync(making, place);
      return place;
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  };
  return withLock(`${place}.lock`, work, (pid) =>
    log(`Another set-up (process ${pid}) makes ${what}; waiting for it.`),
  );
}
