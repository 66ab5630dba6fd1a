import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { ensureTemporal } from "../../tools/set-up/temporal.ts";
import { freePort } from "./free-port.ts";

/** A development server of Temporal with its database in a file; it ends with the test. */
export class TemporalServer {
  readonly address: string;
  readonly #program: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "orgform-temporal-"));
  #child: ChildProcess | undefined;

  private constructor(program: string, port: number) {
    this.#program = program;
    this.#port = port;
    this.address = `127.0.0.1:${port}`;
  }

  /** @throws Error where there is none and no Go to build it */
  static async start(): Promise<TemporalServer> {
    const program = await ensureTemporal();
    if (program === undefined) throw new Error("There is no Temporal: put `temporal` on PATH, or install Go.");
    const server = new TemporalServer(program, await freePort());
    await server.run();
    return server;
  }

  /** Starts it, again after a kill, with the same database. */
  async run(): Promise<void> {
    const where = [
      "--ip",
      "127.0.0.1",
      "--port",
      String(this.#port),
      "--db-filename",
      join(this.#folder, "temporal.db"),
    ];
    // Its own default is the port after its own; another server of the machine may have that.
    const args = ["server", "start-dev", "--headless", ...where, "--log-level", "error"];
    const home = { PATH: process.env["PATH"] ?? "", HOME: this.#folder, TMPDIR: tmpdir() };
    this.#child = spawn(this.#program, args, { stdio: "ignore", env: home });
    for (let tries = 0; tries < 300; tries += 1) {
      if (await listens(this.#port)) return;
      await pause(100);
    }
    throw new Error("The server of Temporal does not listen after 30 seconds.");
  }

  /** Ends it at once, as a machine that fails would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }

  /** All that it has written. */
  database(): Buffer {
    return Buffer.concat(
      readdirSync(this.#folder)
        .filter((name) => name.startsWith("temporal.db"))
        .map((name) => readFileSync(join(this.#folder, name))),
    );
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
