/** The programs that `pulumi package gen-sdk` runs for an SDK: the official hosts of the languages, or our replacement. */
import { copyFileSync, linkSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder, say, type SetUpContext } from "../cached-folder.ts";
import type { Pulumi } from "./ensure.ts";
import { goBuild, MODULES } from "./go-build.ts";
import { digestOf } from "./language-hosts.ts";
import { findIn } from "./tools.ts";

const MODULE = "languages";
const PROGRAM = "sdk-generator";
const SUFFIX = process.platform === "win32" ? ".exe" : "";

/** Languages as the CLI calls them. */
export const SDK_LANGUAGES = ["python", "go", "java", "dotnet"] as const;

/** One of the languages that have an SDK. */
export type SdkLanguage = (typeof SDK_LANGUAGES)[number];

/**
 * Returns a folder that has to be first on PATH while SDKs are written.
 *
 * This is the CLI's own folder if it was installed officially, which the host of .NET shows: it is never built here.
 * @throws Error if our program has to be built and can't be.
 */
export async function ensureSdkGenerators(pulumi: Pulumi, context: SetUpContext = {}): Promise<string> {
  const { env = process.env, log = say } = context;
  if (findIn(pulumi.binDir, "pulumi-language-dotnet") !== undefined) return pulumi.binDir;
  const sources = ["go.mod", `${PROGRAM}/main.go`].map((file) => join(MODULES, MODULE, file));
  const make = async (folder: string): Promise<string | undefined> => {
    const program = {
      module: MODULE,
      package: `./${PROGRAM}`,
      version: "for SDKs",
      sdkVersion: "3.140.0",
      minutes: "one to two minutes",
    };
    const problem = await goBuild([program], folder, env, log);
    if (problem === undefined) for (const language of SDK_LANGUAGES) nameFor(folder, language);
    return problem;
  };
  return cachedFolder(
    { name: `pulumi-sdk-generators-${digestOf(sources)}`, what: "the generators of SDKs", make },
    context,
  );
}

/** The program looks at its own name to know the language. */
function nameFor(folder: string, language: SdkLanguage): void {
  const from = join(folder, PROGRAM + SUFFIX);
  const to = join(folder, `pulumi-language-${language}${SUFFIX}`);
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
