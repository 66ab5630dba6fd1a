import { isRecord, parsedJson } from "../../../model/json-value.ts";
import type { ProgramFile } from "../provider/configuration/configuration.ts";
import { localNames, type Providers } from "./local-names.ts";
import { folderOf, type Notes } from "./program-parts.ts";
import { aliasOf } from "./provider-blocks.ts";

/** The types that move, and their provider. */
export interface Moving {
  readonly isMoving: (type: string) => boolean;
  readonly providers: Providers;
}

/** Notes the places in JSON files that declare or name objects of types that move, by path. */
export function noteJson(files: readonly ProgramFile[], { isMoving, providers }: Moving, { open }: Notes): void {
  for (const { file, text } of files.filter((one) => one.file.endsWith(".json"))) {
    const { old } = localNames(files, folderOf(file), providers);
    const paths = mentionsIn(parsedJson(text), { isMoving, old }, []);
    for (const path of new Set(paths.map((one) => one.join("."))))
      open.push(`${file}: ${path}: JSON is not translated.`);
  }
}

/** A reference in a template, or alone as in `depends_on` and `moved`; also a reference to an object of a module. */
const REFERENCE = /\b(?<type>[a-z]+_\w+)\.[\p{L}_]/gu;

/** A data source manages no object. */
const DATA = /\bdata\.$/u;

type Path = readonly string[];

interface Sought {
  readonly isMoving: (type: string) => boolean;
  /** The local name of the provider. */
  readonly old: string;
}

function mentionsIn(value: unknown, sought: Sought, path: Path): Path[] {
  const { isMoving, old } = sought;
  if (typeof value === "string") return isNamedIn(value, isMoving) || isGiven(value, old, path) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((one: unknown, at) => mentionsIn(one, sought, [...path, String(at)]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const here = [...path, name];
    if (name === "//") return [];
    if (isNamedIn(name, isMoving)) return [here];
    if (!isMoving(name)) return mentionsIn(one, sought, here);
    if (path.includes("mock_resource")) return [here];
    return path[0] === "resource" ? blocksBelow(one, here) : mentionsIn(one, sought, here);
  });
}

/** A provider that is passed to a module. */
const isGiven = (value: string, provider: string, path: Path): boolean =>
  path[0] === "module" && path.includes("providers") && aliasOf(value, provider) !== undefined;

/** The blocks of a type: each level can be a list of objects. */
function blocksBelow(value: unknown, path: Path): Path[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown, at) => blocksBelow(one, [...path, String(at)]));
  return isRecord(value) ? Object.keys(value).map((name) => [...path, name]) : [];
}

const isNamedIn = (text: string, isMoving: (type: string) => boolean): boolean =>
  [...text.matchAll(REFERENCE)].some(({ index, groups: { type = "" } = {} }) => {
    return isMoving(type) && !DATA.test(text.slice(0, index));
  });
