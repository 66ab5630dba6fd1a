import { pick, type Values } from "../../src/model/json-value.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import type { World } from "./scenario-world.ts";

const NAME = `Events → S3 |Köln| "1" 'x'`;
const CONFIG = { bucketName: "globex-events", region: "eu-central-1", prefix: "events/" };
const CREDENTIALS = { awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: "s3-canary" };
const SECRET_KEYS = ["aws_access_key_id", "aws_secret_access_key", "user", "password"];
const FILTERS = [{ key: "$browser", operator: "exact", type: "event", value: ["Chrome"] }];
const OTHER_FILTERS = [{ key: "$browser", operator: "exact", type: "event", value: ["Firefox"] }];

/** Settings that services before 2026 don't have. */
const NEW = ["timezone", "offsetDay", "offsetHour", "hogqlQuery", "hogqlModifiers", "primaryKey", "versionKey"];

/**
 * For 2026, which can't create S3 exports: a database block. An integration has its credentials, but the block accepts
 * them too.
 */
const DATABASE = { database: "globex" };
const FULL_DATABASE = { ...DATABASE, schema: "exports", tableName: "rows", hasSelfSignedCert: true };
const LOGIN = { user: "u-canary", password: "p-canary" };

/** Whether the inputs are for a service that accepts S3, as they are if nothing is seeded. */
const takesS3 = (seeded: Values): boolean => seeded["integrationId"] === undefined;

function minimalDestination(seeded: Values): Values {
  return takesS3(seeded) ? { s3: CONFIG } : { postgres: { ...DATABASE, integrationId: seeded["integrationId"] } };
}

/** Values that differ from the server-side defaults. */
const FULL_CONFIG = {
  ...CONFIG,
  fileFormat: "Parquet",
  compression: "zstd",
  maxFileSizeMb: 100,
  useVirtualStyleAddressing: true,
  excludeEvents: ["$pageleave"],
};

const S3_CHANGE = {
  // Omitted settings return to their default, which can differ from null.
  to: { s3: { ...CONFIG, ...CREDENTIALS, bucketName: "globex-archive" } },
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
};

function databaseChange({ integrationId }: Values) {
  return {
    to: { postgres: { ...DATABASE, ...LOGIN, tableName: "other", integrationId } },
    wire: {
      config: { database: "globex", schema: "public", table_name: "other", has_self_signed_cert: "False" },
    },
  };
}

/** An import reads a block. */
const IMPORTED_S3 = { destination: { s3: FULL_CONFIG } };
const IMPORTED = { startAt: "2026-11-20T08:00:00Z", endAt: "2027-01-01T00:00:00Z", allowDuplicateName: false };

const EXISTING: RowDeclaration["existing"] = {
  own: (world, { projectId, destination }) =>
    make(world, { projectId, destination }, { interval: "hour", paused: true, model: "events" }),
  declared: (inputs) => pick(inputs, ["organizationId", "projectId", "name", "interval", "destination", "paused"]),
  ownRequests: ["GET /organizations/:id/batch_exports/", "HOME", "CHANGE"],
  foreign: (world, { projectId, destination }) =>
    make(world, { projectId, destination }, { interval: "day", paused: true }),
  foreignReason: /interval is "day", declared is "hour"/u,
  knownBy: "name",
};

/**
 * An export to S3, or in 2026 to a database. Creates and changes go below its project, reads below its organization.
 */
export const batchExportRow: RowDeclaration = {
  resource: "BatchExport",
  at: "/projects/:id/batch_exports/",
  controlledAs: "batch-exports",
  setUp,
  minimal: (seeded) => ({
    organizationId: seeded["organizationId"],
    projectId: seeded["projectId"],
    name: NAME,
    interval: "hour",
    destination: minimalDestination(seeded),
  }),
  // The running service creates exports only below a project.
  alsoMinimal: ["projectId"],
  full: (seeded) => ({
    organizationId: seeded["organizationId"],
    projectId: seeded["projectId"],
    name: NAME,
    model: "persons",
    interval: "hour",
    timezone: "Europe/Berlin",
    offsetDay: 2,
    offsetHour: 3,
    filters: JSON.stringify(FILTERS),
    hogqlQuery: "select 1 as one",
    hogqlModifiers: "{}",
    primaryKey: ["one"],
    versionKey: ["one"],
    incrementalMode: "merge",
    destination: takesS3(seeded)
      ? { s3: { ...FULL_CONFIG, ...CREDENTIALS } }
      : { postgres: { ...FULL_DATABASE, ...LOGIN, integrationId: seeded["integrationId"] } },
    paused: true,
    startAt: "2026-11-20T10:00:00+02:00",
    endAt: "2027-01-01",
    rotate: "first",
    allowDuplicateName: false,
  }),
  changes: (seeded) => ({
    name: { to: "Persons to S3" },
    model: { to: "events" },
    interval: { to: "day" },
    timezone: { to: "America/New_York" },
    offsetDay: { to: 1 },
    offsetHour: { to: 4 },
    filters: { to: JSON.stringify(OTHER_FILTERS), wire: { filters: OTHER_FILTERS } },
    hogqlQuery: { to: "select 2 as one" },
    hogqlModifiers: { to: "{}", wire: { hogql_modifiers: {} } },
    primaryKey: { to: ["two"] },
    versionKey: { to: ["two"] },
    incrementalMode: { to: "append" },
    destination: takesS3(seeded) ? S3_CHANGE : databaseChange(seeded),
    paused: { to: false, writes: ["POST"] },
    startAt: { to: "2026-11-21", wire: { start_at: "2026-11-21T00:00:00Z" } },
    endAt: { to: "2027-06-01T00:00:00Z" },
  }),
  // The request for a new export lacks them.
  removals: {
    primaryKey: { primary_key: null },
    versionKey: { version_key: null },
    incrementalMode: { incremental_mode: "append" },
  },
  lacking: {
    documented: [...NEW, "incrementalMode", "filters"],
    "2025-08": [...NEW, "incrementalMode", "filters"],
    // There, a changed model replaces the export. conformance/linked-exports has settings that need a query or a week.
    "2026-09": ["model", ...NEW.filter((name) => name !== "timezone"), "incrementalMode"],
  },
  replacements: ({ otherOrganizationId, otherProjectId }) => ({
    organizationId: otherOrganizationId,
    projectId: otherProjectId,
  }),
  imported: { ...IMPORTED, ...IMPORTED_S3 },
  notImported: ["rotate"],
  stored: { allowDuplicateName: true },
  edit: { field: "name", value: "Renamed elsewhere" },
  look: (world, id) => shown(world.batchExports().find((row) => row["id"] === ownId(id))),
  count: (world, { name }) => world.batchExports().filter((row) => row["name"] === name).length,
  derived: ["last_updated_at", "timer"],
  existing: EXISTING,
  blindWhenStale: {
    "take over": "a list from before the export was made lacks it, and the service takes a second one of that name",
  },
  looksBehind: ["create"],
  // The organization shows whether it has the add-on.
  checkRequests: ["GET /organizations/:id/batch_exports/", "HOME"],
  previewRequests: ["GET /organizations/:id/batch_exports/"],
  requests: {
    create: ["GET /organizations/:id/batch_exports/", "HOME", "MAKE", "GET /organizations/:id/batch_exports/"],
    update: [
      "GET /organizations/:id/batch_exports/",
      "GET /organizations/:id/batch_exports/:id/",
      "CHANGE",
      "POST /projects/:id/batch_exports/:id/unpause/",
      "GET /organizations/:id/batch_exports/:id/",
    ],
    delete: ["DELETE /organizations/:id/batch_exports/:id/"],
  },
  newest: {
    imported: {
      ...IMPORTED,
      model: "events",
      // The first integration of a world.
      destination: { postgres: { ...FULL_DATABASE, integrationId: "1" } },
    },
    // Without an export, the organization shows what the service accepts.
    checkRequests: ["GET /organizations/:id/batch_exports/", "LIST", "HOME"],
    references: ["GET /projects/:id/integrations/"],
    changeReferences: ["GET /projects/:id/integrations/"],
    previewRequests: ["GET /organizations/:id/batch_exports/", "LIST"],
    vainRequests: ["DELETE /organizations/:id/batch_exports/:id/"],
    existing: {
      ...EXISTING,
      ownRequests: ["GET /organizations/:id/batch_exports/", "LIST", "CHANGE"],
    },
  },
  newestRequests: {
    create: ["GET /organizations/:id/batch_exports/", "LIST", "HOME", "MAKE", "LIST"],
    update: [
      "GET /organizations/:id/batch_exports/",
      "LIST",
      "READ",
      "CHANGE",
      "POST /projects/:id/batch_exports/:id/unpause/",
      "READ",
    ],
    delete: ["DELETE /organizations/:id/batch_exports/:id/", "REMOVE"],
  },
};

/** Two projects, and a database login if the service no longer has S3. */
async function setUp(world: World): Promise<Values> {
  const { organizationId, otherOrganizationId } = world;
  const project = world.project(organizationId);
  const other = await world.send("POST", `organizations/${organizationId}/projects/`, { name: "Other" });
  const seeded = {
    organizationId,
    otherOrganizationId,
    projectId: String(project),
    otherProjectId: String(other["id"]),
  };
  if (world.sandbox.dialect !== "2026-09") return { ...seeded, isOlder: true };
  const { control } = world.sandbox;
  control.call("PATCH", "batch-export-flags", { highFrequency: true });
  const config = { host: "db.globex.example", port: 5432, user: "u", password: "p" };
  const made = control.call("POST", "integrations", { project, kind: "postgresql", config }) as { number: number };
  return { ...seeded, integrationId: String(made.number) };
}

/** A stored export, with its secrets separate. */
function shown(row: Values | undefined): Values | undefined {
  if (row === undefined) return undefined;
  const { destination, ...rest } = row;
  const { type, config } = destination as { type: string; config: Values };
  const of = (isSecret: boolean): Values =>
    Object.fromEntries(Object.entries(config).filter(([key]) => SECRET_KEYS.includes(key) === isSecret));
  return { ...rest, type, config: of(false), secrets: of(true) };
}

async function make(world: World, { projectId, destination }: Values, further: Values): Promise<void> {
  const { postgres } = destination as Values;
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
  const database = { database: "globex", schema: "exports", table_name: "rows", has_self_signed_cert: true };
  await world.send("POST", `projects/${String(projectId)}/batch_exports/`, {
    name: NAME,
    destination:
      postgres === undefined
        ? { type: "S3", config }
        : { type: "Postgres", config: database, integration: Number((postgres as Values)["integrationId"]) },
    ...further,
  });
}

/** The same service two weeks later, which shows its treatment of rows from later runs. */
export const batchExportInOctoberRow: RowDeclaration = {
  ...batchExportRow,
  variant: "in October 2026",
  onlyIn: "2026-09",
  setUp: (world) => {
    world.sandbox.control.changeSettings({ asOf: "2026-10-15" });
    return setUp(world);
  },
  newest: {
    ...batchExportRow.newest,
    imported: { ...batchExportRow.newest?.imported, incrementalMode: "append" },
  },
};
