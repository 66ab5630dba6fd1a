import { isRecord, parsedJson } from "../../../model/json-value.ts";
import { allBlocks } from "../provider/configuration/block-lines.ts";
import type { ProgramFile } from "../provider/configuration/configuration.ts";
import { folderOf, linesIn } from "./program-parts.ts";

/** A provider's name in the registries. */
type Provider = "posthog" | "orgform";

/** The old and the new provider of a program. */
export interface Providers {
  readonly old: Provider;
  readonly next: Provider;
}

export const TO_ORGFORM: Providers = { old: "posthog", next: "orgform" };

export const TO_POSTHOG: Providers = { old: "orgform", next: "posthog" };

/** The local names of both providers. Each folder of a program sets its own in `required_providers`. */
export interface LocalNames {
  readonly old: string;
  readonly next: string;
}

/** The names in a folder. */
export function localNames(files: readonly ProgramFile[], folder: string, { old, next }: Providers): LocalNames {
  const required = files.filter(({ file }) => folderOf(file) === folder).flatMap(requiredIn);
  return { old: nameAmong(required, old), next: nameAmong(required, next) };
}

/** The name of a provider in `required_providers`; undefined if no entry has its address. */
export function requiredName(files: readonly ProgramFile[], provider: string): string | undefined {
  return files.flatMap(requiredIn).find(({ source }) => isSource(source, provider))?.name;
}

/** Without an entry, a type of a resource begins with the name of its provider. */
const nameAmong = (required: readonly Required[], provider: Provider): string =>
  required.find(({ source }) => isSource(source, provider))?.name ?? provider;

/** `posthog/posthog`, in any case and at any host. */
const isSource = (source: string, provider: string): boolean =>
  source.toLowerCase().split("/").slice(-2).join("/") === `${provider}/${provider}`;

interface Required {
  readonly name: string;
  readonly source: string;
}

function requiredIn({ file, text }: ProgramFile): Required[] {
  return file.endsWith(".json") ? requiredInJson(parsedJson(text)) : requiredInHcl(text);
}

function requiredInHcl(text: string): Required[] {
  const blocks = allBlocks(text).flatMap(({ nested }) =>
    nested.filter(({ keyword }) => keyword === "required_providers"),
  );
  return blocks.flatMap((block) => {
    const entries = [...block.arguments].map(([name, lines]): [string, string] => [name, linesIn(text, lines)]);
    // On one line with its block, the first entry is the only entry.
    return entries.flatMap(([name, written]) => {
      const { source } = /\bsource\s*=\s*"(?<source>[^"]+)"/u.exec(written)?.groups ?? {};
      return source === undefined ? [] : [{ name, source }];
    });
  });
}

/** @source Terraform, JSON configuration syntax: each block is an object, or a list of them */
function requiredInJson(json: unknown): Required[] {
  const below = (value: unknown, name: string): unknown[] =>
    [value].flat().flatMap((one: unknown) => (isRecord(one) && one[name] !== undefined ? [one[name]].flat() : []));
  const all = below(json, "terraform").flatMap((one) => below(one, "required_providers"));
  return all.filter(isRecord).flatMap((entries) =>
    Object.entries(entries).flatMap(([name, entry]) => {
      const source = isRecord(entry) ? entry["source"] : undefined;
      return typeof source === "string" ? [{ name, source }] : [];
    }),
  );
}
