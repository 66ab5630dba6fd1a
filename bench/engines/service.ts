import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { cpuMsOf } from "./processes.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A sandbox in a separate process, so its cost isn't in other figures. */
export class Service {
  readonly host: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly #child: ChildProcess;
  readonly #kill: () => void;

  private constructor(child: ChildProcess, { host, apiKey, organizationId }: Record<string, string>) {
    this.#child = child;
    this.#kill = () => void child.kill("SIGKILL");
    process.once("exit", this.#kill);
    this.host = host ?? "";
    this.apiKey = apiKey ?? "";
    this.organizationId = organizationId ?? "";
  }

  /**
   * @param data - a file for its state
   * @param port - of an earlier one with the same data, because states name the host; any by default
   */
  static async start(dialect: "documented" | "2025-08" = "documented", data?: string, port = 0): Promise<Service> {
    const kept = data === undefined ? [] : ["--data", data];
    const args = [
      join(ROOT, "dist/cli/main.js"),
      "sandbox",
      "--port",
      `${port}`,
      "--json",
      "--dialect",
      dialect,
      ...kept,
    ];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return new Service(child, JSON.parse(line.toString()) as Record<string, string>);
  }

  /** Sends a request to the control plane. */
  async control(method: "POST" | "PUT", path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${this.host}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    // The control plane returns an object. -- the caller knows its fields
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  }

  get cpuMs(): number {
    return cpuMsOf(this.#child.pid ?? 0);
  }

  /** Number of requests since the last call of this method. */
  async takeRequests(): Promise<number> {
    const address = `${this.host}/_sandbox/requests`;
    const requests = (await (await fetch(address)).json()) as readonly unknown[];
    await fetch(address, { method: "DELETE" });
    return requests.length;
  }

  /** Number of requests since the last call that might have changed something. */
  async takeWrites(): Promise<number> {
    const address = `${this.host}/_sandbox/requests`;
    const requests = (await (await fetch(address)).json()) as readonly { readonly method: string }[];
    await fetch(address, { method: "DELETE" });
    return requests.filter(({ method }) => method !== "GET").length;
  }

  async stop(): Promise<void> {
    process.removeListener("exit", this.#kill);
    this.#child.kill("SIGTERM");
    if (this.#child.exitCode === null) await once(this.#child, "exit");
  }
}
