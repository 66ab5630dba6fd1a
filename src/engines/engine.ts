import type { FleetEngine } from "@orgform/fleet";
import type { NameRules, Program } from "../adopt/program.ts";
import type { ForeignObject, RecordedObject } from "../driver/driver.ts";
import type { Migration } from "../migrate/migration.ts";
import type { AnyResource } from "../model/definition.ts";
import type { Values } from "../model/json-value.ts";
import type { Spelling } from "../model/messages.ts";
import type { RecordedPlan } from "../model/picture/planned-change.ts";

/** The engines by the names that users write: `orgform adopt --for terraform`. OpenTofu is Terraform under another name. */
export const ENGINE_NAMES = ["pulumi", "terraform"] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/**
 * An engine, as commands know it. Its adapters, which the engine itself starts, are beside it and don't belong to this
 * interface.
 */
export interface Engine {
  readonly name: EngineName;
  /** The command lines that run its programs, the usual one first. */
  readonly tools: readonly Tool[];
  /** Variables that stop its command lines from checking for updates. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stateReader: StateReader;
  readonly planReader: PlanReader;
  readonly programWriter: ProgramWriter;
  readonly migrationWriter: MigrationWriter;
  /** Moves a program from the vendor's provider; absent if an engine has none. */
  readonly switching?: {
    readonly writer: SwitchWriter;
    readonly leaver: LeaveWriter;
    readonly trial: SwitchTrial;
    readonly carrier: CarryReader;
  };
  /** Runs its programs in fleets, one for each of its names in fleet files. */
  readonly fleetEngines: readonly FleetEngine[];
}

/** A command line of an engine. */
export interface Tool {
  /** As people call it: `OpenTofu`. */
  readonly title: string;
  /** The command: `tofu`. */
  readonly program: string;
  /** The oldest version that Orgform is tested with, as major and minor number. */
  readonly oldest: readonly [number, number];
}

/** Reads what an engine keeps, without the service and without a lock. */
export interface StateReader {
  /** The accepted files, as part of a sentence: "what `pulumi stack export` prints". */
  readonly forms: string;
  /** Whether JSON looks like a state of this engine. */
  accepts(json: unknown): boolean;
  /** @throws ZodError when the JSON has another form */
  read(json: unknown): RecordedState;
  /** Where a folder's program of this engine is; undefined if its command line would find none. */
  programAt(folder: string): "here" | "above" | undefined;
  /** Where the program in a folder declares the objects in its state. */
  sourcesIn(folder: string): ProgramSources;
  /** The command that prints the state of the program in a folder. */
  exportCommand(place: ProgramPlace): EngineCommand;
  /** The command that prints what an update would change; unlike all else here it runs the program and asks the service. */
  previewCommand(place: ProgramPlace): EngineCommand;
}

/** Reads what an engine prints of a plan, without the service. */
export interface PlanReader {
  /** The accepted files, as part of a sentence: "what `terraform show -json` prints of a plan". */
  readonly forms: string;
  /** Whether JSON looks like a plan of this engine. */
  accepts(json: unknown): boolean;
  /** @throws ZodError when the JSON has another form */
  read(json: unknown): RecordedPlan;
}

/** A line of a program; the file as a path from the program's folder. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** The text of a program, as far as it can be found. */
export interface ProgramSources {
  /** The file that represents the whole program. */
  readonly main: string;
  /** Where an object is declared; undefined if the declaration is computed or elsewhere. */
  declaredAt(object: { readonly address: string }): SourcePlace | undefined;
  /** The whole declaration of an object; undefined if it isn't literal. */
  declarationOf(object: { readonly address: string; readonly resource: string }): SourceDeclaration | undefined;
  readonly entry: ProgramEntry;
}

/** Lines of a file, from 1. */
export interface SourceLines {
  readonly first: number;
  readonly last: number;
  /** Nothing else stands on them. */
  readonly isAlone: boolean;
}

/** The place of an object's declaration, and its literal parts. */
export interface SourceDeclaration {
  readonly file: string;
  readonly lines: SourceLines;
  /** The lines of an input; undefined if it isn't literal. */
  linesOf(input: string): SourceLines | undefined;
}

/** The first file of a program, and its language. */
export interface ProgramEntry {
  readonly file: string;
  readonly language: "typescript" | "typescript module" | "module" | "commonjs" | "hcl" | "other";
}

/** Orgform's objects in a state. */
export interface RecordedState {
  /** Distinguishes versions of the state; undefined if the form of the state has nothing like it. */
  readonly revision?: string | undefined;
  readonly objects: readonly RecordedObject[];
  /** Addresses of Orgform's resources that this version doesn't know. */
  readonly unknown: readonly string[];
  /** Objects of kinds that we have, which another provider manages in the same state. */
  readonly foreign?: readonly ForeignObject[];
}

/** The folder of a program, and the stack that is meant. */
export interface ProgramPlace {
  readonly folder: string;
  /** Pulumi: name of the stack; Terraform and OpenTofu: name of the workspace. The chosen one when undefined. */
  readonly stack: string | undefined;
  /** Program of the engine, if it's known; otherwise found from the folder. */
  readonly program?: string;
  /** The environment of the engine's command line. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A command of an engine that takes no lock and writes nothing. */
export interface EngineCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** An object that a program shall manage. */
export interface ImportedObject {
  /** The name by which people know it. */
  readonly name: string;
  readonly id: string;
}

/** An object that a state already has. */
export interface InState {
  /** The engine's own name for it, if it differs from the program's: a URN. */
  readonly handle?: string | undefined;
}

/** Writes the program of an organization that exists. */
export interface ProgramWriter {
  /** The language that it writes, for help: "TypeScript". */
  readonly language: string;
  /** How a program names a kind: `orgform_domain`. */
  typeName(definition: AnyResource): string;
  /** How a program writes the fields of a kind. */
  spelling(definition: AnyResource): Spelling;
  /** The inputs of a resource in a program. */
  inputsIn(definition: AnyResource, written: Values): WrittenInputs;
  /** The language's rules for names. */
  names(definitions: readonly AnyResource[]): NameRules;
  /**
   * The command that imports one object under a descriptive name, or the part of a program that replaces it.
   *
   * @param beside - the objects that the state of the program already has: an engine can't import all resources
   */
  importLine(definition: AnyResource, object: ImportedObject, beside?: readonly InState[]): string;
  /** The files of a program, by path below its folder. */
  files(program: Program, versions: PackageVersions): Readonly<Record<string, string>>;
}

/** The inputs of a resource in a program, under the model's names. */
export interface WrittenInputs {
  readonly inputs: Record<string, unknown>;
  /** Unknown names that the model's own check wouldn't report. */
  readonly strays: readonly Stray[];
}

/** A name that the engine's programs don't know, as it was written. */
export interface Stray {
  readonly field: string;
  /** A name that is meant, perhaps. */
  readonly near: string | undefined;
}

/** Writes what carries a program over to another service. */
export interface MigrationWriter {
  /** Names that new objects can't have, in camelCase. */
  readonly reserved: readonly string[];
  /** The code of the new objects. */
  write(migration: Migration, place: MigrationPlace): WrittenMigration;
}

/** Moves a program from the vendor's provider. */
export interface SwitchWriter {
  /** The services that the program names for what it moves. @throws ZodError when the state has another form */
  hosts(state: unknown, program: string): readonly NamedHost[];
  /** @throws ZodError when the state has another form */
  write(state: unknown, place: SwitchPlace): WrittenSwitch;
}

/** A service as a program names it in the block of its provider. */
export interface NamedHost extends SourcePlace {
  /** The expression. */
  readonly text: string;
  /** The URL; undefined if only the engine can evaluate it. */
  readonly url: string | undefined;
}

/** Reads the objects that move from the vendor's provider to a program of another engine. */
export interface CarryReader {
  /** @throws ZodError when the state has another form */
  read(state: unknown, program: string): CarriedObjects;
}

/** Objects of the vendor's provider, and what becomes of the program that they leave. */
export interface CarriedObjects extends Pick<WrittenSwitch, "edits" | "open"> {
  readonly objects: readonly CarriedObject[];
  /** Their service, if the program names it. */
  readonly namedHost: NamedHost | undefined;
  /** Their blocks, by the addresses in the state that they leave. */
  readonly leaving: readonly string[];
}

/** An object as an import finds it. */
export interface CarriedObject {
  /** Name of the resource: `Role`. */
  readonly resource: string;
  /** The ID of the import. It can have a slug instead of an organization's UUID, and a membership instead of an email. */
  readonly id: string;
  /** Its address in the old state. */
  readonly address: string;
  /** Its name in the old program: the names of its modules and of its block, and its key. */
  readonly name: string;
  /** Inputs that no service shows. */
  readonly inputs: Values;
}

/** Moves a program back to the vendor's provider. */
export interface LeaveWriter {
  /** Values that only the service has. @throws ZodError when the state has another form */
  needs(state: unknown): LeaveNeeds;
  /** The services that the program names for what it moves. @throws ZodError when the state has another form */
  hosts(state: unknown, program: string): readonly NamedHost[];
  /** @throws ZodError when the state has another form */
  write(state: unknown, place: SwitchPlace & { readonly known: KnownAtService }): WrittenSwitch;
}

/** Lists of the service that an import into the vendor's provider needs. */
export interface LeaveNeeds {
  /** Organizations whose members are named. */
  readonly organizations: readonly string[];
  readonly roles: readonly { readonly organizationId: string; readonly roleId: string }[];
}

/** IDs that none of our states has; undefined if the service doesn't list them. */
export interface KnownAtService {
  membership(email: string, organizationId: string | undefined): string | undefined;
  roleMembership(roleId: string, email: string): string | undefined;
}

/** The location of a program that changes its provider. */
export interface SwitchPlace {
  /** The folder of the program. */
  readonly program: string;
  /** The service. The new code names its address if the program names none. */
  readonly host: string;
  /** Whether objects are imported, for an engine that moves none between types. */
  readonly isByImport?: boolean;
}

/** A program after the change of its provider. */
export interface WrittenSwitch {
  /** Files of the new code. */
  readonly files: readonly NewFile[];
  /** Number of blocks that were migrated. */
  readonly count: number;
  /** The changes for a person to make in the program, with the same result as the trial. */
  readonly edits: readonly ProgramEdit[];
  /** What could not be translated, by file and line. */
  readonly open: readonly string[];
  /** Addresses of blocks that a person removes from the state first; none if the new code does it. */
  readonly leaving?: readonly string[];
  /** The parts that the other provider lacks: objects that stay, and omitted arguments. */
  readonly lacking: readonly string[];
}

/** A file of new code. */
export interface NewFile {
  /** Its name among the other new files. */
  readonly name: string;
  /** Where it belongs, as a path from the folder of the program; nothing is there yet. */
  readonly place: string;
  readonly text: string;
}

/** A change of a file of the program. */
export interface ProgramEdit {
  /** The file, as a path from the folder of the program. */
  readonly file: string;
  /** Lines from 1, both included. */
  readonly first: number;
  readonly last: number;
  /** What stands there afterwards; undefined where nothing does. */
  readonly text?: string | undefined;
  /** The same as a sentence. */
  readonly words: string;
}

/** Tells what a program would change, by a plan in a copy of it. */
export interface SwitchTrial {
  /** Lays the copy, and says how it is planned; the last command prints the plan as JSON. */
  lay(place: TrialPlace): TrialRun;
  /** Reads what the last command printed. @throws ZodError when the JSON has another form */
  read(json: unknown): TrialResult;
}

/** The sources of a copy. */
export interface TrialPlace extends ProgramPlace {
  /** An empty folder that nobody else can read. */
  readonly copy: string;
  /** The state as it was pulled. */
  readonly state: string;
  readonly written: Pick<WrittenSwitch, "files" | "edits" | "leaving">;
  /** Names in the folder of the program that are left out. */
  readonly without: readonly string[];
}

/** How a copy is planned. */
export interface TrialRun {
  /** Where the commands run. */
  readonly folder: string;
  readonly commands: readonly EngineCommand[];
}

/** What a plan in a copy says. */
export interface TrialResult {
  readonly moved: number;
  readonly imported: number;
  readonly forgotten: number;
  /** What it would add, change, or destroy: names of fields and no values. */
  readonly changes: readonly {
    readonly address: string;
    readonly kind: TrialChange;
    readonly fields: readonly string[];
  }[];
  /** Names of outputs with another value. */
  readonly outputs: readonly string[];
}

/** What a plan would do to an object. */
export type TrialChange = "add" | "change" | "replace" | "destroy";

/** Where a migration is written. */
export interface MigrationPlace {
  /** The folder, as a path from that of the program. */
  readonly folder: string;
  readonly entry: ProgramEntry;
  /** The stack that is named, if any. */
  readonly stack: string | undefined;
  /** Objects of the state, which tell how the program declares things. */
  readonly objects: readonly RecordedObject[];
}

/** The code of a migration, and what a person does with it. */
export interface WrittenMigration {
  readonly file: string;
  readonly text: string;
  /** How the code becomes a part of the program. */
  readonly takeIn: string;
  /** Commands that set a secret, or what else a person fills in. */
  readonly fillIn: readonly string[];
  /** The text about objects that leave the state, and the commands for it. */
  readonly leave: { readonly words: string; readonly commands: readonly string[] };
  readonly preview: string;
  readonly apply: string;
  readonly afterwards: string;
}

/** Versions of this package and of what it works with, as its `package.json` has them. */
export interface PackageVersions {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}
