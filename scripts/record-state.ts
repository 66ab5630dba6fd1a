import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { startSandbox } from "../packages/sandbox/src/index.ts";
import { ensurePulumi } from "./set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "./set-up/pulumi/environment.ts";
import { runProgram } from "./set-up/pulumi/run-program.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STATES = join(ROOT, "test/fixtures/states");
const API_KEY = "phx_sandbox_recorded_state";
const HOST_PLACEHOLDER = "http://sandbox.invalid";
/** The sandbox's clock stands still, so that two recordings of one version are equal. */
const RECORDED_AT = "2026-11-21T08:00:00Z";

/**
 * Records what a release leaves in a state: `npx tsx scripts/record-state.ts <version>`, after `npm run build`.
 *
 * Writes the program, the exported state with its secrets in clear (all made up) and the sandbox's contents to
 * `test/fixtures/states/<version>/`; later versions have to go on from there.
 */
async function record(version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-record-"));
  const sandbox = await startSandbox();
  try {
    sandbox.control.setClock(RECORDED_AT, true);
    sandbox.control.createKey({ email: "founder@acme.example", scopes: null, value: API_KEY });
    const pulumi = await stackIn(folder, sandbox.host);
    const watch = setInterval(() => publishRecords(sandbox), 50);
    await pulumi("up", "--yes", "--skip-preview", "--parallel", "1").finally(() => clearInterval(watch));
    await pulumi("stack", "export", "--show-secrets", "--file", join(folder, "state.json"));
    const state = tidy(readFileSync(join(folder, "state.json"), "utf8"), sandbox.host);
    const target = join(STATES, version);
    mkdirSync(target, { recursive: true });
    copyFileSync(join(STATES, "program.js"), join(target, "program.js"));
    writeFileSync(join(target, "state.json"), `${state}\n`);
    writeFileSync(join(target, "sandbox.json"), `${JSON.stringify(sandbox.control.snapshot(), null, 2)}\n`);
    console.log(`recorded ${target}`);
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a stack with the recorded program and answers a function that runs the CLI in it. */
async function stackIn(folder: string, host: string): Promise<(...args: string[]) => Promise<void>> {
  const { binDir } = await ensurePulumi();
  const program = join(folder, "program");
  for (const name of ["home", "state", "program/node_modules"]) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(ROOT, join(program, "node_modules/orgform"), "junction");
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(program, "node_modules/@pulumi"), "junction");
  writeFileSync(join(program, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  writeFileSync(join(program, "package.json"), '{"type":"module","main":"index.js"}\n');
  copyFileSync(join(STATES, "program.js"), join(program, "index.js"));
  const env = pulumiEnvironment({ binDir, folder });
  const run = async (...args: string[]): Promise<void> => {
    const result = await runProgram(join(binDir, "pulumi"), [...args, "--non-interactive"], { env, cwd: program });
    if (result.status !== 0) throw new Error(result.output);
  };
  await run("stack", "init", "dev");
  await run("config", "set", "orgform:host", host);
  await run("config", "set", "--secret", "orgform:apiKey", API_KEY);
  return run;
}

/** Publishes the DNS record of every domain that exists, as a DNS resource of the program would. */
function publishRecords({ control }: Awaited<ReturnType<typeof startSandbox>>): void {
  for (const row of control.domains()) {
    control.setDns(`_posthog-challenge.${String(row["domain"])}`, [String(row["verification_challenge"])]);
  }
}

/** Leaves out what differs from machine to machine and from run to run, and puts the placeholder for the host. */
function tidy(exported: string, host: string): string {
  const volatile = new Set(["sourcePosition", "stackTrace", "created", "modified"]);
  const state = JSON.parse(exported, (key, value: unknown) => (volatile.has(key) ? undefined : value)) as {
    deployment: { manifest: { time: string } };
  };
  state.deployment.manifest.time = RECORDED_AT;
  return JSON.stringify(state, null, 2).replaceAll(host, HOST_PLACEHOLDER);
}

const [version] = process.argv.slice(2);
if (version === undefined || !/^\d+\.\d+\.\d+$/u.test(version)) {
  console.error("usage: npx tsx scripts/record-state.ts <version>, for instance 0.1.0");
  process.exitCode = 1;
} else {
  await record(version);
}
