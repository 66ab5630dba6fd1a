import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { Ledger } from "../budget/ledger-server.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { membersOf } from "../members.ts";
import { environmentFor, type OrganizationContext } from "../run/organization-run.ts";
import { inParallel } from "../run/pool.ts";

/** A distant backend can be slow; a request without a response must not hang forever. */
const LIMIT_MS = 300_000;

/** Where the state of an organization is stored, and which command line reads it. */
export interface StatePlace {
  /** Folder of the program or module. */
  readonly folder: string;
  /** Stack or workspace. */
  readonly stack: string;
  /** The engine's command line. */
  readonly program: string;
  /** All variables of the organization, including the API key. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What is needed to find the states of a fleet. */
export interface StatesOptions {
  readonly context: Pick<OrganizationContext, "keys" | "environment">;
  /** The fleet's own folder for what engines store about backends. */
  readonly folder: string;
  readonly parallel: number;
  /** Grants the requests of each organization. */
  readonly ledger: Ledger;
}

/** Finds the states of organizations, to compare them with the service; creates nothing in a backend. */
export class FleetStates {
  readonly #options: StatesOptions;
  readonly #stacks = new Map<string, Promise<readonly string[]>>();

  constructor(options: StatesOptions) {
    this.#options = options;
  }

  /**
   * The location of an organization's state; undefined if neither its name nor an earlier name has a stack.
   *
   * @throws CredentialError if there is no key; Error if the engine can't be queried
   */
  async placeOf(organization: FleetOrganization): Promise<StatePlace | undefined> {
    const { name, formerNames, folder, engine, template } = organization;
    const own = await environmentFor(organization, this.#options.context);
    const { program, states } = engine;
    const environment = states.environment(own, { folder: this.#options.folder, template });
    const call = (...args: string[]): Promise<string> => printed(folder, program, args, environment);
    const list = (): Promise<readonly string[]> => {
      const listed = states.stacks(folder, environment, call);
      this.#stacks.set(folder, listed);
      // A watcher asks again at its next look.
      void listed.catch(() => this.#stacks.delete(folder));
      return listed;
    };
    const stackIn = (there: readonly string[]): string | undefined =>
      [name, ...formerNames.toReversed()].find((one) => there.includes(one));
    const known = this.#stacks.get(folder);
    // An `up` can create it while somebody watches.
    const stack = stackIn(await (known ?? list())) ?? (known === undefined ? undefined : stackIn(await list()));
    const budget = this.#options.ledger.environmentFor(name);
    return stack === undefined ? undefined : { folder, stack, program, environment: { ...environment, ...budget } };
  }

  /** Does something with each organization, as many in parallel as the fleet runs; the results are in order. */
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

  /** Interrupts everything under way. */
  close(): Promise<void> {
    return this.#options.ledger.close();
  }

  /** The text with all keys redacted that were read. */
  redact(text: string): string {
    return this.#options.context.keys.redact(text);
  }
}

async function printed(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd, env, timeout: LIMIT_MS })).stdout;
  } catch (error) {
    const { code, stderr = "", message } = membersOf(error);
    if (code === "ENOENT")
      throw new Error(`A template needs ${program}, which is not on PATH: install it.`, { cause: error });
    throw new Error(`\`${program} ${args.join(" ")}\` failed:\n${String(stderr).trim() || String(message)}`, {
      cause: error,
    });
  }
}
