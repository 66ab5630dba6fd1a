import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "@orgform/mcp";
import { nearest } from "../../model/suggest.ts";
import { UsageError } from "../usage-error.ts";

/** Before the path of a page in its address. */
const SCHEME = "orgform://docs/";

/** A page of a function, which a separate tool describes. The page can be read by name, but isn't listed. */
const isOfFunction = (path: string): boolean => path.startsWith("reference/functions/") && !path.endsWith("/index.md");

/** A part of a page under its heading. */
export interface Section {
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** The pages of the documentation in the folder of `@orgform/docs`. */
export class Pages {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Every page, as a resource of the protocol. */
  all(): Page[] {
    return this.#listed().map((path) => ({
      uri: `${SCHEME}${path}`,
      title: this.#titleOf(path),
      read: () => this.#pageText(path),
    }));
  }

  /** The text of the page of that path or address. @throws UsageError */
  named(given: string): string {
    const paths = this.#every();
    const wanted = given.replace(SCHEME, "").replace(/^(?:\.\/|docs\/)+/u, "");
    const names = [wanted, `${wanted}.md`, `${wanted.replace(/\.md$/u, "")}/index.md`];
    const path = paths.find((one) => names.includes(one)) ?? uniquePage(paths, wanted);
    if (path !== undefined) return this.#pageText(path);
    const near = nearest(wanted, paths);
    const hint = near === undefined ? "search_docs finds pages by words." : `Did you mean ${near}?`;
    throw new UsageError(`There is no page ${given}. ${hint}`);
  }

  /** All pages in parts, in order. */
  sections(): Section[] {
    return this.#listed().flatMap((page) => {
      const title = this.#titleOf(page);
      return this.#pageText(page)
        .split(/^(?=#{1,4} )/mu)
        .filter((part) => part.trim() !== "")
        .map((part) => {
          const [first = "", ...rest] = part.split("\n");
          const heading = first.replace(/^#+ /u, "");
          return { page, title, heading, text: rest.join("\n").trim() };
        });
    });
  }

  /** Paths of all pages: `guides/drift.md`. */
  #every(): string[] {
    if (!existsSync(this.#folder)) return [];
    const found = readdirSync(this.#folder, { recursive: true, encoding: "utf8" });
    return found
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".md"))
      .toSorted();
  }

  /** Paths of the pages that are listed and searched. */
  #listed(): string[] {
    return this.#every().filter((path) => !isOfFunction(path));
  }

  #titleOf(path: string): string {
    return /^# (?<title>.+)$/mu.exec(this.#pageText(path))?.groups?.["title"] ?? path;
  }

  /** The text of a page without what only generators read. */
  #pageText(path: string): string {
    return readFileSync(join(this.#folder, path), "utf8").replace(/^<!--[^]*?-->\s*/u, "");
  }
}

/** A page with this name, if no other page has it. */
function uniquePage(paths: readonly string[], wanted: string): string | undefined {
  const found = paths.filter((one) => [basename(one), basename(one, ".md")].includes(wanted));
  return found.length === 1 ? found[0] : undefined;
}
