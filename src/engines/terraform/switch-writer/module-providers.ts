import { allBlocks, type Block } from "../provider/configuration/block-lines.ts";
import type { ProgramFile } from "../provider/configuration/configuration.ts";
import { codeIn } from "./code-text.ts";
import { type LocalNames, localNames, type Providers } from "./local-names.ts";
import { folderOf, linesIn, type Notes } from "./program-parts.ts";
import { changed } from "./references.ts";
import { textIn, type UsedAliases, valueIn } from "./provider-blocks.ts";

/** An entry in the providers of a module, `posthog = posthog.eu`. Each side has the local name of its own folder. */
const entry = (inner: string, outer: string): RegExp =>
  new RegExp(String.raw`(?<![\w.-])${inner}(?<inner>\.[\w-]+)?\s*=\s*${outer}(?<outer>\.[\w-]+)?(?![\w.-])`, "gu");

/** A call of a module in the program's folder tree. */
interface Call {
  readonly file: ProgramFile;
  readonly block: Block;
  /** The folder of the module, as a path from the program's. */
  readonly folder: string;
}

/**
 * Notes where modules must receive and require the new provider besides the old one. Returns the aliases that the root
 * folder passes, with their locations.
 */
export function noteModuleProviders(
  files: readonly ProgramFile[],
  { hasMoving, providers }: Pick<Around, "hasMoving"> & { readonly providers: Providers },
  notes: Notes,
): UsedAliases {
  const namesIn = (folder: string): LocalNames => localNames(files, folder, providers);
  const hcl = files.filter(({ file }) => !file.endsWith(".json"));
  const calls = hcl.flatMap(callsIn);
  const aliases = calls.flatMap((call) => noteCall(call, { calls, hasMoving, namesIn }, notes));
  for (const { file, text } of hcl.filter((one) => hasMoving(folderOf(one.file)))) {
    const { old, next } = namesIn(folderOf(file));
    const required = allBlocks(text).flatMap(({ nested }) =>
      nested.filter(({ keyword }) => keyword === "required_providers"),
    );
    for (const block of required) {
      const lines = block.arguments.get(old);
      if (lines === undefined || !linesIn(text, lines).includes("configuration_aliases")) continue;
      notes.open.push(`${file}:${lines.first}: add an entry of ${next} with the same configuration_aliases.`);
    }
    for (const { keyword, labels, lines } of folderOf(file) === "." ? [] : allBlocks(text)) {
      if (keyword !== "provider" || labels[0] !== old) continue;
      notes.open.push(`${file}:${lines.first}: a provider block in a module. Write one of ${next} for its objects.`);
    }
  }
  return new Map(aliases);
}

function callsIn(file: ProgramFile): Call[] {
  const blocks = allBlocks(file.text).filter(({ keyword }) => keyword === "module");
  return blocks.flatMap((block) => {
    const source = textIn(valueIn(file.text, block, "source")[0]?.[1]);
    return source?.startsWith(".") === true ? [{ file, block, folder: joined(folderOf(file.file), source) }] : [];
  });
}

interface Around {
  readonly calls: readonly Call[];
  readonly hasMoving: (folder: string) => boolean;
  readonly namesIn: (folder: string) => LocalNames;
}

function noteCall(
  { file: { file, text }, block, folder }: Call,
  around: Around,
  { edits, open }: Notes,
): [alias: string, place: string][] {
  const lines = block.arguments.get("providers");
  if (lines === undefined) return [];
  const written = linesIn(text, lines);
  const [within, here] = [around.namesIn(folder), around.namesIn(folderOf(file))];
  const entries = [...codeIn(written).matchAll(entry(within.old, here.old))];
  if (entries.length === 0) return [];
  const { first, last } = lines;
  const name = `module.${block.labels.join(".")}`;
  if (!around.hasMoving(folder)) {
    const isAbove = callsMovingModule(folder, around, new Set());
    if (isAbove) open.push(`${file}:${first}: ${name}: its own modules need a provider of ${here.next}, too.`);
    return [];
  }
  const added = entries.map(({ index, 0: { length }, groups = {} }) => {
    const { inner = "", outer = "" } = groups;
    return { at: index + length, text: `${within.next}${inner} = ${here.next}${outer}` };
  });
  const between = first === last ? ", " : "\n    ";
  const next = changed(
    written,
    added.map((one) => ({ from: one.at, to: one.at, text: between + one.text })),
  );
  const words = added.map((one) => `\`${one.text}\``).join(" and ");
  edits.push({ file, first, last, text: next, words: `${file}:${first}: add ${words} to the providers of ${name}.` });
  if (folderOf(file) !== ".") return [];
  return entries.flatMap(({ groups }): [string, string][] => [[groups?.["outer"]?.slice(1) ?? "", `${file}:${first}`]]);
}

/** Whether a module calls, directly or through others, a module with blocks that move. */
function callsMovingModule(folder: string, around: Around, seen: Set<string>): boolean {
  seen.add(folder);
  const below = around.calls.filter((call) => folderOf(call.file.file) === folder && !seen.has(call.folder));
  return below.some((call) => around.hasMoving(call.folder) || callsMovingModule(call.folder, around, seen));
}

/** A path below a folder, with `.` and `..` resolved. */
function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.length === 0 ? "." : parts.join("/");
}
