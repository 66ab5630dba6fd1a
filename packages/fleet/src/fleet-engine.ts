import type { Dealings, PlannedObject, SavedPlan } from "./run/events.ts";

/** Reads and writes YAML, for engines that keep files in it. */
export interface Yaml {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/** What an engine knows of an organization: the stack or workspace that is its own. */
export interface EngineStack {
  readonly name: string;
  /** Names that it had before, the oldest first. */
  readonly formerNames: readonly string[];
  /** Absolute folder of the program or module. */
  readonly folder: string;
  /** Values of the program, JSON. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A plan that an `up` has to apply as it is. */
export interface PlanToApply extends SavedPlan {
  /**
   * What the engine throws when it would do something else now; it has applied nothing then.
   *
   * @param reasons - what has changed since, as parts of a sentence
   * @param now - the objects of a plan made now, where there is one
   */
  readonly moved: (reasons: readonly string[], now: readonly PlannedObject[] | undefined) => Error;
}

/** How one command of an engine is run. */
export interface EngineRun {
  /** A folder that is the organization's alone: what the fleet keeps of its stack, and no secret. */
  readonly folder: string;
  /** All variables of the engine's process, the API key among them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Asks the engine to end cleanly. */
  readonly signal: AbortSignal;
  /** Whether the run of this organization before was cut off or failed: then its lock and what it had under way are cleared. */
  readonly isRepair: boolean;
  /** Whether the service is read first, where the engine does not do so anyway. */
  readonly isRefresh: boolean;
  /** How many objects the engine has dealt with. */
  readonly onProgress: (done: number) => void;
  readonly yaml: Yaml;
  /** Whether a plan is kept: then `Dealings` has it. */
  readonly isKept: boolean;
  /** Whether everything of the stack goes: then `plan` shows deletions, and `up` makes them. The stack itself stays, empty. */
  readonly isDestroy?: boolean | undefined;
  /** What an `up` applies; undefined where it applies what the program says now. */
  readonly planned?: PlanToApply | undefined;
}

/** What values a template takes. */
export interface TemplateValues {
  /** Undefined where the template says nothing of them: then it takes any. */
  readonly taken: ReadonlySet<string> | undefined;
  /** Those without a default. */
  readonly required: ReadonlySet<string>;
}

/** The files of an engine's programs. */
export interface EngineTemplates {
  /** What a template and its values are, as parts of a sentence: "the Pulumi program", "configuration of a Pulumi program". */
  readonly words: { readonly folder: string; readonly values: string };
  /**
   * The values that the program in a folder takes.
   *
   * @returns a sentence that names the folder and the next step where it holds no program
   */
  valuesOf(folder: string, yaml: Yaml): TemplateValues | string;
  /** Names of files and folders that the engine itself writes beside a program. */
  readonly written: RegExp;
  /** Folders of the repository that a file of a program uses, relative to its own. */
  foldersUsedBy(name: string, text: () => string): readonly string[];
}

/** How the states of an engine are found, without a change to any. */
export interface EngineStates {
  /**
   * Variables with which the engine reads.
   *
   * @param environment - variables of the organization
   * @param folder - the fleet's own, for what engines keep of backends
   */
  environment(
    environment: Readonly<Record<string, string>>,
    place: { readonly folder: string; readonly template: string },
  ): Readonly<Record<string, string>>;
  /**
   * Names of all stacks of a program.
   *
   * @param call - runs the engine's command line in the program's folder with these variables; returns what it prints
   */
  stacks(
    folder: string,
    environment: Readonly<Record<string, string>>,
    call: (...args: string[]) => Promise<string>,
  ): Promise<readonly string[]>;
}

/**
 * What a fleet knows of an engine: whoever opens a fleet gives it all that there are.
 *
 * Each makes the stack or the workspace where there is none, and renames that of an organization that was renamed.
 */
export interface FleetEngine {
  /** As fleet files name it. */
  readonly name: string;
  /** Its command line, as it is started. */
  readonly program: string;
  /** How the provider process that organizations share names what serves the engine. */
  readonly provider: string;
  /** Version of the provider that organizations share, as the one says who gives engines to a fleet: with another one nothing counts as the same. */
  readonly providerVersion?: string;
  /** What the names of its variables begin with: `EXAMPLE_`. They belong to a stack, and reach no process of several. */
  readonly variablePrefix: string;
  readonly templates: EngineTemplates;
  readonly states: EngineStates;
  /** Variables that a provider of the engine's own would have beside those of the organization. @param folder - see `EngineRun` */
  providerEnvironment(folder: string): Readonly<Record<string, string>>;
  /** What would change; the service is not written to. @throws Error with what the engine says */
  plan(stack: EngineStack, run: EngineRun): Promise<Dealings>;
  /** What would change, as the command line prints it in JSON; the service is not written to. @throws Error with what the engine says */
  planJson(stack: EngineStack, run: EngineRun): Promise<string>;
  /** Brings the organization to what its program says. @throws Error with what the engine says */
  up(stack: EngineStack, run: EngineRun): Promise<Dealings>;
}
