import { type Dialect, type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { PulumiStack, type StackOptions, type StateEntry } from "../../support/pulumi-stack.ts";
import { type Declared, programOf } from "./program-text.ts";

/** The dialect of a story's service. */
export type { Dialect };

/** The time limit of one story: several commands of the CLI on a busy machine. */
export const STORY_LIMIT_MS = 240_000;

/** A write to the service, as `METHOD path`. */
export type Write = string;

/** Settings of a story besides its program. */
export interface StoryOptions extends Partial<StackOptions> {
  /** The key in the stack's configuration. The default is the sandbox's own. */
  readonly apiKey?: string;
}

/** One stack of the real CLI, with its own sandbox. */
export class Story {
  readonly sandbox: Sandbox;
  readonly stack: PulumiStack;

  private constructor(sandbox: Sandbox, stack: PulumiStack) {
    this.sandbox = sandbox;
    this.stack = stack;
  }

  /** Starts a sandbox and a configured stack. If the program needs the sandbox, pass a function. */
  static async open(
    dialect: Dialect,
    program: string | ((sandbox: Sandbox) => string),
    options: StoryOptions | ((sandbox: Sandbox) => StoryOptions) = {},
  ): Promise<Story> {
    const sandbox = await startSandbox({ dialect });
    opened.push(() => sandbox.close());
    const {
      apiKey = sandbox.apiKey,
      files,
      config,
      secrets,
      ...rest
    } = typeof options === "function" ? options(sandbox) : options;
    const text = typeof program === "function" ? program(sandbox) : program;
    const stack = await PulumiStack.create({
      files: { "index.js": text, ...files },
      config: config ?? { "orgform:host": sandbox.host },
      secrets: secrets ?? { "orgform:apiKey": apiKey },
      ...rest,
    });
    opened.push(() => stack.dispose());
    return new Story(sandbox, stack);
  }

  /** Replaces the program with one that declares the resources. */
  declare(resources: readonly Declared[], ...lines: readonly string[]): void {
    this.stack.write({ "index.js": programOf(resources, ...lines) });
  }

  /** Runs an update, and returns its writes to the service. */
  async up(...flags: readonly string[]): Promise<Write[]> {
    this.sandbox.control.clearRequests();
    await this.stack.up(...flags);
    return this.writes();
  }

  /** The writes since the request log was cleared, in order. */
  writes(): Write[] {
    const all = this.sandbox.control.requests().filter(({ method }) => method !== "GET");
    return all.map(({ method, path }) => `${method} ${path}`);
  }

  /** Our resources in the state, sorted. Leaves out the engine's own notes, which change with every run. */
  async managed(): Promise<Pick<StateEntry, "urn" | "id" | "inputs" | "outputs">[]> {
    const { resources = [] } = await this.stack.deployment();
    return resources
      .filter(({ type }) => type.includes(":dynamic/orgform:"))
      .map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }) as StateEntry)
      .sort((left, right) => (left.urn < right.urn ? -1 : 1));
  }

  /** A resource's outputs in the state. */
  async outputs(type: string, name: string): Promise<Readonly<Record<string, unknown>>> {
    const entry = await this.stack.entry(type, name);
    if (entry?.outputs === undefined) throw new Error(`State holds no ${type} ${name}.`);
    return entry.outputs;
  }

  /** The organization's row in the sandbox, by its name. */
  organization(name: string): ReturnType<Sandbox["control"]["organizations"]>[number] {
    const rows = this.sandbox.control.organizations().filter((row) => row.name === name);
    const [row] = rows;
    if (row === undefined || rows.length > 1)
      throw new Error(`The sandbox holds ${rows.length} organizations ${name}.`);
    return row;
  }

  /** The domain's row in the sandbox, by its name. */
  domain(name: string): Record<string, unknown> & { id: string } {
    const row = this.sandbox.control.domains().find((one) => one["domain"] === name);
    if (row === undefined) throw new Error(`The sandbox holds no domain ${name}.`);
    return { ...row, id: String(row["id"]) };
  }

  /** Names of all domains of the sandbox, sorted. */
  domainNames(): string[] {
    return this.sandbox.control
      .domains()
      .map((row) => String(row["domain"]))
      .sort();
  }

  /** Names of all organizations of the sandbox, sorted. */
  organizationNames(): string[] {
    return this.sandbox.control
      .organizations()
      .map((row) => row.name)
      .sort();
  }
}

const opened: (() => void | Promise<void>)[] = [];

/** Closes everything that the stories of this file opened; for `afterEach`. */
export async function closeStories(): Promise<void> {
  while (opened.length > 0) await opened.pop()?.();
}

/** Registers something to close that a test opened besides its story. */
export function closeLater(end: () => void | Promise<void>): void {
  opened.push(end);
}

/** A value of `verified_at` with which a test verifies a domain from outside. */
export const VERIFIED_AT = "2026-11-20T10:00:00Z";
