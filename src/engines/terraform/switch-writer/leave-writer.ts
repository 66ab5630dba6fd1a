import type {
  KnownAtService,
  LeaveNeeds,
  LeaveWriter,
  NamedHost,
  NewFile,
  SwitchPlace,
  WrittenSwitch,
} from "../../engine.ts";
import { type ProgramFile, programFiles } from "../provider/configuration/configuration.ts";
import { PROJECT_SETTINGS } from "../provider/moves/vendor-types.ts";
import { noteHistory } from "./history-blocks.ts";
import { commented } from "./arguments.ts";
import { addressOf, importBlocks, indexText } from "./import-blocks.ts";
import { noteJson } from "./json-mentions.ts";
import { type LocalNames, localNames, TO_POSTHOG } from "./local-names.ts";
import { noteModuleProviders } from "./module-providers.ts";
import {
  argumentIn,
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
import { isConfigured, namedHosts, type OfProvider, providerText, usedAliases } from "./provider-blocks.ts";
import { type Translated, translatedBack, type VendorTypeOf } from "./references.ts";
import { type StoredBlock, storedValue } from "./stored-values.ts";
import { VENDOR_ARGUMENTS, MEMBERSHIP, ROLE_MEMBERSHIP, vendorId } from "./vendor-arguments.ts";

/**
 * Writes the files that move a configuration back to `posthog/posthog`: new blocks, imports, and removals from the
 * state.
 */
export const leaveWriter: LeaveWriter = { needs, hosts, write };

const TYPES: Readonly<Record<string, string>> = {
  orgform_member: "posthog_organization_member",
  orgform_role: "posthog_role",
  orgform_role_membership: "posthog_role_membership",
  orgform_project: "posthog_project",
  orgform_access_control: "posthog_access_control",
  orgform_proxy_record: "posthog_proxy_record",
  orgform_hog_function: "posthog_hog_function",
};

/** The vendor has two types for access rules of a project. */
const PROJECT_ACCESS = "orgform_project_access";

const isPersonal = (names: Iterable<string>): boolean =>
  [...names].some((name) => ["role_id", "role_name", "email"].includes(name));

function ownBlocks(state: unknown): OfProvider[] {
  const { resources } = stateSchema.parse(state);
  return resources.filter(({ mode, type }) => mode === "managed" && type.startsWith("orgform_"));
}

const textOf = (attributes: Readonly<Record<string, unknown>> | null, name: string): string | undefined => {
  const value = attributes?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

function needs(state: unknown): LeaveNeeds {
  const stored = ownBlocks(state);
  const instancesOf = (...types: readonly string[]) =>
    stored.filter(({ type }) => types.includes(type)).flatMap(({ instances }) => instances);
  const rules = instancesOf("orgform_project_access", "orgform_access_control");
  const areNamed = rules.some(({ attributes }) => textOf(attributes, "email") !== undefined);
  const organizations = stored
    .flatMap(({ instances }) => instances)
    .flatMap(({ attributes }) => textOf(attributes, "organization_id") ?? []);
  const roles = instancesOf("orgform_role_membership").flatMap(({ attributes }) => {
    const [organizationId, roleId] = [textOf(attributes, "organization_id"), textOf(attributes, "role_id")];
    return organizationId === undefined || roleId === undefined ? [] : [{ organizationId, roleId }];
  });
  return {
    organizations: areNamed ? [...new Set(organizations)] : [],
    roles: [...new Map(roles.map((role) => [role.roleId, role])).values()],
  };
}

function hosts(state: unknown, program: string): readonly NamedHost[] {
  const files = programFiles(program);
  const names = localNames(files, ".", TO_POSTHOG);
  return namedHosts(files, usedAliases(leavingIn(ownBlocks(state)), blocksToMove(files), names), names);
}

/** The blocks of a program to convert to the vendor's. */
const blocksToMove = (files: readonly ProgramFile[]): PlacedBlock[] =>
  placedBlocks(files).filter((block) => vendorTypeOf(block) !== undefined);

const leavingIn = (stored: readonly OfProvider[]): OfProvider[] =>
  stored.filter(({ type }) => type in TYPES || type === PROJECT_ACCESS);

const REQUIRED =
  '# Add `posthog = { source = "posthog/posthog" }` to required_providers. Keep the entry of orgform until the apply is done.\n';

/** The context of a module while its blocks are written. */
interface Leaving extends Notes {
  readonly local: LocalNames;
  readonly lacking: string[];
  readonly typeOf: VendorTypeOf;
}

function write(state: unknown, { program, host, known }: SwitchPlace & { readonly known: KnownAtService }) {
  const stored = ownBlocks(state).map((block) => withLookedUp(block, known));
  const files = programFiles(program);
  const notes = { edits: [], open: [], lacking: [] } satisfies Notes & { readonly lacking: string[] };
  const written: NewFile[] = [];
  const lines: string[] = [];
  const taken = new Set<StoredBlock>();
  const folders = new Set<string>();
  let count = 0;
  for (const folder of new Set(files.map(({ file }) => folderOf(file)))) {
    const own = files.filter(({ file }) => folderOf(file) === folder);
    noteJson(own, { isMoving: (type) => type.startsWith("orgform_"), providers: TO_POSTHOG }, notes);
    const all = placedBlocks(own);
    const typeOf = vendorTypesIn(all);
    const moving = all.filter(({ type, name }) => typeOf(type, name) !== undefined);
    if (moving.length > 0) folders.add(folder);
    const leaving: Leaving = { ...notes, typeOf, local: localNames(own, folder, TO_POSTHOG) };
    const blocks = moving.map((block) => {
      const here = stored.filter(
        ({ type, name, module }) =>
          type === block.type && name === block.name && (module !== undefined) === (folder !== "."),
      );
      for (const one of here) taken.add(one);
      lines.push(...here.flatMap((one) => stateLines(one, block, leaving)));
      return blockText(block, here, leaving);
    });
    const isMoving = (type: string): boolean => moving.some((one) => one.type === type);
    const before = noteHistory(own, { stored, isMoving, areMovesKept: false }, notes);
    noteReferences(own, [...moving, ...before], notes, (text) => translatedBack(text, typeOf, { isNumberKept: true }));
    count += blocks.length;
    if (blocks.length > 0) written.push(newFile(folder, "posthog.tf", { text: blocks.join("\n"), files }));
  }
  const staying = stored.filter((block) => !taken.has(block)).map(addressOf);
  if (lines.length > 0)
    written.push(newFile(".", "posthog_imports.tf", { text: [...new Set(lines)].join("\n"), files }));
  const given = noteModuleProviders(
    files,
    { hasMoving: (folder) => folders.has(folder), providers: TO_POSTHOG },
    notes,
  );
  const names = localNames(files, ".", TO_POSTHOG);
  if (!isConfigured(files, names.next)) {
    const aliases = new Map([...given, ...usedAliases(leavingIn(stored), blocksToMove(files), names)]);
    const text = `${REQUIRED}${providerText(files, { aliases, stored, host, names }, notes)}`;
    written.unshift(newFile(".", "provider.tf", { text, files }));
  }
  const lacking = [...staying.map((address) => `${address} stays with Orgform.`), ...notes.lacking];
  return { files: written, count, edits: notes.edits, open: notes.open, lacking } satisfies WrittenSwitch;
}

const vendorTypesIn =
  (blocks: readonly PlacedBlock[]): VendorTypeOf =>
  (type, name) =>
    vendorTypeOf(blocks.find((one) => one.type === type && one.name === name));

function vendorTypeOf(block: PlacedBlock | undefined): string | undefined {
  if (block?.type !== PROJECT_ACCESS) return block === undefined ? undefined : TYPES[block.type];
  return isPersonal(block.arguments.keys()) ? "posthog_project_member" : "posthog_project_default_access";
}

/** The state with values that only the service has. */
function withLookedUp(block: OfProvider, known: KnownAtService): OfProvider {
  const instances = block.instances.map((instance) => {
    const attributes = instance.attributes ?? {};
    const email = textOf(attributes, "email");
    if (email === undefined) return instance;
    const roleId = textOf(attributes, "role_id");
    const isOfRole = block.type === "orgform_role_membership" && roleId !== undefined;
    return {
      ...instance,
      attributes: {
        ...attributes,
        [MEMBERSHIP]: known.membership(email, textOf(attributes, "organization_id")),
        [ROLE_MEMBERSHIP]: isOfRole ? known.roleMembership(roleId, email) : undefined,
      },
    };
  });
  return { ...block, instances };
}

/** The blocks that remove objects from the state, and import them as the vendor's. Only the root module can import. */
function stateLines(stored: StoredBlock, block: PlacedBlock, { typeOf, open }: Leaving): string[] {
  const type = typeOf(stored.type, stored.name) ?? "";
  // Modules and blocks have no index here.
  const from = addressOf(stored).replaceAll(/\[[^\]]*\]/gu, "");
  const removed = `removed {\n  from = ${from}\n  lifecycle {\n    destroy = false\n  }\n}\n`;
  const hasSettings =
    type === "posthog_project" && [...block.arguments.keys()].some((name) => PROJECT_FIELDS.has(name));
  const prefix = stored.module === undefined ? "" : `${stored.module}.`;
  const imports = [type, ...(hasSettings ? [PROJECT_SETTINGS] : [])].flatMap((one) => {
    const to = `${prefix}${one}.${stored.name}`;
    const known = stored.instances.flatMap(
      ({ index_key: key, attributes }): [string | number | undefined, string][] => {
        const id = vendorId(one, attributes ?? {});
        if (id !== undefined) return [[key, id]];
        const target = `${to}${indexText(key)}`;
        open.push(
          `${block.file}:${block.lines.first}: ${target}: the state and the service don't have a part of its ID.`,
        );
        return [];
      },
    );
    return importBlocks(to, known);
  });
  return [removed, ...imports];
}

/** The vendor's block that replaces one of Orgform's, with the block of the project's settings. */
function blockText(block: PlacedBlock, here: readonly StoredBlock[], leaving: Leaving): string {
  const { type, name, file, text } = block;
  const { edits, open, lacking, typeOf, local } = leaving;
  const { first, last } = block.lines;
  edits.push({ file, first, last, words: `${file}:${first}-${last}: delete the block ${type}.${name}.` });
  const target = typeOf(type, name) ?? "";
  const written: string[] = [];
  const settings: string[] = [];
  const given = (argument: string) => {
    const lines = block.arguments.get(argument);
    return lines?.isAlone === true ? argumentIn(text, argument, lines) : undefined;
  };
  const translate = (argument: string, expression: string): Translated =>
    translatedBack(expression, typeOf, { isStatic: argument === "depends_on" });
  const beside = (argument: string): string | undefined => {
    const found = given(argument);
    return found === undefined ? undefined : translate(argument, found.code).text;
  };
  for (const [argument, lines] of block.arguments) {
    const note = (why: string): void => void open.push(`${file}:${lines.first}: ${type}.${name}: ${why}.`);
    const before = given(argument);
    if (before === undefined) {
      note(`${argument} shares its line with something else`);
      continue;
    }
    const after = translate(argument, before.code);
    // A person's ID replaces the whole address.
    if (argument !== "email") for (const { words } of after.open) note(words);
    if (target === "posthog_project" && PROJECT_FIELDS.has(argument))
      settings.push(`  ${argument} = ${after.text}${before.comment}`);
    else {
      const rule = VENDOR_ARGUMENTS[target]?.[argument];
      if (rule === undefined) lacking.push(`${file}:${lines.first}: ${type}.${name}: ${argument} is left out.`);
      const stored = (attribute: string): string | undefined => storedValue(here, attribute);
      const results = rule?.({ text: before.code, next: after.text, stored, beside, names: local }) ?? {};
      for (const [own, result] of commented(results, before.comment)) {
        if ("why" in result) note(result.why);
        else written.push(`  ${own} = ${result.text}`);
      }
    }
  }
  // If a block names no provider, the name of its type does.
  if (local.next !== TO_POSTHOG.next && !block.arguments.has("provider")) written.push(`  provider = ${local.next}`);
  noteNested(block, open);
  const whole = `resource "${target}" "${name}" {\n${written.join("\n")}\n}\n`;
  if (settings.length === 0) return whole;
  // The instances and the provider of the project.
  const meta = written.filter((line) => /^ {2}(?:for_each|count|provider) = /u.test(line));
  return `${whole}\n${settingsText(block, meta, settings)}`;
}

/** The vendor's block of a project's settings. @param meta - the lines of the project's instances and provider */
function settingsText(
  { name, arguments: given }: PlacedBlock,
  meta: readonly string[],
  settings: readonly string[],
): string {
  const each = given.has("for_each") ? "[each.key]" : given.has("count") ? "[count.index]" : "";
  const head = [...meta, `  project_id = posthog_project.${name}${each}.id`];
  return `resource "${PROJECT_SETTINGS}" "${name}" {\n${[...head, ...settings].join("\n")}\n}\n`;
}
