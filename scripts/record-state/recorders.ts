import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ensurePulumi } from "../../tools/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../../tools/set-up/pulumi/environment.ts";
import { runProgram } from "../run-program.ts";
import { ensureTerraform } from "../../tools/set-up/terraform/ensure.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where a program runs, and against which service. */
export interface RecordedRun {
  /** A folder of its own, empty. */
  readonly folder: string;
  /** Text of the program. */
  readonly program: string;
  readonly host: string;
  readonly apiKey: string;
}

/** Applies a program with a real engine and returns its exported state, with secrets in plain text. */
export type Recorder = (run: RecordedRun) => Promise<string>;

/** How the states of an engine are recorded. */
interface EngineRecorder {
  /** The program among the recorded states, and the name of its copy beside a state. */
  readonly source: string;
  readonly file: string;
  /** Changes to the text of the program for this engine. */
  readonly adapt: (program: string) => string;
  readonly recorder: Recorder;
}

const PULUMI = { source: "every-resource.js", file: "program.js", recorder: recordPulumi };

/** By the name of the engine's folder among the recorded states. */
export const RECORDERS: Readonly<Record<string, EngineRecorder>> = {
  "pulumi-dynamic": { ...PULUMI, adapt: String },
  "pulumi-plugin": { ...PULUMI, adapt: (program) => program.replaceAll('"orgform/pulumi"', '"orgform/pulumi-plugin"') },
  terraform: { source: "every-resource.tf", file: "main.tf", adapt: String, recorder: recordTerraform },
};

/** Records a Pulumi program, whether it uses the dynamic resources or the plugin. */
export async function recordPulumi({ folder, program, host, apiKey }: RecordedRun): Promise<string> {
  const { binDir } = await ensurePulumi();
  const place = join(folder, "program");
  for (const name of ["home", "state", "program/node_modules", "program/plugin"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  symlinkSync(ROOT, join(place, "node_modules/orgform"), "junction");
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(place, "node_modules/@pulumi"), "junction");
  const plugins = "plugins:\n  providers:\n    - name: orgform\n      path: plugin\n";
  writeFileSync(join(place, "Pulumi.yaml"), `name: test\nruntime: nodejs\n${plugins}`);
  writeFileSync(join(place, "package.json"), '{"type":"module","main":"index.js"}\n');
  writeFileSync(join(place, "index.js"), program);
  writeStarter(join(place, "plugin/pulumi-resource-orgform"), "dist/engines/pulumi/plugin/main.js");

  const run = running(join(binDir, "pulumi"), place, pulumiEnvironment({ binDir, folder }));
  await run("stack", "init", "dev", "--non-interactive");
  await run("config", "set", "orgform:host", host, "--non-interactive");
  await run("config", "set", "--secret", "orgform:apiKey", apiKey, "--non-interactive");
  await run("up", "--yes", "--skip-preview", "--parallel", "1", "--non-interactive");
  await run("preview", "--expect-no-changes", "--non-interactive");
  const file = join(folder, "state.json");
  await run("stack", "export", "--show-secrets", "--file", file, "--non-interactive");
  return readFileSync(file, "utf8");
}

async function recordTerraform({ folder, program, host, apiKey }: RecordedRun): Promise<string> {
  const terraform = await ensureTerraform();
  writeStarter(join(folder, "terraform-provider-orgform"), "dist/engines/terraform/provider/main.js");
  const settings = join(folder, "cli.tfrc");
  const overrides = `dev_overrides {\n"orgform/orgform" = ${JSON.stringify(folder)}\n}\ndirect {}\n`;
  writeFileSync(settings, `provider_installation {\n${overrides}}\n`);
  writeFileSync(join(folder, "main.tf"), program);
  const run = running(terraform, folder, {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    TF_CLI_CONFIG_FILE: settings,
    TF_CLI_ARGS: "-no-color",
    CHECKPOINT_DISABLE: "1",
    ORGFORM_HOST: host,
    ORGFORM_API_KEY: apiKey,
  });
  await run("apply", "-auto-approve", "-input=false", "-parallelism=1");
  await run("plan", "-detailed-exitcode", "-input=false");
  return readFileSync(join(folder, "terraform.tfstate"), "utf8");
}

/** Writes a program that starts one of ours as the build made it. */
function writeStarter(file: string, main: string): void {
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, main)}' "$@"\n`);
  chmodSync(file, 0o755);
}

function running(program: string, cwd: string, env: Record<string, string>): (...args: string[]) => Promise<void> {
  return async (...args) => {
    const { status, output } = await runProgram(program, args, { env, cwd });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${String(status)}:\n${output}`);
  };
}
