import { API_ERROR_CODES } from "../../src/client/error-codes.ts";
import { PROBLEM_CODES } from "../../src/model/diagnostics.ts";
import type { SitePage } from "./page.ts";

interface Entry {
  readonly code: string;
  readonly summary: string;
  readonly remedy: string;
  /** Who raises it. */
  readonly by: string;
  /** The file that declares it. */
  readonly edit: string;
}

/** Every error code, in the order of the alphabet. */
function errorCodes(): Entry[] {
  const of = (
    codes: Readonly<Record<string, { summary: string; remedy: string }>>,
    by: string,
    edit: string,
  ): Entry[] => Object.entries(codes).map(([code, { summary, remedy }]) => ({ code, summary, remedy, by, edit }));
  const all = [
    ...of(PROBLEM_CODES, "the provider", "src/model/diagnostics.ts"),
    ...of(API_ERROR_CODES, "the client", "src/client/error-codes.ts"),
  ];
  return all.toSorted((left, right) => (left.code < right.code ? -1 : 1));
}

function pageOf({ code, summary, remedy, by, edit }: Entry, speakOfIt: readonly SitePage[]): SitePage {
  const links = speakOfIt.map(({ title, source }) => `- [${title}](/${source})`);
  const more = links.length === 0 ? "" : `\n## Pages that speak of it\n\n${links.join("\n")}\n`;
  const text = `${summary}\n\n## What to do\n\n${remedy}\n\nThis code comes from ${by}. All codes: [Error codes](/docs/errors.md).\n${more}`;
  return { route: `errors/${code}`, title: code, description: summary, text, source: "docs/errors.md", edit };
}

/** A page for each error code. `others` are the pages that might mention it. */
export function errorPages(others: readonly SitePage[]): SitePage[] {
  return errorCodes().map((entry) => {
    const speakOfIt = others.filter(
      ({ text, source }) => source !== "docs/errors.md" && text.includes(`\`${entry.code}\``),
    );
    return pageOf(entry, speakOfIt);
  });
}

/** The page that lists all codes, each with a link to its own. */
export function errorIndex(page: SitePage): SitePage {
  const rows = errorCodes().map(({ code, summary }) => `| [\`${code}\`](/docs/errors.md#${code}) | ${summary} |`);
  const [intro = ""] = page.text.split("\n## ");
  return { ...page, text: `${intro.trim()}\n\n| code | what is the case |\n|---|---|\n${rows.join("\n")}\n` };
}
