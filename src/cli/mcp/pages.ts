import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@orgform/mcp";
import { inPackage } from "../../app/packaged-file.ts";
import { nearest } from "../../model/suggest.ts";
import { UsageError } from "../usage-error.ts";

/** The pages that the package holds. */
const FOLDER = fileURLToPath(inPackage("../docs/"));

/** Before the path of a page in its address. */
const SCHEME = "orgform://docs/";

/** What a tool of its own describes: a function. Its page is read where it is named, and listed nowhere. */
const isOfFunction = (path: string): boolean => path.startsWith("reference/functions/") && !path.endsWith("/index.md");

/** Paths of all pages: `guides/drift.md`. */
function everyPath(): string[] {
  if (!existsSync(FOLDER)) return [];
  const found = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  return found.filter((path) => path.endsWith(".md")).toSorted();
}

/** Paths of the pages that are listed and searched. */
const pagePaths = (): string[] => everyPath().filter((path) => !isOfFunction(path));

/** Every page, as a resource of the protocol. */
export function allPages(): Page[] {
  return pagePaths().map((path) => ({ uri: `${SCHEME}${path}`, title: titleOf(path), read: () => pageText(path) }));
}

/** The text of a page without what only generators read. */
function pageText(path: string): string {
  return readFileSync(`${FOLDER}${path}`, "utf8").replace(/^<!--[^]*?-->\s*/u, "");
}

const titleOf = (path: string): string => /^# (?<title>.+)$/mu.exec(pageText(path))?.groups?.["title"] ?? path;

/** The text of the page of that path or address. @throws UsageError */
export function pageNamed(given: string): string {
  const paths = everyPath();
  const wanted = given.replace(SCHEME, "").replace(/^(?:\.\/|docs\/)+/u, "");
  const path = paths.find((one) => one === wanted || one === `${wanted}.md`) ?? theOnly(paths, wanted);
  if (path !== undefined) return pageText(path);
  const near = nearest(wanted, paths);
  const hint = near === undefined ? "search_docs finds pages by words." : `Did you mean ${near}?`;
  throw new UsageError(`There is no page ${given}. ${hint}`);
}

/** A page by its name alone, where no other has it. */
function theOnly(paths: readonly string[], wanted: string): string | undefined {
  const found = paths.filter((one) => [basename(one), basename(one, ".md")].includes(wanted));
  return found.length === 1 ? found[0] : undefined;
}

/** A part of a page under its heading. */
export interface Section {
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** All pages in parts, in order. */
export function sections(): Section[] {
  return pagePaths().flatMap((page) => {
    const title = titleOf(page);
    return pageText(page)
      .split(/^(?=#{1,4} )/mu)
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [first = "", ...rest] = part.split("\n");
        const heading = first.replace(/^#+ /u, "");
        return { page, title, heading, text: rest.join("\n").trim() };
      });
  });
}
