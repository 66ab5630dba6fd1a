import { type Places, withLinks } from "./links.ts";
import type { SitePage } from "./page.ts";
import type { Home } from "./places.ts";
import type { Part } from "./sidebar.ts";

/** The path of a page as Markdown, below the site: `guides/people.md`. */
export function markdownPath(route: string): string {
  return `${route === "" ? "index" : route}.md`;
}

/** A page as Markdown, whose links lead to other pages as Markdown. */
export function asMarkdown(page: SitePage, places: Places, { base }: Home): string {
  const addressOf = (route: string, anchor?: string): string =>
    `${base}${markdownPath(route)}${anchor === undefined ? "" : `#${anchor}`}`;
  const services = page.services === undefined ? "" : `Services: ${page.services.join("; ")}\n\n`;
  return `# ${page.title}\n\n${services}${withLinks(page.text, page.source, places, addressOf).trim()}\n`;
}

function sectionsOf(parts: readonly Part[], line: (route: string) => string): string[] {
  return parts.flatMap(({ label, routes, parts: below = [] }) => {
    const own = routes.length === 0 ? [] : [`## ${label}\n\n${routes.map(line).join("\n")}`];
    return [...own, ...sectionsOf(below, line)];
  });
}

/** The list of all pages for programs that read: `llms.txt`. */
export function llmsList(pages: readonly SitePage[], sidebar: readonly Part[], about: string, { base }: Home): string {
  const byRoute = new Map(pages.map((page) => [page.route, page]));
  const line = (route: string): string => {
    const { title = "", description = "" } = byRoute.get(route) ?? {};
    return `- [${title}](${base}${markdownPath(route)}): ${description}`;
  };
  const whole = `Everything in one file: [llms-full.txt](${base}llms-full.txt)`;
  return `# Orgform\n\n> ${about}\n\n${whole}\n\n${sectionsOf(sidebar, line).join("\n\n")}\n`;
}

/** All pages one after the other, in the order of the list: `llms-full.txt`. */
export function llmsFull(markdown: ReadonlyMap<string, string>, sidebar: readonly Part[]): string {
  const routesOf = ({ routes, parts = [] }: Part): string[] => [...routes, ...parts.flatMap(routesOf)];
  const texts = sidebar.flatMap(routesOf).map((route) => (markdown.get(route) ?? "").trim());
  return `${texts.join("\n\n---\n\n")}\n`;
}
