import { allBlocks } from "../provider/configuration/block-lines.ts";
import type { ProgramFile } from "../provider/configuration/configuration.ts";
import { addressOf, indexText } from "./import-blocks.ts";
import { type Notes, type SkippedLines } from "./program-parts.ts";
import type { StoredBlock } from "./stored-values.ts";
import { valueIn } from "./provider-blocks.ts";

interface Around {
  readonly stored: readonly StoredBlock[];
  readonly isMoving: (type: string) => boolean;
  /**
   * Whether the engine still needs earlier moves. It follows chains of them, but refuses a move from an address that is
   * declared again.
   */
  readonly areMovesKept: boolean;
}

/** A type with a name in an address. */
const OBJECT = /(?:^|\.)(?<type>(?:posthog|orgform)_\w+)\.(?<name>[\w-]+)/u;

/**
 * Handles blocks about objects that were moved, removed, or imported before. A finished import or move names a block that
 * no longer exists.
 */
export function noteHistory(
  files: readonly ProgramFile[],
  { stored, isMoving, areMovesKept }: Around,
  { edits, open }: Notes,
): SkippedLines[] {
  const hcl = files.filter(({ file }) => !file.endsWith(".json"));
  return hcl.flatMap(({ file, text }) =>
    allBlocks(text).flatMap((block): SkippedLines[] => {
      const { keyword, lines } = block;
      const [from, to] = ["from", "to"].map((name) => valueIn(text, block, name)[0]?.[1]);
      const address = to ?? from ?? "";
      const isOurs = [from, to].some((one) => isMoving(OBJECT.exec(one ?? "")?.groups?.["type"] ?? ""));
      if (!isOurs || !["moved", "removed", "import"].includes(keyword)) return [];
      if (keyword === "removed" || (keyword === "moved" && areMovesKept)) return [{ file, lines }];
      const { first, last } = lines;
      const isDone = keyword === "moved" ? isStored(stored, address) : isImported(stored, block, address);
      const what = `${keyword === "moved" ? "move to" : "import of"} ${address}`;
      const words = `${file}:${first}-${last}: delete the block ${keyword} of ${address}, which is in the state.`;
      if (isDone) edits.push({ file, first, last, words });
      else open.push(`${file}:${first}: ${what}: apply it before the switch, and delete it.`);
      return [{ file, lines }];
    }),
  );
}

const isImported = (
  stored: readonly StoredBlock[],
  block: { readonly arguments: ReadonlyMap<string, unknown> },
  address: string,
): boolean => !block.arguments.has("for_each") && stored.some((one) => isInstance(one, address));

/** Whether the state has the object, in whatever module. */
function isStored(stored: readonly StoredBlock[], address: string): boolean {
  const { type, name } = OBJECT.exec(address)?.groups ?? {};
  return stored.some((one) => one.type === type && one.name === name);
}

const isInstance = (block: StoredBlock, address: string): boolean =>
  block.instances.some(({ index_key: key }) => address === addressOf(block) + indexText(key));
