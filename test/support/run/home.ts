import { lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder in the user's home with records of creates and calls, if nothing names another one. */
export function homeRecords(): string {
  return join(process.env["HOME"] ?? homedir(), ".orgform");
}

/**
 * Every file and folder below a folder of records by its path, with a value that changes with every write; empty if
 * there is none.
 */
export function recordsIn(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of namesIn(folder)) {
    const { mtimeMs, size } = lstatSync(join(folder, name));
    found.set(name, `${mtimeMs} ${size}`);
  }
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Fails if a run created, changed, or removed records in the user's home: they are the user's own, and prove real
 * creates.
 *
 * @throws Error that names the differences
 */
export function refuseRecords(folder: string, before: ReadonlyMap<string, string>): void {
  const now = recordsIn(folder);
  const names = [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name));
  if (names.length === 0) return;
  const changed = names.map((name) => join(folder, name)).sort();
  throw new Error(
    `The tests changed the user's own records: ${changed.join(", ")}. Let the test that starts the process name a folder ` +
      "in ORGFORM_INTENTS_DIR; if you ran Orgform yourself meanwhile, run again.",
  );
}
