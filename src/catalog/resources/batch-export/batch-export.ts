import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { partitionedList } from "../../../capabilities/partitioned-list.ts";
import { askedSecrets } from "../../../capabilities/asked-secrets.ts";
import { confirmedAbsence } from "../../../capabilities/confirmed-absence.ts";
import { unsupportedInputs } from "../../../capabilities/unsupported-inputs.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { BatchExportBody, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { BatchExportPlace } from "../../../client/batch-exports/batch-exports.ts";
import type { Api } from "../../../client/client.ts";
import type { Before, Setter } from "../../../model/call.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { replaceIfOther } from "../../../model/on-change.ts";
import { destinationFromWire, destinationToWire, sameDestination } from "./batch-export-destination.ts";
import {
  atExport,
  BELOW_ORGANIZATION,
  isExportGone,
  listPlace,
  PROJECT_LISTS,
  whyExportUnseen,
  whyNotEveryExport,
} from "./batch-export-place.ts";
import {
  isLackingBelow,
  isLackingSetting,
  isOfNewerService,
  NEW_INPUTS,
  sameJson,
  sameQuery,
  settingProblems,
  settingsFromWire,
  settingsToBody,
} from "./batch-export-settings.ts";
import { COPY_INPUTS } from "./batch-export-types.ts";
import { addOnGuard } from "./add-on-guard.ts";
import { destinationGuards } from "./destination-guards.ts";
import { destinationProblems } from "./destination-problems.ts";
import {
  declaredBy,
  destinationSchema,
  NEEDED_WITHOUT_INTEGRATION,
  OTHER,
  secretPlaces,
  typeOf,
} from "./batch-export-blocks.ts";
import { flatProblems, withBlock } from "./flat-destination.ts";
import { timeZone } from "../../fields/time-zone.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { instant, sameInstant } from "../../fields/instant.ts";
import { jsonTextInput } from "../../fields/json-text.ts";
import { projectNumber } from "../../fields/project-id.ts";
import { organization } from "../organization/organization.ts";
import { integration } from "../integration/integration.ts";
import { organizationOf } from "../project/project-scope.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";

/** What a change sends, and the project to which it is sent; below its organization where none is known. */
interface Body {
  readonly project: number | undefined;
  readonly fields: BatchExportBody;
}

/** An export is paused by the service in the same moment in which a run of it ends. */
const SAME_MOMENT_MS = 60_000;

const place = (organizationId: string, project: number | undefined): BatchExportPlace =>
  project === undefined ? organizationId : { projectId: project };

/** The secrets that a block may hold, by their places; of one that names an integration those that it does not hold. */
function secretsOf(destination: unknown): string[] {
  const { block = OTHER, integrationId } = declaredBy(destination) ?? {};
  // Nobody knows what the service holds in that block.
  if (block === OTHER) return [];
  return secretPlaces(block).filter((place) => integrationId === undefined || place.endsWith(`.${COPY_INPUTS}`));
}

/** Nothing and the first are the same. */
const noneIfFirst = (value: number): number | null => (value === 0 ? null : value);

/** A list or a record of nothing is nothing. */
const jsonSetting = (doc: string) =>
  field(jsonTextInput().optional(), {
    doc,
    serviceDefault: null,
    normalize: sameJson,
  });

/** Below the project: the running service asks for the user's current one elsewhere. @source flow 7:265-266 */
const setPaused: Setter<Api, BatchExportWire, "organizationId" | "exportId"> = async (api, at, to, { wire }, call) => {
  const where = place(at.organizationId, wire.team_id);
  const id = at.exportId;
  await (to === true ? api.batchExports.pause(where, id, call) : api.batchExports.unpause(where, id, {}, call));
  return undefined;
};

/** The batch exports of an organization, or of each of its projects. */
const exportList: Collection<Api, BatchExportWire, "organizationId"> = {
  name: "batchExports",
  scope: ["organizationId"],
  words: "the batch exports of the organization",
  route: BELOW_ORGANIZATION,
  list: (api, scope, call) => api.batchExports.list(listPlace(scope), call).all(),
  servesReads: true,
  capabilities: [
    partitionedList(PROJECT_LISTS),
    hiddenRows({
      why: (scope, ask) => whyNotEveryExport(listed(), scope, ask),
      listing: "part",
    }),
  ],
};

/**
 * A regular export of events or persons to a destination.
 *
 * @source service contract, Batch export; live-organizations 6; live service 2025-08, flow 7.
 */
export const batchExport = defineResource({
  kind: "object",
  name: "BatchExport",
  doc: "A regular export of a project's events or persons to a destination such as S3, BigQuery or a database.",
  notes: [
    "An export belongs to a project, which is enough: where no organization is given or configured, it is that of the project, as far as the key may read it. The service of 2025-08 makes one only where `projectId` is given and fails otherwise (500); a service that keeps to its contract takes the current project of the key's user.",
    "`destination` holds exactly one block, whose members depend on the kind. A block of another kind replaces the export; a setting that leaves the program is cleared.",
    "The block `other` takes types and settings that Orgform doesn't know yet. `type` is the service's name of the type, and `config` has settings and secrets under the service's names. All of `config` is secret. Orgform compares it with the values that the program had before, so a change outside the program doesn't show.",
    "The service of 2026 keeps credentials in integrations of the project: `integrationId` in the block names one that exists, in place of secrets. It makes no export without, except to HTTP, which the preview says. There `s3` is neither made nor changed; declare `awsS3` or `s3Compatible`. Exports to S3 from before are read, paused, backfilled and deleted; one that the service moved to a later type stays S3 to a program that says so.",
    "That service has batch exports below projects alone: where a state or an import names none, the export is looked for once in the lists of all projects. It stopped changing `model` in October 2026, so a change replaces the export on that service, whatever the month.",
    "`timezone`, `offsetDay`, `offsetHour`, `hogqlQuery`, `hogqlModifiers`, `primaryKey`, `versionKey`, `incrementalMode` and the model `hogql` are new in 2026, `filters` in 2025: an older service does not keep them, which the preview says by another export, or by the organization where there is none.",
    "`incrementalMode`, `primaryKey` and `versionKey` came in October 2026, `hogqlModifiers` on 25 September. While the service doesn't show them, they have no effect: the run warns, and `withoutEffect` lists them. The first three are sent once an answer shows them, so creating an export that has them takes a second request.",
    "The rules for `filters` and for `hogqlQuery` beside another model than `hogql` changed in October 2026. The preview refuses only what the service refuses before and after. Until then `filters` work with every model but `hogql`, later with `events` alone. A query beside `events` selects columns. Later the service takes it only in a project that already has such an export. It shows the query in its own spelling: declare it so, with keywords in capitals. Spaces don't count.",
    NEEDED_WITHOUT_INTEGRATION,
    "Redshift's `copyInputs` is JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization` (a role, or a pair of keys) and `bucket_credentials`.",
    "The service never returns the secrets of a block (user names of databases are among them). State holds them as secrets, with a slow salted hash that tells whether a value is still the one that was sent. Only what differs from the last ones given is sent; where state does not hold those, all of them. After an import the first ones given are taken for the current ones, without looking; `rotate` sends them.",
    "`paused` is changed by pausing and unpausing, without a backfill. The service pauses an export by itself after ten failed runs; a refresh then shows `paused` as changed and says why, and the next update lets it run again.",
    "Names are not unique at the service. When an export of the declared name exists and differs, create stops and shows the differences; `adopt` adopts it, `allowDuplicateName` creates another one.",
    "Times are compared as points in time: without an offset they are UTC, a date is its midnight. Runs, logs and backfills are no part of the resource, and neither is the `hogql_query` of services before 2026, which they never return and cannot clear.",
  ],
  example: {
    organizationId: EXAMPLE_ORGANIZATION,
    projectId: "17",
    name: "Events to S3",
    interval: "hour",
    destination: {
      awsS3: { bucketName: "acme-events", region: "eu-central-1", prefix: "events/", integrationId: "5" },
    },
  },
  stateVersion: 2,
  migrations: { 1: withBlock },
  inputs: {
    organizationId: organizationIdInput,
    projectId: field(projectNumber().optional(), {
      doc: message`Number of the project whose data is exported, as text, like the ${fieldRef("projectId")} of a Project; by default the current project of the key's user.`,
      onChange: "replace",
    }),
    name: field(z.string().min(1), { doc: "Name of the export, at least 1 character, not unique." }),
    model: field(z.enum(["events", "persons", "sessions", "hogql"]).optional(), {
      doc: 'What is exported: "events", "persons" or, where the service has it, "sessions" or "hogql", a query; the service\'s default is "events".',
      serviceDefault: "events",
    }),
    destination: field(destinationSchema, {
      doc: "Where to: one block, named after the kind of destination, with its settings and secrets.",
      normalize: sameDestination,
      onChange: replaceIfOther(typeOf),
      refersTo: { resource: () => integration, by: "integrationId" },
    }),
    interval: field(
      z.string().regex(/^(?:hour|day|week|every \d+ minutes)$/u, 'expected "hour", "day", "week" or "every 5 minutes"'),
      { doc: 'How often: "hour", "day", "week", "every 5 minutes" or "every 15 minutes" where the service allows it.' },
    ),
    timezone: field(timeZone().optional(), {
      doc: 'Time zone of days and weeks, such as "Europe/Berlin"; the service\'s default is "UTC".',
      serviceDefault: "UTC",
    }),
    offsetDay: field(z.number().int().min(0).max(6).optional(), {
      doc: "Day on which a weekly export runs, 0 (Sunday, the default) to 6.",
      serviceDefault: null,
      normalize: noneIfFirst,
    }),
    offsetHour: field(z.number().int().min(0).max(23).optional(), {
      doc: "Hour at which a daily or weekly export runs, 0 (the default) to 23.",
      serviceDefault: null,
      normalize: noneIfFirst,
    }),
    filters: jsonSetting(
      "Which events are exported, as JSON text: a list of property filters with `key`, `value`, `operator` and `type`.",
    ),
    hogqlQuery: field(z.string().min(1).optional(), {
      doc: 'Query whose rows are exported, required with the model "hogql"; with "events" it selects the columns. Spaces don\'t count.',
      serviceDefault: null,
      normalize: sameQuery,
      returned: "sometimes",
    }),
    hogqlModifiers: {
      ...jsonSetting("How the query is run, as JSON text: an object of the service's modifiers."),
      returned: "where supported",
    },
    primaryKey: field(z.array(z.string()).min(1).optional(), {
      doc: "Columns of the query that tell its rows apart.",
      serviceDefault: null,
      returned: "where supported",
    }),
    versionKey: field(z.array(z.string()).min(1).optional(), {
      doc: "Columns of the query that tell which of two rows is newer.",
      serviceDefault: null,
      returned: "where supported",
    }),
    incrementalMode: field(z.enum(["append", "merge"]).optional(), {
      doc: 'Whether rows of a later run are appended or merged by the primary key; the service\'s default is "append".',
      serviceDefault: "append",
      returned: "where supported",
    }),
    paused: field(z.boolean().default(false), { doc: "Whether the export stands still. Default false." }),
    startAt: field(instant().optional(), {
      doc: "No run before this time.",
      serviceDefault: null,
      normalize: sameInstant,
    }),
    endAt: field(instant().optional(), {
      doc: "No run after this time.",
      serviceDefault: null,
      normalize: sameInstant,
    }),
    rotate: field(z.string().optional(), {
      doc: "Any text; another one sends all credentials once more, for instance after an import.",
      onChange: "resend",
    }),
    allowDuplicateName: field(z.boolean().default(false), {
      doc: "Lets create make a second export of the same name in a project. Default false.",
      onChange: "none",
    }),
  },
  outputs: {
    exportId: field(z.string(), { doc: "Id (UUID) of the export.", stable: true }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", stable: true }),
  },
  identity: {
    parts: ["organizationId", "exportId"],
    of: (wire: BatchExportWire, scope) => ({ organizationId: scope.organizationId, exportId: wire.id }),
  },
  naturalKey: {
    fields: ["organizationId", "name"],
    isUnique: false,
    matches: (wire, inputs) =>
      wire.name === inputs.name && (inputs.projectId === undefined || String(wire.team_id) === inputs.projectId),
    isNamed: (wire, text) => wire.id === text || wire.name === text,
    lookUpBy: ["exportId", "name"],
  },
  scopes: { read: ["batch_export:read"], write: ["batch_export:write"] },
  validate: (inputs) => [...destinationProblems(inputs), ...settingProblems(inputs)],
  toWire: (inputs, before?: Before<BatchExportWire>): Body => ({
    project: before?.wire.team_id ?? (inputs.projectId === undefined ? undefined : Number(inputs.projectId)),
    fields: {
      name: inputs.name,
      model: inputs.model,
      ...settingsToBody(inputs, before),
      paused: inputs.paused,
      start_at: inputs.startAt,
      end_at: inputs.endAt,
      destination: destinationToWire(inputs.destination, before),
    },
  }),
  fromWire: (wire: BatchExportWire, at, declared) => ({
    organizationId: at.organizationId,
    ...(wire.team_id === undefined ? {} : { projectId: String(wire.team_id) }),
    name: wire.name,
    // Nothing and an empty text are kept apart and mean the same. @source flow 7:61-62
    model: wire.model || "events",
    destination: destinationFromWire(wire.destination, declared?.destination),
    interval: wire.interval,
    ...settingsFromWire(wire, declared),
    paused: wire.paused,
    startAt: wire.start_at,
    endAt: wire.end_at,
    exportId: wire.id,
    createdAt: wire.created_at,
  }),
  ops: {
    create: (api: Api, scope, { project, fields }, call) => {
      const { name = "", interval = "", destination = { type: "", config: null } } = fields;
      const where = place(scope.organizationId, project);
      return api.batchExports.create(where, { ...fields, name, interval, destination }, call);
    },
    read: (api: Api, at, call): Promise<BatchExportWire | undefined> =>
      atExport(listed(), at, call, (where) => api.batchExports.get(where, at.exportId, call)),
    update: (api: Api, at, { project, fields }, call) =>
      api.batchExports.update(place(at.organizationId, project), at.exportId, fields, call),
    setters: { paused: setPaused },
    delete: (api: Api, at, call): Promise<void> =>
      atExport(listed(), at, call, (where) => api.batchExports.delete(where, at.exportId, call)),
  },
  collection: exportList,
  parent: organization,
  guards: [...destinationGuards(() => listed()), addOnGuard(() => listed())],
  capabilities: [
    { name: "flat destination", formerForm: flatProblems },
    // What an integration holds is no part of the export; a bucket over which Redshift loads has keys of its own.
    askedSecrets(({ destination }) => ({ destination: secretsOf(destination) })),
    confirmedAbsence({ confirmGone: isExportGone, whyUnseen: whyExportUnseen }),
    unsupportedInputs({
      inputs: NEW_INPUTS,
      isUnsupported: isLackingSetting,
      isUnsupportedBelow: isLackingBelow,
      advice: "That came with the service of 2026: leave it out until the service has it.",
    }),
    adoption<Api, BatchExportWire>({
      allowDuplicateField: "allowDuplicateName",
      madeAt: (wire) => wire.created_at,
    }),
    {
      name: "organization of the project",
      fillIn: {
        input: "organizationId",
        from: "projectId",
        find: (api: Api, projectId, call) => organizationOf(projectId, { api, call }),
      },
    },
    {
      name: "fixed model",
      servedAs: {
        concerns: ({ path, effect, kind }) => path === "model" && effect === "update" && kind !== "unknown",
        change: (change, wire) => (isOfNewerService(wire) ? { ...change, effect: "replace" } : change),
      },
    },
    {
      name: "paused by the service",
      whyDrifted: (field, wire: BatchExportWire) => (field === "paused" && wire.paused ? whyPaused(wire) : undefined),
    },
  ],
});

/** The resource itself, for what its own calls look up. */
function listed(): ListOf<BatchExportWire, "organizationId"> {
  return batchExport;
}

/** Told by the runs: the service pauses an export when one more of them has failed. @source live-organizations 6.5 */
function whyPaused({ name, last_paused_at, latest_runs }: BatchExportWire): Text | undefined {
  if (last_paused_at === null) return undefined;
  const pausedMs = Date.parse(last_paused_at);
  const failed = latest_runs.find(({ status, finished_at }) => {
    const sinceMs = pausedMs - Date.parse(finished_at ?? "");
    return status === "Failed" && sinceMs >= 0 && sinceMs < SAME_MOMENT_MS;
  });
  if (failed === undefined) return undefined;
  const fact = `It was at ${last_paused_at}; the last run failed with: ${failed.latest_error ?? "no message"}.`;
  return message`The service paused the export ${JSON.stringify(name)} itself after too many failed runs\n${fact} The next update lets it run again: mend the destination first, or declare ${fieldRef("paused", true)}.`;
}
