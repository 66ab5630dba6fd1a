import { expect } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import type { FunctionWorld } from "./function-world.ts";
import type { FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const inProject = ({ organizationId, projectId }: Seeded) => ({ organizationId, projectId });
const ofExport = (seeded: Seeded) => ({ ...inProject(seeded), exportId: seeded.exportId });
const inOrganization = ({ organizationId, exportId }: Seeded) => ({ organizationId, exportId });

/** The project as the service stores it. */
function projectOf({ sandbox, seeded }: FunctionWorld): Values {
  const rows = sandbox.control.call("GET", `projects?organization=${seeded.organizationId}`) as Values[];
  return rows[0] ?? {};
}

const isPaused = (world: FunctionWorld, id: string) => world.batchExports().find((one) => one["id"] === id)?.["paused"];

/** Names of products in which an interest was noted. */
const interests = (world: FunctionWorld, isSetUp: boolean) =>
  (projectOf(world)["intents"] as Values[])
    .filter((one) => !isSetUp || one["onboarding_completed_at"] !== null)
    .map((one) => one["product_type"]);

/** The stretches of time that were exported once more; each is begun a moment after it was asked for. */
async function backfills({ sandbox, seeded, send }: FunctionWorld): Promise<unknown> {
  sandbox.control.advanceClock(2);
  const listed = await send("GET", `projects/${seeded.projectId}/batch_exports/${seeded.exportId}/backfills/`);
  return (listed["results"] as Values[]).map((one) => [one["start_at"], one["end_at"]]);
}

export const PROJECT_ROWS: Readonly<Record<string, FunctionRow>> = {
  listProjectActivity: {
    args: inProject,
    gives: () => [{ activity: "updated", scope: "Team", user: { email: "founder@acme.example" } }],
  },
  getDemoDataState: { args: inProject, gives: () => ({ isGenerating: true }) },
  resetProjectToken: {
    args: inProject,
    gives: () => ({}),
    effect: {
      look: (world) => projectOf(world)["api_token"] === world.seeded.projectToken,
      after: () => false,
    },
  },
  addProductIntent: {
    args: (seeded) => ({ ...inProject(seeded), productType: "surveys", metadata: { from: "program" } }),
    gives: () => ({ outcome: "noted" }),
    effect: { look: (world) => interests(world, false), after: () => ["surveys"] },
    scopesIn: { "2026-09": ["project:read"] },
  },
  completeProductOnboarding: {
    args: (seeded) => ({ ...inProject(seeded), productType: "surveys" }),
    gives: () => ({ outcome: "noted" }),
    effect: { look: (world) => interests(world, true), after: () => ["surveys"] },
    scopesIn: { "2026-09": ["project:read"] },
  },
};

/** The projects are listed there, in whose lists the export is looked for. */
export const ORGANIZATION_WITHOUT_LIST = { "2026-09": ["project:read"] } as const;

export const EXPORT_ROWS: Readonly<Record<string, FunctionRow>> = {
  pauseBatchExport: {
    args: inOrganization,
    gives: () => ({ paused: true }),
    effect: { look: (world) => isPaused(world, world.seeded.exportId), after: () => true },
    others: (seeded) => [ofExport(seeded)],
    scopesIn: ORGANIZATION_WITHOUT_LIST,
  },
  unpauseBatchExport: {
    args: (seeded) => ({ ...inProject(seeded), exportId: seeded.pausedExportId }),
    gives: () => ({ paused: false }),
    effect: { look: (world) => isPaused(world, world.seeded.pausedExportId), after: () => false },
  },
  backfillBatchExport: {
    args: (seeded) => ({ ...ofExport(seeded), startAt: "2030-01-05T00:00:00Z", endAt: "2030-01-06T00:00:00Z" }),
    gives: ({ exportId }) => ({
      backfillId: `${exportId}-Backfill-2030-01-05T00:00:00+00:00-2030-01-06T00:00:00+00:00`,
    }),
    effect: { look: backfills, after: () => [["2030-01-05T00:00:00Z", "2030-01-06T00:00:00Z"]] },
    departs: {
      "2026-09": {
        because: "a backfill is an object of its own there",
        gives: () => ({ backfillId: expect.stringMatching(/^[-0-9a-f]{36}$/u) }),
      },
    },
    successor: "batchExports.createBackfill",
  },
  listBatchExportLogs: {
    args: (seeded) => ({ ...ofExport(seeded), level: ["ERROR"] }),
    scopesIn: { "2026-09": ["batch_export:read"] },
    gives: () => [
      { timestamp: "2030-01-08T00:00:30Z", level: "ERROR", message: "no such bucket", instanceId: "run-1" },
    ],
  },
  listBatchExportRuns: {
    args: inOrganization,
    scopesIn: ORGANIZATION_WITHOUT_LIST,
    gives: () => [
      {
        status: "Failed",
        recordsCompleted: 20,
        latestError: "no such bucket",
        dataIntervalStart: "2030-01-07T00:00:00Z",
        dataIntervalEnd: "2030-01-08T00:00:00Z",
        createdAt: "2030-01-08T00:00:01Z",
        finishedAt: "2030-01-08T00:01:00Z",
      },
    ],
  },
};

/** Addresses with an invite, in the order of the alphabet. */
const invited = ({ sandbox }: FunctionWorld) =>
  (sandbox.control.call("GET", "invites") as Values[]).map((one) => String(one["target_email"])).toSorted();

export const PEOPLE_ROWS: Readonly<Record<string, FunctionRow>> = {
  verifyDomain: {
    args: ({ organizationId, domainId }) => ({ organizationId, domainId }),
    gives: () => ({ isVerified: true }),
    effect: {
      look: (world) => typeof world.domain(world.seeded.domainId)?.["verified_at"],
      after: () => "string",
    },
  },
  bulkCreateInvites: {
    args: ({ organizationId }) => ({
      organizationId,
      emails: ["grace@acme.example", "New@acme.example", "new@acme.example"],
      level: "admin",
    }),
    gives: () => ({
      items: [
        { email: "grace@acme.example", outcome: "member already" },
        { email: "new@acme.example", outcome: "invited" },
      ],
    }),
    givesAgain: () => ({
      items: [
        { email: "grace@acme.example", outcome: "member already" },
        { email: "new@acme.example", outcome: "invited before" },
      ],
    }),
    effect: { look: invited, after: () => ["ann@acme.example", "new@acme.example"] },
  },
};
