import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

import { ensurePostgres } from "../../tools/set-up/postgres.ts";
import { freePort } from "./free-port.ts";

/** ID of `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** A separate PostgreSQL with a password, only on this machine. It ends with the test. */
export class PostgresServer {
  static readonly PASSWORD = "Canary/of the database";
  readonly port: number;
  readonly #folder: string;
  readonly #programs: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string, programs: string) {
    this.port = port;
    this.#folder = folder;
    this.#programs = programs;
  }

  /** @throws Error if there is none for this platform */
  static async start(): Promise<PostgresServer> {
    const found = await ensurePostgres();
    if (found === undefined) throw new Error("There is no PostgreSQL: put `initdb` and `postgres` on PATH.");
    const folder = mkdtempSync(join(tmpdir(), "orgform-postgres-"));
    const server = new PostgresServer(await freePort(), folder, placed(found.folder, folder));
    try {
      server.#make();
      await server.run();
    } catch (error) {
      await server.dispose();
      throw error;
    }
    return server;
  }

  /** @param port - port of a proxy before it */
  url(port = this.port, password = PostgresServer.PASSWORD): string {
    return `postgres://orgform:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  }

  /** Starts it, again after a kill, with the same data. */
  async run(): Promise<void> {
    const settings = ["listen_addresses=127.0.0.1", `port=${this.port}`, "fsync=off", "shared_buffers=16MB"];
    const args = [...settings, `unix_socket_directories=${this.#folder}`].flatMap((one) => ["-c", one]);
    const child = spawn(join(this.#programs, "bin/postgres"), ["-D", this.#data, ...args], this.#options());
    this.#child = child;
    let said = "";
    child.stderr?.on("data", (part: Buffer) => (said += part.toString()));
    for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
      if (said.includes("ready to accept connections")) return;
      await pause(50);
    }
    throw new Error(`PostgreSQL doesn't run: ${said}`);
  }

  /** Ends it immediately, like a machine failure. */
  async kill(signal: "SIGQUIT" | "SIGINT" = "SIGQUIT"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill(signal);
    await closed;
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, "data");
  }

  #make(): void {
    mkdirSync(this.#data);
    const word = join(this.#folder, "word");
    writeFileSync(word, PostgresServer.PASSWORD);
    if (isRoot()) for (const path of [this.#folder, this.#data, word]) chownSync(path, NOBODY, NOBODY);
    const args = ["-D", this.#data, "-U", "orgform", `--pwfile=${word}`, "--auth=scram-sha-256", "--no-sync"];
    const made = spawnSync(
      join(this.#programs, "bin/initdb"),
      [...args, "--encoding=UTF8", "--locale=C"],
      this.#options(),
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`);
  }

  #options(): SpawnOptions {
    const env = { PATH: process.env["PATH"] ?? "", HOME: this.#folder, LC_ALL: "C", TZ: "UTC" };
    const who = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
    return { env, cwd: this.#folder, stdio: ["ignore", "ignore", "pipe"], ...who };
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** The programs in a folder where their user can run them, because only root can enter root's home. */
function placed(programs: string, folder: string): string {
  if (!isRoot()) return programs;
  chmodSync(folder, 0o755);
  const copy = join(folder, "programs");
  for (const part of ["bin", "lib", "share"]) {
    cpSync(join(programs, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  }
  return copy;
}
