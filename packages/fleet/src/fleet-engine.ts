import type { Dealings, PlannedObject, SavedPlan } from "./run/events.ts";

/** Reads and writes YAML, for engines that store files in it. */
export interface Yaml {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/** What an engine needs to know about an organization: its own stack or workspace. */
export interface EngineStack {
  readonly name: string;
  /** Its earlier names, the oldest first. */
  readonly formerNames: readonly string[];
  /** Absolute folder of the program or module. */
  readonly folder: string;
  /** Values of the program, JSON. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A plan that an `up` must apply without changes. */
export interface PlanToApply extends SavedPlan {
  /**
   * The error of an engine whose plan has changed, and which has applied nothing.
   *
   * @param reasons - what has changed since, as parts of a sentence
   * @param now - the objects of a current plan, if there is one
   */
  readonly moved: (reasons: readonly string[], now: readonly PlannedObject[] | undefined) => Error;
  /**
   * Whether a plan made now is what is left of this plan. Undefined unless a run of this plan was interrupted in this
   * organization: it has changed the state itself then, and what is left is applied.
   */
  readonly isRest?: ((now: readonly PlannedObject[]) => boolean) | undefined;
}

/** How an engine runs one command. */
export interface EngineRun {
  /** A folder for this organization only: what the fleet stores about its stack, without secrets. */
  readonly folder: string;
  /** All variables of the engine's process, including the API key. */
  readonly environment: Readonly<Record<string, string>>;
  /** Asks the engine to end cleanly. */
  readonly signal: AbortSignal;
  /** Whether the last run of this organization was interrupted or failed: then its lock and pending operations are cleared. */
  readonly isRepair: boolean;
  /** Whether to refresh first if the engine doesn't by default. */
  readonly isRefresh: boolean;
  /** Called with the number of objects that the engine has processed. */
  readonly onProgress: (done: number) => void;
  readonly yaml: Yaml;
  /** Whether to keep the plan: then `Dealings` has it. */
  readonly isKept: boolean;
  /** Whether to delete all objects of the stack: `plan` shows the deletions, and `up` makes them. The empty stack stays. */
  readonly isDestroy?: boolean | undefined;
  /** The plan that an `up` applies; undefined to apply the current program. */
  readonly planned?: PlanToApply | undefined;
}

/** The values that a template accepts. */
export interface TemplateValues {
  /** Undefined if the template doesn't declare its values: then it accepts any. */
  readonly taken: ReadonlySet<string> | undefined;
  /** Values without a default. */
  readonly required: ReadonlySet<string>;
}

/** The files of an engine's programs. */
export interface EngineTemplates {
  /** Names for a template and its values inside a sentence: "the Pulumi program", "configuration of a Pulumi program". */
  readonly words: { readonly folder: string; readonly values: string };
  /**
   * The values that the program in a folder accepts.
   *
   * @returns a sentence that names the folder and the next step if it holds no program
   */
  valuesOf(folder: string, yaml: Yaml): TemplateValues | string;
  /** Names of files and folders that the engine itself writes in a program's folder. */
  readonly written: RegExp;
  /** Repository folders that a file of a program uses, relative to the program's folder. */
  foldersUsedBy(name: string, text: () => string): readonly string[];
}

/** How to find the states of an engine without changing any. */
export interface EngineStates {
  /**
   * The variables for reading with the engine.
   *
   * @param environment - variables of the organization
   * @param folder - the fleet's own folder for what engines store about backends
   */
  environment(
    environment: Readonly<Record<string, string>>,
    place: { readonly folder: string; readonly template: string },
  ): Readonly<Record<string, string>>;
  /**
   * Names of all stacks of a program.
   *
   * @param call - runs the engine's command line in the program's folder with these variables; returns its output
   */
  stacks(
    folder: string,
    environment: Readonly<Record<string, string>>,
    call: (...args: string[]) => Promise<string>,
  ): Promise<readonly string[]>;
}

/**
 * What a fleet knows of an engine. The code that opens a fleet passes all existing engines.
 *
 * Each engine creates a missing stack or workspace, and renames that of a renamed organization.
 */
export interface FleetEngine {
  /** As fleet files name it. */
  readonly name: string;
  /** The name of its command line. */
  readonly program: string;
  /** How the shared provider process names the server for this engine. */
  readonly provider: string;
  /** Version of the shared provider, set by the code that passes engines to a fleet. If it changes, no organization counts as unchanged. */
  readonly providerVersion?: string;
  /** The prefix of its variables, such as `EXAMPLE_`. They belong to one stack, and no process of several gets them. */
  readonly variablePrefix: string;
  readonly templates: EngineTemplates;
  readonly states: EngineStates;
  /** Variables that the engine's own provider would have besides those of the organization. @param folder - see `EngineRun` */
  providerEnvironment(folder: string): Readonly<Record<string, string>>;
  /** What would change; doesn't write to the service. @throws Error with the engine's message */
  plan(stack: EngineStack, run: EngineRun): Promise<Dealings>;
  /** What would change, as the command line prints it in JSON; doesn't write to the service. @throws Error with the engine's message */
  planJson(stack: EngineStack, run: EngineRun): Promise<string>;
  /** Applies the program to the organization. @throws Error with the engine's message */
  up(stack: EngineStack, run: EngineRun): Promise<Dealings>;
}
