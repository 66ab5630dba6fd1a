import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type Sandbox, type Snapshot, startSandbox } from "../../packages/sandbox/src/index.ts";
import { PulumiStack, type StateEntry } from "./pulumi-stack.ts";

const STATES = join(__dirname, "../fixtures/states");

/** What `scripts/record-state.ts` writes for the host. */
const HOST_PLACEHOLDER = "http://sandbox.invalid";
/** The key in the recorded state; made up. */
const API_KEY = "phx_sandbox_recorded_state";

/** The versions of which a state was recorded. */
export function recordedVersions(): string[] {
  const isRecorded = (name: string): boolean => existsSync(join(STATES, name, "state.json"));
  return readdirSync(STATES).filter(isRecorded).sort();
}

/** The versions that a change log lists with a date: `## 1.2.3 - 2026-11-21`, `## [1.2.3] (2026-11-21)`. */
export function releasedVersions(changeLog: string): string[] {
  const headings = changeLog.matchAll(/^##\s+\[?v?(\d+\.\d+\.\d+)\]?\D+\d{4}-\d{2}-\d{2}/gmu);
  return [...headings].map(([, version]) => version ?? "");
}

/** A recorded world come back to life: the sandbox with its contents, and a stack with the state of that version. */
export interface RevivedState {
  readonly sandbox: Sandbox;
  readonly stack: PulumiStack;
}

/** Restores the sandbox and imports the state of a version; `edit` changes the recorded entries before the import. */
export async function revive(
  version: string,
  dialect: Sandbox["dialect"],
  edit: (entry: StateEntry) => unknown = () => undefined,
): Promise<RevivedState> {
  const text = (name: string): string => readFileSync(join(STATES, version, name), "utf8");
  const sandbox = await startSandbox({ dialect });
  sandbox.control.restore(JSON.parse(text("sandbox.json")) as Snapshot);
  const stack = await PulumiStack.create({
    files: { "index.js": text("program.js") },
    config: { "orgform:host": sandbox.host },
    secrets: { "orgform:apiKey": API_KEY },
  });
  const state = JSON.parse(text("state.json").replaceAll(HOST_PLACEHOLDER, sandbox.host)) as {
    deployment: { resources: StateEntry[] };
  };
  for (const entry of state.deployment.resources) edit(entry);
  const file = join(stack.folder, "import.json");
  writeFileSync(file, JSON.stringify(state));
  await stack.must("stack", "import", "--file", file);
  return { sandbox, stack };
}
