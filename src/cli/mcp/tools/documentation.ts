import type { Tool } from "@orgform/mcp";
import * as z from "zod";
import { defineTool } from "../define-tool.ts";
import type { Pages } from "../pages.ts";
import { PageSearch } from "../search.ts";

const MOST_HITS = 20;

/** Characters of a page that one answer gives. */
const PIECE = 30_000;

/** The tool that finds pages. */
export function searchDocs(pages: Pages): Tool {
  // Pages of an installed package don't change, so one index serves every query.
  let index: PageSearch | undefined;
  return defineTool({
    name: "search_docs",
    title: "Search the documentation",
    description:
      "Finds sections of guides, reference pages, and error codes by words. Read the whole page with read_page. Search for " +
      "an error by its code or its text.",
    inputs: {
      query: z.string().min(1).max(200).describe("Some words: import existing domain, unconfirmed_absence."),
      limit: z.number().int().min(1).max(MOST_HITS).default(8).describe("Maximum number of sections."),
    },
    run: ({ query, limit }) => {
      index ??= new PageSearch(pages.sections());
      const hits = index.find(query, limit);
      if (hits.length === 0)
        return "No page has any of these words. Try other words, or call read_page with reference/index.md.";
      return hits
        .map(({ section: { page, title, heading }, snippet }) => {
          const place = heading === title ? title : `${title}: ${heading}`;
          return `${page} (${place})\n${snippet}`;
        })
        .join("\n\n");
    },
  });
}

/** The tool that returns a page. */
export const readPage = (pages: Pages): Tool =>
  defineTool({
    name: "read_page",
    title: "Read a page of the documentation",
    description:
      "Returns a page in Markdown, such as reference/domain.md, guides/drift.md, or errors.md. reference/index.md lists " +
      "every resource, reference/functions/index.md every function, and reference/rules/index.md every rule. Reference pages have examples for each language.",
    inputs: {
      page: z
        .string()
        .min(1)
        .describe("Path of the page, such as guides/drift.md, or its URI orgform://docs/guides/drift.md."),
      offset: z
        .number()
        .int()
        .min(0)
        .default(0)
        .describe("First character to return, if the page doesn't fit into one answer."),
    },
    run: ({ page, offset }) => {
      const text = pages.named(page);
      const piece = text.slice(offset, offset + PIECE);
      const next = offset + piece.length;
      return next >= text.length ? piece : `${piece}\n\nThe page continues. Read it with offset ${next}.`;
    },
  });
