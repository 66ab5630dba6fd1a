import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

import { asMarkdown, llmsFull, llmsList, markdownPath } from "./for-programs.ts";
import { type Places, withLinks } from "./links.ts";
import { bodyOf } from "./mdx.ts";
import type { SitePage } from "./page.ts";
import { themed, themedName, withThemedPictures } from "./pictures.ts";
import type { Home } from "./places.ts";
import type { Part } from "./sidebar.ts";

/** The source of the generator's list of pages. */
interface SidebarItem {
  readonly label: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** Everything that a build is made from. */
export interface Sources {
  readonly root: string;
  readonly pages: readonly SitePage[];
  readonly sidebar: readonly Part[];
  readonly places: Places;
  readonly home: Home;
  /** A description of the project, in one sentence. */
  readonly about: string;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The page to show instead of a missing page. */
const NOT_FOUND = `---
title: There is no such page
template: splash
editUrl: false
pagefind: false
---

Search for it above, or begin at [the front page](/).
`;

/** What searches would find in every version's notes is on a page of its own too. */
const NOT_SEARCHED = new Set(["changelog"]);

/** A page for the generator: its metadata, and its text with links of the site. */
export function sourceOf(
  page: SitePage,
  { root, places, home }: Sources,
): { readonly extension: string; readonly text: string } {
  const addressOf = (route: string, anchor?: string): string =>
    `${home.base}${route === "" ? "" : `${route}/`}${anchor === undefined ? "" : `#${anchor}`}`;
  const { extension, body } = bodyOf(withLinks(page.text, page.source, places, addressOf));
  const kind = statSync(join(root, page.edit)).isDirectory() ? "tree" : "edit";
  const matter = {
    title: page.title,
    description: page.description,
    editUrl: `${home.forge}/${kind}/main/${page.edit}`,
    markdown: `${home.base}${markdownPath(page.route)}`,
    ...(page.services === undefined ? {} : { services: page.services }),
    ...(NOT_SEARCHED.has(page.route) ? { pagefind: false } : {}),
  };
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return { extension, text: `---\n${lines.join("\n")}\n---\n\n${withThemedPictures(body)}` };
}

function sidebarItem(part: Part, titles: ReadonlyMap<string, string>): SidebarItem {
  const pages = part.routes.map((route) => ({
    label: titles.get(route) ?? route,
    link: route === "" ? "/" : `/${route}/`,
  }));
  const below = (part.parts ?? []).map((one) => sidebarItem(one, titles));
  return { label: part.label, collapsed: part.isLong === true, items: [...pages, ...below] };
}

/** Copies the pictures of the documentation, drawings once for each theme. */
function writePictures(root: string, into: string): void {
  for (const name of readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })) {
    const path = `docs/${name}`;
    if (extname(name) === ".png") {
      mkdirSync(dirname(join(into, path)), { recursive: true });
      cpSync(join(root, path), join(into, path));
    }
    if (extname(name) !== ".svg") continue;
    const svg = readFileSync(join(root, path), "utf8");
    write(join(into, path), svg);
    for (const theme of ["light", "dark"] as const) write(join(into, themedName(path, theme)), themed(svg, theme));
  }
}

/** Rewrites the generator's sources of the site in `site`. */
export function writeSources(sources: Sources): void {
  const { root, pages, sidebar, places, home, about } = sources;
  const content = join(root, "site/src/content/docs");
  const published = join(root, "site/public");
  for (const folder of [content, published]) rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "site/static"), published, { recursive: true });
  const markdown = new Map(pages.map((page) => [page.route, asMarkdown(page, places, home)]));
  for (const page of pages) {
    const { extension, text } = sourceOf(page, sources);
    write(join(content, `${page.route === "" ? "index" : page.route}.${extension}`), text);
    write(join(published, markdownPath(page.route)), markdown.get(page.route) ?? "");
  }
  write(join(content, "404.md"), NOT_FOUND.replace("(/)", `(${home.base})`));
  writePictures(root, published);
  const titles = new Map(pages.map(({ route, title }) => [route, title]));
  const parts = sidebar.map((part) => sidebarItem(part, titles));
  write(join(root, "site/src/content/sidebar.json"), JSON.stringify({ ...home, about, parts }));
  write(join(published, "llms.txt"), llmsList(pages, sidebar, about, home));
  write(join(published, "llms-full.txt"), llmsFull(markdown, sidebar));
}
