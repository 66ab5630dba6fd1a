import { execFileSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { WorkspaceOptions } from "../../support/terraform-workspace.ts";

const PROGRAM = join(__dirname, "../../..", "dist/engines/terraform/provider/main.js");

/** A folder with the provider, like a user's `node_modules/.bin`. Its path identifies the provider's processes. */
export class PluginFolder {
  readonly #folder = mkdtempSync(join(tmpdir(), "orgform-tf-bin-"));

  constructor() {
    symlinkSync(PROGRAM, join(this.#folder, "terraform-provider-orgform"));
  }

  /** Options that point `dev_overrides` to this folder. */
  get options(): WorkspaceOptions {
    return { place: { folder: this.#folder } };
  }

  /** The same for commands that are started without waiting for their end. */
  get optionsOfStarted(): WorkspaceOptions {
    return { place: { folderOfStarted: this.#folder } };
  }

  /** IDs of the provider's processes that were started from this folder. */
  processes(): number[] {
    const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
    return lines
      .filter((line) => line.includes(this.#folder) && line.includes("terraform-provider-orgform"))
      .map((line) => Number.parseInt(line, 10));
  }

  /** Ends the processes that a failed test left behind. */
  dispose(): void {
    for (const pid of this.processes()) process.kill(pid, "SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Waits for the end of a command. */
export function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly output: string }> {
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString("utf8") }));
  });
}
