import { hasQuirk } from "../../dialects.ts";
import type { AnswerSpec } from "../../wire/check-response.ts";
import { BATCH_EXPORT, BATCH_EXPORT_BACKFILL, BATCH_EXPORT_LOG, BATCH_EXPORT_RUN } from "../../wire/batch-export.ts";
import type { ResourceSpec, WireType } from "../../wire/field.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { type Operation, type Route, type ScopeRule, inAll } from "../../pipeline/find-route.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import { authorizeInOrganization } from "../../pipeline/permission.ts";
import { inProject, underProject } from "../../pipeline/project-scope.ts";
import { failureInLive, notFound } from "../../pipeline/service-error.ts";
import { backfillExport, backfillInPath, cancelBackfill, createBackfill, listBackfills } from "./backfills.ts";
import { listLogs, pageOfLines } from "./logs.ts";
import { exportsOf, placeOf } from "./rows.ts";
import { cancelRun, listRuns, retryRun, runInPath } from "./runs.ts";
import { showBackfill, showExport, showRun } from "./show.ts";
import { changeExport, createExport, deleteExport, exportInPath, pauseExport, unpauseExport } from "./write.ts";

const READ = "batch_export:read";
const WRITE = "batch_export:write";
const BACKFILL = "batch_exports/:id/backfill/";
const POST_ONLY = "POST, OPTIONS";
const READ_ONLY = "GET, HEAD, OPTIONS";

const ONE: Operation["answers"] = inAll({ kind: "one", resource: BATCH_EXPORT });

/** An answer with one member of its own. */
function single(name: string, type: WireType): ResourceSpec {
  return { name, fields: [{ name, type, source: "live service 2025-08, flow 7:232-360" }] };
}

type Access = Pick<Operation, "locate" | "authorize">;
type Place = { readonly access: Access; readonly isBelowProject: boolean; readonly title: string };

/** An action of the contract, which documents no body for it. */
function action(place: Place, title: string, handle: (exchange: Exchange) => Answer, body: ResourceSpec): Route {
  const recorded: AnswerSpec = { kind: "one", resource: body };
  const documented: AnswerSpec = place.isBelowProject ? recorded : { kind: "nothing" };
  const operation = { scope: WRITE, ...place.access, handle, answers: { documented, "2025-08": recorded } };
  return { template: "", title, allow: POST_ONLY, operations: { POST: operation }, scopeOfOthers: WRITE };
}

/** @source live service 2025-08, flow 7:368; service 2026-09, batch-exports.md, table of routes */
const scopeOfLogs = ({ world }: Exchange): ScopeRule =>
  hasQuirk(world.dialect, "exportLogsTakeKeys") ? READ : "no scoped key";

function logs(place: Place): Route {
  const recorded: AnswerSpec = { kind: "page", resource: BATCH_EXPORT_LOG };
  const documented: AnswerSpec = place.isBelowProject ? recorded : { kind: "nothing" };
  const operation = { ...place.access, handle: listLogs, answers: { documented, "2025-08": recorded } };
  return {
    template: "",
    title: "Logs",
    allow: READ_ONLY,
    operations: { GET: { scope: scopeOfLogs, ...operation } },
  };
}

/** The routes of the contract, relative to organization or project. @source contract, batch exports table; flow 7 */
function exportRoutes(place: Place): Readonly<Record<string, Route>> {
  const { access, title } = place;
  const change = (partial: boolean): Operation => {
    return { scope: WRITE, ...access, handle: (exchange) => changeExport(exchange, partial), answers: ONE };
  };
  return {
    "batch_exports/": {
      template: "",
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
    },
    "batch_exports/:id/": {
      template: "",
      title: `${title} Instance`,
      allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
      operations: {
        GET: { scope: READ, ...access, handle: getExport, answers: ONE },
        PUT: change(false),
        PATCH: change(true),
        DELETE: { scope: WRITE, ...access, handle: deleteExport, answers: inAll({ kind: "nothing" }) },
      },
    },
    "batch_exports/:id/pause/": action(place, "Pause", pauseExport, single("paused", "boolean")),
    "batch_exports/:id/unpause/": action(place, "Unpause", unpauseExport, single("paused", "boolean")),
    [BACKFILL]: action(place, "Backfill", backfillExport, single("backfill_id", "text")),
    "batch_exports/:id/logs/": logs(place),
  };
}

function listExports(exchange: Exchange): Answer {
  const { world } = exchange;
  const match = { ...placeOf(exchange), is_deleted: false };
  return pageOfTable(exchange, exportsOf(world), match, "seq DESC", (row) => showExport(world, row));
}

function getExport(exchange: Exchange): Answer {
  return { status: 200, headers: {}, body: showExport(exchange.world, exportInPath(exchange)) };
}

const ORGANIZATION: Place = {
  access: { authorize: (exchange) => authorizeInOrganization(exchange, 1) },
  isBelowProject: false,
  title: "Batch Export Organization",
};
const PROJECT: Place = { access: inProject, isBelowProject: true, title: "Batch Export" };

/** One object of an export. */
function part(title: string, resource: ResourceSpec, show: (exchange: Exchange) => unknown): Route {
  const handle = (exchange: Exchange): Answer => ({ status: 200, headers: {}, body: show(exchange) });
  const operation: Operation = { scope: READ, ...inProject, handle, answers: inAll({ kind: "one", resource }) };
  return { template: "", title: `${title} Instance`, allow: READ_ONLY, operations: { GET: operation } };
}

/** An action on a part of an export. */
function deed(title: string, handle: (exchange: Exchange) => Answer, body: ResourceSpec): Route {
  const answers = inAll({ kind: "one", resource: body });
  const operation: Operation = { scope: WRITE, ...inProject, handle, answers };
  return { template: "", title, allow: POST_ONLY, operations: { POST: operation }, scopeOfOthers: WRITE };
}

const listOf = (resource: ResourceSpec, handle: Operation["handle"]): Operation => {
  return { scope: READ, ...inProject, handle, answers: inAll({ kind: "cursor", resource }), isList: true };
};

/** Runs and backfills, which only projects have. @source live service 2025-08, flow 7:287-365 */
const PARTS: Readonly<Record<string, Route>> = {
  "batch_exports/:id/runs/": {
    template: "",
    title: "Batch Export Run List",
    allow: READ_ONLY,
    operations: { GET: listOf(BATCH_EXPORT_RUN, listRuns) },
  },
  "batch_exports/:id/runs/:run_id/": part("Batch Export Run", BATCH_EXPORT_RUN, (exchange) =>
    showRun(exchange.world, runInPath(exchange)),
  ),
  "batch_exports/:id/runs/:run_id/cancel/": deed("Cancel", cancelRun, single("cancelled", "boolean")),
  "batch_exports/:id/runs/:run_id/retry/": deed("Retry", retryRun, single("backfill_id", "text")),
  "batch_exports/:id/runs/:run_id/logs/": {
    template: "",
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
  },
  "batch_exports/:id/backfills/": {
    template: "",
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
  },
  "batch_exports/:id/backfills/:backfill_id/": part("Batch Export Backfill", BATCH_EXPORT_BACKFILL, (exchange) =>
    showBackfill(exchange.world, backfillInPath(exchange)),
  ),
  "batch_exports/:id/backfills/:backfill_id/cancel/": deed("Cancel", cancelBackfill, single("cancelled", "boolean")),
};

/** The running service of 2025-08 never answers here. @source flow 7:363; service 2026-09, batch-exports.md, routes */
function listRunLogs(exchange: Exchange): Answer {
  if (!hasQuirk(exchange.world.dialect, "exportLogsTakeKeys")) throw failureInLive(exchange, notFound());
  const { id, batch_export } = runInPath(exchange);
  return pageOfLines(exchange, { batch_export }, id);
}

/** What 2026-09 has no more. @source service 2026-09, batch-exports.md, routes */
const untilRecorded = <R extends Omit<Route, "template">>(route: R): R => ({ ...route, until: "2025-08" });

const below = (prefix: string, routes: Readonly<Record<string, Route>>): Route[] =>
  Object.entries(routes).map(([suffix, route]) => ({ ...route, template: `${prefix}${suffix}` }));

/** All routes of batch exports. */
export const BATCH_EXPORT_ROUTES: readonly Route[] = [
  ...below("/api/organizations/:organization_id/", exportRoutes(ORGANIZATION)).map(untilRecorded),
  ...Object.entries({ ...exportRoutes(PROJECT), ...PARTS }).flatMap(([suffix, route]) =>
    underProject(suffix, suffix === BACKFILL ? untilRecorded(route) : route),
  ),
];
