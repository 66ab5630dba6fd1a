import type { FleetEngine } from "../fleet-engine.ts";
import { type Answer, ProviderProcess } from "./provider-process.ts";

/** A stack or workspace whose engine should use the shared process. */
export interface SharedStack {
  /** The process's name for the server of its engine. */
  readonly engine: string;
  /** Names the stack within the fleet. */
  readonly name: string;
  /** The folder of the program or module, in which the engine runs. */
  readonly folder: string;
  /**
   * The environment of a separate provider: the credential and other settings, proxies, and what its engine passes. No
   * other stack of the process sees it.
   */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

type Request = Readonly<Record<string, unknown>>;

/** How to start the process. */
export interface SharedProvidersOptions {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly engines: readonly Pick<FleetEngine, "variablePrefix">[];
}

/**
 * One process with the providers of many stacks, instead of one or more for each command of each engine.
 *
 * The first stack starts it. If it dies, the engines that use it fail with their own errors, and the next stack gets a
 * new process. It ends with this process, however this one ends.
 */
export class SharedProviders {
  readonly #options: SharedProvidersOptions;
  readonly #processOf = new Map<string, ProviderProcess>();
  readonly #ofStacks: readonly string[];
  #process: ProviderProcess | undefined;

  constructor(options: SharedProvidersOptions) {
    this.#options = options;
    this.#ofStacks = ["ORGFORM_", "POSTHOG_", ...options.engines.map(({ variablePrefix }) => variablePrefix)];
  }

  /** The process that runs now; undefined before the first stack. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Serves a stack until it is closed.
   *
   * @returns variables for the engine's environment; none if other users of the machine could use the stack's server.
   *   Then the engine starts its own provider
   * @throws Error if the process can't serve it
   */
  async open(stack: SharedStack): Promise<Record<string, string>> {
    const request = {
      do: "open",
      engine: stack.engine,
      stack: stack.name,
      folder: stack.folder,
      environment: Object.fromEntries(Object.entries(stack.environment).filter(([, value]) => value !== undefined)),
    };
    const answer = (await this.#ask(stack.name, request)) ?? (await this.#askAgain(stack.name, request));
    return answer.environment ?? {};
  }

  /**
   * Ends the server of the stack, and frees everything that it held.
   *
   * @returns the number of connections that its engine made: none if the program has no resources of the plugin
   */
  async close(name: string): Promise<number> {
    const process = this.#processOf.get(name);
    this.#processOf.delete(name);
    const answer = await process?.ask({ do: "close", stack: name });
    return answer?.connections ?? 0;
  }

  /** Ends the process; requests under way to the service get up to five seconds to finish. */
  async end(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    this.#processOf.clear();
    await process?.end();
  }

  async #ask(name: string, request: Request): Promise<Answer | undefined> {
    if (this.#process?.hasEnded !== false) this.#process = new ProviderProcess(this.#options.command, this.#ofStacks);
    const process = this.#process;
    const answer = await process.ask(request);
    if (answer !== undefined) this.#processOf.set(name, process);
    return answer;
  }

  /** The process ended before it had served anything of the stack: a new process might succeed. */
  async #askAgain(name: string, request: Request): Promise<Answer> {
    const answer = await this.#ask(name, request);
    if (answer !== undefined) return answer;
    throw new Error(`The shared provider process ended immediately.\n${this.#process?.lastWords ?? ""}`.trim());
  }
}
