import { expect, test } from "@jest/globals";

import { readResults, resultsOf, resultsText } from "../../../packages/fleet/src/ci/run-results.ts";
import type { RecordedOrganization, RecordedRun, RunRecord } from "../../../packages/fleet/src/record/run-record.ts";

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };

const RUN: RecordedRun = {
  id: 7,
  action: "up",
  state: "ended",
  started: "2026-11-20T10:00:00.125Z",
  ended: undefined,
  waves: 2,
  reason: undefined,
  approved: 0,
  rollout: undefined,
  options: { isRefresh: false, isApproved: false, share: 1 },
};

const FACTS = { fleet: "customers", isAlive: true, left: [] };

const BARE = { schemaVersion: 1, fleet: "customers", action: "up", state: "ended", started: RUN.started };

/** A record with these organizations and approvals of the run. */
const recordOf = (
  organizations: readonly RecordedOrganization[] = [],
  approvals: Awaited<ReturnType<RunRecord["approvalsOf"]>> = [],
) => ({
  organizationsOf: async (id: number) => (id === RUN.id ? [...organizations] : []),
  approvalsOf: async (id: number) => (id === RUN.id ? [...approvals] : []),
});

test.each<[what: string, run: Partial<RecordedRun>, facts: Partial<typeof FACTS>, more: object]>([
  ["of nothing else", {}, {}, {}],
  ["that was stopped", { state: "stopped", reason: "two failed" }, {}, { state: "stopped", reason: "two failed" }],
  ["that ended", { ended: "2026-11-20T11:00:00Z" }, {}, { ended: "2026-11-20T11:00:00Z" }],
  ["that goes on", { state: "running" }, {}, { state: "running" }],
  ["whose process is gone", { state: "running" }, { isAlive: false }, { state: "cut off" }],
  ["that waits, whose process is gone", { state: "held" }, { isAlive: false }, { state: "held" }],
  ["that ended, whose process is gone", {}, { isAlive: false }, {}],
  ["of a plan", { action: "plan" }, {}, { action: "plan" }],
  ["of a shard", { options: { ...RUN.options, shard: { index: 1, of: 2 } } }, {}, { shard: { index: 1, of: 2 } }],
  ["that applies a plan", { options: { ...RUN.options, plan: "d" } }, {}, { plan: "d" }],
])("the results of a run %s", async (_what, run, facts, more) => {
  const results = await resultsOf(recordOf(), { ...RUN, ...run }, { ...FACTS, ...facts });
  expect(results).toStrictEqual({ ...BARE, ...more, organizations: [] });
});

test("the results have each organization as far as it came, who approved, and who left", async () => {
  const outcome = { state: "succeeded", changes: NONE, invites: 0, durationMs: 1_250.6 } as const;
  const organizations: RecordedOrganization[] = [
    { name: "acme|é", template: "free", wave: 0, state: "waiting" } as RecordedOrganization, // -- it never ran
    { name: "globex", template: "free", wave: 1, state: "succeeded", outcome } as RecordedOrganization, // -- what is shown
    {
      name: "initech",
      template: "paid",
      wave: 2,
      state: "failed",
      outcome: {
        ...outcome,
        changes: { ...NONE, create: 2 },
        calls: 0,
        message: "No seat.",
        bound: "exact",
        objects: [{ operation: "update", address: "Role ops", fields: ["name"], kind: "hidden" }],
      },
    } as unknown as RecordedOrganization, // -- a later version keeps more
  ];
  const at = "2026-11-20T09:00:00Z";
  const approvals = [
    { wave: 1, at, digest: "d1", by: "ann", comment: "fine", signature: "-----BEGIN" },
    { wave: 2, at, digest: "d2" },
  ];
  const results = await resultsOf(recordOf(organizations, approvals), RUN, { ...FACTS, left: ["hooli", "stark"] });
  expect(results).toStrictEqual({
    ...BARE,
    approvals: [
      { wave: 1, at, digest: "d1", by: "ann", comment: "fine", isSigned: true },
      { wave: 2, at, digest: "d2", isSigned: false },
    ],
    left: ["hooli", "stark"],
    organizations: [
      { name: "acme|é", template: "free", wave: 1, state: "waiting", changes: NONE },
      { name: "globex", template: "free", wave: 2, state: "succeeded", changes: NONE, durationMs: 1_251 },
      {
        name: "initech",
        template: "paid",
        wave: 3,
        state: "failed",
        changes: { ...NONE, create: 2 },
        calls: 0,
        durationMs: 1_251,
        message: "No seat.",
        bound: "exact",
        objects: [{ operation: "update", address: "Role ops", fields: ["name"] }],
      },
    ],
  });
  expect(readResults("r", resultsText(results))).toEqual(results);
});
