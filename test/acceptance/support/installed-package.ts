import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packPackage } from "../../../scripts/pack.ts";
import { npmCommand } from "../../../scripts/set-up/npm-command.cjs";
import { runProgram } from "../../../scripts/set-up/pulumi/run-program.ts";

const ROOT = join(__dirname, "../../..");
const INSTALL_LIMIT_MS = 240_000;

/** A folder into which the packed project and further packages were installed, as a user does. */
export class InstalledPackage {
  readonly #folder = mkdtempSync(join(tmpdir(), "orgform-installed-"));

  /** Packs the built project and installs it with the packages given. */
  static async make(...packages: readonly string[]): Promise<InstalledPackage> {
    const made = new InstalledPackage();
    writeFileSync(join(made.#folder, "package.json"), '{"private":true}\n');
    try {
      await made.install(packPackage(ROOT, made.#folder), ...packages);
      return made;
    } catch (error) {
      made.dispose();
      throw error;
    }
  }

  /** Installs further packages; `--flag` goes to npm. */
  async install(...packages: readonly string[]): Promise<void> {
    const { program, before } = npmCommand();
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    const result = await runProgram(program, [...before, "install", ...flags, ...packages], {
      env: process.env,
      cwd: this.#folder,
      timeoutMs: INSTALL_LIMIT_MS,
    });
    if (result.status !== 0) throw new Error(`npm install ${packages.join(" ")} failed:\n${result.output}`);
  }

  /** Makes the installed packages those of a program. */
  linkInto(program: string): void {
    mkdirSync(program, { recursive: true });
    symlinkSync(join(this.#folder, "node_modules"), join(program, "node_modules"), "junction");
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
