import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { isRecord, parsedJson } from "../../../../model/json-value.ts";
import { type BlockLines, blockLines } from "./block-lines.ts";
import { jsonResourceBlocks } from "./json-blocks.ts";
import { type ResourceBlock, resourceBlocks } from "./resource-blocks.ts";

/** A block with its file, as a path from the folder of the program. */
export interface PlacedBlock extends ResourceBlock {
  readonly file: string;
}

/** The resource blocks of a program and of its own modules; none in unreadable files. */
export function blocksIn(folder: string): PlacedBlock[] {
  return filesOf(folder).flatMap((file) => {
    const blocks = file.endsWith(".json") ? jsonResourceBlocks : resourceBlocks;
    return blocks(sourceText(join(folder, file))).map((block) => ({ ...block, file }));
  });
}

/** The same with all lines of each block, of the files in HCL. */
export function placedBlockLines(folder: string): (BlockLines & { readonly file: string })[] {
  const files = filesOf(folder).filter((file) => !file.endsWith(".json"));
  return files.flatMap((file) => blockLines(sourceText(join(folder, file))).map((block) => ({ ...block, file })));
}

/** A file of a program, as a path from its folder. */
export interface ProgramFile {
  readonly file: string;
  readonly text: string;
}

/** All files of a program and of its own modules. */
export function programFiles(folder: string): ProgramFile[] {
  return filesOf(folder).map((file) => ({ file, text: sourceText(join(folder, file)) }));
}

/** A file of tests for the engine itself, with the folder of the module that it tests. */
export interface TestFile extends ProgramFile {
  readonly folder: string;
}

/** The tests of a program and of its own modules, which are beside the module or in its folder `tests`. */
export function programTests(folder: string): TestFile[] {
  return [".", ...moduleFolders(folder)].flatMap((module) =>
    [".", "tests"].flatMap((below) =>
      namesIn(join(folder, module, below), /\.(?:tftest|tofutest)\.(?:hcl|json)$/u)
        .map((name) => join(module, below, name))
        .map((file) => ({ file, text: sourceText(join(folder, file)), folder: module })),
    ),
  );
}

/** The files of a program and of its own modules, as paths from its folder. */
function filesOf(folder: string): string[] {
  return [".", ...moduleFolders(folder)].flatMap((module) =>
    filesIn(join(folder, module)).map((name) => join(module, name)),
  );
}

/** Folders of modules by a path, as paths from the program's; those that were fetched are somebody else's. */
export function moduleFolders(folder: string): string[] {
  const listed = parsedJson(sourceText(join(folder, ".terraform/modules/modules.json")));
  const modules: unknown = isRecord(listed) ? listed["Modules"] : undefined;
  const folders = (Array.isArray(modules) ? modules : []).map((one: unknown) =>
    isRecord(one) ? one["Dir"] : undefined,
  );
  const own = folders.filter((one): one is string => typeof one === "string" && !one.startsWith(".terraform"));
  return [...new Set(own)].filter((one) => one !== "." && one !== "");
}

/** The names of a program's files. */
export const PROGRAM_FILE = /\.(?:tf|tofu)(?:\.json)?$/u;

const filesIn = (folder: string): string[] => namesIn(folder, PROGRAM_FILE);

function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .toSorted();
  } catch {
    return [];
  }
}

function sourceText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
