import { readFileSync } from "node:fs";
import type { Word } from "@orgform/fleet";
import { codeOf } from "../file-error.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { fleetPackage } from "../optional-packages.ts";
import { UsageError } from "../usage-error.ts";

/** How the flags approve. @throws UsageError */
export async function wordIn(flags: FlagValues): Promise<Word> {
  return { by: readText(flags["by"]), comment: readText(flags["comment"]), sign: await signIn(flags) };
}

/** How the flags sign; undefined if they don't. @throws UsageError */
async function signIn(flags: FlagValues): Promise<Word["sign"]> {
  const [key, signature] = [readText(flags["key"]), readText(flags["signature"])];
  if (key !== undefined && signature !== undefined)
    throw new UsageError("--key and --signature are two ways to sign. Leave out one of them.");
  const { signed } = await fleetPackage();
  if (key !== undefined) return (statement) => signed(statement, key);
  return signature === undefined ? undefined : () => Promise.resolve(signatureText(signature));
}

function signatureText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--signature ${file} cannot be read: ${codeOf(error)}.`, { cause: error });
  }
}
