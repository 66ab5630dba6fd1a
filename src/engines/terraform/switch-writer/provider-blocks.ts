import { isRecord, parsedJson } from "../../../model/json-value.ts";
import type { NamedHost } from "../../engine.ts";
import { allBlocks, type Block } from "../provider/configuration/block-lines.ts";
import type { ProgramFile } from "../provider/configuration/configuration.ts";
import { quoted } from "./quoted-text.ts";
import type { LocalNames } from "./local-names.ts";
import { expressionIn, folderOf, linesIn, type Notes, organizationIn, type PlacedBlock } from "./program-parts.ts";
import type { StoredBlock } from "./stored-values.ts";

/** A block with the configuration of its provider, as an address. */
export type OfProvider = StoredBlock & { readonly provider: string };

/** `eu` of `module.a.provider["registry.terraform.io/posthog/posthog"].eu`; empty without an alias. */
export function aliasIn(provider: string): string {
  const { alias = "" } = /"\]\.(?<alias>[^.]+)$/u.exec(provider)?.groups ?? {};
  return alias;
}

/** A configuration of a provider. */
interface ProviderBlock {
  readonly file: string;
  readonly line: number;
  /** Empty without an alias. */
  readonly alias: string;
  /** Expressions by argument, as HCL. */
  readonly values: ReadonlyMap<string, string>;
}

/** The blocks of a provider in a program's own folder, by its local name there. */
const blocksOf = (files: readonly ProgramFile[], name: string): ProviderBlock[] =>
  files
    .filter(({ file }) => folderOf(file) === ".")
    .flatMap((one) => (one.file.endsWith(".json") ? inJson(one, name) : inHcl(one, name)));

/** Whether the program's own folder configures a provider. */
export const isConfigured = (files: readonly ProgramFile[], name: string): boolean => blocksOf(files, name).length > 0;

function inHcl({ file, text }: ProgramFile, name: string): ProviderBlock[] {
  const blocks = allBlocks(text).filter(({ keyword, labels }) => keyword === "provider" && labels[0] === name);
  return blocks.map((block) => {
    const values = new Map([...block.arguments.keys()].flatMap((argument) => valueIn(text, block, argument)));
    return { file, line: block.lines.first, alias: textIn(values.get("alias")) ?? "", values };
  });
}

/** An argument and its expression, even if the block is on one line. */
export function valueIn(text: string, block: Block, name: string): [string, string][] {
  const lines = block.arguments.get(name);
  if (lines === undefined) return [];
  if (lines.isAlone) return [[name, expressionIn(text, name, lines) ?? ""]];
  const inner = /\{\s*(?<only>[\w-]+)\s*=\s*(?<value>.*?)\s*\}\s*$/u.exec(linesIn(text, block.lines));
  const { only, value = "" } = inner?.groups ?? {};
  return only === name ? [[name, value]] : [];
}

/** @source Terraform, JSON configuration syntax: one block, or a list of them; texts are templates */
function inJson({ file, text }: ProgramFile, name: string): ProviderBlock[] {
  const json = parsedJson(text);
  const providers = isRecord(json) ? json["provider"] : undefined;
  const all: unknown[] = (Array.isArray(providers) ? providers : [providers]).flatMap((one: unknown) =>
    isRecord(one) ? [one[name]].flat() : [],
  );
  return all.filter(isRecord).map((block) => {
    const texts = Object.entries(block).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, JSON.stringify(value)]] : [],
    );
    const values = new Map(texts);
    const line = text.slice(0, text.indexOf(JSON.stringify(name))).split("\n").length;
    return { file, line, alias: textIn(values.get("alias")) ?? "", values };
  });
}

/** The text of a literal expression. */
export const textIn = (value: string | undefined): string | undefined =>
  /^"(?<text>(?:[^"$%\\]|[$%](?!\{))*)"$/u.exec(value?.trim() ?? "")?.groups?.["text"];

/** Aliases of the configurations whose objects move, each with a location that names it. */
export type UsedAliases = ReadonlyMap<string, string>;

/** In the program's own folder, the blocks name their aliases. For modules, the state has the aliases that they received. */
export function usedAliases(
  stored: readonly OfProvider[],
  moving: readonly PlacedBlock[],
  { old }: LocalNames,
): UsedAliases {
  const found = new Map<string, string>();
  for (const block of moving.filter(({ file }) => folderOf(file) === ".")) {
    const lines = block.arguments.get("provider");
    const written = lines === undefined ? old : (expressionIn(block.text, "provider", lines) ?? "");
    const alias = aliasOf(written, old);
    if (alias !== undefined) found.set(alias, `${block.file}:${(lines ?? block.lines).first}`);
  }
  for (const { module, provider } of stored) {
    const alias = aliasIn(provider);
    if (module !== undefined && !provider.startsWith("module.") && !found.has(alias)) found.set(alias, "the state");
  }
  return found.size === 0 ? new Map([["", "the state"]]) : new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** `eu` of `posthog.eu`; empty for `posthog`, and undefined for another provider. */
export function aliasOf(text: string, name: string): string | undefined {
  if (text === name) return "";
  const alias = text.startsWith(`${name}.`) ? text.slice(name.length + 1) : "";
  return /^[\w-]+$/u.test(alias) ? alias : undefined;
}

/** The host that a configuration names. */
function namedHost({ file, line, values }: ProviderBlock): NamedHost | undefined {
  const text = values.get("host")?.trim();
  return text === undefined || text === "null" ? undefined : { file, line, text, url: textIn(text) };
}

/** The hosts of the configurations with some aliases. */
export function namedHosts(files: readonly ProgramFile[], aliases: UsedAliases, { old }: LocalNames): NamedHost[] {
  const found = blocksOf(files, old);
  return found.filter(({ alias }) => aliases.has(alias)).flatMap((one) => namedHost(one) ?? []);
}

interface ToWrite {
  readonly aliases: UsedAliases;
  readonly stored: readonly OfProvider[];
  /** The host for blocks that name none. */
  readonly host: string;
  readonly names: LocalNames;
}

/** The new provider blocks. Unlike Orgform's provider, the vendor's has a default host and accepts a slug. */
export function providerText(files: readonly ProgramFile[], given: ToWrite, notes: Notes): string {
  const found = blocksOf(files, given.names.old);
  const blocks = [...given.aliases.keys()].map((alias) =>
    blockText(
      alias,
      found.find((one) => one.alias === alias),
      given,
      notes,
    ),
  );
  return blocks.join("\n");
}

function blockText(
  alias: string,
  before: ProviderBlock | undefined,
  { aliases, stored, host, names }: ToWrite,
  { open }: Notes,
): string {
  const isOnly = aliases.size === 1;
  if (before === undefined && alias !== "") {
    const why = `${names.old}.${alias} has no block in this folder. Correct ${names.next}.${alias} in provider.tf`;
    open.push(`${aliases.get(alias) ?? ""}: ${why}.`);
  }
  const key = before?.values.get("api_key");
  const isCopied = key !== undefined && isPath(key);
  if (before !== undefined && key !== undefined && !isCopied && !isOnly) {
    const name = alias === "" ? names.old : `${names.old}.${alias}`;
    open.push(`${before.file}:${before.line}: ${name}: its api_key isn't copied. Give the block in provider.tf a key.`);
  }
  const organization = organizationIn(isOnly ? stored : stored.filter(({ provider }) => aliasIn(provider) === alias));
  const lines = [
    ...(alias === "" ? [] : [`  alias = ${quoted(alias)}`]),
    `  host = ${(before === undefined ? undefined : namedHost(before)?.text) ?? quoted(host)}`,
    organization === undefined
      ? "  # organization_id = the UUID of the organization, which the state doesn't have."
      : `  organization_id = ${quoted(organization)}`,
    ...(isCopied ? [`  api_key = ${key}`] : []),
  ];
  return `provider "${names.next}" {\n${lines.join("\n")}\n}\n`;
}

/** Whether an expression refers to another value, so it isn't a secret in plain text. */
const isPath = (text: string): boolean => /^(?:var|local|data|module|[a-z]\w*_\w+)\.[\w.[\]-]+$/u.test(text.trim());
