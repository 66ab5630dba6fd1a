import { changesText, durationText, headlineOf, tallyText } from "./words.ts";
import type { JoinedResults } from "./joined-results.ts";
import { type Cause, causesOf, namesText } from "../run/causes.ts";
import { objectSections } from "../run/object-sections.ts";
import type { OrganizationResult, RunResults } from "./run-results.ts";

/** A marker by which a script finds its earlier comment. */
const MARK = "<!-- orgform-fleet -->";

/** A comment on GitHub can have 65,536 characters; the rest is counted. */
const MOST_CHARACTERS = 60_000;

const ROOM_FOR_END = 200;

/** Longer messages are cut here; the page has all of them. */
const MOST_OF_MESSAGE = 1_500;

/** The results as a comment on a pull request: what is wrong first, then a table of all. */
export function resultsComment({ results, problems }: JoinedResults): string {
  const { organizations, fleet, reason } = results;
  const head = [
    MARK,
    `### Fleet ${code(fleet)}: ${tallyText(organizations)}`,
    "",
    `${headlineOf(results)}${reason === undefined ? "" : `: ${code(oneLine(reason))}`}.`,
    ...problems.flatMap((problem) => ["", `> ${code(oneLine(problem))}`]),
  ].join("\n");
  const failed = organizations.filter(({ state }) => state === "failed");
  const blocks = [
    ...(failed.length === 0 ? [] : ["\n#### Failed", ...causesOf(failed).map(failure)]),
    ...objectSections(organizations).flatMap(({ heading, rows }) => [
      `\n#### ${heading}\n`,
      ...rows.map(({ object, organizations: where }) => `- ${code(oneLine(object))} ${code(oneLine(where))}`),
    ]),
    [
      "",
      "#### All",
      "",
      "| organization | wave | state | changes | requests | time |",
      "|---|---|---|---|---|---|",
    ].join("\n"),
    ...organizations.map((one) => row(one, results.action)),
  ];
  return `${[head, ...fitting(blocks, MOST_CHARACTERS - head.length - ROOM_FOR_END)].join("\n")}\n`;
}

function failure({ organizations, message }: Cause): string {
  const shown = message.length > MOST_OF_MESSAGE ? `${message.slice(0, MOST_OF_MESSAGE)} …` : message;
  const lines = shown.split("\n").filter((line) => line.trim() !== "");
  return [`- ${code(namesText(organizations))}`, ...lines.map((line) => `  ${code(oneLine(line.trimEnd()))}`)].join(
    "<br>\n",
  );
}

function row(
  { name, wave, state, changes, calls, durationMs }: OrganizationResult,
  action: RunResults["action"],
): string {
  const done = state === "succeeded" ? changesText(changes, action) : "";
  return `| ${code(oneLine(name))} | ${wave} | ${state} | ${done} | ${calls ?? ""} | ${durationMs === undefined ? "" : durationText(durationMs)} |`;
}

function fitting(blocks: readonly string[], room: number): string[] {
  let left = room;
  const kept = blocks.findIndex((block) => (left -= block.length + 1) < 0);
  if (kept === -1) return [...blocks];
  return [
    ...blocks.slice(0, kept),
    "",
    `This comment is cut short: ${blocks.length - kept} more rows are only in the page.`,
  ];
}

/** Text from outside as code: nothing in it becomes a link, a mention, or HTML. The fence is longer than any within. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text === "" || /^[`\s]|[`\s]$/u.test(text) ? " " : "";
  return `${fence}${pad}${text.replaceAll("|", "\\|")}${pad}${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]\s*/gu, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, "\uFFFD");
}
