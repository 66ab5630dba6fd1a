import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type Gap, SqliteStore, type TakenLook, watchFileOf, watchOnce } from "../../../packages/watch/src/index.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";

const gap = (further: Partial<Gap> = {}): Gap => ({
  type: "gap",
  source: "drift",
  severity: "warning",
  reason: "It answered 403|é.",
  isSilent: false,
  ...further,
});

const FOUND: TakenLook["findings"] = [
  { type: "finding", kind: "missing", severity: "error", resource: "Role", id: "o/1", name: "a" },
  { type: "finding", kind: "missing", severity: "error", resource: "Role", id: "o/12", name: "a" },
  { type: "finding", kind: "policy", severity: "note", resource: "Role", id: "o/1", name: "a", rule: "r" },
];

let store: SqliteStore;
beforeEach(() => {
  store = new SqliteStore(":memory:");
});
afterEach(() => store.close());

test.each<[string, Partial<TakenLook>, outcome: string, open: Readonly<Record<string, number>>]>([
  ["sees nothing", {}, "clean", {}],
  ["sees differences and broken rules", { findings: FOUND }, "findings", { missing: 2, policy: 1 }],
  ["couldn't check anything for drift", { gaps: [gap()] }, "failed", { unchecked: 1 }],
  [
    "couldn't check anything, whatever else it saw",
    { findings: FOUND, gaps: [gap()] },
    "failed",
    { missing: 2, policy: 1, unchecked: 1 },
  ],
  ["couldn't check anything for drift, which is normal", { gaps: [gap({ isSilent: true })] }, "failed", {}],
  ["couldn't read one list", { gaps: [gap({ resource: "Role" })] }, "findings", { unchecked: 1 }],
  ["couldn't read one list, which is normal", { gaps: [gap({ resource: "Role", isSilent: true })] }, "clean", {}],
  ["couldn't check any rule", { gaps: [gap({ source: "policy" })] }, "findings", { unchecked: 1 }],
  ["couldn't check any rule, which is normal", { gaps: [gap({ source: "policy", isSilent: true })] }, "clean", {}],
])("a look that %s is kept as such, with what is open by kind", async (_what, look, outcome, open) => {
  const clock = new StillWatchClock();
  const told: unknown[] = [];
  const isWell = await watchOnce({
    watched: [
      { name: "acme", labels: {}, look: () => Promise.resolve({ findings: [], gaps: [], requests: 3, ...look }) },
    ],
    file: watchFileOf("w.yaml", ""),
    store,
    clock,
    environment: {},
    signal: new AbortController().signal,
    parallel: 1,
    say: (line) => told.push(line),
    onLook: (name, result) => told.push([name, result.outcome]),
  });
  expect([isWell, told]).toEqual([outcome !== "failed", [["acme", outcome]]]);
  const [startedMs, endedMs] = [clock.nowMs(), clock.nowMs()];
  expect(await store.looks({ sinceMs: 0 })).toEqual([
    { organization: "acme", startedMs, endedMs, outcome, open, requests: 3 },
  ]);
});
