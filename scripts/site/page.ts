/** One page of the site, before it is written in any of its two forms. */
export interface SitePage {
  /** Address below the site, without slashes at the ends: `guides/people`; empty for the front page. */
  readonly route: string;
  readonly title: string;
  /** One sentence for lists and search engines. */
  readonly description: string;
  /** Markdown without the title; links lead to paths of the repository, seen from `source`. */
  readonly text: string;
  /** The file of the repository from whose folder the links are seen. */
  readonly source: string;
  /** The file or folder to edit for a change of the page. */
  readonly edit: string;
  /** The services that the page is about; absent if it's about none. */
  readonly services?: readonly string[];
}

/** Title and text of a Markdown page in the repository. */
export function titleAndText(path: string, raw: string): { readonly title: string; readonly text: string } {
  const found = /^# (?<title>.+)$/mu.exec(raw);
  if (found?.groups === undefined) throw new Error(`${path} has no title: a line that begins with "# ".`);
  const text = raw.slice(found.index + found[0].length).trim();
  return { title: (found.groups["title"] ?? "").replaceAll("`", ""), text: `${text}\n` };
}

/** The source of a generated page, from the comment at its top. */
export function writtenFrom(raw: string): string | undefined {
  return /^<!-- Written by `npm run gen` from (?<from>[\w./-]+)/u.exec(raw)?.groups?.["from"];
}

/** The first paragraph of a text as one plain sentence or two, at most 200 characters. */
export function descriptionOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/u).map((paragraph) => paragraph.trim());
  const first = paragraphs.find((paragraph) => /^[`\p{L}[*]/u.test(paragraph) && !paragraph.startsWith("```")) ?? "";
  const plain = first
    .replaceAll(/\[(?<label>[^\]]*)\]\([^)]*\)/gu, "$<label>")
    .replaceAll(/[*`]/gu, "")
    .replaceAll(/\s+/gu, " ");
  if (plain.length <= 200) return plain;
  const end = plain.slice(0, 200).lastIndexOf(". ");
  return end > 40 ? plain.slice(0, end + 1) : `${plain.slice(0, plain.slice(0, 197).lastIndexOf(" "))} ...`;
}
