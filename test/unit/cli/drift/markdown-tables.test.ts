import { expect, test } from "@jest/globals";

import { resultsComment } from "../../../../packages/fleet/src/ci/comment.ts";
import type { JoinedResults } from "../../../../packages/fleet/src/ci/joined-results.ts";
import { markdownReport } from "../../../../src/cli/drift/formats/markdown.ts";
import { type Look, rollUp } from "../../../../src/cli/fleet/drift/fleet-drift.ts";
import { fleetMarkdown } from "../../../../src/cli/fleet/drift/formats.ts";
import { SAMPLE } from "./sample-report.ts";

/** Characters that end a cell or a row, alone and after a backslash, which would undo an escape. */
const AWKWARD = ["one|other", "|", "tail|", "back\\|slash", "`|`", "line\nbreak|", "line\r\n|break"];

/** Names of values from a closed list, which nobody outside can choose. */
const CLOSED = ["kind", "outcome", "engine", "action", "state", "resource"];

/** Its name has a pattern, which the fleet file is held to. */
const LOOK: Pick<Look, "report" | "reason"> = { report: SAMPLE, reason: "No key." };

const RESULTS: JoinedResults = {
  results: {
    schemaVersion: 1,
    fleet: "fleet.yaml",
    action: "up",
    state: "stopped",
    reason: "1 organization failed",
    started: "2026-11-23T03:00:00.417Z",
    ended: "2026-11-23T03:00:09.001Z",
    organizations: [
      {
        name: "globex",
        template: "standard",
        wave: 1,
        state: "failed",
        changes: { create: 1, update: 0, replace: 0, delete: 0 },
        calls: 3,
        durationMs: 1501,
        message: "It failed.\nSay why.",
      },
    ],
  },
  problems: ["A shard is missing."],
};

/** Every string from outside, by its path. */
function textsIn(value: unknown, above: readonly string[] = []): string[][] {
  if (typeof value === "string") return CLOSED.includes(above.at(-1) ?? "") ? [] : [[...above]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) => textsIn(below, [...above, name]));
}

function withText<T>(value: T, [name, ...rest]: readonly string[], text: string): T {
  if (name === undefined) return text as T; // -- the way ends at a text
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = withText(copy[name], rest, text);
  return copy as T;
}

/** Each row of each table with its number of cells, as GitHub splits it. `\|` doesn't end a cell. */
function cellsIn(markdown: string): number[] {
  const lines = markdown.split("\n");
  const isHead = (line: string): boolean => /^\|[-|]+\|$/u.test(line);
  return lines.flatMap((line, index) => {
    if (!isHead(line)) return [];
    const end = lines.findIndex((other, at) => at > index && other.trim() === "");
    const rows = lines.slice(index - 1, end === -1 ? lines.length : end).filter((row) => row !== "");
    return rows.map((row) => (/^\|.*\|$/u.test(row) ? row.slice(1, -1).split(/(?<!\\)\|/u).length : -1));
  });
}

const PAGES = {
  drift: { of: SAMPLE, show: markdownReport },
  "drift of a fleet": {
    of: LOOK,
    show: (look: typeof LOOK) =>
      fleetMarkdown(
        rollUp([{ name: "globex", template: "standard", outcome: "drift", ...look }], "2026-11-23T03:00:00.001Z"),
      ),
  },
  "results of a fleet": { of: RESULTS, show: resultsComment },
};

test.each(Object.entries(PAGES))("every text in the page of %s may hold what ends a cell", (_name, { of, show }) => {
  const shown = show as (value: unknown) => string;
  const plain = cellsIn(shown(of));
  expect(plain.length).toBeGreaterThan(2);
  expect(new Set(plain).has(-1)).toBe(false);
  const broken = textsIn(of).flatMap((way) =>
    AWKWARD.filter((text) => cellsIn(shown(withText(of, way, text))).join() !== plain.join()).map(
      (text) => `${way.join(".")}: ${JSON.stringify(text)}`,
    ),
  );
  expect(broken).toEqual([]);
});
