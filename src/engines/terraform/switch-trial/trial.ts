import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import * as z from "zod";

import { isRecord, parsedJson, sameValue } from "../../../model/json-value.ts";
import type {
  EngineCommand,
  ProgramEdit,
  SwitchTrial,
  TrialChange,
  TrialPlace,
  TrialResult,
  TrialRun,
} from "../../engine.ts";
import { moduleFolders, type ProgramFile, programFiles } from "../provider/configuration/configuration.ts";
import { commandLineOf } from "../state-reader/state-reader.ts";
import { requiredName } from "../switch-writer/local-names.ts";

/** Overrides the settings of a program's folder. Engines read files with this suffix last. */
const OVERRIDE = "orgform_trial_override.tf";

const PLAN = "trial.plan";

/** Only the owner can read it: it contains all secrets of the state. */
const STATE_MODE = 0o600;

/** Plans a copy of a program, with a copy of its state that no other command knows. */
export const switchTrial: SwitchTrial = { lay, read };

function lay(place: TrialPlace): TrialRun {
  const program = resolve(place.folder);
  const folder = copied(program, place);
  for (const { place: at, text } of place.written.files) writeFileSync(join(folder, at), text);
  for (const [file, edits] of Object.entries(byFile(place.written.edits))) edit(join(folder, file), edits);
  writeOverrides(program, folder);
  writeState(folder, stateWithout(place.written.leaving ?? [], place.state), workspaceIn(program, place));
  return { folder, commands: commandsFor(folder, { ...place, folder: program }) };
}

/** The folder of the program in the copy. Modules outside it keep their relative location. */
function copied(program: string, { copy, without }: TrialPlace): string {
  const modules = moduleFolders(program).map((module) => resolve(program, module));
  const outside = modules.filter((module) => relative(program, module).startsWith(".."));
  const ups = outside.map(
    (module) =>
      relative(program, module)
        .split(/[\\/]/u)
        .filter((part) => part === "..").length,
  );
  const top = resolve(program, "../".repeat(Math.max(0, ...ups)));
  const target = (folder: string): string => join(copy, "program", relative(top, folder));
  for (const folder of new Set([program, ...outside])) {
    const left = folder === program ? without : [];
    // Copies targets of links too, because an edit of the copy must never reach a file of the program.
    cpSync(folder, target(folder), {
      recursive: true,
      dereference: true,
      filter: (path) => path === folder || isPartOfProgram(path, left),
    });
  }
  return target(program);
}

const isPartOfProgram = (path: string, without: readonly string[]): boolean => {
  const name = basename(path);
  if ([".terraform", ".git", "node_modules", "terraform.tfstate.d", ...without].includes(name)) return false;
  if (/\.tfstate(?:\..*)?$/u.test(name)) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.isDirectory() || found.isFile());
};

function byFile(edits: readonly ProgramEdit[]): Record<string, ProgramEdit[]> {
  const files: Record<string, ProgramEdit[]> = {};
  for (const one of edits) (files[one.file] ??= []).push(one);
  return files;
}

function edit(path: string, edits: readonly ProgramEdit[]): void {
  const lines = readFileSync(path, "utf8").split("\n");
  for (const { first, last, text } of edits.toSorted((a, b) => b.first - a.first)) {
    lines.splice(first - 1, last - first + 1, ...(text === undefined ? [] : [text]));
  }
  // Replaces a read-only file.
  rmSync(path);
  writeFileSync(path, lines.join("\n"));
}

/** Keeps the program from using its usual state, and gives each folder with new blocks the source of their provider. */
function writeOverrides(program: string, folder: string): void {
  for (const one of [".", ...moduleFolders(program)]) {
    const required = providersIn(programFiles(join(folder, one)).filter(({ file }) => !file.includes("/")));
    const backend = one === "." ? '  backend "local" {}\n' : "";
    if (required + backend !== "") writeFileSync(join(folder, one, OVERRIDE), `terraform {\n${backend}${required}}\n`);
  }
}

/** The missing entries that a folder's blocks need. An entry with another address stays. */
function providersIn(files: readonly ProgramFile[]): string {
  const texts = files.map(({ text }) => text);
  const lacking = ["orgform", "posthog"].filter((name) => {
    const used = new RegExp(String.raw`^\s*(?:resource|data|ephemeral)\s+"${name}_|^\s*provider\s+"${name}"`, "mu");
    const named = new RegExp(String.raw`^\s*${name}\s*=\s*\{`, "mu");
    const isNamed = requiredName(files, name) !== undefined || texts.some((text) => named.test(text));
    return texts.some((text) => used.test(text)) && !isNamed;
  });
  const entries = lacking.map((name) => `    ${name} = { source = "${name}/${name}" }\n`);
  return entries.length === 0 ? "" : `  required_providers {\n${entries.join("")}  }\n`;
}

function workspaceIn(program: string, { stack, environment }: TrialPlace): string {
  const chosen = join(environment["TF_DATA_DIR"] ?? join(program, ".terraform"), "environment");
  const selected = existsSync(chosen) ? readFileSync(chosen, "utf8").trim() : "";
  return [stack, environment["TF_WORKSPACE"], selected, "default"].find((one) => one !== undefined && one !== "") ?? "";
}

const DEFAULT = "default";

/** The state after the commands that remove blocks from it. */
function stateWithout(leaving: readonly string[], text: string): string {
  const state = leaving.length === 0 ? undefined : parsedJson(text);
  if (!isRecord(state) || !Array.isArray(state["resources"])) return text;
  const rest = state["resources"].filter((one: unknown) => {
    if (!isRecord(one)) return true;
    const module = typeof one["module"] === "string" ? `${one["module"]}.` : "";
    return !leaving.includes(`${module}${String(one["type"])}.${String(one["name"])}`);
  });
  return JSON.stringify({ ...state, resources: rest });
}

function writeState(folder: string, state: string, workspace: string): void {
  const place = workspace === DEFAULT ? folder : join(folder, "terraform.tfstate.d", workspace);
  mkdirSync(place, { recursive: true });
  const file = join(place, "terraform.tfstate");
  writeFileSync(file, state, { mode: STATE_MODE });
  chmodSync(file, STATE_MODE);
  if (workspace === DEFAULT) return;
  mkdirSync(join(folder, ".terraform"), { recursive: true });
  writeFileSync(join(folder, ".terraform", "environment"), workspace);
}

/** Flags in the environment that set the location of the state, omit a part of the plan, or change its kind. */
const NOT_IN_A_TRIAL =
  /(?:^|\s)--?(?:(?:backend-config|(?:target|exclude)(?:-file)?|out)[= ]\S+|detailed-exitcode|refresh-only)(?=\s|$)/gu;

function commandsFor(folder: string, place: TrialPlace): EngineCommand[] {
  const program = commandLineOf(place);
  const given = ["TF_CLI_ARGS", "TF_CLI_ARGS_init", "TF_CLI_ARGS_plan"].flatMap((name) => {
    const value = place.environment[name];
    return value === undefined ? [] : [[name, value.replaceAll(NOT_IN_A_TRIAL, "")] as const];
  });
  const environment = {
    TF_IN_AUTOMATION: "1",
    // The program's own data folder has the backend of its state.
    TF_DATA_DIR: join(folder, ".terraform"),
    TF_WORKSPACE: "",
    ...Object.fromEntries(given),
  };
  const words = [
    ["init", "-input=false", "-no-color"],
    ["plan", "-input=false", "-no-color", "-lock=false", "-refresh=true", `-out=${PLAN}`],
    ["show", "-json", PLAN],
  ];
  return words.map((args) => ({ program, args, environment }));
}

const changeSchema = z.looseObject({
  actions: z.array(z.string()),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  after_unknown: z.unknown().optional(),
  importing: z.unknown().optional(),
});

const planSchema = z.looseObject({
  format_version: z.string(),
  resource_changes: z
    .array(
      z.looseObject({
        address: z.string(),
        mode: z.string(),
        previous_address: z.string().optional(),
        change: changeSchema,
      }),
    )
    .default([]),
  output_changes: z.record(z.string(), changeSchema).default({}),
});

function read(json: unknown): TrialResult {
  const { resource_changes: all, output_changes: outputs } = planSchema.parse(json);
  const managed = all.filter(({ mode }) => mode === "managed");
  return {
    moved: managed.filter(({ previous_address: previous }) => previous !== undefined).length,
    imported: managed.filter(({ change }) => (change.importing ?? null) !== null).length,
    forgotten: managed.filter(({ change }) => change.actions.includes("forget")).length,
    changes: managed.flatMap(({ address, change }) => {
      const kind = kindOf(change.actions);
      return kind === undefined ? [] : [{ address, kind, fields: fieldsOf(change) }];
    }),
    outputs: Object.entries(outputs).flatMap(([name, { actions }]) => (kindOf(actions) === undefined ? [] : [name])),
  };
}

const NOTHING: ReadonlySet<string> = new Set(["no-op", "read", "forget"]);

/** Undefined if nothing changes. An unknown action counts as a change. */
function kindOf(actions: readonly string[]): TrialChange | undefined {
  const real = actions.filter((action) => !NOTHING.has(action));
  if (real.length === 0) return undefined;
  if (real.length > 1) return "replace";
  return real[0] === "create" ? "add" : real[0] === "delete" ? "destroy" : "change";
}

/** The fields that differ; none for an object that is created or deleted. */
function fieldsOf({ before, after, after_unknown: unknown }: z.output<typeof changeSchema>): string[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  const open = isRecord(unknown) ? unknown : {};
  const names = new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(open)]);
  return [...names].filter((name) => open[name] === true || !sameValue(before[name] ?? null, after[name] ?? null));
}
