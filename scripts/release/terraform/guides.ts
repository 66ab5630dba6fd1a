import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("guides", import.meta.url));

/** The guides of the registry, where the writer of its pages looks for them: texts by path. */
export function guideFiles(): Map<string, string> {
  const names = readdirSync(FOLDER).toSorted();
  return new Map(names.map((name) => [`templates/guides/${name}`, readFileSync(join(FOLDER, name), "utf8")]));
}
