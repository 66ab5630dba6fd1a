import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

import { DEFAULT_WATCH_FILE, durationMs, watchFileOf, watchFileSchema } from "../../../packages/watch/src/index.ts";
import { EVENTS } from "../../../packages/watch/src/transitions/transition.ts";
import { blocksOfKind, byPlace } from "../../support/doc-kinds.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { recordedAs } from "../../support/recorded-text.ts";

const refusal = (text: string): string => {
  try {
    watchFileOf("orgform.watch.yaml", text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was refused";
};

const SLACK = "channels:\n  team: { type: slack, url: { environment: URL } }\n";

const SECRET = "{ environment: URL }";
const channelWith = (parts: string): string => `channels: { team: { ${parts} } }`;
const slackWith = (parts: string): string => channelWith(`type: slack, url: ${SECRET}, ${parts}`);
const issueWith = (parts: string): string => channelWith(`type: github-issue, token: ${SECRET}, ${parts}`);
const mailWith = (parts: string): string => channelWith(`type: email, server: ${SECRET}, ${parts}`);
const routeWith = (parts: string): string => `${channelWith(`type: slack, url: ${SECRET}`)}\nroutes: [{ ${parts} }]`;
const quietWith = (parts: string): string => routeWith(`to: [team], quietHours: { ${parts} }`);

/** Watch files at both sides of each limit. */
const LIMITS: readonly string[] = [
  ...["1s", "0s", "99999d", "100000s", "01h", "1w", "h", "1h 1m", "-1h", "1.5h"].map((text) => `every: ${text}`),
  ...["jitter", "remindAfter", "retention"].flatMap((name) => [`${name}: 1m`, `${name}: 1min`, `${name}: never`]),
  ...["1", "1000", "0", "1001", "1.5", "many"].map((text) => `flapping: { changes: ${text} }`),
  ...["5", "[1d]", "{ after: 1d }"].map((text) => `remindAfter: ${text}`),
  "flapping: { within: day }",
  "flapping: 3",
  "policy: ''",
  "policy: p.yaml",
  ...["changed", "missing", "unmanaged", "unchecked", "policy"].flatMap((kind) => [
    `severities: { ${kind}: note }`,
    `severities: { ${kind}: low }`,
  ]),
  ...["a", "a-b_c", "-a", "a-", "A", "é", "a".repeat(64), "a".repeat(65)].map((name) => `labels: { ${name}: x }`),
  `labels: { a: ${"é".repeat(200)} }`,
  `labels: { a: ${"é".repeat(201)} }`,
  ...["{ environment: _A1 }", "{ environment: 1A }", "{ environment: A-B }", "{ file: f }", "{ file: '' }", "{}"].map(
    (text) => `database: ${text}`,
  ),
  ...["webhook", "slack", "teams", "pager"].map((type) => channelWith(`type: ${type}, url: ${SECRET}`)),
  channelWith(`type: webhook, url: ${SECRET}, secret: ${SECRET}, title: T`),
  channelWith(`type: teams, url: ${SECRET}, title: T, line: L`),
  ...[
    "",
    "x",
    "{organization} {count} {event}",
    "{severity}{resource}{name}{field}{rule}{detail}",
    "{}",
    "{ name }",
  ].map((text) => slackWith(`title: "${text}"`)),
  slackWith(`line: "{"`),
  slackWith(`line: "${"x".repeat(2_000)}"`),
  slackWith(`line: "${"x".repeat(2_001)}"`),
  ...["a/b", "a.b-c_d/e", "a", "a/b/c", "a b/c"].map((name) => issueWith(`repository: ${name}`)),
  ...["https://github.example/api/v3", "http://github.example", "ftp://github.example", "github"].map((url) =>
    issueWith(`repository: a/b, api: "${url}"`),
  ),
  ...["''", "x", "x".repeat(50), "x".repeat(51)].map((label) => issueWith(`repository: a/b, label: ${label}`)),
  ...["from: a@b, to: [c@d, e@f]", "from: ab, to: [c@d]", "from: a@b, to: []", "from: a@b, to: [cd]", "to: [c@d]"].map(
    mailWith,
  ),
  ...["00:00", "23:59", "24:00", "7:00", "07:60", "07:00:00"].flatMap((time) => [
    quietWith(`from: "${time}", to: "07:00"`),
    quietWith(`from: "07:00", to: "${time}"`),
  ]),
  ...["[mon]", "[sat, sun]", "[]", "[monday]"].map((days) => quietWith(`from: "22:00", to: "07:00", days: ${days}`)),
  ...["UTC", "Asia/Tokyo", "''", "Mars/Dome"].map((zone) => quietWith(`from: "22:00", to: "07:00", timeZone: ${zone}`)),
  ...["severities", "kinds", "events", "resources"].flatMap((name) => [
    routeWith(`to: [team], ${name}: []`),
    routeWith(`to: [team], ${name}: [""]`),
  ]),
  routeWith("to: [team], severities: [error, warning, note], kinds: [changed, missing, unmanaged, policy]"),
  routeWith(`to: [team], events: [${EVENTS.join(", ")}], resources: [Role]`),
  routeWith("to: [team], labels: { stage: prod }"),
  routeWith("to: [team], labels: { Stage: prod }"),
  routeWith("to: []"),
  routeWith("severities: [error]"),
];

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
    ["remindAfter: soon", /^orgform\.watch\.yaml:1: remindAfter: expected a duration such as 90s, 30m, 1h, or 7d$/u],
    ["remindAfter: 5", /^orgform\.watch\.yaml:1: remindAfter: Invalid input: expected string, received number$/u],
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
    ...["acme/infra/x", "acme/in fra", "acme/", "/infra", "a/acme/infra", "https://github.example/acme/infra"].map(
      (repository) =>
        [
          `channels:\n  i: { type: github-issue, repository: "${repository}", token: { file: t } }`,
          /^orgform\.watch\.yaml:2: channels\.i\.repository: expected owner\/name$/u,
        ] as const,
    ),
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

  test("has each limit that people are told of, and what is within it is taken", () => {
    const all = LIMITS.map((one) => `${one}\n  ${refusal(one)}\n`).join("");
    const text = all.replaceAll(/(.)\1{20,}/gu, (run, sign: string) => `${sign}(${run.length} times)`);
    expect(text).toBe(recordedAs("watch-file.txt", text));
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
