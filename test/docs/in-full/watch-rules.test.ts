import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { stringify } from "yaml";

import { metricsText, type Source } from "../../../packages/watch/src/metrics/metrics.ts";
import { type ProgramResult, runProgram } from "../../../scripts/run-program.ts";
import { ensurePromtool } from "../../../tools/set-up/promtool.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

// Promtool is built when it is missing.
jest.setTimeout(1_800_000);

const RULES = readFileSync(join(REPOSITORY, "examples/watch/alerts.yaml"), "utf8");
const DASHBOARD = readFileSync(join(REPOSITORY, "examples/watch/dashboard.json"), "utf8");

const HOUR_MS = 3_600_000;

const look = { organization: "acme", startedMs: 0, outcome: "findings", open: {}, requests: 13 } as const;

const GAP = { type: "gap", source: "drift", severity: "warning", reason: "", isSilent: false } as const;

/** A watch of one organization of which nothing is as it should be; its clock is near 1970, where that of promtool begins. */
const BAD: Source = {
  open: [{ organization: "acme", subject: GAP, sinceMs: -15 * 24 * HOUR_MS, isFlapping: false }],
  last: [{ organization: "acme", look: { ...look, endedMs: 0, open: { missing: 1, policy: 1 } }, succeededMs: 0 }],
  messages: [{ id: "1", channel: "team", organization: "acme", attempts: 3, isGivenUp: false, problem: "" }],
  budgets: [{ budget: "key", ratio: 0.9 }],
  isCurrent: false,
  nowMs: 0,
};

/** The same organization as it should be. The last look succeeded at the end of the five hours. */
const GOOD: Source = {
  ...BAD,
  open: [],
  last: [{ organization: "acme", look: { ...look, endedMs: 5 * HOUR_MS }, succeededMs: 5 * HOUR_MS }],
  messages: [],
  budgets: [{ budget: "key", ratio: 0.1 }],
  isCurrent: true,
};

/** What a Prometheus that reads the metrics adds to each of them: of two watchers that share a history. */
const SCRAPED = ["watcher-1:9464", "watcher-2:9464"].map((instance) => ({ instance, job: "orgform" }));

/** The metrics of a watch as they are served, as Prometheus keeps them when it reads the same each minute for five hours. */
const seriesOf = (source: Source): { series: string; values: string }[] =>
  metricsText(source)
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => {
      const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/u.exec(line) ?? [];
      return SCRAPED.map((scraped) => {
        const added = Object.entries(scraped).map(([label, text]) => `${label}="${text}"`);
        const all = [...(labels === "" ? [] : [labels]), ...added].join(",");
        return { series: `${name}{${all}}`, values: `${value}x300` };
      });
    });

/** An alert that fires once, however many watchers show the same. */
const alert = (alertname: string, labels: Readonly<Record<string, string>>, summary: string) => ({
  alertname,
  exp_alerts: [{ exp_labels: labels, exp_annotations: { summary } }],
});

const EXPECTED = [
  alert(
    "OrgformFindingOpen",
    { organization: "acme", severity: "warning" },
    "acme has 2 objects that are missing or break a rule",
  ),
  alert(
    "OrgformFindingOld",
    { organization: "acme", severity: "warning" },
    "A finding of acme is open for 15d 0h 0m 0s",
  ),
  alert("OrgformNotChecked", { organization: "acme", severity: "critical" }, "acme couldn't be checked for 5h 0m 0s"),
  alert(
    "OrgformBudgetNearlyUsed",
    { budget: "key", severity: "warning" },
    "The checks take 90% of the requests per hour of key",
  ),
  {
    alertname: "OrgformHistoryAway",
    exp_alerts: SCRAPED.map((scraped) => ({
      exp_labels: { ...scraped, severity: "critical" },
      exp_annotations: { summary: `The watcher ${scraped.instance} can't use its history, so it checks nothing` },
    })),
  },
  alert(
    "OrgformMessagesNotTaken",
    { channel: "team", state: "waiting", severity: "warning" },
    "1 messages to team weren't taken",
  ),
];

describe("Prometheus", () => {
  let promtool: string | undefined;
  const folder = mkdtempSync(join(tmpdir(), "orgform-rules-"));
  beforeAll(async () => {
    promtool = await ensurePromtool();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs promtool with files in its folder; undefined on a machine that can't have it. */
  async function told(args: readonly string[], files: Readonly<Record<string, string>>) {
    if (promtool === undefined) return undefined;
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return runProgram(promtool, args, { env: { PATH: process.env["PATH"] ?? "", HOME: folder }, cwd: folder });
  }

  const checked = (rules: string): Promise<ProgramResult | undefined> =>
    told(["check", "rules", "--lint=all", "--lint-fatal", "rules.yaml"], { "rules.yaml": rules });

  test("takes the alert rules of the example, and refuses broken ones", async () => {
    const found = await checked(RULES);
    if (found === undefined) return;
    expect(found).toMatchObject({
      status: 0,
      output: expect.stringContaining(`SUCCESS: ${EXPECTED.length} rules found`),
    });
    for (const [from, to] of [
      ["> 14 * 86400", "> 14 * * 86400"],
      ["for: 15m", "for: 15 minutes"],
      ["labels:", "label:"],
      ["humanizeDuration", "humanizeDurations"],
    ] as const) {
      expect(RULES).toContain(from);
      expect([to, (await checked(RULES.replace(from, to)))?.status]).not.toEqual([to, 0]);
    }
  });

  test("reads each query of the dashboard, and refuses a broken one", async () => {
    const queries = [...DASHBOARD.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/gu)].map(([, text = '""']) => {
      return (JSON.parse(text) as string).replaceAll("$organization", ".*");
    });
    expect(queries.length).toBeGreaterThan(9);
    const asRules = (all: readonly string[]): string =>
      stringify({
        groups: [{ name: "queries", rules: all.map((expr, index) => ({ record: `query:${index}`, expr })) }],
      });
    const found = await checked(asRules(queries));
    if (found === undefined) return;
    expect(found).toMatchObject({
      status: 0,
      output: expect.stringContaining(`SUCCESS: ${queries.length} rules found`),
    });
    expect((await checked(asRules([...queries, "sum by (kind (orgform_watch_open_findings)"])))?.status).not.toBe(0);
  });

  /** The alerts that fire after five hours of these metrics. */
  const fired = (source: Source, alerts: readonly object[], rename = (text: string): string => text) => {
    const test = {
      interval: "1m",
      input_series: seriesOf(source).map(({ series, values }) => ({ series: rename(series), values })),
      alert_rule_test: alerts.map((one) => ({ eval_time: "5h", ...one })),
    };
    const whole = { rule_files: ["alerts.yaml"], evaluation_interval: "1m", tests: [test] };
    return told(["test", "rules", "test.yaml"], { "alerts.yaml": RULES, "test.yaml": stringify(whole) });
  };

  test("fires every alert of the rules for the metrics that a watch serves, and none while all is well", async () => {
    const found = await fired(BAD, EXPECTED);
    if (found === undefined) return;
    expect(found).toMatchObject({ status: 0, output: expect.stringContaining("SUCCESS") });
    const names = [...RULES.matchAll(/- alert: (\w+)/gu)].map(([, name]) => name);
    expect(EXPECTED.map(({ alertname }) => alertname)).toEqual(names);
    const none = EXPECTED.map(({ alertname }) => ({ alertname, exp_alerts: [] }));
    expect(await fired(GOOD, none)).toMatchObject({ status: 0 });
    // Each alert by itself would be missed under another name.
    for (const one of EXPECTED) {
      const renamed = await fired(BAD, [one], (series) => series.replace("orgform_watch_", "orgform_watched_"));
      expect([one.alertname, renamed?.status]).toEqual([one.alertname, 1]);
    }
  });

  test("takes the metrics as they are served", async () => {
    const metrics = join(folder, "metrics");
    writeFileSync(metrics, metricsText(BAD));
    if (promtool === undefined) return;
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder };
    const read = (): Promise<ProgramResult> =>
      runProgram("sh", ["-c", 'exec "$0" check metrics < "$1"', promtool ?? "", metrics], { env });
    expect(await read()).toMatchObject({ status: 0, output: "" });
    writeFileSync(metrics, metricsText(BAD).replace('channel="team"', "channel=team"));
    expect((await read()).status).not.toBe(0);
  });
});
