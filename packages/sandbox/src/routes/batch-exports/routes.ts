import { hasQuirk } from "../../dialects.ts";
import type { AnswerSpec } from "../../wire/check-response.ts";
import { BATCH_EXPORT, BATCH_EXPORT_BACKFILL, BATCH_EXPORT_LOG, BATCH_EXPORT_RUN } from "../../wire/batch-export.ts";
import type { ResourceSpec, WireType } from "../../wire/field.ts";
import type { Answer, Exchange, Operation, Route, ScopeRule } from "../../pipeline/exchange.ts";
import { inAll, route, underProject } from "../../pipeline/route.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import { authorizeInOrganization } from "../../pipeline/permission.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { failureInLive, notFound } from "../../pipeline/service-error.ts";
import { backfillExport, backfillInPath, cancelBackfill, createBackfill, listBackfills } from "./backfills.ts";
import { listLogs, pageOfLines } from "./logs.ts";
import { exportsOf, exportScope } from "./rows.ts";
import { cancelRun, listRuns, retryRun, runInPath } from "./runs.ts";
import { showBackfill, showExport, showRun } from "./show.ts";
import { changeExport, createExport, deleteExport, exportInPath, pauseExport, unpauseExport } from "./write.ts";

const READ = "batch_export:read";
const WRITE = "batch_export:write";
const BACKFILL = "backfill/";
const POST_ONLY = "POST, OPTIONS";
const READ_ONLY = "GET, HEAD, OPTIONS";

const ONE: Operation["answers"] = inAll({ kind: "one", resource: BATCH_EXPORT });

/** A response with a single field. */
function single(name: string, type: WireType): ResourceSpec {
  return { name, fields: [{ name, type, source: "live service 2025-08, flow 7:232-360" }] };
}

/** The parent of exports, and the parameter of its path. */
type ExportParent<Parameter extends string> = {
  readonly access: Pick<Operation<Parameter>, "locate" | "authorize">;
  readonly isBelowProject: boolean;
  readonly title: string;
};

/** A route whose template isn't written yet. */
type Part<Parameter extends string> = Omit<Route<Parameter>, "template">;

/** An action of the contract, which documents no body for it. */
function action<Parameter extends string>(
  place: ExportParent<Parameter>,
  title: string,
  handle: (exchange: Exchange<"id">) => Answer,
  body: ResourceSpec,
): Part<Parameter | "id"> {
  const recorded: AnswerSpec = { kind: "one", resource: body };
  const documented: AnswerSpec = place.isBelowProject ? recorded : { kind: "nothing" };
  const operation = { scope: WRITE, ...place.access, handle, answers: { documented, "2025-08": recorded } };
  return { title, allow: POST_ONLY, operations: { POST: operation }, scopeOfOthers: WRITE };
}

/** @source live service 2025-08, flow 7:368; service 2026-09, batch-exports.md, table of routes */
const scopeOfLogs = ({ world }: Exchange): ScopeRule =>
  hasQuirk(world.dialect, "exportLogsTakeKeys") ? READ : "no scoped key";

function logs<Parameter extends string>(place: ExportParent<Parameter>): Part<Parameter | "id"> {
  const recorded: AnswerSpec = { kind: "page", resource: BATCH_EXPORT_LOG };
  const documented: AnswerSpec = place.isBelowProject ? recorded : { kind: "nothing" };
  const operation = { ...place.access, handle: listLogs, answers: { documented, "2025-08": recorded } };
  return { title: "Logs", allow: READ_ONLY, operations: { GET: { scope: scopeOfLogs, ...operation } } };
}

/** Routes of exports themselves. */
function listPart<Parameter extends string>({ access, title }: ExportParent<Parameter>): Part<Parameter> {
  return {
    title: `${title} List`,
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: READ,
        ...access,
        handle: listExports,
        answers: inAll({ kind: "page", resource: BATCH_EXPORT }),
        isList: true,
      },
      POST: { scope: WRITE, ...access, handle: createExport, answers: ONE },
    },
  };
}

/** Routes of one export, by what follows its path. @source contract, batch exports table; flow 7 */
function exportParts<Parameter extends string>(
  place: ExportParent<Parameter>,
): Readonly<Record<string, Part<Parameter | "id">>> {
  const { access, title } = place;
  const change = (partial: boolean): Operation<Parameter | "id"> => {
    return { scope: WRITE, ...access, handle: (exchange) => changeExport(exchange, partial), answers: ONE };
  };
  return {
    "": {
      title: `${title} Instance`,
      allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
      operations: {
        GET: { scope: READ, ...access, handle: getExport, answers: ONE },
        PUT: change(false),
        PATCH: change(true),
        DELETE: { scope: WRITE, ...access, handle: deleteExport, answers: inAll({ kind: "nothing" }) },
      },
    },
    "pause/": action(place, "Pause", pauseExport, single("paused", "boolean")),
    "unpause/": action(place, "Unpause", unpauseExport, single("paused", "boolean")),
    [BACKFILL]: action(place, "Backfill", backfillExport, single("backfill_id", "text")),
    "logs/": logs(place),
  };
}

function listExports(exchange: Exchange): Answer {
  const { world } = exchange;
  const match = { ...exportScope(exchange), is_deleted: false };
  return pageOfTable(exchange, exportsOf(world), match, "seq DESC", (row) => showExport(world, row));
}

function getExport(exchange: Exchange<"id">): Answer {
  return { status: 200, headers: {}, body: showExport(exchange.world, exportInPath(exchange)) };
}

const ORGANIZATION: ExportParent<"organization_id"> = {
  access: { authorize: (exchange) => authorizeInOrganization(exchange, 1) },
  isBelowProject: false,
  title: "Batch Export Organization",
};
const PROJECT: ExportParent<"project_id"> = { access: inProject, isBelowProject: true, title: "Batch Export" };

/** One object of an export. */
function part<Parameter extends string>(
  title: string,
  resource: ResourceSpec,
  show: (exchange: Exchange<Parameter>) => unknown,
): Part<Parameter | "project_id"> {
  const handle = (exchange: Exchange<Parameter>): Answer => ({ status: 200, headers: {}, body: show(exchange) });
  const operation = { scope: READ, ...inProject, handle, answers: inAll({ kind: "one", resource }) };
  return { title: `${title} Instance`, allow: READ_ONLY, operations: { GET: operation } };
}

/** An action on a part of an export. */
function deed<Parameter extends string>(
  title: string,
  handle: (exchange: Exchange<Parameter>) => Answer,
  body: ResourceSpec,
): Part<Parameter | "project_id"> {
  const operation = { scope: WRITE, ...inProject, handle, answers: inAll({ kind: "one", resource: body }) };
  return { title, allow: POST_ONLY, operations: { POST: operation }, scopeOfOthers: WRITE };
}

const listOf = (resource: ResourceSpec, handle: Operation<"id">["handle"]): Operation<"id" | "project_id"> => {
  return { scope: READ, ...inProject, handle, answers: inAll({ kind: "cursor", resource }), isList: true };
};

/** Runs and backfills, which only projects have. @source live service 2025-08, flow 7:287-365 */
const PARTS: readonly Route[] = [
  ...underProject("batch_exports/:id/runs/", {
    title: "Batch Export Run List",
    allow: READ_ONLY,
    operations: { GET: listOf(BATCH_EXPORT_RUN, listRuns) },
  }),
  ...underProject(
    "batch_exports/:id/runs/:run_id/",
    part("Batch Export Run", BATCH_EXPORT_RUN, (exchange: Exchange<"id" | "run_id">) =>
      showRun(exchange.world, runInPath(exchange)),
    ),
  ),
  ...underProject("batch_exports/:id/runs/:run_id/cancel/", deed("Cancel", cancelRun, single("cancelled", "boolean"))),
  ...underProject("batch_exports/:id/runs/:run_id/retry/", deed("Retry", retryRun, single("backfill_id", "text"))),
  ...underProject("batch_exports/:id/runs/:run_id/logs/", {
    title: "Logs",
    allow: READ_ONLY,
    operations: {
      GET: {
        scope: scopeOfLogs,
        ...inProject,
        handle: listRunLogs,
        answers: inAll({ kind: "page", resource: BATCH_EXPORT_LOG }),
      },
    },
  }),
  ...underProject("batch_exports/:id/backfills/", {
    title: "Batch Export Backfill List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: listOf(BATCH_EXPORT_BACKFILL, listBackfills),
      POST: {
        scope: WRITE,
        ...inProject,
        handle: createBackfill,
        answers: inAll({ kind: "one", resource: single("backfill_id", "text") }),
      },
    },
  }),
  ...underProject(
    "batch_exports/:id/backfills/:backfill_id/",
    part("Batch Export Backfill", BATCH_EXPORT_BACKFILL, (exchange: Exchange<"id" | "backfill_id">) =>
      showBackfill(exchange.world, backfillInPath(exchange)),
    ),
  ),
  ...underProject(
    "batch_exports/:id/backfills/:backfill_id/cancel/",
    deed("Cancel", cancelBackfill, single("cancelled", "boolean")),
  ),
];

/** The running service of 2025-08 never answers here. @source flow 7:363; service 2026-09, batch-exports.md, routes */
function listRunLogs(exchange: Exchange<"id" | "run_id">): Answer {
  if (!hasQuirk(exchange.world.dialect, "exportLogsTakeKeys")) throw failureInLive(exchange, notFound());
  const { id, batch_export } = runInPath(exchange);
  return pageOfLines(exchange, { batch_export }, id);
}

/** Routes that 2026-09 no longer has. @source service 2026-09, batch-exports.md, routes */
const UNTIL_RECORDED = { until: "2025-08" } as const;

const ABOVE = "/api/organizations/:organization_id/batch_exports/";

/** All routes of batch exports. */
export const BATCH_EXPORT_ROUTES: readonly Route[] = [
  route({ ...listPart(ORGANIZATION), ...UNTIL_RECORDED, template: ABOVE }),
  ...Object.entries(exportParts(ORGANIZATION)).map(([rest, one]) =>
    route({ ...one, ...UNTIL_RECORDED, template: `${ABOVE}:id/${rest}` }),
  ),
  ...underProject("batch_exports/", listPart(PROJECT)),
  ...Object.entries(exportParts(PROJECT)).flatMap(([rest, one]) =>
    underProject(`batch_exports/:id/${rest}`, rest === BACKFILL ? { ...one, ...UNTIL_RECORDED } : one),
  ),
  ...PARTS,
];
