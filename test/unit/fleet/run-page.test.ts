import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

import { readResults, ResultsError, resultsText, type RunResults } from "../../../packages/fleet/src/ci/run-results.ts";
import { resultsComment } from "../../../packages/fleet/src/ci/comment.ts";
import { runPage } from "../../../packages/fleet/src/page/run-page.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { withoutStyle } from "../../support/recorded-text.ts";

const CHANGES = { create: 1, update: 2, replace: 0, delete: 3 };
const NONE = { create: 0, update: 0, replace: 0, delete: 0 };

/** A run with everything that results can hold. */
const RESULTS: RunResults = {
  schemaVersion: 1,
  fleet: "customers",
  action: "up",
  state: "ended",
  reason: "Too many failed.",
  started: "2026-11-20T10:00:00.125Z",
  ended: "2026-11-20T10:01:05.500Z",
  shard: { index: 1, of: 2 },
  plan: "digest-of-plan",
  approvals: [
    { wave: 1, at: "2026-11-20T09:00:00Z", digest: "d1", by: "ann", comment: "fine", isSigned: true },
    { wave: 2, at: "2026-11-20T09:30:00Z", digest: "d2", isSigned: false },
  ],
  left: ["initech"],
  organizations: [
    {
      name: "acme",
      template: "free",
      wave: 1,
      state: "succeeded",
      changes: CHANGES,
      calls: 7,
      durationMs: 61_000,
      bound: "exact",
      objects: [{ operation: "update", address: "Role ops", fields: ["name"] }],
    },
    { name: "globex", template: "paid", wave: 2, state: "failed", changes: NONE, calls: 2, message: "No seat." },
    { name: "hooli", template: "paid", wave: 2, state: "running", changes: NONE },
    { name: "umbrella", template: "free", wave: 3, state: "waiting", changes: NONE },
  ],
};

const OPTIONS = { written: "2026-11-20T10:02:00Z", words: (command: string) => `orgform fleet ${command}` };

const pageOf = (changes: Partial<RunResults> = {}, problems: readonly string[] = []): string =>
  runPage({ results: { ...RESULTS, ...changes }, problems }, OPTIONS);

/** The readable text of a page, one line for each element with text. */
const linesOf = (page: string): string[] =>
  page
    .slice(page.indexOf("<main>"))
    .replace(/<script>.*<\/script>/su, "")
    .split(/<\/?(?:main|p|h\d|ul|ol|li|section|article|tr|table|thead|tbody|pre|div)[^>]*>/u)
    .map((part) =>
      part
        .replaceAll(/<\/(?:td|th)>/gu, " ")
        .replaceAll(/<[^>]*>/gu, "")
        .replaceAll(/\s+/gu, " ")
        .trim(),
    )
    .filter((line) => line !== "" && line !== "< body> </html>");

describe("results in a file", () => {
  test("are read as they were written", () => {
    expect(readResults("run.json", resultsText(RESULTS))).toEqual(RESULTS);
  });

  /** The places of a value of this kind in the results. */
  function places(of: unknown, isMeant: (value: unknown) => boolean, path: readonly string[] = []): string[][] {
    if (isMeant(of)) return [[...path]];
    if (typeof of !== "object" || of === null) return [];
    return Object.entries(of).flatMap(([name, inner]) => places(inner, isMeant, [...path, name]));
  }

  function withValue(of: unknown, [step = "", ...rest]: readonly string[], value: unknown): unknown {
    const inner: unknown = Reflect.get(Object(of), step);
    const next = rest.length === 0 ? value : withValue(inner, rest, value);
    return Array.isArray(of) ? of.with(Number(step), next) : { ...Object(of), [step]: next };
  }

  const numbers = places(RESULTS, (value) => typeof value === "number").map((path) => path.join("."));
  const texts = places(RESULTS, (value) => typeof value === "string").map((path) => path.join("."));

  test.each(numbers)("are refused with a number at %s that none can be", (path) => {
    for (const wrong of [-1, "1", null])
      expect(() => readResults("run.json", JSON.stringify(withValue(RESULTS, path.split("."), wrong)))).toThrow(
        new ResultsError(`run.json holds no results of a run at ${path}. Give files of \`orgform fleet up --report\`.`),
      );
  });

  test.each(texts)("are refused with something else than a text at %s", (path) => {
    expect(() => readResults("run.json", JSON.stringify(withValue(RESULTS, path.split("."), 7)))).toThrow(ResultsError);
  });

  test.each(["shard.index", "shard.of", "organizations.0.wave", "approvals.0.wave"])("count %s from 1", (path) => {
    for (const [wrong, right] of [
      [0, 1],
      [1.5, 20],
    ] as const) {
      expect(() => readResults("a", JSON.stringify(withValue(RESULTS, path.split("."), wrong)))).toThrow(ResultsError);
      readResults("a", JSON.stringify(withValue(RESULTS, path.split("."), right)));
    }
  });

  /** Every place of the published form that allows only some words, with the words. */
  function choicesIn(schema: unknown, path: readonly string[] = []): (readonly [string, readonly string[]])[] {
    if (typeof schema !== "object" || schema === null) return [];
    const { enum: words, properties, items } = schema as Record<string, unknown>; // -- a JSON Schema
    if (Array.isArray(words)) return [[path.join("."), words.map(String)]];
    return [
      ...Object.entries(properties ?? {}).flatMap(([name, one]) => choicesIn(one, [...path, name])),
      ...(items === undefined ? [] : choicesIn(items, [...path, "0"])),
    ];
  }
  const published: unknown = JSON.parse(readFileSync(join(REPOSITORY, "docs/fleet-results.schema.json"), "utf8"));

  test.each(choicesIn(published))(
    "are read with each word that the published form has at %s, and no other",
    (path, words) => {
      const read = (word: string): RunResults =>
        readResults("run.json", JSON.stringify(withValue(RESULTS, path.split("."), word)));
      for (const word of words) expect(read(word)).toEqual(withValue(RESULTS, path.split("."), word));
      expect(() => read("other")).toThrow(ResultsError);
    },
  );

  test.each([
    ["", "isn't complete JSON."],
    ['{"schemaVersion": 1', "isn't complete JSON."],
    ["[]", "holds no results of a run. Give files of `orgform fleet up --report`."],
    ["null", "holds no results of a run. Give files of `orgform fleet up --report`."],
    ["{}", "holds no results of a run at schemaVersion. Give files of `orgform fleet up --report`."],
    ['{"schemaVersion": 2}', "holds no results of a run at schemaVersion. Give files of `orgform fleet up --report`."],
  ])("are not %j", (text, says) => {
    const read = () => readResults("run.json", text);
    expect(read).toThrow(ResultsError);
    expect(read).toThrow(new RegExp(`^run\\.json ${says}$`, "u"));
  });
});

describe("the page of a run", () => {
  test("says all that the results hold", () => {
    expect(linesOf(pageOf({}, ["Shard 2 is missing."]))).toMatchInlineSnapshot(`
[
  "Fleet customers",
  "The run ended with failures",
  "Started 2026-11-20 10:00:00 UTC, ended 2026-11-20 10:01:05 UTC, 1 min 5 s in all, 9 requests",
  "Plan digest-of-plan, bound: 1 exact",
  "Approvals",
  "Wave 1 ann (signed), 2026-11-20 09:00:00 UTC: fine",
  "d1",
  "Wave 2 somebody (unverified), 2026-11-20 09:30:00 UTC",
  "d2",
  "Too many failed.",
  "Shard 2 is missing.",
  "1succeeded",
  "1failed",
  "1running",
  "1not started",
  "Next",
  "orgform fleet resume",
  "Failed (1)",
  "globex",
  "No seat.",
  "Objects",
  "To update: 1 object",
  "Role ops: name in acme",
  "Waves",
  "Wave 1 1 succeeded",
  "Wave 2 1 failed, 1 running",
  "Wave 3 1 not started",
  "All organizations (4)",
  "Show all 4 succeeded 1 failed 1 running 1 not started 1Name",
  "organization wave state changes requests time",
  "acme free 1 succeeded 1 created, 2 updated, 3 deleted 7 1 min 1 s",
  "globex paid 2 failed 2",
  "hooli paid 2 running",
  "umbrella free 3 not started",
  "No longer in the file (1)",
  "initech orgform fleet retire initech",
]
`);
  });

  test("tells how long a run took, if it took any time", () => {
    const facts = (changes: Partial<RunResults>): string =>
      linesOf(pageOf({ organizations: [], ...changes })).find((line) => line.startsWith("Started")) ?? "";
    const started = "Started 2026-11-20 10:00:00 UTC, ended 2026-11-20 10:00:00 UTC";
    expect(facts({ ended: RESULTS.started })).toBe(started);
    expect(facts({ ended: "2026-11-20T10:00:00.225Z" })).toBe(`${started}, 0.1 s in all`);
    expect(facts({ ended: undefined })).toBe(
      "Started 2026-11-20 10:00:00 UTC, as of 2026-11-20 10:02:00 UTC, 2 min 0 s in all",
    );
  });

  test("has a choice by state only if there are two", () => {
    const choice = (states: readonly RunResults["organizations"][number]["state"][]): string => {
      const [acme] = RESULTS.organizations;
      const organizations = states.map((state, index) => ({ ...acme!, name: `org-${index}`, state }));
      return (
        /<fieldset class="choice">(?<inner>.*)<\/fieldset>/u.exec(pageOf({ organizations }))?.groups?.["inner"] ?? ""
      );
    };
    const named = '<label hidden>Name <input type="search"></label><output></output>';
    expect(choice(["succeeded", "succeeded"])).toBe(`<legend>Show</legend>${named}`);
    const one = (value: string, text: string): string =>
      `<label><input type="radio" name="shown" value="${value}"> ${text}</label>`;
    expect(choice(["waiting", "succeeded", "waiting"])).toBe(
      `<legend>Show</legend>${one('all" checked', "all 3").replace('checked"', "checked")}${one("succeeded", "succeeded 1")}${one("waiting", "not started 2")}${named}`,
    );
  });

  test("is this page, to the letter", () => {
    const [acme, globex, ...rest] = RESULTS.organizations;
    const initech = { ...globex!, name: "initech" };
    const page = pageOf({ organizations: [acme!, globex!, initech, ...rest] }, ["Shard 2 is missing."]);
    const shown = withoutStyle(page).replace(/<script>.*<\/script>/su, "<script></script>");
    expect(shown.replace(/sha256-[^']*/u, "sha256-OF-SCRIPT")).toMatchInlineSnapshot(`
"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-OF-SCRIPT'">
<title>customers: 1 succeeded, 2 failed, 2 not done</title>
<style></style>
</head>
<body>
<main>
<p class="fleet">Fleet <b>customers</b></p>
<h1 class="failed">The run ended with failures</h1>
<p>Started <time datetime="2026-11-20T10:00:00.125Z">2026-11-20 10:00:00 UTC</time>, ended <time datetime="2026-11-20T10:01:05.500Z">2026-11-20 10:01:05 UTC</time>, 1 min 5 s in all, 11 requests</p>
<p>Plan <code>digest-of-plan</code>, bound: 1 exact</p>
<section>
<h2>Approvals</h2>
<ol class="waves"><li><div><b>Wave 1</b> <span>ann (signed), <time datetime="2026-11-20T09:00:00Z">2026-11-20 09:00:00 UTC</time>: fine</span></div><code>d1</code></li>
<li><div><b>Wave 2</b> <span>somebody (unverified), <time datetime="2026-11-20T09:30:00Z">2026-11-20 09:30:00 UTC</time></span></div><code>d2</code></li></ol>
</section>
<p class="reason">Too many failed.</p>
<p class="problem">Shard 2 is missing.</p>
<ul class="counts"><li class="succeeded"><b>1</b>succeeded</li><li class="failed"><b>2</b>failed</li><li class="running"><b>1</b>running</li><li class="waiting"><b>1</b>not started</li></ul>
<div class="bar" aria-hidden="true"><i class="succeeded" style="flex-grow:1"></i><i class="failed" style="flex-grow:2"></i><i class="running" style="flex-grow:1"></i><i class="waiting" style="flex-grow:1"></i></div>
<section class="next">
<h2>Next</h2>
<code>orgform fleet resume</code>
</section>
<section>
<h2>Failed (2)</h2>
<article class="card"><h3><b id="failed-globex">globex</b>, <b id="failed-initech">initech</b> <span>2 organizations</span></h3><pre>No seat.</pre></article>
</section>
<section>
<h2>Objects</h2>
<h3 class="update">To update: 1 object</h3>
<ul class="objects"><li><code>Role ops: name</code> <span>in acme</span></li></ul>
</section>
<section>
<h2>Waves</h2>
<ol class="waves"><li><div><b>Wave 1</b> <span>1 succeeded</span></div><div class="bar" aria-hidden="true"><i class="succeeded" style="flex-grow:1"></i></div></li>
<li><div><b>Wave 2</b> <span>2 failed, 1 running</span></div><div class="bar" aria-hidden="true"><i class="failed" style="flex-grow:2"></i><i class="running" style="flex-grow:1"></i></div></li>
<li><div><b>Wave 3</b> <span>1 not started</span></div><div class="bar" aria-hidden="true"><i class="waiting" style="flex-grow:1"></i></div></li></ol>
</section>
<section>
<h2>All organizations (5)</h2>
<fieldset class="choice"><legend>Show</legend><label><input type="radio" name="shown" value="all" checked> all 5</label><label><input type="radio" name="shown" value="succeeded"> succeeded 1</label><label><input type="radio" name="shown" value="failed"> failed 2</label><label><input type="radio" name="shown" value="running"> running 1</label><label><input type="radio" name="shown" value="waiting"> not started 1</label><label hidden>Name <input type="search"></label><output></output></fieldset>
<table><thead><tr><th>organization</th><th>wave</th><th>state</th><th>changes</th><th>requests</th><th>time</th></tr></thead><tbody><tr class="succeeded"><td><b>acme</b> <span>free</span></td><td data-label="wave">1</td><td class="state succeeded">succeeded</td><td>1 created, 2 updated, 3 deleted</td><td class="number" data-label="requests">7</td><td class="number" data-label="time">1 min 1 s</td></tr>
<tr class="failed"><td><b>globex</b> <span>paid</span></td><td data-label="wave">2</td><td class="state failed"><a href="#failed-globex">failed</a></td><td></td><td class="number" data-label="requests">2</td><td class="number" data-label="time"></td></tr>
<tr class="failed"><td><b>initech</b> <span>paid</span></td><td data-label="wave">2</td><td class="state failed"><a href="#failed-initech">failed</a></td><td></td><td class="number" data-label="requests">2</td><td class="number" data-label="time"></td></tr>
<tr class="running"><td><b>hooli</b> <span>paid</span></td><td data-label="wave">2</td><td class="state running">running</td><td></td><td class="number" data-label="requests"></td><td class="number" data-label="time"></td></tr>
<tr class="waiting"><td><b>umbrella</b> <span>free</span></td><td data-label="wave">3</td><td class="state waiting">not started</td><td></td><td class="number" data-label="requests"></td><td class="number" data-label="time"></td></tr></tbody></table>
</section>
<section>
<h2>No longer in the file (1)</h2>
<ul class="objects"><li><b>initech</b> <code>orgform fleet retire initech</code></li></ul>
</section>
</main>
<script></script>
</body>
</html>
"
`);
    expect(page).toContain("<style>");
  });

  test("lets its own script run, and nothing else", () => {
    const page = pageOf();
    const [, script = ""] = /<script>(.*)<\/script>/su.exec(page) ?? [];
    expect(page.split("<script>")).toHaveLength(2);
    const hash = createHash("sha256").update(script).digest("base64");
    expect(/Content-Security-Policy" content="(?<policy>[^"]*)"/u.exec(page)?.groups?.["policy"]).toBe(
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`,
    );
  });

  test("is reloaded while the run goes on, and not afterwards", () => {
    expect(pageOf({ state: "running" })).toContain('<meta http-equiv="refresh" content="15">');
    for (const state of ["ended", "held", "stopped", "cut off"] as const)
      expect(pageOf({ state })).not.toContain('http-equiv="refresh"');
  });

  test("has no section about what isn't there", () => {
    const bare: RunResults = {
      schemaVersion: 1,
      fleet: "customers",
      action: "up",
      state: "ended",
      started: RESULTS.started,
      organizations: [{ name: "acme", template: "free", wave: 1, state: "succeeded", changes: NONE }],
    };
    expect(linesOf(runPage({ results: bare, problems: [] }, OPTIONS))).toMatchInlineSnapshot(`
[
  "Fleet customers",
  "All organizations are up",
  "Started 2026-11-20 10:00:00 UTC, as of 2026-11-20 10:02:00 UTC, 2 min 0 s in all",
  "1succeeded",
  "0failed",
  "0running",
  "0not started",
  "All organizations (1)",
  "ShowName",
  "organization wave state changes requests time",
  "acme free 1 succeeded nothing to change",
]
`);
  });

  test("is red as soon as one failed, green when all succeeded at the end, and neither before", () => {
    const toneOf = (changes: Partial<RunResults>) =>
      /<h1 class="(?<tone>\w*)">/u.exec(pageOf(changes))?.groups?.["tone"];
    const done = RESULTS.organizations.filter(({ state }) => state === "succeeded");
    expect(toneOf({})).toBe("failed");
    expect(toneOf({ organizations: done })).toBe("succeeded");
    expect(toneOf({ organizations: done, state: "running" })).toBe("");
    expect(toneOf({ organizations: RESULTS.organizations.filter(({ state }) => state !== "failed") })).toBe("");
  });

  test("takes no tag, no quote, and no character that turns the direction from outside", () => {
    const hostile = `<b onclick="x">'&\u202E\u0007`;
    const replaced = JSON.parse(
      resultsText(RESULTS).replaceAll(
        /"(?<name>fleet|reason|plan|by|comment|digest|name|template|message|address)": "[^"]*"/gu,
        (_all, name: string) => `${JSON.stringify(name)}: ${JSON.stringify(hostile)}`,
      ),
    ) as RunResults; // -- the same results with other texts
    const page = runPage({ results: { ...replaced, left: [hostile] }, problems: [hostile] }, OPTIONS);
    for (const raw of ['onclick="', "<b onclick", "\u202E", "\u0007"]) expect(page).not.toContain(raw);
    expect(page.split("&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;\uFFFD\uFFFD").length).toBeGreaterThan(15);
  });
});

test("a comment is this, to the letter: nothing from outside ends its cell, its fence, or its line", () => {
  const [acme, ...rest] = RESULTS.organizations;
  const odd = { ...acme!, name: "a|b`c", durationMs: 850 };
  const failed = (name: string): RunResults["organizations"][number] => ({
    ...rest[0]!,
    name,
    message: "No ``seat``.\r\n\r\n  <b>Ask ann</b>\u202E\n`",
  });
  const organizations = [odd, failed("globex"), failed("initech"), ...rest.slice(1)];
  const comment = resultsComment({ results: { ...RESULTS, organizations }, problems: ["Shard 2\nis missing."] });
  expect(comment.split("\n")).toEqual([
    "<!-- orgform-fleet -->",
    "### Fleet `customers`: 1 succeeded, 2 failed, 2 not done",
    "",
    "The run ended with failures: `Too many failed.`.",
    "",
    "> `Shard 2 is missing.`",
    "",
    "#### Failed",
    "- `globex, initech`<br>",
    "  ```No ``seat``.```<br>",
    "  `   <b>Ask ann</b>� `<br>",
    "  `` ` ``",
    "",
    "#### To update: 1 object",
    "",
    "- `Role ops: name` ``in a\\|b`c``",
    "",
    "#### All",
    "",
    "| organization | wave | state | changes | requests | time |",
    "|---|---|---|---|---|---|",
    "| ``a\\|b`c`` | 1 | succeeded | 1 created, 2 updated, 3 deleted | 7 | 0.8 s |",
    "| `globex` | 2 | failed |  | 2 |  |",
    "| `initech` | 2 | failed |  | 2 |  |",
    "| `hooli` | 2 | running |  |  |  |",
    "| `umbrella` | 3 | waiting |  |  |  |",
    "",
  ]);
});

test("a comment that would be too long is cut at a row, and counts the rest", () => {
  const [acme] = RESULTS.organizations;
  for (const [size, length] of [
    [2000, 10],
    [300, 400],
  ] as const) {
    const organizations = Array.from({ length: size }, (_, at) => ({
      ...acme!,
      objects: undefined,
      name: `${at}`.padStart(length, "n"),
    }));
    const lines = resultsComment({ results: { ...RESULTS, organizations }, problems: [] }).split("\n");
    const rows = lines.filter((line) => line.startsWith("| `n")).length;
    expect(lines.slice(-3)).toEqual([
      "",
      `This comment is cut short: ${size - rows} more rows are only in the page.`,
      "",
    ]);
    const room = 60_000 - lines.join("\n").length;
    expect(room).toBeGreaterThan(0);
    // One more row wouldn't have fitted.
    expect(room).toBeLessThan(200 + length + 80);
  }
});

test("a long message is cut in a comment", () => {
  const comment = (length: number): string => {
    const organizations = [{ ...RESULTS.organizations[1]!, message: "m".repeat(length) }];
    return resultsComment({ results: { ...RESULTS, organizations }, problems: [] });
  };
  expect(comment(1500)).toContain(`\`${"m".repeat(1500)}\``);
  expect(comment(1501)).toContain(`\`${"m".repeat(1500)} …\``);
});

test("a comment names failures only where there are any", () => {
  const commentOf = (organizations: RunResults["organizations"]): string =>
    resultsComment({ results: { ...RESULTS, organizations }, problems: [] });
  expect(commentOf(RESULTS.organizations)).toContain("#### Failed");
  expect(commentOf(RESULTS.organizations.filter(({ state }) => state !== "failed"))).not.toContain("Failed");
});

test("a comment of a run without failures and reasons has no section for them, and an empty name stays code", () => {
  const [acme] = RESULTS.organizations;
  const organizations = [{ ...acme!, objects: undefined }];
  const { reason: _reason, ...results } = { ...RESULTS, fleet: "", organizations };
  expect(resultsComment({ results, problems: [] }).split("\n")).toEqual([
    "<!-- orgform-fleet -->",
    "### Fleet `  `: 1 succeeded",
    "",
    "All organizations are up.",
    "",
    "#### All",
    "",
    "| organization | wave | state | changes | requests | time |",
    "|---|---|---|---|---|---|",
    "| `acme` | 1 | succeeded | 1 created, 2 updated, 3 deleted | 7 | 1 min 1 s |",
    "",
  ]);
});
