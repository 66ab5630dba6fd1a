import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";
import type { EngineName } from "../../tools/set-up/terraform/engines.ts";
import {
  type PluginServer,
  reattachText,
  startPluginServer,
} from "../../src/engines/terraform/provider/plugin-server.ts";
import { Provider } from "../../src/engines/terraform/provider/provider.ts";
import type { CallHandler, Calls } from "../../src/grpc/server.ts";
import { WRITTEN } from "../../src/engines/terraform/provider/written-answers.ts";
import { fastTime } from "./scenario-clock.ts";
import { MAIN_ENGINE, programOfEngine } from "./terraform-programs.ts";

/** One command costs about a tenth of a second; a stuck one must not hold the suite for ever. */
const COMMAND_LIMIT_MS = 60_000;

const BUILT = join(__dirname, "../../dist/engines/terraform/provider");

/** What every configuration begins with. */
const HEAD = `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}
`;

/** One resource of a state file. */
export interface StoredResource {
  readonly type: string;
  readonly name: string;
  readonly mode: string;
  readonly instances: readonly {
    readonly status?: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly identity?: Readonly<Record<string, unknown>>;
  }[];
}

/** What a workspace may be told; the engine of most tests with a provider in this process when it is told nothing. */
export interface WorkspaceOptions {
  readonly engine?: EngineName;
  readonly place?: ProviderPlace;
  /** Further variables of every command, such as TF_LOG. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Lets a provider in this process read the program, as one of its own does. */
  readonly isProgramRead?: boolean;
}

/** How the engine comes to its provider. */
export type ProviderPlace =
  /** A provider that runs in this process. */
  | "reattached"
  /** A folder with the program, as in `dev_overrides`; a process takes its time to start, several for a command. */
  | { readonly folder: string }
  /** That folder for commands that are started, a provider in this process for those that are run to their end. */
  | { readonly folderOfStarted: string }
  /** A filesystem mirror; `init` installs from it. */
  | { readonly mirror: string }
  /** A registry, which the configuration names; `init` installs from it. */
  | "registry";

/** A configuration in a folder of its own, with a real engine; nothing of the user's is touched. */
export class TerraformWorkspace {
  readonly folder = mkdtempSync(join(tmpdir(), "orgform-tf-test-"));
  /** Longest run of one command. */
  commandLimitMs = COMMAND_LIMIT_MS;
  readonly #program: string;
  readonly #env: Record<string, string>;
  #reattached: Readonly<Record<string, string>>;
  readonly #server: ProviderHere | undefined;
  readonly #records: string;

  private constructor(
    program: string,
    env: Readonly<Record<string, string>>,
    server: ProviderHere | undefined,
    overrides: string,
    records: string,
  ) {
    this.#program = program;
    this.#records = records;
    const settings = join(this.folder, "cli.tfrc");
    writeFileSync(settings, overrides);
    this.#server = server;
    this.#env = {
      PATH: process.env["PATH"] ?? "",
      HOME: this.folder,
      TMPDIR: tmpdir(),
      TF_CLI_CONFIG_FILE: settings,
      TF_CLI_ARGS: "-no-color",
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      ...env,
    };
    this.#reattached =
      server === undefined ? {} : { TF_REATTACH_PROVIDERS: JSON.stringify(reattachText(server.server)) };
  }

  /** @param env - the provider's variables: `ORGFORM_HOST`, `ORGFORM_API_KEY` */
  static async create(
    config: string,
    env: Readonly<Record<string, string>>,
    { engine = MAIN_ENGINE, place = "reattached", variables = {}, isProgramRead = false }: WorkspaceOptions = {},
  ): Promise<TerraformWorkspace> {
    const isHere = place === "reattached" || (place !== "registry" && "folderOfStarted" in place);
    // Records of creates would else lie in the home of whoever runs the tests.
    const records = mkdtempSync(join(tmpdir(), "orgform-tf-records-"));
    const own = { ORGFORM_INTENTS_DIR: records, ...env, ...variables };
    const server = isHere ? await ProviderHere.start(own) : undefined;
    const made = new TerraformWorkspace(programOfEngine(engine), own, server, installationOf(place), records);
    if (isProgramRead) server?.read(made.folder);
    made.write(config);
    return made;
  }

  /** Gives every later command the variables by which it finds a provider that somebody else started. */
  attach(variables: Readonly<Record<string, string>>): void {
    this.#reattached = variables;
  }

  /** Gives every later command another provider that serves already, by its addresses. */
  attachBeside(entries: Readonly<Record<string, unknown>>): void {
    const { TF_REATTACH_PROVIDERS: own = "{}" } = this.#reattached;
    this.#reattached = { TF_REATTACH_PROVIDERS: JSON.stringify({ ...(JSON.parse(own) as object), ...entries }) };
  }

  /** Replaces the configuration, or another file. */
  write(config: string, file = "main.tf"): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, file), file === "main.tf" ? HEAD + config : config);
  }

  /** Replaces the whole main file, with what every configuration begins with. */
  replaceMain(text: string): void {
    writeFileSync(join(this.folder, "main.tf"), text);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** The variables of every command, for one that starts the engine itself. */
  get environment(): Readonly<Record<string, string>> {
    return { ...this.#env, ...this.#reattached };
  }

  run(...args: readonly string[]): Promise<ProgramResult> {
    return this.runWith({}, ...args);
  }

  /** The same with further variables; one that is undefined is left out. */
  runWith(further: Readonly<Record<string, string | undefined>>, ...args: readonly string[]): Promise<ProgramResult> {
    const env = Object.fromEntries(
      Object.entries({ ...this.environment, ...further }).filter(
        (one): one is [string, string] => one[1] !== undefined,
      ),
    );
    this.#server?.renew();
    return runProgram(this.#program, args, { env, cwd: this.folder, timeoutMs: this.commandLimitMs });
  }

  /** Runs a command that has to succeed and gives what it printed. */
  async must(...args: readonly string[]): Promise<string> {
    const { status, output } = await this.run(...args);
    if (status !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${String(status)}:\n${output}`);
    return output;
  }

  /** Runs a command that has to fail and gives what it printed, as one line. */
  async mustFail(...args: readonly string[]): Promise<string> {
    const { status, output } = await this.run(...args);
    if (status !== 1) throw new Error(`terraform ${args.join(" ")} ended with ${String(status)}:\n${output}`);
    return oneLine(output);
  }

  /** Starts a command and lets it run, with a provider out of a folder; for what is interrupted. */
  start(...args: readonly string[]): ChildProcess {
    return spawn(this.#program, args, { env: this.#env, cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
  }

  apply(...flags: readonly string[]): Promise<string> {
    return this.must("apply", "-auto-approve", "-input=false", ...flags);
  }

  /** 0: nothing to do; 2: there are changes. */
  async planStatus(...flags: readonly string[]): Promise<number> {
    const { status, output } = await this.run("plan", "-input=false", "-detailed-exitcode", ...flags);
    if (status !== 0 && status !== 2) throw new Error(`terraform plan ended with ${String(status)}:\n${output}`);
    return status;
  }

  /** The resources of the state file. */
  resources(): StoredResource[] {
    return (JSON.parse(this.read("terraform.tfstate")) as { resources: StoredResource[] }).resources;
  }

  /** Attributes of a resource in the state file. */
  attributes(type: string, name: string): Readonly<Record<string, unknown>> {
    const found = this.resources().find((one) => one.type === type && one.name === name && one.mode === "managed");
    if (found?.instances[0] === undefined) throw new Error(`State holds no ${type}.${name}.`);
    return found.instances[0].attributes;
  }

  dispose(): void {
    this.#server?.server.close();
    for (const folder of [this.folder, this.#records]) rmSync(folder, { recursive: true, force: true });
  }
}

function installationOf(place: ProviderPlace): string {
  if (place === "reattached" || place === "registry") return "";
  const lines =
    "mirror" in place
      ? ["filesystem_mirror {", `path = ${JSON.stringify(place.mirror)}`, 'include = ["orgform/orgform"]', "}"]
      : [
          "dev_overrides {",
          `"orgform/orgform" = ${JSON.stringify("folder" in place ? place.folder : place.folderOfStarted)}`,
          "}",
          "direct {}",
        ];
  return ["provider_installation {", ...lines, "}", ""].join("\n");
}

/** The engine breaks lines where they happen to end. */
export function oneLine(output: string): string {
  return output.replaceAll(/\s+/gu, " ");
}

/** A response that the build has written: each test file would take a second of CPU for the same one. */
function builtAnswer(call: string): Uint8Array | undefined {
  if (!WRITTEN.some((one) => one === call)) return undefined;
  const file = join(BUILT, `${call}.bin`);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** A provider in this process, which forgets everything from one command to the next, as one of its own would. */
class ProviderHere {
  readonly #env: Readonly<Record<string, string>>;
  #calls: Calls = {};
  #server: PluginServer | undefined;
  #folder: string | undefined;

  private constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
    this.renew();
  }

  static async start(env: Readonly<Record<string, string>>): Promise<ProviderHere> {
    const here = new ProviderHere(env);
    const forwarded = Object.keys(here.#calls).map((path): [string, CallHandler] => [
      path,
      (request, call) => here.#calls[path]?.(request, call) ?? Promise.resolve(undefined),
    ]);
    const calls = Object.fromEntries(forwarded);
    here.#server = await startPluginServer({ calls, platform: process.platform, onShutdown: () => undefined });
    return here;
  }

  get server(): PluginServer {
    if (this.#server === undefined) throw new Error("The provider does not serve yet.");
    return this.#server;
  }

  /** The folder of the program for all later commands. */
  read(folder: string): void {
    this.#folder = folder;
  }

  renew(): void {
    // With a clock of its own, its client shares no rate limit with those before.
    const { driver, client } = fastTime(1);
    const program = this.#folder === undefined ? {} : { folder: this.#folder };
    const options = { environment: this.#env, clock: driver, clientTime: client, written: builtAnswer };
    this.#calls = new Provider({ ...options, ...program }).calls();
  }
}
