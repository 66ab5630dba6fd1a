/**
 * Measures time and memory of a long list through the command line, for a tenth of the persons and for all of them.
 *
 * Memory must not grow with the list. Run: npx tsx bench/calls.ts [number of persons, default 100000]
 *
 * Seen with 100,000 persons on a busy machine with two cores (Node 20.20, 2026-11-21): NDJSON in 24.5 s with at most
 * 157 MB, 1.21 times the memory of a tenth of them; CSV in 22.4 s with at most 136 MB, 0.98 times.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type Sandbox, startSandbox } from "../packages/sandbox/src/index.ts";

const ROOT = join(import.meta.dirname, "..");
const LOOK_EVERY_MS = 50;

interface Cost {
  readonly seconds: number;
  readonly rows: number;
  readonly peakMb: number;
}

/** Peak memory of the process, in MB; 0 if /proc doesn't show it. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(?<kb>\d+)/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.groups?.["kb"] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function costOf({ host, apiKey }: Sandbox, format: string, limit: number): Promise<Cost> {
  const start = performance.now();
  const args = ["call", "list-persons", "--project-id", "@current", "--format", format, "--limit", String(limit)];
  const child = spawn(process.execPath, ["dist/cli/main.js", ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ORGFORM_HOST: host,
      ORGFORM_API_KEY: apiKey,
      ORGFORM_REQUESTS_PER_MINUTE: "1000000",
      ORGFORM_REQUESTS_PER_HOUR: "10000000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let rows = 0;
  let peakMb = 0;
  child.stdout.on("data", (part: Buffer) => (rows += part.filter((byte) => byte === 10).length));
  const watch = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))), LOOK_EVERY_MS);
  await new Promise((resolve) => child.on("close", resolve));
  clearInterval(watch);
  return { seconds: (performance.now() - start) / 1_000, rows, peakMb };
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 100_000);
  const sandbox = await startSandbox({ scale: count });
  for (const format of ["ndjson", "csv"]) {
    const tenth = await costOf(sandbox, format, count / 10);
    const all = await costOf(sandbox, format, count);
    console.log(
      `${format}: ${all.rows} rows in ${all.seconds.toFixed(1)} s (${(all.seconds / tenth.seconds).toFixed(2)} times a tenth of them), ` +
        `at most ${all.peakMb.toFixed(0)} MB (${(all.peakMb / tenth.peakMb).toFixed(2)} times)`,
    );
  }
  await sandbox.close();
}

await main();
