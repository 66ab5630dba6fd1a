import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The repository. */
export const REPOSITORY = join(__dirname, "../..");

/** One page for readers. */
export interface DocPage {
  /** Path from the repository. */
  readonly path: string;
  readonly text: string;
}

/** One fenced block of a page. */
export interface DocBlock {
  readonly page: string;
  /** Line of its first line of content, from 1. */
  readonly line: number;
  readonly language: string;
  /** The further text of the fence: `sketch` for a part of a program. */
  readonly mark: string;
  readonly text: string;
}

/** All pages: those at the top of the repository and everything under `docs`, `examples`, `packages` and `skills`. */
export function docPages(): DocPage[] {
  const top = readdirSync(REPOSITORY).filter((name) => name.endsWith(".md"));
  const below = ["docs", "examples", "packages", "skills"].flatMap((folder) => markdownIn(join(REPOSITORY, folder)));
  return [...top, ...below].sort().map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), "utf8") }));
}

/** Installed and built folders contain no page, and a concurrent build creates and removes folders with such names. */
const NOT_WRITTEN = /^(?:node_modules$|dist(?:-|$))/u;

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_WRITTEN.test(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return markdownIn(path);
      return entry.name.endsWith(".md") ? [relative(REPOSITORY, path)] : [];
    });
}

/** The fenced blocks of a page. */
export function blocksOf({ path, text }: DocPage): DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: (Omit<DocBlock, "page" | "text"> & { lines: string[]; indent: string }) | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^(\s*)```(\w*) *(\w*)/u.exec(line);
    // A block of a list is as far to the right as its item.
    if (fence === null) open?.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    else if (open === undefined) {
      const [, indent = "", language = "", mark = ""] = fence;
      open = { line: index + 2, language, mark, indent, lines: [] };
    } else {
      const { lines, indent: _indent, ...rest } = open;
      blocks.push({ page: path, ...rest, text: lines.join("\n") });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`${path}:${open.line} is never closed`);
  return blocks;
}

/** The text of a page without its fenced blocks. */
export function proseOf({ text }: DocPage): string {
  return text.replaceAll(/^\s*```[\s\S]*?^\s*```/gmu, "");
}

/** The anchors that a page's headings have on the forge. */
export function anchorsOf(page: DocPage): Set<string> {
  const headings = [...proseOf(page).matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
