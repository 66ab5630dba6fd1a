import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { once } from "node:events";

/** A server in a separate process, so it doesn't share a thread with the measuring client. */
export type Server = {
  readonly ready: { readonly host: string; readonly apiKey: string; readonly organizationId: string };
  /** From the start of the process to its line of JSON. */
  readonly startMs: number;
  /** Memory of the process, in MB; Linux only. */
  memory(): number;
  stop(): Promise<void>;
};

/** Starts a program that prints one line of JSON when it is ready. */
export async function startServer(script: string, args: readonly string[] = []): Promise<Server> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const part of child.stdout) {
    printed += String(part);
    if (printed.includes("\n")) break;
  }
  return {
    ready: JSON.parse(printed) as Server["ready"],
    startMs: performance.now() - beganMs,
    memory: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024),
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
