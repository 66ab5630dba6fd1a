import { engineOf } from "./engine-tabs.ts";
import { piecesOf } from "./markdown.ts";
import { descriptionOf, type SitePage, titleAndText } from "./page.ts";

/** The parts of README.md that other pages of the site say in full. */
const LEFT_OUT = ["Guides", "Resources", "What it costs"];

/** Where a reader goes from the front page: a page of docs, and for whom it is. */
const WAYS: readonly (readonly [path: string, label: string, what: string])[] = [
  ["/docs/tutorial.md", "Tutorial", "ten minutes with the sandbox on your machine, no account needed"],
  ["/README.md#use-it", "Overview", "install it, choose an engine, configure it"],
  ["/docs/guides/people.md", "How-to guides", "people, sign-in, exports, drift, fleets"],
  ["/docs/reference/index.md", "Reference", "every resource, function, setting and command"],
  ["/docs/explanation/nothing-doubled.md", "How it works", "why nothing is doubled and nothing is dropped"],
  ["/docs/troubleshooting.md", "Troubleshooting", "from what you see to what helps"],
  ["/docs/comparison.md", "Comparison", "beside the official Terraform provider, with figures"],
  ["/docs/errors.md", "Error codes", "a page for each of them"],
];

/** The sections of a text: the text before the first second-level heading, then each heading with its text. */
function sectionsOf(text: string): {
  readonly intro: string;
  readonly sections: readonly (readonly [string, string])[];
} {
  const parts: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  for (const piece of piecesOf(text)) {
    for (const line of piece.isFence ? [piece.text] : piece.text.split("\n")) {
      if (!piece.isFence && line.startsWith("## ")) parts.push({ heading: line.slice(3), lines: [] });
      else parts.at(-1)?.lines.push(line);
    }
  }
  const [first, ...rest] = parts.map(({ heading, lines }) => [heading, lines.join("\n").trim()] as const);
  return { intro: first?.[1] ?? "", sections: rest };
}

/** The first program of README.md once for each engine, in the order in which README has them. */
function firstPrograms(readme: string): string {
  const byEngine = new Map<string, string>();
  for (const piece of piecesOf(readme)) {
    const engine = engineOf(piece);
    if (engine !== undefined && !byEngine.has(engine)) byEngine.set(engine, piece.text);
  }
  return [...byEngine.values()].join("\n\n");
}

/** The front page: the beginning of README.md, its program for every engine, and where to go from there. */
export function frontPage(readme: string): SitePage {
  const { text } = titleAndText("README.md", readme);
  const { intro } = sectionsOf(text);
  const [, ...afterProgram] = piecesOf(intro).flatMap((piece, index) => (index === 1 ? [] : [piece]));
  const [before = { text: "" }] = piecesOf(intro);
  const rest = afterProgram.map((piece) => piece.text).join("\n");
  const ways = WAYS.map(([path, label, what]) => `- [${label}](${path}): ${what}`).join("\n");
  return {
    route: "",
    title: "Orgform",
    description: descriptionOf(text),
    text: `${before.text.trim()}\n\n${firstPrograms(text)}\n\n${rest.trim()}\n\n## Where to go\n\n${ways}\n`,
    source: "README.md",
    edit: "README.md",
  };
}

/** The rest of README.md as a page of its own, without what other pages say in full. */
export function overviewPage(readme: string): SitePage {
  const { sections } = sectionsOf(titleAndText("README.md", readme).text);
  const kept = sections.filter(([heading]) => !LEFT_OUT.includes(heading));
  return {
    route: "overview",
    title: "Overview",
    description: "Install Orgform, choose an engine, configure it, and what is supported.",
    text: `${kept.map(([heading, text]) => `## ${heading}\n\n${text}`).join("\n\n")}\n`,
    source: "README.md",
    edit: "README.md",
  };
}
