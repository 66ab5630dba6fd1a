import * as z from "zod";

import type { Api, BackfillBody, BackfillWire, BatchExportPlace } from "../../client/client.ts";
import type { CallContext } from "../../model/call-context.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { field } from "../../model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../fields/field-types.ts";
import { batchExport } from "../resources/batch-export/batch-export.ts";
import { atExport } from "../resources/batch-export/batch-export-place.ts";
import { declareFunction, declareRead } from "./declare.ts";
import { EXAMPLE_EXPORT, EXAMPLE_PROJECT, filledText, instantInput, projectId } from "./fields.ts";
import { shown, shownRows } from "./shown.ts";
import { fieldRef, message, type Text, typeName } from "../../model/messages.ts";

const { schema: projectText, doc: projectDoc } = projectId;

/** The location of an export. The running service changes an export, and shows its logs, only below its project. */
const place = {
  organizationId: organizationIdInput,
  projectId: field(projectText.optional(), {
    doc: message`${projectDoc} Without it, the call looks for the export in the organization. If the service lists exports by project, that requires the scope project:read.`,
  }),
  exportId: field(filledText, { doc: "ID (UUID) of the batch export." }),
};

const EXAMPLE = { organizationId: EXAMPLE_ORGANIZATION, projectId: EXAMPLE_PROJECT, exportId: EXAMPLE_EXPORT };
const WRITE = { effect: "write", scopes: ["batch_export:write"] } as const;

/** @source departures 2025-08 */
const NEEDS_PROJECT = message`On the service of 2025, this call fails without a ${fieldRef("projectId")}.`;

const needsProject = ({ projectId: given }: { readonly projectId?: string }): Text | undefined =>
  given === undefined ? NEEDS_PROJECT : undefined;

interface ExportIdentity {
  readonly organizationId: string;
  readonly projectId?: string;
  readonly exportId: string;
}

/**
 * Sends a request to the export below the given project, else below the organization. If the service has no such route,
 * it goes below the project whose list contains the export.
 */
async function at<T>(
  { organizationId, projectId: given, exportId }: ExportIdentity,
  call: CallContext,
  ask: (place: BatchExportPlace) => Promise<T>,
): Promise<T> {
  if (given !== undefined) return ask({ projectId: given });
  const outcome = await atExport(batchExport, { organizationId, exportId }, call, async (where) => ({
    answer: await ask(where),
  }));
  if (outcome !== undefined) return outcome.answer;
  throw new OrgformProblem(
    "no_such_id",
    message`There is no ${typeName("BatchExport")} ${exportId}`,
    `None of the projects of organization ${organizationId} that this API key sees has it.`,
  );
}

/** Name of the backfill operation that newer services lack. @source service 2026-09, batch-exports.md, routes */
const BACKFILL_ACTION = "backfill of a batch export";

const pausedFields = { paused: field(z.boolean(), { doc: "Whether the export is paused now." }) };

export const pauseBatchExport = declareFunction({
  ...WRITE,
  repeat: "safe",
  name: "pauseBatchExport",
  doc: "Pauses a batch export, unless it's already paused.",
  notes: [
    message`If your program manages the export, set \`paused\` of the ${typeName("BatchExport")} instead. Otherwise this call causes drift.`,
  ],
  operations: ["batchExports.pause"],
  arguments: place,
  result: pausedFields,
  example: EXAMPLE,
  plan: ({ exportId }) => `pause batch export ${exportId}`,
  run: async (args, { api, options }) => {
    const answer = await at(args, options, (where) => api.batchExports.pause(where, args.exportId, options));
    return { paused: answer?.paused ?? true };
  },
});

export const unpauseBatchExport = declareFunction({
  ...WRITE,
  repeat: "lookup",
  name: "unpauseBatchExport",
  doc: "Resumes a batch export.",
  notes: [
    message`If your program manages the export, set \`paused\` of the ${typeName("BatchExport")} instead. Otherwise this call causes drift.`,
  ],
  operations: ["batchExports.unpause"],
  arguments: {
    ...place,
    backfill: field(z.boolean().default(false), {
      doc: "Whether to export the data of the paused time.",
    }),
  },
  result: pausedFields,
  example: EXAMPLE,
  plan: ({ exportId, backfill }) => `unpause batch export ${exportId}${backfill ? " and export what was missed" : ""}`,
  lookUp: async (args, { api, options }) => {
    const { paused } = await at(args, options, (where) => api.batchExports.get(where, args.exportId, options));
    return paused ? undefined : { paused };
  },
  run: async (args, { api, options }) => {
    const settings = { backfill: args.backfill };
    const answer = await at(args, options, (where) =>
      api.batchExports.unpause(where, args.exportId, settings, options),
    );
    return { paused: answer?.paused ?? false };
  },
});

export const backfillBatchExport = declareFunction({
  ...WRITE,
  repeat: "once",
  name: "backfillBatchExport",
  doc: "Exports a time range again.",
  notes: [
    "Two calls for the same time range export it twice, so Orgform records the call before it sends it.",
    NEEDS_PROJECT,
  ],
  knownFailure: needsProject,
  operations: ["batchExports.backfill"],
  arguments: {
    ...place,
    startAt: field(instantInput.optional(), {
      doc: "Start, ISO 8601 with an offset. Default: the beginning of the data.",
    }),
    endAt: field(instantInput, { doc: "End, ISO 8601 with an offset." }),
  },
  result: {
    backfillId: field(z.string().optional(), {
      doc: "ID of the backfill. Before 2026, the ID of a workflow, which is the same for the same time range.",
    }),
  },
  example: { ...EXAMPLE, startAt: "2026-01-01T00:00:00Z", endAt: "2026-02-01T00:00:00Z" },
  validate: ({ startAt, endAt }) =>
    typeof startAt === "string" && typeof endAt === "string" && Date.parse(startAt) >= Date.parse(endAt)
      ? [{ path: "endAt", reason: message`must be later than ${fieldRef("startAt")}` }]
      : [],
  plan: ({ exportId, startAt, endAt }) =>
    `export ${exportId} again from ${startAt ?? "the beginning of the data"} to ${endAt}`,
  run: async (args, { api, options }) => {
    const stretch = { start_at: args.startAt, end_at: args.endAt };
    const answer = await at(args, options, async (where) => {
      const begin = () => api.batchExports.backfill(where, args.exportId, stretch, options);
      if (typeof where === "string") return begin();
      const begun = await options.served(BACKFILL_ACTION, begin);
      return begun === undefined ? backfillByRow(api, where, args.exportId, { stretch, options }) : begun.answer;
    });
    return answer === undefined ? {} : { backfillId: answer.backfill_id };
  },
});

/** Midnight, as a user writes it: with any offset, because the date counts in the export's own time zone. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/iu;

/** Newer services backfill daily and weekly exports by date. @source service 2026-09, batch-exports.md, backfills */
async function backfillByRow(
  api: Api,
  where: { readonly projectId: string | number },
  exportId: string,
  { stretch, options }: { readonly stretch: BackfillBody; readonly options: CallContext },
): Promise<BackfillWire | undefined> {
  const { interval } = await api.batchExports.get(where, exportId, options);
  const dated = (time: string | null | undefined) => (time == null ? time : (MIDNIGHT.exec(time)?.[1] ?? time));
  const isDated = interval === "day" || interval === "week";
  const body = isDated ? { start_at: dated(stretch.start_at), end_at: dated(stretch.end_at) } : stretch;
  return api.batchExports.createBackfill(where, exportId, { ...body, start_at: body.start_at ?? null }, options);
}

const logFields = {
  timestamp: field(z.string(), { doc: "Time of the line, ISO 8601." }),
  level: field(z.string(), { doc: "DEBUG, INFO, WARNING, or ERROR." }),
  message: field(z.string(), { doc: "Text of the message." }),
  instanceId: field(z.string().optional(), { doc: "ID of the run." }),
};

export const listBatchExportLogs = declareRead({
  name: "listBatchExportLogs",
  doc: "Lists the log lines of a batch export, newest first.",
  notes: [NEEDS_PROJECT, "Since September 2026, the service accepts keys with the scope batch_export:read."],
  knownFailure: needsProject,
  scopes: [],
  operations: ["batchExports.logs"],
  arguments: {
    ...place,
    after: field(filledText.optional(), { doc: "Start of the time range, exclusive, ISO 8601." }),
    before: field(filledText.optional(), { doc: "End of the time range, exclusive, ISO 8601." }),
    level: field(z.array(filledText).optional(), { doc: "Levels to include." }),
    search: field(filledText.optional(), { doc: "Text to find in the messages." }),
    runId: field(filledText.optional(), { doc: "ID of the run whose lines to list." }),
  },
  result: logFields,
  example: { ...EXAMPLE, level: ["ERROR"] },
  alternative: "Without such a key, use listBatchExportRuns to see the newest error of each run.",
  async *rows({ after, before, level, search, runId, ...args }, { api, options }) {
    const query = { after, before, level, search, instance_id: runId };
    // Requests the first line during the search for the location, because it shows whether the service has the route.
    const lines = await at(args, options, async (where) => {
      const all = shownRows(logFields, api.batchExports.logs(where, args.exportId, query, options));
      const rest = all[Symbol.asyncIterator]();
      return { rest, first: await rest.next() };
    });
    try {
      for (let line = lines.first; line.done !== true; line = await lines.rest.next()) yield line.value;
    } finally {
      await lines.rest.return?.(undefined);
    }
  },
});

const runFields = {
  id: field(z.string(), { doc: "ID of the run." }),
  status: field(z.string(), { doc: "Status, such as Starting, Running, Completed, Failed, or Cancelled." }),
  recordsCompleted: field(z.number().int().optional(), { doc: "Number of records that were exported." }),
  latestError: field(z.string().optional(), { doc: "Newest error of the run." }),
  dataIntervalStart: field(z.string().optional(), { doc: "Start of the time range; absent for the beginning." }),
  dataIntervalEnd: field(z.string().optional(), { doc: "End of the time range." }),
  createdAt: field(z.string(), { doc: "Time of creation, ISO 8601." }),
  finishedAt: field(z.string().optional(), { doc: "Time of the end, ISO 8601." }),
};

export const listBatchExportRuns = declareRead({
  name: "listBatchExportRuns",
  doc: "Lists the newest runs of a batch export, at most ten.",
  scopes: ["batch_export:read"],
  operations: ["batchExports.get"],
  arguments: place,
  result: runFields,
  example: EXAMPLE,
  async *rows(args, { api, options }) {
    const { latest_runs: runs } = await at(args, options, (where) =>
      api.batchExports.get(where, args.exportId, options),
    );
    for (const run of runs) yield shown(runFields, run);
  },
});
