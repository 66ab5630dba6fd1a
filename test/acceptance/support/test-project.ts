import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { type ProgramResult, runProgram } from "../../../scripts/run-program.ts";

const ROOT = join(__dirname, "../../..");

/** Our packages as a project has them: the name below `node_modules`, and the path in the repository. */
const OURS = {
  orgform: ".",
  "@orgform/sandbox": "packages/sandbox",
  ".bin/pulumi-resource-orgform": "dist/engines/pulumi/plugin/main.js",
};

/** A copy of an example with tests. The packages that it installs are linked. */
export class TestProject {
  readonly folder = mkdtempSync(join(tmpdir(), "orgform-kit-"));

  /** @param packages - folders of the other packages that it needs, by their names below `node_modules` */
  constructor(example: string, packages: Readonly<Record<string, string>> = {}) {
    cpSync(join(ROOT, "examples", example), this.folder, { recursive: true });
    const ours = Object.entries(OURS).map(([name, path]): [string, string] => [name, join(ROOT, path)]);
    for (const [name, path] of [...ours, ...Object.entries(packages)]) {
      const place = join(this.folder, "node_modules", name);
      mkdirSync(dirname(place), { recursive: true });
      if (!existsSync(place)) symlinkSync(path, place);
    }
  }

  /** Runs Node in the project. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<ProgramResult> {
    return runProgram(process.execPath, args, { cwd: this.folder, env, timeoutMs: 200_000 });
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Packages in our own `node_modules` that projects need, too, by their names. */
export const installedHere = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, join(ROOT, "node_modules", name)]));
