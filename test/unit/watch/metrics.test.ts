import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { parseAllDocuments } from "yaml";

import {
  METRIC_NAMES,
  type MetricsServer,
  serveMetrics,
  SqliteStore,
  watchFileOf,
  watchOnce,
} from "../../../packages/watch/src/index.ts";
import { gaugesOf } from "../../../packages/watch/src/metrics/metrics.ts";
import type { OpenSubject, TroubledMessage } from "../../../packages/watch/src/store/watch-store.ts";
import { complaintsOf } from "../../support/known-commands.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";

const EXAMPLE = join(__dirname, "../../../examples/watch");
const textOf = (name: string): string => readFileSync(join(EXAMPLE, name), "utf8");

describe("metrics", () => {
  let store: SqliteStore;
  let server: MetricsServer;
  const clock = new StillWatchClock();
  beforeEach(async () => {
    store = new SqliteStore(":memory:");
    const budget = { name: "shared", requestsPerHour: 100 };
    const watched = ['a"\\\n', "b", "c"].map((name) => ({ name, budget }));
    const own = { name: "d", budget: { name: "own", requestsPerHour: 50 } };
    server = await serveMetrics({
      store,
      watched: [...watched, own, { name: "e" }],
      nowMs: () => clock.nowMs(),
      host: "127.0.0.1",
      port: 0,
    });
  });
  afterEach(async () => {
    await server.close();
    await store.close();
  });

  test("come from the history, with labels that nobody else's text ends", async () => {
    const finding = {
      type: "finding",
      kind: "missing",
      severity: "error",
      resource: "Domain",
      id: "1",
      name: "x",
    } as const;
    const look = (name: string, fails: boolean) => ({
      name,
      labels: {},
      look: () =>
        fails ? Promise.reject(new Error("401")) : Promise.resolve({ findings: [finding], gaps: [], requests: 13 }),
    });
    await watchOnce({
      watched: [look('a"\\\n', false), look("b", true)],
      file: watchFileOf("w.yaml", "channels: { team: { type: slack, url: { environment: NONE } } }"),
      store,
      clock,
      environment: {},
      signal: new AbortController().signal,
      parallel: 1,
      say: () => undefined,
      onLook: () => undefined,
    });
    clock.move(90_000);
    const response = await fetch(server.url);
    const text = await response.text();
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    for (const line of [
      'orgform_watch_open_findings{organization="a\\"\\\\\\n",kind="missing"} 1',
      'orgform_watch_open_findings{organization="b",kind="unchecked"} 1',
      'orgform_watch_oldest_finding_age_seconds{organization="b"} 90',
      'orgform_watch_look_failed{organization="b"} 1',
      'orgform_watch_look_requests{organization="a\\"\\\\\\n"} 13',
      'orgform_watch_budget_used_ratio{budget="shared"} 0.13',
      'orgform_watch_budget_used_ratio{budget="own"} 0',
      "orgform_watch_history_available 1",
      'orgform_watch_messages_not_taken{channel="team",state="waiting"} 2',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).not.toContain('last_success_timestamp_seconds{organization="b"}');
    expect(text).not.toContain('look_requests{organization="b"}');
    clock.move(3_600_000);
    expect(await (await fetch(server.url)).text()).toContain('budget_used_ratio{budget="shared"} 0\n');
    for (const line of text.trim().split("\n")) {
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+\})? -?\d+(?:\.\d+)?)$/u,
      );
    }
  });

  test("stay as they were while the history is away, and ages grow", async () => {
    let isAway = true;
    const answer = (found: unknown) => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(found));
    const look = { organization: "a", startedMs: 0, endedMs: clock.nowMs(), outcome: "clean", open: {} };
    const flaky = {
      open: () => answer([{ organization: "a", subject: {}, sinceMs: clock.nowMs() - 1_000, isFlapping: false }]),
      lastLooks: () => answer([{ organization: "a", look, succeededMs: clock.nowMs() }]),
      troubled: () => answer([]),
      looks: () => answer([]),
    } as unknown as SqliteStore; // -- what metrics read
    const other = await serveMetrics({
      store: flaky,
      watched: [],
      nowMs: () => clock.nowMs(),
      host: "127.0.0.1",
      port: 0,
    });
    expect((await fetch(other.url)).status).toBe(503);
    isAway = false;
    const since = clock.nowMs();
    expect(await (await fetch(other.url)).text()).toContain("orgform_watch_history_available 1\n");
    isAway = true;
    clock.move(59_000);
    const text = await (await fetch(other.url)).text();
    expect(text).toContain("orgform_watch_history_available 0\n");
    expect(text).toContain('oldest_finding_age_seconds{organization="a"} 60\n');
    expect(text).toContain(`last_success_timestamp_seconds{organization="a"} ${since / 1_000}\n`);
    await other.close();
  });

  test("of one organization count nothing of another", () => {
    const nowMs = clock.nowMs();
    const of = (organization: string, sinceMs: number) =>
      ({ organization, subject: {}, sinceMs, isFlapping: false }) as unknown as OpenSubject; // -- what metrics read
    const look = { startedMs: nowMs - 7_250, endedMs: nowMs - 250, outcome: "clean", open: { missing: 2 } } as const;
    const gauges = gaugesOf({
      open: [of("a", nowMs - 5_000), of("b", nowMs - 90_000), of("a", nowMs - 60_500), of("b", nowMs - 1_500)],
      last: ["a", "b", "c"].map((organization) => ({
        organization,
        look: { organization, ...look },
        succeededMs: undefined,
      })),
      messages: [true, false, true].map((isGivenUp) => ({ channel: "team", isGivenUp }) as TroubledMessage),
      budgets: [],
      isCurrent: false,
      nowMs,
    });
    const values = (name: string): unknown =>
      gauges
        .find((one) => one.name === `orgform_watch_${name}`)
        ?.samples.map(({ labels, value }) => [...Object.values(labels), value].join(" "));
    expect(values("oldest_finding_age_seconds")).toEqual(["a 60.5", "b 90", "c 0"]);
    expect(values("look_duration_seconds")).toEqual(["a 7", "b 7", "c 7"]);
    expect(values("last_success_timestamp_seconds")).toEqual([]);
    expect(values("look_requests")).toEqual([]);
    expect(values("look_failed")).toEqual(["a 0", "b 0", "c 0"]);
    expect(values("history_available")).toEqual(["0"]);
    expect(values("messages_not_taken")).toEqual(["team given_up 2", "team waiting 1"]);
    expect(values("open_findings")).toEqual(
      ["a", "b", "c"].flatMap((name) =>
        ["changed 0", "missing 2", "unmanaged 0", "policy 0", "unchecked 0"].map((one) => `${name} ${one}`),
      ),
    );
  });

  test("are the only thing that is served", async () => {
    expect((await fetch(new URL("/", server.url))).status).toBe(404);
    expect((await fetch(server.url, { method: "POST" })).status).toBe(404);
  });
});

describe("the example of a watch", () => {
  test("names metrics that are served, in alerts and in the dashboard, and all of them somewhere", () => {
    const used = [...`${textOf("alerts.yaml")} ${textOf("dashboard.json")}`.matchAll(/orgform_watch_\w+/gu)].map(
      ([name]) => name,
    );
    expect([...new Set(used)].toSorted()).toEqual([...METRIC_NAMES].toSorted());
  });

  test("is YAML and JSON, and its watch file is one", () => {
    for (const name of readdirSync(EXAMPLE).filter((one) => one.endsWith(".yaml"))) {
      expect(parseAllDocuments(textOf(name)).flatMap(({ errors }) => errors)).toEqual([]);
    }
    expect(JSON.parse(textOf("dashboard.json"))).toMatchObject({ title: "Orgform watch" });
    expect(watchFileOf("orgform.watch.yaml", textOf("orgform.watch.yaml")).every).toBe("1h");
  });

  test("runs commands that there are", async () => {
    const [, unit = ""] = /^ExecStart=\/usr\/bin\/npx (.+)$/mu.exec(textOf("orgform-watch.service")) ?? [];
    const container = JSON.parse(/^ENTRYPOINT (.+)$/mu.exec(textOf("Dockerfile"))?.[1] ?? "[]") as string[];
    const args = ["kubernetes.yaml", "kubernetes-postgres.yaml", "cronjob.yaml"].map((name) => {
      const list = /^ +args: \[(.+)\]$/mu.exec(textOf(name))?.[1] ?? "";
      return [...container.slice(1), ...list.split(", ").map((word) => word.replaceAll('"', ""))];
    });
    for (const words of [unit.split(" "), ...args]) {
      expect(await complaintsOf({ place: "", page: "docs/guides/watch.md", words })).toEqual([]);
    }
  });
});
