import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { partitionedList } from "../../../capabilities/partitioned-list.ts";
import { askedSecrets } from "../../../capabilities/asked-secrets.ts";
import { confirmedAbsence } from "../../../capabilities/confirmed-absence.ts";
import { unsupportedInputs } from "../../../capabilities/unsupported-inputs.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { BatchExportPlace } from "../../../client/batch-exports/batch-exports.ts";
import type { Api } from "../../../client/client.ts";
import type { Before, Setter } from "../../../model/call.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { replaceIfOther } from "../../../model/on-change.ts";
import {
  type Destination,
  destinationFromWire,
  destinationToWire,
  sameDestination,
} from "./batch-export-destination.ts";
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
  custom,
  inSchedule,
  isLackingBelow,
  isLackingSetting,
  isOfNewerService,
  newInputs,
  same,
  settingProblems,
  shown,
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
import { EXAMPLE_ORGANIZATION, organizationIdInput, projectNumber } from "../../fields/field-types.ts";
import { instant, sameInstant } from "../../fields/instant.ts";
import { organization } from "../organization/organization.ts";
import { integration } from "../integration/integration.ts";
import { organizationOf } from "../project/project-scope.ts";
import { fieldRef, message, type Text, aTypeName } from "../../../model/messages.ts";
import { organizationLog } from "../organization/organization-log.ts";

/** The service pauses an export when one of its runs ends. */
const SAME_MOMENT_MS = 60_000;

const place = (organizationId: string, project: number | undefined): BatchExportPlace =>
  project === undefined ? organizationId : { projectId: project };

/** The paths of the secrets that a block can contain. With an integration, only the secrets that it doesn't store. */
function secretsOf(destination: unknown): string[] {
  const { block = OTHER, integrationId } = declaredBy(destination) ?? {};
  // The service's values in that block aren't known.
  if (block === OTHER) return [];
  return secretPlaces(block).filter((place) => integrationId === undefined || place.endsWith(`.${COPY_INPUTS}`));
}

/**
 * Sent below the project, because other routes of the running service use the user's current project. @source flow
 * 7:265-266
 */
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
 * A recurring export of events or persons to a destination.
 *
 * @source service contract, Batch export; live-organizations 6; live service 2025-08, flow 7.
 */
export const batchExport = defineResource({
  kind: "object",
  name: "BatchExport",
  doc: "Manages a scheduled export of a project's events or persons to a destination such as S3, BigQuery, or a database.",
  notes: [
    message`An export belongs to a project, so ${fieldRef("projectId")} is enough. Without an organization, Orgform uses the project's organization, if the key can read it. Without ${fieldRef("projectId")}, the service of 2025-08 fails with a 500, and a service that follows the contract uses the current project of the key's user.`,
    "`destination` contains exactly one block, whose fields depend on the kind. A block of another kind replaces the export. Removing a setting from the program clears it.",
    "Use the block `other` for types and settings that Orgform doesn't know yet. `type` is the service's name of the type, and `config` has settings and secrets under the service's names. All of `config` is secret. Orgform compares it with the values that the program had before, so it doesn't show outside changes.",
    message`The service of 2026 keeps credentials in integrations of the project. Set ${fieldRef("integrationId")} in the block instead of secrets. The preview fails if a new export lacks it. Only ${fieldRef("http")}, ${fieldRef("noOp")}, and ${fieldRef("other")} work without it. This service neither creates nor changes \`s3\` exports: declare ${fieldRef("awsS3")} or ${fieldRef("s3Compatible")}. You can still read, pause, backfill, and delete older exports to S3. If the service moved one to a newer type, a program that declares \`s3\` still matches it.`,
    "On that service, only projects have batch exports. If a state or an import names no project, Orgform looks for the export once in the lists of all projects. Since October 2026, the service can't change `model`. So on services of 2026, a changed `model` always replaces the export.",
    message`\`timezone\`, ${fieldRef("offsetDay")}, ${fieldRef("offsetHour")}, ${fieldRef("hogqlQuery")}, ${fieldRef("hogqlModifiers")}, ${fieldRef("primaryKey")}, ${fieldRef("versionKey")}, ${fieldRef("incrementalMode")}, and the model \`hogql\` are new in 2026, and \`filters\` in 2025. An older service doesn't store them. The preview recognizes such a service by another export or, without one, by the organization.`,
    message`${fieldRef("incrementalMode")}, ${fieldRef("primaryKey")}, and ${fieldRef("versionKey")} came in October 2026, and ${fieldRef("hogqlModifiers")} on September 25, 2026. If the service doesn't show them, they have no effect: the run warns, and ${fieldRef("withoutEffect")} lists them. Orgform sends the first three only after a response shows them, so creating such an export takes a second request.`,
    message`The rules for \`filters\`, and for ${fieldRef("hogqlQuery")} with a model other than \`hogql\`, changed in October 2026. The preview refuses only what the service refused both before and after. Before the change, \`filters\` worked with every model except \`hogql\`. Now they work only with \`events\`. With the model \`events\`, a query selects columns. Now the service accepts such a query only in a project that already has an export with one. The service returns such a query in its own spelling: for \`a = b\`, that's \`equals(a, b)\`. Declare it in that spelling. Spaces and the case of keywords make no difference.`,
    NEEDED_WITHOUT_INTEGRATION,
    message`Redshift's ${fieldRef("copyInputs")} is JSON text: an object with \`s3_bucket\`, \`region_name\`, \`s3_key_prefix\`, \`authorization\` (a role or a key pair), and \`bucket_credentials\`.`,
    "The service never returns the secrets of a block, which include database user names. The state holds them as secrets, with a slow salted hash that shows whether a value changed since it was sent. Orgform sends only changed secrets, or all of them if the state doesn't have the last ones. After an import, Orgform assumes that the first declared secrets are the current ones. `rotate` sends them.",
    "A change of `paused` pauses or resumes the export, without a backfill. After ten failed runs, the service pauses an export. A refresh then shows `paused` as changed and says why, and the next update resumes the export.",
    message`Names aren't unique in the service. If an export of the declared name exists and differs, create stops and shows the differences. \`adopt\` adopts the existing export, and ${fieldRef("allowDuplicateName")} allows a second export of that name.`,
    "Orgform compares times as instants: a time without an offset is UTC, and a date means its midnight. Runs, logs, and backfills aren't part of the resource. The `hogql_query` of services before 2026 isn't either, because they never return it and can't clear it.",
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
      doc: message`Number of the project to export, as a string: the ${fieldRef("projectId")} of ${aTypeName("Project")}. Default: the current project of the key's user.`,
      onChange: "replace",
      wire: custom(
        ({ team_id: project }) => (project === undefined ? undefined : String(project)),
        (project: string) => ({ project: Number(project) }),
      ),
    }),
    name: field(z.string().min(1), {
      doc: "Name of the export, at least 1 character, not unique.",
      wire: same("name"),
    }),
    model: field(z.enum(["events", "persons", "sessions", "hogql"]).optional(), {
      doc: 'Data to export: "events" or "persons". Some services also support "sessions" and "hogql" (a query). The service\'s default is "events".',
      serviceDefault: "events",
      // The service distinguishes null and an empty string, but both mean the same. @source flow 7:61-62
      wire: custom(
        (wire) => wire.model || "events",
        (model: string) => ({ model }),
      ),
    }),
    destination: field(destinationSchema, {
      doc: "Destination: one block, named after its kind, with its settings and secrets.",
      normalize: sameDestination,
      onChange: replaceIfOther(typeOf),
      refersTo: { resource: () => integration, by: "integrationId" },
      isRelinked: true,
      wire: custom(
        (wire, { declared }) => destinationFromWire(wire.destination, declared?.["destination"]),
        (destination: Destination, { before }) => ({ destination: destinationToWire(destination, before) }),
      ),
    }),
    interval: field(
      z.string().regex(/^(?:hour|day|week|every \d+ minutes)$/u, 'expected "hour", "day", "week" or "every 5 minutes"'),
      {
        doc: 'Interval: "hour", "day", or "week". Some services also allow "every 5 minutes" and "every 15 minutes".',
        wire: inSchedule("interval", (wire) => wire.interval),
      },
    ),
    ...newInputs,
    paused: field(z.boolean().default(false), {
      doc: "Whether the export is paused. Default false.",
      wire: same("paused"),
    }),
    startAt: field(instant().optional(), {
      doc: "Time before which the export doesn't run, ISO 8601.",
      serviceDefault: null,
      normalize: sameInstant,
      wire: same("start_at"),
    }),
    endAt: field(instant().optional(), {
      doc: "Time after which the export doesn't run, ISO 8601.",
      serviceDefault: null,
      normalize: sameInstant,
      wire: same("end_at"),
    }),
    rotate: field(z.string().optional(), {
      doc: "Any text. A new text sends all secrets again, for example after an import.",
      onChange: "resend",
    }),
    allowDuplicateName: field(z.boolean().default(false), {
      doc: "Whether to allow a second export of the same name in a project. Default false.",
      onChange: "none",
    }),
  },
  outputs: {
    exportId: field(z.string(), { doc: "ID (UUID) of the export.", stable: true, wire: shown("id") }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", stable: true, wire: shown("created_at") }),
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
  ops: {
    create: (api: Api, scope, { project, ...fields }, call) => {
      const { name = "", interval = "", destination = { type: "", config: null } } = fields;
      const where = place(scope.organizationId, project);
      return api.batchExports.create(where, { ...fields, name, interval, destination }, call);
    },
    read: (api: Api, at, call): Promise<BatchExportWire | undefined> =>
      atExport(listed(), at, call, (where) => api.batchExports.get(where, at.exportId, call)),
    update: (api: Api, at, body, call, { wire }: Before<BatchExportWire>) =>
      api.batchExports.update(place(at.organizationId, wire.team_id), at.exportId, body, call),
    setters: { paused: setPaused },
    delete: (api: Api, at, call): Promise<void> =>
      atExport(listed(), at, call, (where) => api.batchExports.delete(where, at.exportId, call)),
  },
  collection: exportList,
  parent: organization,
  guards: [...destinationGuards(() => listed()), addOnGuard(() => listed())],
  capabilities: [
    organizationLog,
    { name: "flat destination", formerForm: flatProblems },
    // The integration's values aren't part of the export. The bucket that Redshift loads from has its own keys.
    askedSecrets(({ destination }) => ({ destination: secretsOf(destination) })),
    confirmedAbsence({ confirmGone: isExportGone, whyUnseen: whyExportUnseen }),
    unsupportedInputs({
      inputs: Object.keys(newInputs),
      isUnsupported: isLackingSetting,
      isUnsupportedBelow: isLackingBelow,
      advice: "Services have had it since 2026. Leave it out until the service is upgraded.",
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

/** The resource itself, for use in its own requests. */
function listed(): ListOf<BatchExportWire, "organizationId"> {
  return batchExport;
}

/** The service pauses an export after too many failed runs, which the export shows. @source live-organizations 6.5 */
function whyPaused({ name, last_paused_at, latest_runs }: BatchExportWire): Text | undefined {
  if (last_paused_at === null) return undefined;
  const pausedMs = Date.parse(last_paused_at);
  const failed = latest_runs.find(({ status, finished_at }) => {
    const sinceMs = pausedMs - Date.parse(finished_at ?? "");
    return status === "Failed" && sinceMs >= 0 && sinceMs < SAME_MOMENT_MS;
  });
  if (failed === undefined) return undefined;
  const fact = `It paused it at ${last_paused_at}. The last run failed with: ${failed.latest_error ?? "no message"}.`;
  return message`The service paused the export ${JSON.stringify(name)} after too many failed runs\n${fact} The next update resumes it. First fix the destination, or declare ${fieldRef("paused", true)}.`;
}
