import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Loads a module that a policy file names, which runs its code.
 *
 * @param policyFile - the path is relative to it
 * @throws Error with the reason if it can't be loaded
 */
export async function loadModuleBeside(policyFile: string, path: string): Promise<unknown> {
  const file = resolve(dirname(policyFile), path);
  if (!existsSync(file)) throw new Error("there is no such file");
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    throw new Error(reasonIn(error), { cause: error });
  }
}

function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A single executable holds no loader of modules.
  if (error.message.startsWith("No such built-in module: file:")) {
    return "an executable without Node can't run modules. Install orgform from npm, or write the rule in ownRules";
  }
  if ("code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION") {
    return `Node ${process.version} can't run it. For TypeScript, use Node 22.18 or later, or compile it to JavaScript`;
  }
  return error.message.split("\n", 1).join("");
}
