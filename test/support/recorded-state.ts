import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type Sandbox, type Snapshot, startSandbox } from "../../packages/sandbox/src/index.ts";
import { PulumiStack, type StateEntry } from "./pulumi-stack.ts";
import { TerraformWorkspace } from "./terraform-workspace.ts";

const STATES = join(__dirname, "../fixtures/states");

/** The host in the output of `scripts/record-state.ts`. */
const HOST_PLACEHOLDER = "http://sandbox.invalid";
/** The key in the recorded state; made up. */
const API_KEY = "phx_sandbox_recorded_state";

/** The versions with a recorded state. */
export function recordedVersions(): string[] {
  const isRecorded = (name: string): boolean => existsSync(join(STATES, name, "state.json"));
  return readdirSync(STATES).filter(isRecorded).sort();
}

/** The versions that a change log lists with a date: `## 1.2.3 - 2026-11-21`, `## [1.2.3] (2026-11-21)`. */
export function releasedVersions(changeLog: string): string[] {
  const headings = changeLog.matchAll(/^##\s+\[?v?(\d+\.\d+\.\d+)\]?\D+\d{4}-\d{2}-\d{2}/gmu);
  return [...headings].map(([, version]) => version ?? "");
}

/** The time that stood still while the states were recorded. */
const RECORDED_AT = "2026-11-21T08:00:00Z";

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
  await importState(stack, JSON.stringify(state));
  return { sandbox, stack };
}

/** The engines with a recorded state of every resource for a version. */
export function recordedEngines(version: string): string[] {
  const entries = readdirSync(join(STATES, version), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** A recorded file of a version and an engine: the program, the state, or the sandbox's contents. */
export function recordedText(version: string, engine: string, name: string): string {
  return readFileSync(join(STATES, version, engine, name), "utf8");
}

/** A sandbox with the service's contents at the time when an engine's state was recorded. Time continues from there. */
export async function revivedSandbox(version: string, engine: string): Promise<Sandbox> {
  const sandbox = await startSandbox();
  sandbox.control.restore(JSON.parse(recordedText(version, engine, "sandbox.json")) as Snapshot);
  sandbox.control.setClock(RECORDED_AT);
  sandbox.control.clearRequests();
  return sandbox;
}

/** A stack with the state that an engine of a version left, and with the program that made it. */
export async function revivedStack(version: string, engine: string, { host }: Sandbox): Promise<PulumiStack> {
  const stack = await PulumiStack.create({
    files: { "index.js": recordedText(version, engine, "program.js") },
    config: { "orgform:host": host },
    secrets: { "orgform:apiKey": API_KEY },
  });
  await importState(stack, recordedText(version, engine, "state.json").replaceAll(HOST_PLACEHOLDER, host));
  return stack;
}

/** A configuration with the state that Terraform left. */
export async function revivedWorkspace(
  version: string,
  { host }: Sandbox,
  options?: Parameters<typeof TerraformWorkspace.create>[2],
): Promise<TerraformWorkspace> {
  const env = { ORGFORM_HOST: host, ORGFORM_API_KEY: API_KEY };
  const workspace = await TerraformWorkspace.create("", env, options);
  workspace.replaceMain(recordedText(version, "terraform", "main.tf"));
  workspace.write(recordedText(version, "terraform", "state.json"), "terraform.tfstate");
  return workspace;
}

async function importState(stack: PulumiStack, state: string): Promise<void> {
  const file = join(stack.folder, "import.json");
  writeFileSync(file, state);
  await stack.must("stack", "import", "--file", file);
}
