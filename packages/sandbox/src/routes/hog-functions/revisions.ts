import { type Answer, type Exchange, bodyOf } from "../../pipeline/exchange.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import { ServiceError, notFound } from "../../pipeline/service-error.ts";
import { HOG_RESTORATION } from "../../wire/hog-function.ts";
import { readBody } from "../../wire/read-body.ts";
import type { World } from "../../world.ts";
import { showUserOf } from "../members/show.ts";
import { wireNow } from "../organizations/rows.ts";
import { HOG_REVISIONS_TABLE, type HogRevisionRow, hogFunctionsOf } from "./rows.ts";
import { showContent } from "./show.ts";
import { answerFunction, functionInPath } from "./write.ts";

/**
 * Earlier forms of a function, newest first. @source service 2026-09, hog-functions.md, routes; order: the service's
 * code of 2026
 */
export function listRevisions(exchange: Exchange<"id">): Answer {
  const { id } = functionInPath(exchange);
  const { world } = exchange;
  const table = world.store.table(HOG_REVISIONS_TABLE);
  return pageOfTable(exchange, table, { hog_function: id }, "version DESC", (row) => showRevision(world, row));
}

/** One revision with its contents. @source as for `listRevisions` */
export function getRevision(exchange: Exchange<"id" | "version">): Answer {
  const { id, type } = functionInPath(exchange);
  const row = revisionInPath(exchange, id);
  const content = showContent(type, row.content);
  return { status: 200, headers: {}, body: { ...showRevision(exchange.world, row), content } };
}

/** Makes a revision the draft, without changing the running function. @source as for `listRevisions` */
export function restoreRevision(exchange: Exchange<"id" | "version">): Answer {
  const { world } = exchange;
  const sent = readBody(HOG_RESTORATION, bodyOf(exchange) ?? {}, { dialect: world.dialect, partial: true });
  const before = functionInPath(exchange);
  const { content } = revisionInPath(exchange, before.id);
  if (before.draft !== undefined && sent["overwrite"] !== true) {
    const detail =
      "This function has an open draft. Publish or discard it first, or pass overwrite=true to replace it with the restored revision.";
    throw new ServiceError(409, { type: "server_error", code: "draft_exists", detail });
  }
  const row = { ...before, draft: { content, updated_at: wireNow(world) } };
  return answerFunction(exchange, hogFunctionsOf(world).put(row));
}

function revisionInPath(exchange: Exchange<"version">, hog_function: string): HogRevisionRow {
  const written = exchange.match.parameters.version;
  // The service's path accepts only digits.
  if (!/^\d{1,9}$/.test(written)) throw notFound("Endpoint not found.");
  const row = exchange.world.store.table(HOG_REVISIONS_TABLE).one({ hog_function, version: Number(written) });
  if (row === undefined) throw notFound("No such revision for this function.");
  return row;
}

function showRevision(world: World, { version, created_at, created_by }: HogRevisionRow): Record<string, unknown> {
  return { version, created_at, created_by: showUserOf(world, created_by) };
}
