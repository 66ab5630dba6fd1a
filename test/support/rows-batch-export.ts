import type { Values } from "../../src/model/json-value.ts";
import type { Row } from "./conformance-rows.ts";
import { domainIdIn } from "./rows-domain.ts";
import type { World } from "./scenario-world.ts";

const NAME = "Events to S3";
const CONFIG = { bucketName: "globex-events", region: "eu-central-1", prefix: "events/" };
const CREDENTIALS = { awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: "s3-canary" };
const SECRET_KEYS = ["aws_access_key_id", "aws_secret_access_key"];

/** What is not at the server-side default and was not set by a key in `CREDENTIALS`. */
const FULL_CONFIG = {
  ...CONFIG,
  fileFormat: "Parquet",
  compression: "zstd",
  maxFileSizeMb: 100,
  useVirtualStyleAddressing: true,
  excludeEvents: ["$pageleave"],
};

/** An export to S3, made and changed below its project and read below its organization. */
export const batchExportRow: Row = {
  resource: "BatchExport",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    return Promise.resolve({ organizationId, otherOrganizationId, projectId: String(world.project(organizationId)) });
  },
  minimal: ({ organizationId, projectId }) => ({
    organizationId,
    projectId,
    name: NAME,
    interval: "hour",
    destination: { type: "S3", config: CONFIG },
  }),
  // The running service makes an export below a project alone.
  alsoMinimal: ["projectId"],
  full: ({ organizationId, projectId }) => ({
    organizationId,
    projectId,
    name: NAME,
    model: "persons",
    interval: "hour",
    destination: { type: "S3", config: FULL_CONFIG },
    credentials: CREDENTIALS,
    paused: true,
    startAt: "2026-11-20T10:00:00+02:00",
    endAt: "2027-01-01",
    rotate: "first",
    allowDuplicateName: false,
  }),
  changes: () => ({
    name: { to: "Persons to S3", wire: { name: "Persons to S3" } },
    model: { to: "events", wire: { model: "events" } },
    interval: { to: "day", wire: { interval: "day" } },
    destination: {
      // What is left out is at its default again; null is none of a setting that has another.
      to: { type: "S3", config: { ...CONFIG, bucketName: "globex-archive" } },
      wire: {
        config: {
          bucket_name: "globex-archive",
          region: "eu-central-1",
          prefix: "events/",
          file_format: "JSONLines",
          compression: null,
          max_file_size_mb: null,
          use_virtual_style_addressing: "False",
          exclude_events: null,
        },
      },
    },
    credentials: {
      to: { awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: "s3-rotated" },
      wire: { secrets: { aws_access_key_id: "AKIA-CANARY", aws_secret_access_key: "s3-rotated" } },
    },
    paused: { to: false, wire: { paused: false }, writes: ["POST"] },
    startAt: { to: "2026-11-21", wire: { start_at: "2026-11-21T00:00:00Z" } },
    endAt: { to: "2027-06-01T00:00:00Z", wire: { end_at: "2027-06-01T00:00:00Z" } },
  }),
  removals: {
    model: { model: "events" },
    credentials: { secrets: { aws_access_key_id: null, aws_secret_access_key: null } },
    paused: { paused: false },
    startAt: { start_at: null },
    endAt: { end_at: null },
  },
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId, projectId: "4711" }),
  imported: { startAt: "2026-11-20T08:00:00Z", endAt: "2027-01-01T00:00:00Z", allowDuplicateName: false },
  notImported: ["rotate", "credentials"],
  stored: { allowDuplicateName: true },
  edit: {
    field: "name",
    value: "Renamed elsewhere",
    apply: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `batch-exports/${domainIdIn(id)}`, { name: "Renamed elsewhere" }),
  },
  remove: ({ sandbox }, id) => void sandbox.control.call("DELETE", `batch-exports/${domainIdIn(id)}`),
  look: (world, id) => shown(world.batchExports().find((row) => row["id"] === domainIdIn(id))),
  count: (world, { name }) => world.batchExports().filter((row) => row["name"] === name).length,
  countAfterDelete: 0,
  derived: ["last_updated_at", "timer"],
  existing: {
    own: (world, { projectId }) => make(world, projectId, { interval: "hour", paused: true, model: "events" }),
    ownRequests: ["GET /organizations/:id/batch_exports/", "PATCH /projects/:id/batch_exports/:id/"],
    foreign: (world, { projectId }) => make(world, projectId, { interval: "day", paused: true, model: "persons" }),
    foreignReason: /interval is "day", declared is "hour"/u,
    adoptTexts: (id) => [id, domainIdIn(id), NAME],
  },
  blindWhenStale: {
    "take over": "a list from before the export was made lacks it, and the service takes a second one of that name",
  },
  looksBehind: ["create"],
  requests: {
    create: [
      "GET /organizations/:id/batch_exports/",
      "POST /projects/:id/batch_exports/",
      "GET /organizations/:id/batch_exports/",
    ],
    update: [
      "GET /organizations/:id/batch_exports/:id/",
      "PATCH /projects/:id/batch_exports/:id/",
      "POST /projects/:id/batch_exports/:id/unpause/",
      "GET /organizations/:id/batch_exports/:id/",
    ],
    delete: ["DELETE /organizations/:id/batch_exports/:id/"],
  },
};

/** An export as it is stored, its secrets apart. */
function shown(row: Values | undefined): Values | undefined {
  if (row === undefined) return undefined;
  const { destination, ...rest } = row;
  const { type, config } = destination as { type: string; config: Values };
  const of = (isSecret: boolean): Values =>
    Object.fromEntries(Object.entries(config).filter(([key]) => SECRET_KEYS.includes(key) === isSecret));
  return { ...rest, type, config: of(false), secrets: of(true) };
}

async function make(world: World, projectId: unknown, further: Values): Promise<void> {
  const config = {
    bucket_name: CONFIG.bucketName,
    region: CONFIG.region,
    prefix: CONFIG.prefix,
    file_format: FULL_CONFIG.fileFormat,
    compression: FULL_CONFIG.compression,
    max_file_size_mb: FULL_CONFIG.maxFileSizeMb,
    use_virtual_style_addressing: FULL_CONFIG.useVirtualStyleAddressing,
    exclude_events: FULL_CONFIG.excludeEvents,
  };
  await world.send("POST", `projects/${String(projectId)}/batch_exports/`, {
    name: NAME,
    destination: { type: "S3", config },
    ...further,
  });
}
