import { pick, type Values } from "../../src/model/json-value.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import type { World } from "./scenario-world.ts";

const NAME = `Events → S3 |Köln| "1" 'x'`;
const CONFIG = { bucketName: "globex-events", region: "eu-central-1", prefix: "events/" };
const CREDENTIALS = { awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: "s3-canary" };
const SECRET_KEYS = ["aws_access_key_id", "aws_secret_access_key", "user", "password"];
const FILTERS = [{ key: "$browser", operator: "exact", type: "event", value: ["Chrome"] }];
const OTHER_FILTERS = [{ key: "$browser", operator: "exact", type: "event", value: ["Firefox"] }];

/** Settings that the services before 2026 do not have. */
const NEW = ["timezone", "offsetDay", "offsetHour", "hogqlQuery", "hogqlModifiers", "primaryKey", "versionKey"];

/** Of 2026, where S3 cannot be made: a block of a database whose credentials lie in an integration, and may be given all the same. */
const DATABASE = { database: "globex" };
const FULL_DATABASE = { ...DATABASE, schema: "exports", tableName: "rows", hasSelfSignedCert: true };
const LOGIN = { user: "u-canary", password: "p-canary" };

/** Whether the inputs are for a service that takes S3: those for all of them are when nothing is seeded. */
const takesS3 = (seeded: Values): boolean => seeded["integrationId"] === undefined;

function minimalDestination(seeded: Values): Values {
  return takesS3(seeded) ? { s3: CONFIG } : { postgres: { ...DATABASE, integrationId: seeded["integrationId"] } };
}

/** What is not at the server-side default. */
const FULL_CONFIG = {
  ...CONFIG,
  fileFormat: "Parquet",
  compression: "zstd",
  maxFileSizeMb: 100,
  useVirtualStyleAddressing: true,
  excludeEvents: ["$pageleave"],
};

const S3_CHANGE = {
  // What is left out is at its default again; null is none of a setting that has another.
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

/** What is imported is a block. */
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

/** An export to S3, or in 2026 to a database, made and changed below its project and read below its organization. */
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
  // The running service makes an export below a project alone.
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
  // A new export is sent without them.
  removals: {
    primaryKey: { primary_key: null },
    versionKey: { version_key: null },
    incrementalMode: { incremental_mode: "append" },
  },
  lacking: {
    documented: [...NEW, "incrementalMode", "filters"],
    "2025-08": [...NEW, "incrementalMode", "filters"],
    // A change of the model replaces there; what needs a query or a week is shown in conformance/linked-exports.
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
  // Whether the organization has the add-on.
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
      // The first that a world has.
      destination: { postgres: { ...FULL_DATABASE, integrationId: "1" } },
    },
    // Where there is no export, the organization tells what the service takes.
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

/** Two projects, and where S3 is no more a login at a database. */
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

/** An export as it is stored, its secrets apart. */
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

/** The same service two weeks later: it shows what it does with the rows of later runs. */
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
