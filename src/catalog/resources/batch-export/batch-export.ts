import * as z from "zod";

import type { BatchExportBody, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { BatchExportPlace } from "../../../client/batch-exports/batch-exports.ts";
import type { Api } from "../../../client/client.ts";
import type { Before, Setter } from "../../../model/call.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { isRecord } from "../../../model/json-value.ts";
import {
  credentialsSchema,
  destinationFromWire,
  destinationProblems,
  destinationSchema,
  destinationToWire,
  sameDestination,
} from "./batch-export-destination.ts";
import { destinationType, NOTES_ON_TYPES } from "./batch-export-types.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { instant, sameInstant } from "../../fields/instant.ts";
import { organization } from "../organization/organization.ts";
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

/** Below the project: the running service asks for the user's current one elsewhere. @source flow 7:265-266 */
const setPaused: Setter<Api, BatchExportWire, "organizationId" | "exportId"> = async (api, at, to, { wire }, call) => {
  const where = place(at.organizationId, wire.team_id);
  const id = at.exportId;
  await (to === true ? api.batchExports.pause(where, id, call) : api.batchExports.unpause(where, id, {}, call));
  return undefined;
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
    "An export belongs to a project. The service of 2025-08 makes one only where `projectId` is given and fails otherwise (500); a service that keeps to its contract takes the current project of the key's user.",
    "`destination.type` is one of S3, Snowflake, Postgres, Redshift, BigQuery, HTTP and NoOp, or what a newer service knows: then settings are given in `destination.otherConfig` and secrets in `credentials.other`, under the service's names. A change of the type replaces the export; a setting that leaves the program is cleared.",
    ...NOTES_ON_TYPES,
    "Redshift's `copyInputs` is JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization` (a role, or a pair of keys) and `bucket_credentials`.",
    "The service never returns `credentials` (user names of databases are among them). State holds them as a secret, with a slow salted hash that tells whether a value is still the one that was sent. Only what differs from the last ones given is sent; where state does not hold those, all of them. After an import the first ones given are taken for the current ones, without looking; `rotate` sends them.",
    "`paused` is changed by pausing and unpausing, without a backfill. The service pauses an export by itself after ten failed runs; a refresh then shows `paused` as changed and says why, and the next update lets it run again.",
    "Names are not unique at the service. When an export of the declared name exists and differs, create stops and shows the differences; `adopt` adopts it, `allowDuplicateName` creates another one.",
    "Times are compared as points in time: without an offset they are UTC, a date is its midnight. Runs, logs and backfills are no part of the resource, and neither are `hogql_query`, which the service never returns and cannot clear, and `filters`, which its contract lacks.",
  ],
  example: {
    organizationId: EXAMPLE_ORGANIZATION,
    projectId: "17",
    name: "Events to S3",
    interval: "hour",
    destination: { type: "S3", config: { bucketName: "acme-events", region: "eu-central-1", prefix: "events/" } },
  },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    projectId: field(
      z
        .string()
        .regex(/^[1-9]\d*$/u, "expected the number of a project, as text")
        .optional(),
      {
        doc: message`Number of the project whose data is exported, as text, like the ${fieldRef("projectId")} of a Project; by default the current project of the key's user.`,
        onChange: "replace",
      },
    ),
    name: field(z.string().min(1), { doc: "Name of the export, at least 1 character, not unique." }),
    model: field(z.enum(["events", "persons", "sessions"]).optional(), {
      doc: 'What is exported: "events", "persons" or, where the service has it, "sessions"; the service\'s default is "events".',
      serviceDefault: "events",
    }),
    destination: field(destinationSchema, {
      doc: "Where to: the type, its settings, and settings that Orgform does not know by the service's names.",
      normalize: sameDestination,
      replacesOn: ["type"],
    }),
    credentials: field(credentialsSchema.optional(), {
      doc: "What opens the destination; which of these it needs depends on its type.",
      secret: true,
      writeOnly: true,
      membersFor: ({ destination }) =>
        isRecord(destination) ? (destinationType(String(destination["type"]))?.secrets ?? []) : [],
      serviceDefault: null,
    }),
    interval: field(
      z.string().regex(/^(?:hour|day|week|every \d+ minutes)$/u, 'expected "hour", "day", "week" or "every 5 minutes"'),
      { doc: 'How often: "hour", "day", "week", or "every 5 minutes" where the service allows it.' },
    ),
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
      onChange: "none",
      resends: true,
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
  allowDuplicateField: "allowDuplicateName",
  scopes: { read: ["batch_export:read"], write: ["batch_export:write"] },
  validate: destinationProblems,
  toWire: (inputs, before?: Before<BatchExportWire>): Body => ({
    project: before?.wire.team_id ?? (inputs.projectId === undefined ? undefined : Number(inputs.projectId)),
    fields: {
      name: inputs.name,
      model: inputs.model,
      interval: inputs.interval,
      paused: inputs.paused,
      start_at: inputs.startAt,
      end_at: inputs.endAt,
      destination: destinationToWire(inputs, before),
    },
  }),
  fromWire: (wire: BatchExportWire, at) => ({
    organizationId: at.organizationId,
    ...(wire.team_id === undefined ? {} : { projectId: String(wire.team_id) }),
    name: wire.name,
    // Nothing and an empty text are kept apart and mean the same. @source flow 7:61-62
    model: wire.model || "events",
    destination: destinationFromWire(wire.destination),
    interval: wire.interval,
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
    read: (api: Api, at, call) => api.batchExports.get(at.organizationId, at.exportId, call),
    update: (api: Api, at, { project, fields }, call) =>
      api.batchExports.update(place(at.organizationId, project), at.exportId, fields, call),
    setters: { paused: setPaused },
    delete: (api: Api, at, call) => api.batchExports.delete(at.organizationId, at.exportId, call),
  },
  collection: {
    name: "batchExports",
    scope: ["organizationId"],
    words: "the batch exports of the organization",
    list: (api: Api, scope, call) => api.batchExports.list(scope.organizationId, call).all(),
    servesReads: true,
  },
  parent: organization,
  madeAt: (wire) => wire.created_at,
  whyDrifted: (name, wire: BatchExportWire) => (name === "paused" && wire.paused ? whyPaused(wire) : undefined),
});

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
