import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Ledger } from "../budget/ledger-server.ts";
import { EngineError } from "../engines/organization-engine.ts";
import { keepingLockFile } from "../engines/terraform.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { environmentFor, type OrganizationContext } from "../run/organization-run.ts";
import { inParallel } from "../run/pool.ts";

/** A backend far away may be slow; a question that nobody answers must not hang for ever. */
const LIMIT_MS = 300_000;

const PROGRAMS = { pulumi: "pulumi", terraform: "terraform", opentofu: "tofu" } as const;

/** Where the state of an organization lies, and what reads it. */
export interface StatePlace {
  /** Folder of the program or module. */
  readonly folder: string;
  /** Stack or workspace. */
  readonly stack: string;
  readonly program: (typeof PROGRAMS)[keyof typeof PROGRAMS];
  /** All variables of the organization, the API key among them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What the states of a fleet are found with. */
export interface StatesOptions {
  readonly context: Pick<OrganizationContext, "keys" | "environment">;
  /** A folder of the fleet's own, for what Terraform keeps of a backend. */
  readonly folder: string;
  readonly parallel: number;
  /** Hands out what may be sent for each organization. */
  readonly ledger: Ledger;
}

/** Finds the states of organizations, for whoever compares them with the service; nothing is made in a backend. */
export class FleetStates {
  readonly #options: StatesOptions;
  readonly #stacks = new Map<string, Promise<readonly string[]>>();

  constructor(options: StatesOptions) {
    this.#options = options;
  }

  /**
   * Where the state of an organization lies; undefined where neither its name nor one that it had before has a stack.
   *
   * @throws CredentialError where there is no key; EngineError when the engine cannot be asked
   */
  async placeOf(organization: FleetOrganization): Promise<StatePlace | undefined> {
    const { name, formerNames, folder, engine, template } = organization;
    const own = await environmentFor(organization, this.#options.context);
    const terraform = { ...own, ...this.#terraformEnvironment(template) };
    const environment = engine === "pulumi" ? own : terraform;
    const program = PROGRAMS[engine];
    const listed = this.#stacks.get(folder) ?? stacksIn(folder, program, environment);
    this.#stacks.set(folder, listed);
    const there = await listed;
    const stack = [name, ...formerNames.toReversed()].find((one) => there.includes(one));
    const budget = this.#options.ledger.environmentFor(name);
    return stack === undefined ? undefined : { folder, stack, program, environment: { ...environment, ...budget } };
  }

  /** Does something with each organization, as many side by side as the fleet runs; the results are in order. */
  async each<T>(
    organizations: readonly FleetOrganization[],
    act: (one: FleetOrganization) => Promise<T>,
  ): Promise<T[]> {
    const results: T[] = [];
    const waiting = organizations.map((one, index) => async (): Promise<void> => {
      results[index] = await act(one);
    });
    await inParallel(this.#options.parallel, () => waiting.shift()?.());
    return results;
  }

  /** What goes on is cut off. */
  close(): Promise<void> {
    return this.#options.ledger.close();
  }

  /** A text without any key that was looked up. */
  redact(text: string): string {
    return this.#options.context.keys.redact(text);
  }

  /** One folder for all workspaces of a template: reading chooses by variable, and changes nothing in it. */
  #terraformEnvironment(template: string): Record<string, string> {
    const { folder, context } = this.#options;
    return {
      TF_DATA_DIR: join(folder, "reads", template),
      TF_PLUGIN_CACHE_DIR: context.environment["TF_PLUGIN_CACHE_DIR"] ?? join(folder, "providers"),
      TF_IN_AUTOMATION: "orgform-fleet",
      TF_INPUT: "0",
    };
  }
}

async function stacksIn(
  folder: string,
  program: StatePlace["program"],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const call = (...args: string[]): Promise<string> => printed(folder, program, args, environment);
  if (program === "pulumi") {
    const stacks = JSON.parse(await call("stack", "ls", "--json", "--non-interactive")) as { readonly name: string }[];
    return stacks.map(({ name }) => name.split("/").at(-1) ?? name);
  }
  const list = () => call("workspace", "list");
  const text = await list().catch(async () => {
    // A backend that this machine does not know yet; one on this machine needs no initialization.
    mkdirSync(environment["TF_PLUGIN_CACHE_DIR"] ?? "", { recursive: true });
    await call("init", "-input=false", "-no-color", "-reconfigure", ...keepingLockFile(folder));
    return list();
  });
  return text.split("\n").map((line) => line.replace(/^\*?\s*/u, "").trim());
}

async function printed(
  cwd: string,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { TF_WORKSPACE: _chosen, ...env } = environment;
  try {
    return (await promisify(execFile)(program, args, { cwd, env, timeout: LIMIT_MS })).stdout;
  } catch (error) {
    const { code, stderr = "", message } = error as { code?: unknown; stderr?: string; message: string }; // -- what `execFile` throws
    if (code === "ENOENT")
      throw new EngineError(`A template is run by ${program}, which is not on PATH: install it.`, { cause: error });
    throw new EngineError(`\`${program} ${args.join(" ")}\` failed:\n${stderr.trim() || message}`, { cause: error });
  }
}
