import type { Values } from "../../../src/model/json-value.ts";
import type { FunctionWorld } from "./function-world.ts";
import type { FunctionRow } from "./row.ts";
import type { Scene } from "./scene.ts";

const inProject = ({ organizationId, projectId }: Scene) => ({ organizationId, projectId });
const ofExport = (scene: Scene) => ({ ...inProject(scene), exportId: scene.exportId });
const inOrganization = ({ organizationId, exportId }: Scene) => ({ organizationId, exportId });

/** The project as the service stores it. */
function projectOf({ sandbox, scene }: FunctionWorld): Values {
  const rows = sandbox.control.call("GET", `projects?organization=${scene.organizationId}`) as Values[];
  return rows[0] ?? {};
}

const isPaused = (world: FunctionWorld, id: string) => world.batchExports().find((one) => one["id"] === id)?.["paused"];

/** Names of products in which an interest was noted. */
const interests = (world: FunctionWorld, isSetUp: boolean) =>
  (projectOf(world)["intents"] as Values[])
    .filter((one) => !isSetUp || one["onboarding_completed_at"] !== null)
    .map((one) => one["product_type"]);

/** The stretches of time that were exported once more; each is begun a moment after it was asked for. */
async function backfills({ sandbox, scene, send }: FunctionWorld): Promise<unknown> {
  sandbox.control.advanceClock(2);
  const listed = await send("GET", `projects/${scene.projectId}/batch_exports/${scene.exportId}/backfills/`);
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
      look: (world) => projectOf(world)["api_token"] === world.scene.projectToken,
      after: () => false,
    },
  },
  addProductIntent: {
    args: (scene) => ({ ...inProject(scene), productType: "surveys", metadata: { from: "program" } }),
    gives: () => ({ outcome: "noted" }),
    effect: { look: (world) => interests(world, false), after: () => ["surveys"] },
  },
  completeProductOnboarding: {
    args: (scene) => ({ ...inProject(scene), productType: "surveys" }),
    gives: () => ({ outcome: "noted" }),
    effect: { look: (world) => interests(world, true), after: () => ["surveys"] },
  },
};

export const EXPORT_ROWS: Readonly<Record<string, FunctionRow>> = {
  pauseBatchExport: {
    args: inOrganization,
    gives: () => ({ paused: true }),
    effect: { look: (world) => isPaused(world, world.scene.exportId), after: () => true },
    others: (scene) => [ofExport(scene)],
  },
  unpauseBatchExport: {
    args: (scene) => ({ ...inProject(scene), exportId: scene.pausedExportId }),
    gives: () => ({ paused: false }),
    effect: { look: (world) => isPaused(world, world.scene.pausedExportId), after: () => false },
  },
  backfillBatchExport: {
    args: (scene) => ({ ...ofExport(scene), startAt: "2030-01-05T00:00:00Z", endAt: "2030-01-06T00:00:00Z" }),
    gives: ({ exportId }) => ({
      backfillId: `${exportId}-Backfill-2030-01-05T00:00:00+00:00-2030-01-06T00:00:00+00:00`,
    }),
    effect: { look: backfills, after: () => [["2030-01-05T00:00:00Z", "2030-01-06T00:00:00Z"]] },
  },
  listBatchExportLogs: {
    args: (scene) => ({ ...ofExport(scene), level: ["ERROR"] }),
    gives: () => [
      { timestamp: "2030-01-08T00:00:30Z", level: "ERROR", message: "no such bucket", instanceId: "run-1" },
    ],
  },
  listBatchExportRuns: {
    args: inOrganization,
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
      look: (world) => typeof world.domain(world.scene.domainId)?.["verified_at"],
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
    effect: { look: invited, after: () => ["ann@acme.example", "new@acme.example"] },
  },
};
