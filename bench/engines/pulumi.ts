import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ensurePulumi } from "../../tools/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../../tools/set-up/pulumi/environment.ts";
import { runProgram } from "../../scripts/run-program.ts";
import type { NoOps } from "./no-op-build.ts";
import type { Account, Engine, Phase, Workspace } from "./workspace.ts";

const ROOT = join(import.meta.dirname, "../..");

const COMMANDS: Readonly<Record<Phase, readonly string[]>> = {
  preview: ["preview"],
  up: ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "preview again": ["preview", "--expect-no-changes"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** The parts of a program for one kind of engine. */
interface Parts {
  /** The package with the classes. */
  readonly package: string;
  /** The name under which the program imports them. */
  readonly entry: string;
  /** The plugin's program. */
  readonly plugin?: string;
}

/** The text of a program that declares that many resources in an organization, with the classes as `orgform`. */
export type Program = (count: number, organizationId: string) => string;

/** Dynamic resources and the plugin, each with the same classes for every provider. */
export function pulumiEngines(noOps: NoOps, program: Program): Engine[] {
  return [
    {
      name: "pulumi-dynamic",
      process: /dynamic-provider/u,
      open: (folder, subject, count, account) => {
        const made = { package: subject === "orgform" ? ROOT : noOps.dynamicPackage, entry: "orgform/pulumi" };
        return open(folder, made, program(count, account.organizationId), account);
      },
    },
    {
      name: "pulumi-plugin",
      process: /pulumi-plugin(?:\/main)?\.js/u,
      open: (folder, subject, count, account) => {
        const plugin = subject === "orgform" ? join(ROOT, "dist/engines/pulumi/plugin/main.js") : noOps.pulumiPlugin;
        const made = { package: ROOT, entry: "orgform/pulumi-plugin", plugin };
        return open(folder, made, program(count, account.organizationId), account);
      },
    },
  ];
}

async function open(folder: string, parts: Parts, program: string, account: Account): Promise<Workspace> {
  const { binDir } = await ensurePulumi();
  const cwd = join(folder, "program");
  for (const name of ["home", "state", "program"]) mkdirSync(join(folder, name));
  writeProgram(cwd, parts, program);
  // Otherwise, the file backend writes the whole state at each step, which dominates the cost.
  const extra = { ...account.env, PULUMI_SKIP_CHECKPOINTS: "true" };
  const env = pulumiEnvironment({ binDir, folder, extra });
  const pulumi = join(binDir, "pulumi");
  const run = await runProgram(pulumi, ["stack", "init", "dev", "--non-interactive"], { env, cwd });
  if (run.status !== 0) throw new Error(run.output);
  const commands = Object.entries(COMMANDS).map(([phase, args]) => [phase, [pulumi, ...args, "--non-interactive"]]);
  return { cwd, env, commands: Object.fromEntries(commands) as Workspace["commands"] };
}

function writeProgram(folder: string, parts: Parts, program: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(parts.package, join(modules, "orgform"));
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(modules, "@pulumi"));
  let project = "name: bench\nruntime: nodejs\n";
  if (parts.plugin !== undefined) {
    mkdirSync(join(folder, "plugin"));
    const launcher = join(folder, "plugin/pulumi-resource-orgform");
    writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${parts.plugin}' "$@"\n`);
    chmodSync(launcher, 0o755);
    project += "plugins:\n  providers:\n    - name: orgform\n      path: plugin\n";
  }
  writeFileSync(join(folder, "Pulumi.yaml"), project);
  writeFileSync(join(folder, "package.json"), '{"type":"module","main":"index.js"}\n');
  writeFileSync(join(folder, "index.js"), `import * as orgform from "${parts.entry}";\n${program}`);
}
