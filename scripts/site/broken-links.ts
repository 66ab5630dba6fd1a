import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A link of a built page that leads nowhere. */
export interface BrokenLink {
  /** File of the page, below the site. */
  readonly page: string;
  readonly target: string;
}

function filesIn(folder: string, ends: readonly string[]): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => ends.some((end) => name.endsWith(end)) && !name.startsWith("pagefind/")).toSorted();
}

/** The file that a server of files shows at a path below the site. */
function fileAt(folder: string, path: string): string | undefined {
  const plain = decodeURIComponent(path);
  const file = join(folder, plain, plain === "" || plain.endsWith("/") ? "index.html" : "");
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

const decoded = (text: string): string => text.replaceAll("&amp;", "&").replaceAll("&#38;", "&");

/** The links, sources and sets of sources of a page's markup, or the links of a page in Markdown. */
function targetsIn(name: string, text: string): string[] {
  const found = name.endsWith(".html")
    ? text.matchAll(/\s(?:href|src)="(?<target>[^"]*)"/gu)
    : text
        .replaceAll(/^\s*```[^]*?^\s*```/gmu, "")
        .replaceAll(/`[^`\n]*`/gu, "")
        .matchAll(/\]\((?<target>[^)\s]+)\)/gu);
  return [...found].map(({ groups }) => decoded(groups?.["target"] ?? ""));
}

/**
 * The links within a built site that lead to no file, or to no place in it; `base` is the path below which it is served.
 *
 * It doesn't request external addresses, because a build doesn't use the network.
 */
export function brokenLinks(folder: string, base: string): BrokenLink[] {
  const ids = new Map<string, Set<string>>();
  const idsOf = (file: string): Set<string> => {
    const known =
      ids.get(file) ??
      new Set(
        [...readFileSync(file, "utf8").matchAll(/\sid="(?<id>[^"]*)"/gu)].map(({ groups }) =>
          decoded(groups?.["id"] ?? ""),
        ),
      );
    ids.set(file, known);
    return known;
  };
  const leadsSomewhere = (name: string, target: string): boolean => {
    if (/^(?:[a-z]+:|\/\/)/u.test(target) || target === "") return true;
    const { pathname, hash } = new URL(target, `http://site${base}${name.replace(/index\.html$/u, "")}`);
    if (!pathname.startsWith(base)) return false;
    const file = fileAt(folder, pathname.slice(base.length));
    if (file === undefined) return false;
    // A page in Markdown has its places in the page that readers see.
    return (
      hash === "" || !file.endsWith(".html") || hash === "#_top" || idsOf(file).has(decodeURIComponent(hash.slice(1)))
    );
  };
  return filesIn(folder, [".html", ".md", "llms.txt"]).flatMap((name) =>
    [...new Set(targetsIn(name, readFileSync(join(folder, name), "utf8")))]
      .filter((target) => !leadsSomewhere(name, target))
      .map((target) => ({ page: name, target })),
  );
}
