import type { NamedHost, NewFile, SwitchPlace, SwitchWriter, WrittenSwitch } from "../../engine.ts";
import type { Values } from "../../../model/json-value.ts";
import { type BlockLines } from "../provider/configuration/block-lines.ts";
import { type ProgramFile, programFiles, programTests } from "../provider/configuration/configuration.ts";
import { isMoving, PROJECT_SETTINGS } from "../provider/moves/vendor-types.ts";
import { commented, FILLED_IN, RULES } from "./arguments.ts";
import { noteTests } from "./engine-tests.ts";
import { noteHistory } from "./history-blocks.ts";
import { addressOf, emailsIn, importBlocks, indexText, orgformIds } from "./import-blocks.ts";
import { noteJson } from "./json-mentions.ts";
import { type LocalNames, localNames, TO_ORGFORM } from "./local-names.ts";
import { noteModuleProviders } from "./module-providers.ts";
import {
  argumentIn,
  expressionIn,
  folderOf,
  newFile,
  type Notes,
  noteNested,
  noteReferences,
  type PlacedBlock,
  placedBlocks,
  PROJECT_FIELDS,
  stateSchema,
} from "./program-parts.ts";
import { type NewNames, newTypes, translated } from "./references.ts";
import { type StoredBlock, storedValue } from "./stored-values.ts";
import { isConfigured, namedHosts, type OfProvider, providerText, usedAliases } from "./provider-blocks.ts";
import { argumentLines, settingsIn, type UndeclaredArguments, undeclaredArguments } from "./undeclared-arguments.ts";

/**
 * Writes the files that move a configuration from `posthog/posthog`. It translates what it understands, and guesses
 * nothing.
 */
export const switchWriter: SwitchWriter = { hosts, write };

function storedIn(state: unknown): OfProvider[] {
  const { resources } = stateSchema.parse(state);
  return resources.filter(({ mode, type }) => mode === "managed" && isMoving(type));
}

const movingIn = (files: readonly ProgramFile[]): PlacedBlock[] =>
  placedBlocks(files).filter(({ type }) => isMoving(type));

function hosts(state: unknown, program: string): readonly NamedHost[] {
  const files = programFiles(program);
  const names = localNames(files, ".", TO_ORGFORM);
  return namedHosts(files, usedAliases(storedIn(state), movingIn(files), names), names);
}

function write(state: unknown, { program, host, isByImport = false }: SwitchPlace): WrittenSwitch {
  const stored = storedIn(state);
  const files = programFiles(program);
  const tests = programTests(program);
  const notes: Notes = { edits: [], open: [] };
  const written: NewFile[] = [];
  const imported = {
    emails: emailsIn(stored),
    settings: settingsIn(stored),
    lines: new Set<string>(),
    leaving: new Set<string>(),
  };
  const moving = movingIn(files);
  const folders = new Set(moving.map(({ file }) => folderOf(file)));
  for (const folder of new Set([...files.map(({ file }) => folderOf(file)), ...tests.map((one) => one.folder)])) {
    const own = files.filter(({ file }) => folderOf(file) === folder);
    const beside = tests.filter((one) => one.folder === folder);
    const how = { isModule: folder !== ".", imported: isByImport ? imported : undefined, tests: beside };
    const blocks = moduleBlocks(own, stored, how, notes);
    if (blocks.length > 0) written.push(newFile(folder, "orgform.tf", { text: blocks.join("\n"), files }));
  }
  const given = noteModuleProviders(
    files,
    { hasMoving: (folder) => folders.has(folder), providers: TO_ORGFORM },
    notes,
  );
  if (isByImport) written.push(newFile(".", "orgform_imports.tf", { text: [...imported.lines].join("\n"), files }));
  const names = localNames(files, ".", TO_ORGFORM);
  if (!isConfigured(files, names.next)) {
    const aliases = new Map([...given, ...usedAliases(stored, moving, names)]);
    const text = `${REQUIRED}${providerText(files, { aliases, stored, host, names }, notes)}`;
    written.unshift(newFile(".", "provider.tf", { text, files }));
  }
  const { edits, open } = notes;
  return { files: written, count: moving.length, edits, open, leaving: [...imported.leaving], lacking: [] };
}

const REQUIRED = `# Add \`orgform = { source = "orgform/orgform" }\` to required_providers. Keep the entry of posthog until the apply is done.\n`;

interface OfModule {
  readonly isModule: boolean;
  readonly imported: Imported | undefined;
  /** Its tests for the engine. */
  readonly tests: readonly ProgramFile[];
}

/** The new blocks of one module, with the changes that other blocks of its folder need. */
function moduleBlocks(
  files: readonly ProgramFile[],
  stored: readonly StoredBlock[],
  { isModule, imported, tests }: OfModule,
  notes: Notes,
): string[] {
  noteJson([...files, ...tests], { isMoving, providers: TO_ORGFORM }, notes);
  const moving = movingIn(files);
  const names = namesOf(moving);
  const local = localNames(files, folderOf(files[0]?.file ?? ""), TO_ORGFORM);
  const settings = settingsByProject(moving, names, notes);
  const written = moving.map((block) => {
    const { file, type, name, lines } = block;
    const { first, last } = lines;
    notes.edits.push({ file, first, last, words: `${file}:${first}-${last}: delete the block ${type}.${name}.` });
    const here = stored.filter(
      (one) => one.type === type && one.name === name && (one.module !== undefined) === isModule,
    );
    if (imported !== undefined) for (const one of here) importBlocksOf(one, block, { imported, names, notes });
    if (type === PROJECT_SETTINGS) return imported === undefined ? settingsText(block) : "";
    return blockText(block, {
      names,
      local,
      stored: here,
      notes,
      settings: settings.get(block) ?? [],
      isMoved: imported === undefined,
      undeclared: imported === undefined ? [] : undeclaredArguments(block, here, imported.settings),
    });
  });
  const history = noteHistory(files, { stored, isMoving, areMovesKept: true }, notes);
  const translate = (text: string) => translated(text, names, { isNumberKept: true });
  noteReferences([...files, ...tests], [...moving, ...history], notes, translate);
  noteTests(tests, { isMoving, names: local }, notes);
  return written;
}

/** The objects to import instead of moving them. */
interface Imported {
  readonly emails: ReadonlyMap<string, string>;
  /** Settings of projects in the state, by the number of the project. */
  readonly settings: ReadonlyMap<string, Values>;
  readonly lines: Set<string>;
  readonly leaving: Set<string>;
}

/** Imports the objects of a block. Objects of settings only leave the state. */
function importBlocksOf(
  stored: StoredBlock,
  { file, lines }: PlacedBlock,
  { imported, names, notes }: { readonly imported: Imported; readonly names: NewNames; readonly notes: Notes },
): void {
  const { module, type, name } = stored;
  imported.leaving.add(addressOf(stored));
  const target = newTypes.get(type)?.type;
  if (target === undefined) return;
  const to = `${module === undefined ? "" : `${module}.`}${target}.${names(type, name)}`;
  const ids = orgformIds(stored, imported.emails);
  for (const [key, id] of ids) {
    if (id !== undefined) continue;
    notes.open.push(`${file}:${lines.first}: ${to}${indexText(key)}: the state doesn't have a part of its ID.`);
  }
  const known = ids.flatMap(([key, id]) => (id === undefined ? [] : [[key, id] as const]));
  for (const line of importBlocks(to, known)) imported.lines.add(line);
}

/** Unique names for blocks, because two types become one, and two blocks can get the same name. */
function namesOf(blocks: readonly BlockLines[]): NewNames {
  const members = new Set(blocks.flatMap(({ type, name }) => (type === "posthog_project_member" ? [name] : [])));
  return (type, name) => (type === "posthog_project_default_access" && members.has(name) ? `${name}_default` : name);
}

interface Around {
  readonly names: NewNames;
  /** The folder's names for both providers. */
  readonly local: LocalNames;
  readonly stored: readonly StoredBlock[];
  readonly notes: Notes;
  /** Settings of the project that were a separate block. */
  readonly settings: readonly (readonly [string, string])[];
  /** Whether a block moves its objects. */
  readonly isMoved: boolean;
  /** Arguments that the block lacks, with the values that an import sets. */
  readonly undeclared: UndeclaredArguments;
}

/** The settings for each project block. Settings without a block in the same module become manual steps. */
function settingsByProject(
  blocks: readonly PlacedBlock[],
  names: NewNames,
  { open }: Notes,
): ReadonlyMap<PlacedBlock, readonly (readonly [string, string])[]> {
  const found = new Map<PlacedBlock, readonly (readonly [string, string])[]>();
  for (const block of blocks.filter(({ type }) => type === PROJECT_SETTINGS)) {
    const { file, text, name, lines, arguments: given } = block;
    const place = given.get("project_id");
    const of = place === undefined ? undefined : expressionIn(text, "project_id", place);
    const project = /^posthog_project\.(?<name>[\w-]+)\.id$/u.exec(of ?? "")?.groups?.["name"];
    const target = blocks.find((one) => one.type === "posthog_project" && one.name === project);
    // The settings use the project's provider.
    const values = [...given].filter(([argument]) => !["project_id", "provider"].includes(argument));
    const strange = values.filter(([argument]) => !PROJECT_FIELDS.has(argument));
    for (const [argument, at] of strange)
      open.push(`${file}:${at.first}: ${PROJECT_SETTINGS}.${name}: ${argument} has no counterpart.`);
    noteNested(block, open);
    if (target === undefined)
      open.push(`${file}:${lines.first}: ${PROJECT_SETTINGS}.${name}: declare its values in the block of its project.`);
    else {
      const known = values.filter(([argument]) => PROJECT_FIELDS.has(argument));
      const texts = known.map(([argument, at]): readonly [string, string] => {
        const { code = "", comment = "" } = (at.isAlone ? argumentIn(text, argument, at) : undefined) ?? {};
        const next = translated(code, names);
        const whys = next.text === "" ? [`${argument} shares its line with something else`] : [];
        for (const why of [...whys, ...next.open.map(({ words }) => words)])
          open.push(`${file}:${at.first}: ${PROJECT_SETTINGS}.${name}: ${why}.`);
        return [argument, `${next.text}${comment}`];
      });
      found.set(
        target,
        texts.filter(([, value]) => value !== ""),
      );
    }
  }
  return found;
}

/** Orgform's block that replaces one of the vendor's, and the block that moves its objects. */
function blockText(block: PlacedBlock, { names, local, stored, notes, settings, isMoved, undeclared }: Around): string {
  const { type, name, file, text } = block;
  const target = newTypes.get(type)?.type ?? type;
  const written = new Map<string, string>(settings);
  const note = (line: number, why: string): void => void notes.open.push(`${file}:${line}: ${type}.${name}: ${why}.`);
  for (const [argument, lines] of block.arguments) {
    const given = lines.isAlone ? argumentIn(text, argument, lines) : undefined;
    if (given === undefined) {
      note(lines.first, `${argument} shares its line with something else`);
      continue;
    }
    const rule = RULES[type]?.[argument];
    const { text: next, open } = translated(given.code, names, { isStatic: argument === "depends_on" });
    const result = rule?.({
      text: given.code,
      next,
      stored: (attribute) => storedValue(stored, attribute),
      beside: () => undefined,
      names: local,
    });
    if (result === undefined) note(lines.first, `${argument} has no counterpart`);
    const values = commented(result ?? {}, given.comment);
    for (const [own, value] of values) {
      if ("why" in value) note(lines.first, value.why);
      else written.set(own, value.text);
    }
    const isReplaced = values.some(([own, value]) => own === "email" && "text" in value);
    if (!isReplaced) for (const { at, words } of open) note(lines.first + linesBefore(given.code, at), words);
  }
  for (const [attribute, own] of Object.entries(FILLED_IN[type] ?? {})) {
    if (written.has(own) || block.arguments.has(attribute)) continue;
    const value = storedValue(stored, attribute);
    if (value === undefined) note(block.lines.first, `${own} is missing, and the state doesn't have it`);
    else written.set(own, value);
  }
  const kept = undeclared.filter(([attribute]) => !written.has(attribute));
  for (const [attribute, value] of kept) {
    if (value === undefined) note(block.lines.first, `${attribute} differs between instances: declare it`);
  }
  // If a block names no provider, the name of its type does.
  if (local.next !== TO_ORGFORM.next && !block.arguments.has("provider")) written.set("provider", local.next);
  noteNested(block, notes.open);
  const own = names(type, name);
  const lines = [...[...written].map(([argument, value]) => `  ${argument} = ${value}`), ...argumentLines(kept)];
  const moved = `moved {\n  from = ${type}.${name}\n  to   = ${target}.${own}\n}\n`;
  return `resource "${target}" "${own}" {\n${lines.join("\n")}\n}\n${isMoved ? `\n${moved}` : ""}`;
}

/** Removes the settings of a project from the state, because the project's block declares them. */
function settingsText({ type, name }: PlacedBlock): string {
  return `removed {\n  from = ${type}.${name}\n  lifecycle {\n    destroy = false\n  }\n}\n`;
}

/** Number of lines of a text before a position. */
const linesBefore = (text: string, at: number): number => text.slice(0, at).split("\n").length - 1;
