import type { CarriedObject, CarriedObjects, CarryReader } from "../../engine.ts";
import type { BlockLines } from "../provider/configuration/block-lines.ts";
import { type ProgramFile, programFiles } from "../provider/configuration/configuration.ts";
import { MoveRefusal, SourceState } from "../provider/moves/source-state.ts";
import { isMoving, PROJECT_SETTINGS, vendorTypes } from "../provider/moves/vendor-types.ts";
import { addressOf, indexText } from "./import-blocks.ts";
import { folderOf, type Notes, noteReferences, placedBlocks, stateSchema } from "./program-parts.ts";
import { noteJson } from "./json-mentions.ts";
import { localNames, TO_ORGFORM } from "./local-names.ts";
import { quoted } from "./quoted-text.ts";
import { type Value, valuesInstead } from "./references.ts";
import type { StoredBlock } from "./stored-values.ts";
import { aliasIn, namedHosts, type OfProvider } from "./provider-blocks.ts";

/** Reads a state of `posthog/posthog` for a program in another engine. */
export const carryReader: CarryReader = { read };

function read(state: unknown, program: string): CarriedObjects {
  const { resources } = stateSchema.parse(state);
  const stored = resources.filter(({ mode, type }) => mode === "managed" && isMoving(type));
  const notes: Notes = { edits: [], open: [] };
  const taken = ofOneProvider(stored, notes);
  const objects = taken.flatMap((block) => objectsOf(block, notes));
  noteSettings(taken, objects, notes);
  const files = programFiles(program);
  for (const folder of new Set(files.map(({ file }) => folderOf(file)))) {
    const own = files.filter(({ file }) => folderOf(file) === folder);
    noteLeaving(
      own,
      taken.filter(({ module }) => (module !== undefined) === (folder !== ".")),
      notes,
    );
  }
  const leaving = taken.map(addressOf);
  const aliases = taken.slice(0, 1).map(({ provider }): [string, string] => [aliasIn(provider), "the state"]);
  const [namedHost] = namedHosts(files, new Map(aliases), localNames(files, ".", TO_ORGFORM));
  return { objects, namedHost, edits: notes.edits, open: notes.open, leaving };
}

/**
 * Keeps objects of one provider configuration, because several can belong to several services, which can use one ID for
 * different objects.
 */
function ofOneProvider(stored: readonly OfProvider[], { open }: Notes): readonly OfProvider[] {
  const aliases = new Set(stored.map(({ provider }) => aliasIn(provider)));
  if (aliases.size < 2) return stored;
  const [main = ""] = aliases.has("") ? [""] : aliases;
  for (const one of stored.filter(({ provider }) => aliasIn(provider) !== main)) {
    open.push(`${addressOf(one)}: its provider is posthog.${aliasIn(one.provider)}, which may be for another service.`);
  }
  return stored.filter(({ provider }) => aliasIn(provider) === main);
}

/** The instances of a block for which Orgform has an ID. */
function objectsOf(block: StoredBlock, { open }: Notes): CarriedObject[] {
  const vendorType = vendorTypes.get(block.type);
  if (vendorType === undefined) return [];
  const { resource } = vendorType;
  return block.instances.flatMap(({ index_key: key, attributes }) => {
    const address = addressOf(block) + indexText(key);
    const source = new SourceState(attributes ?? {});
    try {
      const { onDestroy } = vendorType.map(source).values;
      const inputs = onDestroy === "retain" ? { onDestroy } : {};
      return [{ resource, id: vendorType.importId(source), address, name: nameOf(block, key), inputs }];
    } catch (error) {
      if (!(error instanceof MoveRefusal)) throw error;
      open.push(`${address}: ${error.message}`);
      return [];
    }
  });
}

const nameOf = ({ module = "", name }: StoredBlock, key: string | number | undefined): string =>
  [module.replaceAll(/(?:^|\.)module\./gu, " "), name, key ?? ""].join(" ").trim();

/** Notes that settings are fields of their project, which reads them from the service. */
function noteSettings(stored: readonly StoredBlock[], objects: readonly CarriedObject[], { open }: Notes): void {
  const projects = new Set(
    objects.flatMap(({ resource, id }) => (resource === "Project" ? [id.split("/").at(-1)] : [])),
  );
  for (const block of stored.filter(({ type }) => type === PROJECT_SETTINGS)) {
    for (const { index_key: key, attributes } of block.instances) {
      const { project_id: project } = attributes ?? {};
      if (projects.has(String(project))) continue;
      const words = `the state doesn't have the project ${String(project)}. Declare its settings in a Project.`;
      open.push(`${addressOf(block)}${indexText(key)}: ${words}`);
    }
  }
}

/** Notes the lines to delete and replace in the configuration that the objects leave. */
function noteLeaving(files: readonly ProgramFile[], stored: readonly StoredBlock[], notes: Notes): void {
  noteJson(files, { isMoving, providers: TO_ORGFORM }, notes);
  const blocks = placedBlocks(files).filter(({ type }) => isMoving(type));
  const isStored = (block: BlockLines): boolean =>
    stored.some(({ type, name }) => type === block.type && name === block.name);
  for (const block of blocks) {
    const { file, type, name, lines } = block;
    const { first, last } = lines;
    if (!isStored(block)) notes.open.push(`${file}:${first}: ${type}.${name} isn't in the state.`);
    else notes.edits.push({ file, first, last, words: `${file}:${first}-${last}: delete the block ${type}.${name}.` });
  }
  noteReferences(files, blocks, notes, (text) =>
    valuesInstead(text, ({ type, name, index, attribute = "" }) => {
      const [block, ...others] = stored.filter((one) => one.type === type && one.name === name);
      if (block === undefined) return "stays";
      const found = block.instances.find(({ index_key: key }) => indexText(key) === index);
      return others.length > 0 || SECRETS.has(attribute) ? "none" : literalOf(found?.attributes?.[attribute]);
    }),
  );
}

function literalOf(value: unknown): Value {
  if (typeof value === "string") return { value: quoted(value) };
  return typeof value === "number" || typeof value === "boolean" ? { value: String(value) } : "none";
}

/** Attributes that are never written into a file. */
const SECRETS: ReadonlySet<string> = new Set(["api_token", "sensitive_inputs_json"]);
