import { isRecord, parsedJson } from "../../../model/json-value.ts";
import type { NamedHost } from "../../engine.ts";
import { allBlocks, type Block } from "../provider/configuration/block-lines.ts";
import type { ProgramFile } from "../provider/configuration/configuration.ts";
import { quoted } from "./import-blocks.ts";
import { expressionIn, folderOf, linesIn, type Notes, organizationIn, type PlacedBlock } from "./program-parts.ts";
import type { StoredBlock } from "./stored-values.ts";

const VENDOR = "posthog";

/** A block with the configuration of its provider, as an address. */
export type OfProvider = StoredBlock & { readonly provider: string };

/** `eu` of `module.a.provider["registry.terraform.io/posthog/posthog"].eu`; empty without an alias. */
export function aliasIn(provider: string): string {
  const { alias = "" } = /"\]\.(?<alias>[^.]+)$/u.exec(provider)?.groups ?? {};
  return alias;
}

/** A configuration of the vendor's provider. */
export interface VendorProvider {
  readonly file: string;
  readonly line: number;
  /** Empty for the one without an alias. */
  readonly alias: string;
  /** Expressions by argument, as HCL. */
  readonly values: ReadonlyMap<string, string>;
}

/** The vendor's provider blocks of a program. */
const vendorProviders = (files: readonly ProgramFile[]): VendorProvider[] =>
  files.flatMap(({ file, text }) => (file.endsWith(".json") ? inJson(file, text) : inHcl(file, text)));

function inHcl(file: string, text: string): VendorProvider[] {
  const blocks = allBlocks(text).filter(({ keyword, labels }) => keyword === "provider" && labels[0] === VENDOR);
  return blocks.map((block) => {
    const values = new Map([...block.arguments.keys()].flatMap((name) => valueIn(text, block, name)));
    return { file, line: block.lines.first, alias: textIn(values.get("alias")) ?? "", values };
  });
}

/** An argument and its expression, also of a block on one line. */
export function valueIn(text: string, block: Block, name: string): [string, string][] {
  const lines = block.arguments.get(name);
  if (lines === undefined) return [];
  if (lines.isAlone) return [[name, withoutComment(expressionIn(text, name, lines) ?? "")]];
  const inner = /\{\s*(?<only>[\w-]+)\s*=\s*(?<value>.*?)\s*\}\s*$/u.exec(linesIn(text, block.lines));
  const { only, value = "" } = inner?.groups ?? {};
  return only === name ? [[name, value]] : [];
}

const withoutComment = (value: string): string =>
  /^(?<literal>"[^"]*"|[\w.]+)\s*(?:#|\/\/).*$/u.exec(value)?.groups?.["literal"] ?? value;

/** @source Terraform, JSON configuration syntax: one block, or a list of them; texts are templates */
function inJson(file: string, text: string): VendorProvider[] {
  const json = parsedJson(text);
  const providers = isRecord(json) ? json["provider"] : undefined;
  const all: unknown[] = (Array.isArray(providers) ? providers : [providers]).flatMap((one: unknown) =>
    isRecord(one) ? [one[VENDOR]].flat() : [],
  );
  return all.filter(isRecord).map((block) => {
    const texts = Object.entries(block).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, JSON.stringify(value)]] : [],
    );
    const values = new Map(texts);
    const line = text.slice(0, text.indexOf('"posthog"')).split("\n").length;
    return { file, line, alias: textIn(values.get("alias")) ?? "", values };
  });
}

/** The text of an expression that is a literal. */
export const textIn = (value: string | undefined): string | undefined =>
  /^"(?<text>(?:[^"$%\\]|[$%](?!\{))*)"$/u.exec(value?.trim() ?? "")?.groups?.["text"];

/** Aliases of the configurations that manage what moves, each with a place that names it. */
export type UsedAliases = ReadonlyMap<string, string>;

/** In the program's own folder, the blocks name their aliases. For modules, the state has the aliases that they received. */
export function usedAliases(stored: readonly OfProvider[], moving: readonly PlacedBlock[]): UsedAliases {
  const found = new Map<string, string>();
  for (const block of moving.filter(({ file }) => folderOf(file) === ".")) {
    const lines = block.arguments.get("provider");
    const written = lines === undefined ? "posthog" : expressionIn(block.text, "provider", lines);
    const match = OF_VENDOR.exec(written?.trim() ?? "");
    const { alias = "" } = match?.groups ?? {};
    if (match !== null) found.set(alias, `${block.file}:${(lines ?? block.lines).first}`);
  }
  for (const { module, provider } of stored) {
    const alias = aliasIn(provider);
    if (module !== undefined && !provider.startsWith("module.") && !found.has(alias)) found.set(alias, "the state");
  }
  return found.size === 0 ? new Map([["", "the state"]]) : new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const OF_VENDOR = /^posthog(?:\.(?<alias>[\w-]+))?$/u;

/** The host that a configuration of the vendor's provider names. */
function namedHost({ file, line, values }: VendorProvider): NamedHost | undefined {
  const text = values.get("host")?.trim();
  return text === undefined || text === "null" ? undefined : { file, line, text, url: textIn(text) };
}

/** The hosts of the configurations with these aliases. */
export function namedHosts(files: readonly ProgramFile[], aliases: UsedAliases): NamedHost[] {
  const found = vendorProviders(files.filter(({ file }) => folderOf(file) === "."));
  return found.filter(({ alias }) => aliases.has(alias)).flatMap((one) => namedHost(one) ?? []);
}

interface ToWrite {
  readonly aliases: UsedAliases;
  readonly stored: readonly OfProvider[];
  /** The host for blocks that name none. */
  readonly host: string;
}

/** Orgform's provider blocks. The vendor's provider has a default host and accepts a slug; Orgform's doesn't. */
export function providerText(files: readonly ProgramFile[], given: ToWrite, notes: Notes): string {
  const found = vendorProviders(files.filter(({ file }) => folderOf(file) === "."));
  const blocks = [...given.aliases.keys()].map((alias) =>
    blockText(
      alias,
      found.find((one) => one.alias === alias),
      given,
      notes,
    ),
  );
  return `# Add \`orgform = { source = "orgform/orgform" }\` to required_providers. Keep the entry of posthog until the apply is done.\n${blocks.join("\n")}`;
}

function blockText(
  alias: string,
  vendor: VendorProvider | undefined,
  { aliases, stored, host }: ToWrite,
  { open }: Notes,
): string {
  const isOnly = aliases.size === 1;
  if (vendor === undefined && alias !== "") {
    const why = `posthog.${alias} has no block in this folder. Correct orgform.${alias} in provider.tf`;
    open.push(`${aliases.get(alias) ?? ""}: ${why}.`);
  }
  const key = vendor?.values.get("api_key");
  const isCopied = key !== undefined && isPath(key);
  if (vendor !== undefined && key !== undefined && !isCopied && !isOnly) {
    const name = alias === "" ? VENDOR : `${VENDOR}.${alias}`;
    open.push(`${vendor.file}:${vendor.line}: ${name}: its api_key isn't copied. Give the block in provider.tf a key.`);
  }
  const organization = organizationIn(isOnly ? stored : stored.filter(({ provider }) => aliasIn(provider) === alias));
  const lines = [
    ...(alias === "" ? [] : [`  alias = ${quoted(alias)}`]),
    `  host = ${(vendor === undefined ? undefined : namedHost(vendor)?.text) ?? quoted(host)}`,
    organization === undefined
      ? "  # organization_id = the UUID of the organization, which the state doesn't have."
      : `  organization_id = ${quoted(organization)}`,
    ...(isCopied ? [`  api_key = ${key.trim()}`] : []),
  ];
  return `provider "orgform" {\n${lines.join("\n")}\n}\n`;
}

/** A reference to a value elsewhere, and not a secret in plain text. */
const isPath = (text: string): boolean => /^(?:var|local|data|module|[a-z]\w*_\w+)\.[\w.[\]-]+$/u.test(text.trim());
