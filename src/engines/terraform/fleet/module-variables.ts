import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TemplateValues } from "@orgform/fleet";
import * as z from "zod";

import { allBlocks } from "../provider/configuration/block-lines.ts";

/**
 * The variables that the files of a Terraform module declare.
 *
 * @returns a sentence with the next step if there is no module
 */
export function moduleVariables(folder: string): TemplateValues | string {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const sources = files.filter((name) => /\.(?:tf|tofu)(?:\.json)?$/u.test(name));
  if (sources.length === 0) return `${folder} holds no Terraform module: there is no .tf file in it.`;
  const declared = sources.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return name.endsWith(".json") ? variablesInJson(text) : variablesInText(text);
  });
  return {
    taken: new Set(declared.map(({ name }) => name)),
    required: new Set(declared.filter(({ isRequired }) => isRequired).map(({ name }) => name)),
  };
}

interface Variable {
  readonly name: string;
  readonly isRequired: boolean;
}

const BLOCKS = z.record(z.string(), z.unknown());
const JSON_FILE = z.object({ variable: z.union([BLOCKS, z.array(BLOCKS)]).default({}) });

function variablesInJson(text: string): Variable[] {
  const { variable } = JSON_FILE.parse(JSON.parse(text));
  return [variable]
    .flat()
    .flatMap(Object.entries<unknown>)
    .map(([name, body]) => ({
      name,
      isRequired: typeof body !== "object" || body === null || !("default" in body),
    }));
}

function variablesInText(text: string): Variable[] {
  return allBlocks(text).flatMap(({ keyword, labels: [name], arguments: written }) =>
    keyword === "variable" && name !== undefined ? [{ name, isRequired: !written.has("default") }] : [],
  );
}

/** A module of the same repository that a module uses. */
const LOCAL_MODULE = /^\s*source\s*=\s*"(?<path>\.{1,2}\/[^"]*)"/gmu;

/** Folders of modules that a file of a module names, relative to its own. */
export function localModules(name: string, text: () => string): string[] {
  if (!/\.(?:tf|tofu)$/u.test(name)) return [];
  return [...text().matchAll(LOCAL_MODULE)].flatMap(({ groups }) => groups?.["path"] ?? []);
}
