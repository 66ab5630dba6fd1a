import { allBlocks } from "../provider/configuration/block-lines.ts";
import type { ProgramFile } from "../provider/configuration/configuration.ts";
import { addressOf, indexText } from "./import-blocks.ts";
import { type Notes, type SkippedLines } from "./program-parts.ts";
import type { StoredBlock } from "./stored-values.ts";
import { valueIn } from "./provider-blocks.ts";

interface Around {
  readonly stored: readonly StoredBlock[];
  readonly isMoving: (type: string) => boolean;
}

/** The vendor's type in an address. */
const TYPE = /(?:^|\.)(?<type>posthog_\w+)\.[\w-]+/u;

/**
 * Handles blocks about objects that were moved, removed, or imported before. The engine follows chains of moves, so
 * earlier moves of the vendor's objects stay. A finished import names a block that no longer exists.
 */
export function noteHistory(
  files: readonly ProgramFile[],
  { stored, isMoving }: Around,
  { edits, open }: Notes,
): SkippedLines[] {
  const hcl = files.filter(({ file }) => !file.endsWith(".json"));
  return hcl.flatMap(({ file, text }) =>
    allBlocks(text).flatMap((block): SkippedLines[] => {
      const { keyword, lines } = block;
      const address = ["from", "to"].flatMap((name) => valueIn(text, block, name))[0]?.[1]?.trim() ?? "";
      const { type = "" } = TYPE.exec(address)?.groups ?? {};
      if (!isMoving(type) || !["moved", "removed", "import"].includes(keyword)) return [];
      if (keyword !== "import") return [{ file, lines }];
      const isDone = !block.arguments.has("for_each") && stored.some((one) => isInstance(one, address));
      const { first, last } = lines;
      const words = `${file}:${first}-${last}: delete the block import of ${address}, which is in the state.`;
      if (isDone) edits.push({ file, first, last, words });
      else open.push(`${file}:${first}: import of ${address}: apply it before the switch, and delete it.`);
      return [{ file, lines }];
    }),
  );
}

const isInstance = (block: StoredBlock, address: string): boolean =>
  block.instances.some(({ index_key: key }) => address === addressOf(block) + indexText(key));
