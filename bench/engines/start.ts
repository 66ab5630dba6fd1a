import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { median } from "./median.ts";
import type { NoOps } from "./no-op-build.ts";
import { exactCpuMsOf, peakMbOf } from "./processes.ts";

const ROOT = join(import.meta.dirname, "../..");
const STARTS = 15;

/** @source terraform internal/plugin/serve.go */
const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2" };

/** The cost of a process until its first line of output, for which engines wait. */
export interface Start {
  readonly name: string;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Starts every provider several times, in turns. */
export async function measureStarts(noOps: NoOps): Promise<Start[]> {
  const programs: Readonly<Record<string, readonly string[]>> = {
    "empty script": ["-e", "console.log(0); setInterval(() => 0, 1000)"],
    "pulumi-dynamic (the SDK's program)": [
      join(ROOT, "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js"),
      "127.0.0.1:1",
    ],
    "pulumi-plugin": [join(ROOT, "dist/engines/pulumi/plugin/main.js"), "127.0.0.1:1"],
    "pulumi-plugin no-op": [noOps.pulumiPlugin, "127.0.0.1:1"],
    terraform: [join(ROOT, "dist/engines/terraform/provider/main.js")],
    "terraform no-op": [noOps.terraform],
  };
  const starts = new Map(Object.keys(programs).map((name) => [name, [] as Start[]]));
  for (let round = 0; round < STARTS; round += 1) {
    for (const [name, args] of Object.entries(programs)) starts.get(name)?.push(await startOnce(name, args));
  }
  return [...starts].map(([name, all]) => ({
    name,
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    peakMb: median(all.map(({ peakMb }) => peakMb)),
  }));
}

async function startOnce(name: string, args: readonly string[]): Promise<Start> {
  const begin = performance.now();
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...COOKIE },
  });
  await once(child.stdout ?? child, "data");
  const wallMs = performance.now() - begin;
  const pid = child.pid ?? 0;
  const start = { name, wallMs, cpuMs: exactCpuMsOf(pid), peakMb: peakMbOf(pid) };
  // Not SIGKILL, so the Terraform provider can remove the folder of its socket.
  child.kill("SIGTERM");
  await once(child, "exit");
  return start;
}
