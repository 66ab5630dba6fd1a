import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runTool } from "../../support/run-tool.ts";

const ROOT = join(__dirname, "../../..");

/** What an app of an example makes of itself. */
export interface Synthesized {
  /** The one stack, as the engines read it. */
  readonly stack: string;
  /** Everything that was printed on the way. */
  readonly output: string;
}

/** Runs the app of an example in a folder of its own, against the built package. */
export async function synthesize(example: string): Promise<Synthesized> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-app-"));
  try {
    cpSync(join(ROOT, "examples", example), folder, { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    for (const name of [example, "constructs"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), "junction");
    }
    symlinkSync(ROOT, join(folder, "node_modules/orgform"), "junction");
    const { status, output } = await runTool("tsx", ["main.ts"], folder, { CHECKPOINT_DISABLE: "1" });
    if (status !== 0) throw new Error(`The app ${example} ended with ${String(status)}:\n${output}`);
    return { stack: readFileSync(join(folder, "cdktf.out/stacks/single-sign-on/cdk.tf.json"), "utf8"), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
