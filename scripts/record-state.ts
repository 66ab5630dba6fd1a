import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { type Sandbox, startSandbox } from "../packages/sandbox/src/index.ts";
import { OUTLINES_NOW } from "./record-state/outlines-now.ts";
import { outlineText } from "./record-state/schema-outline.ts";
import { type Recorder, RECORDERS, recordPulumi } from "./record-state/recorders.ts";

const FIXTURES = fileURLToPath(new URL("../test/fixtures", import.meta.url));
const STATES = join(FIXTURES, "states");
const API_KEY = "phx_sandbox_recorded_state";
const HOST_PLACEHOLDER = "http://sandbox.invalid";
/** The sandbox's clock stands still, so two recordings of one version are equal. */
const RECORDED_AT = "2026-11-21T08:00:00Z";

/** The places from which the pipeline items of the programs are taken. */
const ARCHIVES = Object.fromEntries(
  ["a", "b", "c", "item"].map((name) => [
    `github.com/recorded/${name}`,
    [{ tag: "v1", files: { "plugin.json": JSON.stringify({ name, description: "Recorded." }), "index.js": "" } }],
  ]),
);

/** What to record, and where. */
interface Wanted {
  readonly version: string;
  /** A folder instead of `test/fixtures`, to inspect the result. */
  readonly to?: string | undefined;
  /** The only engine; then the schemas and the small program are omitted. */
  readonly engine?: string | undefined;
  /** A program that replaces the one with every resource, for that engine. */
  readonly program?: string | undefined;
}

/**
 * Records the states that a release writes, and its schemas: `npx tsx scripts/record-state.ts <version>`, after `npm
 * run build`. `--to <folder> --engine terraform --program main.tf` records one state elsewhere.
 *
 * Writes the exported state with its secrets in plain text (all made up) and the sandbox's contents to folders below
 * `test/fixtures/states/<version>/`: one of a small program, and for every engine one with every resource. Later
 * versions have to continue from there. Names and types of the schemas go to `test/fixtures/schemas/<version>/`.
 */
async function record({ version, to = FIXTURES, engine: only, program: given }: Wanted): Promise<void> {
  const target = join(to, "states", version);
  for (const [engine, { source, file, adapt, recorder }] of Object.entries(RECORDERS)) {
    if (only !== undefined && engine !== only) continue;
    const program = adapt(readFileSync(given ?? join(STATES, source), "utf8"));
    await recordOne(join(target, engine), recorder, program);
    writeFileSync(join(target, engine, file), program);
  }
  if (only !== undefined) return;
  const small = readFileSync(join(STATES, "program.js"), "utf8");
  await recordOne(target, recordPulumi, small);
  writeFileSync(join(target, "program.js"), small);
  const schemas = join(to, "schemas", version);
  mkdirSync(schemas, { recursive: true });
  for (const [engine, outline] of Object.entries(OUTLINES_NOW)) {
    writeFileSync(join(schemas, `${engine}.json`), outlineText(await outline()));
  }
}

async function recordOne(target: string, recorder: Recorder, program: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-record-"));
  const sandbox = await startSandbox();
  try {
    sandbox.control.setClock(RECORDED_AT, true);
    sandbox.control.createKey({ email: "founder@acme.example", scopes: null, value: API_KEY });
    sandbox.control.call("PUT", "plugin-archives", ARCHIVES);
    const { host } = sandbox;
    const watch = setInterval(() => actForOthers(sandbox), 50);
    const state = await recorder({ folder, program, host, apiKey: API_KEY }).finally(() => clearInterval(watch));
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "state.json"), `${tidy(state, host)}\n`);
    writeFileSync(join(target, "sandbox.json"), `${JSON.stringify(sandbox.control.snapshot(), null, 1)}\n`);
    console.log(`recorded ${target}`);
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publishes the DNS record of every domain, as a DNS resource of the program would, and lets every proxy work. */
function actForOthers({ control }: Sandbox): void {
  for (const row of control.domains()) {
    control.setDns(`_posthog-challenge.${String(row["domain"])}`, [String(row["verification_challenge"])]);
  }
  // -- rows as the control plane keeps them
  const proxies = control.call("GET", "proxy-records") as readonly { readonly id: string; readonly status: string }[];
  for (const { id } of proxies.filter(({ status }) => status !== "valid")) {
    control.call("PATCH", `proxy-records/${id}`, { status: "valid", message: null });
  }
}

/** Leaves out what differs from machine to machine and from run to run, and puts the placeholder for the host. */
function tidy(exported: string, host: string): string {
  const volatile = new Set(["sourcePosition", "stackTrace", "created", "modified", "lineage"]);
  // -- the only changed part, which a Terraform state doesn't have
  const state = JSON.parse(exported, (key, value: unknown) => (volatile.has(key) ? undefined : value)) as {
    deployment?: { manifest: { time: string } };
  };
  if (state.deployment !== undefined) state.deployment.manifest.time = RECORDED_AT;
  return JSON.stringify(state, null, 1).replaceAll(host, HOST_PLACEHOLDER);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string" }, engine: { type: "string" }, program: { type: "string" } },
});
const [version] = positionals;
const isKnown = values.engine === undefined ? values.program === undefined : values.engine in RECORDERS;
if (version === undefined || !/^\d+\.\d+\.\d+$/u.test(version) || !isKnown) {
  const engines = Object.keys(RECORDERS).join(" | ");
  console.error(
    "usage: npx tsx scripts/record-state.ts <version> [--to <folder>] " +
      `[--engine ${engines} [--program <file>]], for instance 0.1.0`,
  );
  process.exitCode = 1;
} else {
  await record({ version, ...values });
}
