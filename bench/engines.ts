/**
 * What the two Pulumi engines cost: start of the provider, and CPU of whole commands for many domains.
 *
 * Needs a build. Run: npx tsx bench/engines.ts [number of domains, default 100]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ensurePulumi } from "../scripts/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../scripts/set-up/pulumi/environment.ts";
import { runProgram } from "../scripts/set-up/pulumi/run-program.ts";
import { startSandbox } from "../src/sandbox/index.ts";

const ROOT = join(import.meta.dirname, "..");
const STARTS = 15;
const PLUGIN = join(ROOT, "dist/engines/pulumi-plugin/main.js");
const DYNAMIC = join(ROOT, "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js");
const ENGINES = { "pulumi-dynamic": "orgform/pulumi", "pulumi-plugin": "orgform/pulumi-plugin" } as const;

const COMMANDS = {
  preview: ["preview"],
  up: ["up", "--yes", "--skip-preview"],
  "up without change": ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} as const;

type Costs = Record<string, number>;

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

async function startMs(args: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const begin = performance.now();
    const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout ?? child, "data");
    times.push(performance.now() - begin);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  return median(times);
}

/** CPU seconds of a command and everything that it started, as the shell counts them. */
async function cpuSeconds(command: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<number> {
  const { status, output } = await runProgram("/bin/sh", ["-c", '"$@" && times', "sh", ...command], { env, cwd });
  if (status !== 0) throw new Error(`${command.join(" ")} failed\n${output}`);
  const [line = ""] = output.trim().split("\n").slice(-1);
  return line.split(/\s+/u).reduce((sum, text) => {
    const [minutes = 0, seconds = 0] = text.replace("s", "").split("m").map(Number);
    return sum + minutes * 60 + seconds;
  }, 0);
}

/** Writes a program whose classes come from `entry`; without domains it shows what the engine itself costs. */
function writeProgram(folder: string, entry: string, organizationId: string, count: number): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(folder, "plugin"), { recursive: true });
  mkdirSync(modules);
  symlinkSync(ROOT, join(modules, "orgform"));
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(modules, "@pulumi"));
  const plugin = join(folder, "plugin/pulumi-resource-orgform");
  writeFileSync(plugin, `#!/bin/sh\nexec '${process.execPath}' '${PLUGIN}' "$@"\n`);
  chmodSync(plugin, 0o755);
  const project = "name: bench\nruntime: nodejs\nplugins:\n  providers:\n    - name: orgform\n      path: plugin\n";
  writeFileSync(join(folder, "Pulumi.yaml"), project);
  writeFileSync(join(folder, "package.json"), '{"type":"module","main":"index.js"}\n');
  writeFileSync(
    join(folder, "index.js"),
    `import * as orgform from "${entry}";
for (let i = 0; i < ${count}; i += 1) {
  new orgform.Domain("d" + i, { organizationId: "${organizationId}", domain: "d" + i + ".example" });
}
`,
  );
}

async function costsOf(entry: string, count: number): Promise<Costs> {
  const { binDir } = await ensurePulumi();
  const sandbox = await startSandbox();
  const folder = mkdtempSync(join(tmpdir(), "orgform-bench-"));
  const program = join(folder, "program");
  const limits = { ORGFORM_REQUESTS_PER_MINUTE: "1000000", ORGFORM_REQUESTS_PER_HOUR: "1000000" };
  const extra = {
    ...limits,
    ORGFORM_HOST: sandbox.host,
    ORGFORM_API_KEY: sandbox.apiKey,
    PULUMI_SKIP_CHECKPOINTS: "true",
  };
  const env = pulumiEnvironment({ binDir, folder, extra });
  const pulumi = join(binDir, "pulumi");
  for (const name of ["home", "state", "program"]) mkdirSync(join(folder, name));
  try {
    writeProgram(program, entry, sandbox.organizationId, count);
    await runProgram(pulumi, ["stack", "init", "dev", "--non-interactive"], { env, cwd: program });
    const costs: Costs = {};
    for (const [name, command] of Object.entries(COMMANDS)) {
      costs[name] = await cpuSeconds([pulumi, ...command, "--non-interactive"], env, program);
    }
    return costs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await sandbox.close();
  }
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 100);
  const empty = await startMs(["-e", "console.log(0); setInterval(() => 0, 1000)"]);
  for (const [name, path] of Object.entries({ "pulumi-dynamic": DYNAMIC, "pulumi-plugin": PLUGIN })) {
    const ms = await startMs([path, "127.0.0.1:1"]);
    console.log(`${name}: start to port ${ms.toFixed(0)} ms, ${(ms / empty).toFixed(2)} of an empty script`);
  }
  const all: Record<string, Costs> = {};
  for (const [name, entry] of Object.entries(ENGINES)) {
    const [none, many] = [await costsOf(entry, 0), await costsOf(entry, count)];
    const each = Object.keys(COMMANDS).map((command) => {
      const ms = (((many[command] ?? 0) - (none[command] ?? 0)) / count) * 1_000;
      return `${command} ${many[command]?.toFixed(1)} s (${ms.toFixed(1)} ms each)`;
    });
    console.log(`${name}: CPU of the command with ${count} domains: ${each.join(", ")}`);
    all[name] = many;
  }
  const ratios = Object.keys(COMMANDS).map((command) => {
    const ratio = (all["pulumi-plugin"]?.[command] ?? 0) / (all["pulumi-dynamic"]?.[command] ?? 1);
    return `${command} ${ratio.toFixed(2)}`;
  });
  console.log(`plugin / dynamic: ${ratios.join(", ")}`);
}

void main();
