import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { ensurePulumi, type Pulumi } from "../../tools/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../../tools/set-up/pulumi/environment.ts";
import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";
import { isInFull } from "./extent.ts";
import { quickLoad } from "./quick-load.ts";
import { writeStack } from "./written-stack.ts";

const ROOT = join(__dirname, "../..");

/** One Pulumi operation takes about two seconds. A stuck operation must not block the suite forever. */
const COMMAND_LIMIT_MS = 120_000;

let pulumi: Promise<Pulumi> | undefined;

/** The Pulumi CLI: the one that the run has found, or else obtained once per test file. */
export function pulumiCli(): Promise<Pulumi> {
  const found = process.env["ORGFORM_TEST_PULUMI"];
  pulumi ??=
    found === undefined ? ensurePulumi({ log: () => undefined }) : Promise.resolve(JSON.parse(found) as Pulumi);
  return pulumi;
}

/** The parts of a stack. */
export interface StackOptions {
  /** Files of the program by name; `index.js` is an ES module unless `package.json` is given too. */
  readonly files: Readonly<Record<string, string>>;
  /** Plain-text configuration, with its namespace: `orgform:host`. */
  readonly config?: Readonly<Record<string, string>>;
  /** Secret configuration. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Variables added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Links the packages of this checkout into the program's `node_modules`; default true. */
  readonly linked?: boolean;
  /** The folder of the CLI. Default: the folder from {@link pulumiCli}. */
  readonly binDir?: string;
}

/** One resource of an exported state. */
export interface StateEntry {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly external?: boolean;
  readonly delete?: boolean;
  readonly initErrors?: readonly string[];
}

/** The part of an exported state that tests look at. */
export interface Deployment {
  readonly resources?: readonly StateEntry[];
  readonly pending_operations?: readonly { readonly type: string; readonly resource: StateEntry }[];
}

/** A stack of a real Pulumi CLI in a folder of its own: file backend, own home, nothing of the user's is touched. */
export class PulumiStack {
  readonly folder: string;
  readonly program: string;
  readonly env: Record<string, string>;
  /** Longest run of one command. */
  commandLimitMs = COMMAND_LIMIT_MS;
  readonly #binDir: string;

  private constructor(folder: string, env: Record<string, string>, binDir: string) {
    this.folder = folder;
    this.program = join(folder, "program");
    this.env = env;
    this.#binDir = binDir;
  }

  static async create(options: StackOptions): Promise<PulumiStack> {
    const binDir = options.binDir ?? (await pulumiCli()).binDir;
    const folder = mkdtempSync(join(tmpdir(), "orgform-stack-"));
    const env = pulumiEnvironment({ binDir, folder, extra: { ...quickLoad(), ...options.env } });
    const stack = new PulumiStack(folder, env, binDir);
    for (const name of ["home", "state", "program"]) mkdirSync(join(folder, name), { recursive: true });
    stack.write({
      "Pulumi.yaml": "name: test\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "package.json": '{"type":"module","main":"index.js"}\n',
    });
    stack.write(options.files);
    if (options.linked !== false) stack.#link();
    await (isInFull() ? stack.#init(options) : stack.#initQuickly(options));
    return stack;
  }

  async #init({ config = {}, secrets = {} }: StackOptions): Promise<void> {
    await this.must("stack", "init", "dev");
    const settings = [
      ...Object.entries(config).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]),
      ...Object.entries(secrets).flatMap(([key, value]) => ["--secret", `${key}=${value}`]),
    ];
    if (settings.length > 0) await this.must("config", "set-all", ...settings);
  }

  #initQuickly({ config = {}, secrets = {} }: StackOptions): void {
    const [, project = ""] = /^name: *(\S+)/mu.exec(readFileSync(join(this.program, "Pulumi.yaml"), "utf8")) ?? [];
    writeStack(this.folder, project, { plain: config, secret: secrets });
  }

  /** Writes files of the program. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.program, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  /** Runs a command of the CLI; never rejects. */
  run(...args: readonly string[]): Promise<ProgramResult> {
    return runProgram(join(this.#binDir, "pulumi"), [...args, "--non-interactive"], {
      env: this.env,
      cwd: this.program,
      timeoutMs: this.commandLimitMs,
    });
  }

  /** Runs a command that has to succeed; its output is in the error otherwise. */
  async must(...args: readonly string[]): Promise<string> {
    const result = await this.run(...args);
    if (result.status !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${result.status}\n${result.output}`);
    return result.output;
  }

  up(...flags: readonly string[]): Promise<string> {
    return this.must("up", "--yes", "--skip-preview", ...flags);
  }

  refresh(...flags: readonly string[]): Promise<string> {
    return this.must("refresh", "--yes", "--skip-preview", ...flags);
  }

  destroy(...flags: readonly string[]): Promise<string> {
    return this.must("destroy", "--yes", "--skip-preview", ...flags);
  }

  /** Fails unless a preview shows no change. */
  previewEmpty(): Promise<string> {
    return this.must("preview", "--expect-no-changes");
  }

  /** The state as the CLI exports it, secrets encrypted. */
  async deployment(): Promise<Deployment> {
    const file = join(this.folder, "export.json");
    await this.must("stack", "export", "--file", file);
    return (JSON.parse(readFileSync(file, "utf8")) as { deployment: Deployment }).deployment;
  }

  /** ID, inputs, and outputs of every Orgform resource by its logical name, sorted; secrets in plain text. */
  async entries(): Promise<Record<string, Pick<StateEntry, "id" | "inputs" | "outputs">>> {
    const file = join(this.folder, "export.json");
    await this.must("stack", "export", "--show-secrets", "--file", file);
    const { deployment } = JSON.parse(readFileSync(file, "utf8")) as { deployment: Deployment };
    rmSync(file);
    const ours = (deployment.resources ?? []).filter((one) => one.type.includes(":dynamic/orgform:"));
    const named = ours.map(
      ({ urn, id, inputs, outputs }) => [urn.split("::").at(-1) ?? "", { id, inputs, outputs }] as const,
    );
    return Object.fromEntries(named.sort(([left], [right]) => (left < right ? -1 : 1))) as never;
  }

  /** The entry of a resource by its logical name and type name (`Domain`). */
  async entry(type: string, name: string): Promise<StateEntry | undefined> {
    const { resources = [] } = await this.deployment();
    return resources.find((one) => one.type.endsWith(`:${type}`) && one.urn.endsWith(`::${name}`));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #link(): void {
    const modules = join(this.program, "node_modules");
    mkdirSync(modules, { recursive: true });
    symlinkSync(ROOT, join(modules, "orgform"), "junction");
    symlinkSync(join(ROOT, "node_modules/@pulumi"), join(modules, "@pulumi"), "junction");
  }
}
