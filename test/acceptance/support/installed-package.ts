import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packPackage } from "../../../scripts/pack.ts";
import { npmCommand } from "../../../scripts/set-up/npm-command.cjs";
import { runProgram } from "../../../scripts/run-program.ts";

const ROOT = join(__dirname, "../../..");
const INSTALL_LIMIT_MS = 300_000;

/** npm caches what it has downloaded, so a second try only downloads the rest from a slow registry. */
const INSTALL_TRIES = 2;

/** The time limit of a test that installs packages. */
export const INSTALLS_LIMIT_MS = 2 * INSTALL_TRIES * INSTALL_LIMIT_MS;

/** A folder with the installed package of the project and with further packages, as a user has it. */
export class InstalledPackage {
  readonly #folder = mkdtempSync(join(tmpdir(), "orgform-installed-"));

  /** Packs the built project, and installs it with the given packages. */
  static async make(...packages: readonly string[]): Promise<InstalledPackage> {
    const made = new InstalledPackage();
    writeFileSync(join(made.#folder, "package.json"), '{"private":true}\n');
    copyFileSync(join(ROOT, ".npmrc"), join(made.#folder, ".npmrc"));
    try {
      await made.install(packPackage(ROOT, made.#folder), ...packages);
      return made;
    } catch (error) {
      made.dispose();
      throw error;
    }
  }

  /** Installs further packages. Arguments such as `--flag` go to npm. */
  async install(...packages: readonly string[]): Promise<void> {
    const { program, before } = npmCommand();
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    const tries: string[] = [];
    while (tries.length < INSTALL_TRIES) {
      const result = await runProgram(program, [...before, "install", ...flags, ...packages], {
        env: process.env,
        cwd: this.#folder,
        timeoutMs: INSTALL_LIMIT_MS,
      });
      if (result.status === 0) return;
      tries.push(result.timedOut ? `ended after ${INSTALL_LIMIT_MS / 1000} s without an answer` : result.output);
    }
    throw new Error(`npm install ${packages.join(" ")} failed ${tries.length} times:\n${tries.join("\n")}`);
  }

  /** Links the installed packages into a program's folder. */
  linkInto(program: string): void {
    mkdirSync(program, { recursive: true });
    symlinkSync(join(this.#folder, "node_modules"), join(program, "node_modules"), "junction");
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
