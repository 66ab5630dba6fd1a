import { readFileSync } from "node:fs";
import { codeOf } from "../file-error.ts";
import { UsageError } from "../usage-error.ts";

/** The text of a file that a flag names. @throws UsageError */
export function readGiven(file: string, flag: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--${flag} ${file} can't be read: ${codeOf(error)}.`, { cause: error });
  }
}
