import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runTool } from "../../support/run-tool.ts";

const ROOT = join(__dirname, "../../..");

/** What an app of an example synthesizes. */
export interface Synthesized {
  /** The app's only stack, as the engines read it. */
  readonly stack: string;
  /** Everything that was printed meanwhile. */
  readonly output: string;
}

/**
 * Runs an app in its own folder, with the built package.
 *
 * @param library - `cdktf` or `cdktn`; its example has the same name
 * @param program - text that replaces the example's; it also has one stack
 */
export async function synthesize(library: string, program?: string): Promise<Synthesized> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-app-"));
  try {
    cpSync(join(ROOT, "examples", library), folder, { recursive: true });
    if (program !== undefined) writeFileSync(join(folder, "main.ts"), program);
    mkdirSync(join(folder, "node_modules"));
    for (const name of [library, "constructs", "@orgform"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), "junction");
    }
    symlinkSync(ROOT, join(folder, "node_modules/orgform"), "junction");
    const { status, output } = await runTool("tsx", ["main.ts"], folder, { CHECKPOINT_DISABLE: "1" });
    if (status !== 0) throw new Error(`The app of ${library} ended with ${String(status)}:\n${output}`);
    const stacks = join(folder, "cdktf.out/stacks");
    const [name = ""] = readdirSync(stacks);
    return { stack: readFileSync(join(stacks, name, "cdk.tf.json"), "utf8"), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
