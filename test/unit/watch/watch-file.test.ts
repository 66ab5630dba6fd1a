import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

import { DEFAULT_WATCH_FILE, durationMs, watchFileOf, watchFileSchema } from "../../../packages/watch/src/index.ts";
import { blocksOfKind, byPlace } from "../../support/doc-kinds.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

const refusal = (text: string): string => {
  try {
    watchFileOf("orgform.watch.yaml", text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was refused";
};

const SLACK = "channels:\n  team: { type: slack, url: { environment: URL } }\n";

describe("a watch file", () => {
  test("that says nothing has the defaults", () => {
    expect(watchFileOf("w.yaml", "")).toEqual(DEFAULT_WATCH_FILE);
    expect(DEFAULT_WATCH_FILE).toMatchObject({
      every: "1h",
      remindAfter: "7d",
      flapping: { changes: 4, within: "1d" },
    });
  });

  test.each([
    ["every: [", /^orgform\.watch\.yaml:1: /u],
    ["evry: 1h", /^orgform\.watch\.yaml:1: evry: is no field of a watch file here$/u],
    ["every: 1 hour", /^orgform\.watch\.yaml:1: every: expected a duration such as 90s, 30m, 1h, or 7d$/u],
    ["remindAfter: soon", /^orgform\.watch\.yaml:1: remindAfter: /u],
    ["flapping:\n  changes: 0", /^orgform\.watch\.yaml:2: flapping\.changes: .*>=1/u],
    ["severities:\n  missing: fatal", /^orgform\.watch\.yaml:2: severities\.missing: .*"error"\|"warning"/u],
    [
      "channels:\n  Team: { type: slack, url: { environment: URL } }",
      /^orgform\.watch\.yaml:2: channels\.Team: expected lower-case letters, digits, hyphens, and underscores$/u,
    ],
    ["channels:\n  team: { type: pager }", /^orgform\.watch\.yaml:2: channels\.team\.type: /u],
    [
      "channels:\n  team: { type: slack }",
      /^orgform\.watch\.yaml:2: channels\.team\.url: expected \{environment: NAME\}/u,
    ],
    [
      "channels:\n  hook: { type: webhook, url: { environment: A } }",
      /channels\.hook\.secret: expected \{environment/u,
    ],
    [
      "channels:\n  i: { type: github-issue, repository: acme, token: { file: t } }",
      /repository: expected owner\/name$/u,
    ],
    ["channels:\n  mail: { type: email, server: { file: s }, from: a@b.example, to: [] }", /channels\.mail\.to: /u],
    [
      `${SLACK}routes:\n  - to: [team, tem]`,
      /^orgform\.watch\.yaml:4: routes\[0\]\.to\[1\]: there is no channel tem$/u,
    ],
    [`${SLACK}routes:\n  - { to: [team], events: [came] }`, /^orgform\.watch\.yaml:4: routes\[0\]\.events\[0\]: /u],
    [
      `${SLACK}routes:\n  - { to: [team], quietHours: { from: "24:00", to: "07:00" } }`,
      /^orgform\.watch\.yaml:4: routes\[0\]\.quietHours\.from: expected a time such as 22:00$/u,
    ],
    [
      `${SLACK}routes:\n  - { to: [team], quietHours: { from: "22:00", to: "07:00", timeZone: Mars/Dome } }`,
      /quietHours\.timeZone: expected a time zone such as Europe\/Berlin$/u,
    ],
    [
      "channels:\n  team: { type: slack, url: { environment: URL }, line: '{nmae}' }",
      /^orgform\.watch\.yaml:2: channels\.team\.line: expected the placeholders \{organization\}, /u,
    ],
  ])("is refused with line and field: %j", (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  test("never repeats a secret that stands in the place of its variable", () => {
    const message = refusal("channels:\n  team: { type: slack, url: https://hooks.slack.example/SECRET }");
    expect(message).toBe(
      "orgform.watch.yaml:2: channels.team.url: expected {environment: NAME} or {file: PATH}, never the secret itself",
    );
  });

  test.each(blocksOfKind("watch file").map(byPlace))("of %s is one", (place, { text }) => {
    expect(watchFileOf(place, text).every).toBe("1h");
  });
});

test("a duration is milliseconds", () => {
  expect(["90s", "30m", "1h", "7d"].map(durationMs)).toEqual([90_000, 1_800_000, 3_600_000, 604_800_000]);
});

test("editors complete the file by the published schema, which is that of the reader", () => {
  const published: unknown = JSON.parse(readFileSync(join(REPOSITORY, "packages/watch/watch.schema.json"), "utf8"));
  expect(watchFileSchema()).toEqual(published);
});
