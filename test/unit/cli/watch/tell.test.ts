import { afterEach, expect, jest, test } from "@jest/globals";

import { detailWords, eventWords, subjectWords } from "../../../../packages/watch/src/index.ts";
import type { LookResult } from "../../../../packages/watch/src/look/look-at.ts";
import { tell } from "../../../../src/cli/watch/tell.ts";
import { watchEvent } from "../../../support/watch-event.ts";

afterEach(() => void jest.restoreAllMocks());

/** What a check prints: standard output, and standard error. */
async function printed(result: Partial<LookResult>, isOnce: boolean): Promise<readonly [string, string]> {
  const [out, errors]: [string[], string[]] = [[], []];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0);
  jest.spyOn(process.stderr, "write").mockImplementation((text) => errors.push(String(text)) > 0);
  await tell("é|", { outcome: "clean", events: [], ...result }, isOnce);
  jest.restoreAllMocks();
  return [out.join(""), errors.join("")];
}

test.each([
  ["clean", "é|: nothing changed, no findings\n"],
  ["findings", "é|: nothing changed\n"],
  ["failed", "é|: couldn't be checked\n"],
] as const)("a check that somebody asked for and that is %s has a line", async (outcome, line) => {
  expect(await printed({ outcome }, true)).toEqual([line, ""]);
  expect(await printed({ outcome }, false)).toEqual(["", ""]);
});

test.each([
  ["postponed", "é|: the stack is being updated, so this check was skipped.\n"],
  [
    "lost",
    "é|: another watcher took over, or the history couldn't be used for a minute, so nothing of this check was kept.\n",
  ],
] as const)("a check that is %s is told in any case, to the operator", async (outcome, line) => {
  for (const isOnce of [true, false]) expect(await printed({ outcome }, isOnce)).toEqual(["", line]);
});

test("each event that is sent has a line, and one that is quiet has none", async () => {
  const finding = {
    type: "finding",
    kind: "missing",
    severity: "error",
    resource: "Role",
    id: "o/1",
    name: "role a|é",
  } as const;
  const sent = watchEvent(finding);
  const resolved = watchEvent(finding, { event: "resolved", at: "2026-11-26T09:00:00.000Z", isOpen: false });
  const line = (event: typeof sent): string =>
    `${event.at}  é|  ${eventWords(event.event)}  ${subjectWords(finding)}: ${detailWords(event)}\n`;
  const events = [sent, watchEvent(finding, { quiet: "update" }), resolved];
  for (const isOnce of [true, false])
    expect(await printed({ outcome: "findings", events }, isOnce)).toEqual([line(sent) + line(resolved), ""]);
  const [, quiet] = events;
  expect(await printed({ outcome: "findings", events: quiet === undefined ? [] : [quiet] }, true)).toEqual([
    "é|: nothing changed\n",
    "",
  ]);
});
