import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A link to a page of ours. */
const LINK = /\]\((?:\.\.\/)+docs\/(?<page>[\w/-]+)\.md(?<anchor>#[\w-]+)?\)/gu;

const { homepage } = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../../package.json", import.meta.url)), "utf8"),
) as { readonly homepage: string };

/** A registry shows only the page, so links lead to the documentation site. */
const linkedToSite = (text: string): string =>
  text.replaceAll(LINK, (_link, page: string, anchor = "") => `](${homepage.replace(/\/?$/u, "/")}${page}/${anchor})`);

const FOLDER = fileURLToPath(new URL("guides", import.meta.url));

/** The guides of the registry, as texts by the path where the page writer expects them. */
export function guideFiles(): Map<string, string> {
  const names = readdirSync(FOLDER).toSorted();
  return new Map(
    names.map((name) => [`templates/guides/${name}`, linkedToSite(readFileSync(join(FOLDER, name), "utf8"))]),
  );
}
