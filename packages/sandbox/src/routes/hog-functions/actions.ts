import { type Answer, type Exchange, bodyOf, hasParameter, projectOf } from "../../pipeline/exchange.ts";
import { invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { asDictionary } from "../../wire/read-body.ts";
import { pageOf } from "../../pipeline/page.ts";
import { wireTimeFromMs } from "../../clock.ts";
import { fittingLines } from "../batch-exports/logs.ts";
import { wireNow } from "../organizations/rows.ts";
import { stagedBody } from "./drafts.ts";
import { HOG_LOGS_TABLE, type HogFunctionRow, type HogLogRow, hogFunctionsOf } from "./rows.ts";
import { showFunction } from "./show.ts";
import { functionInPath, readFunction } from "./write.ts";

/** A function is deleted by a change of `deleted`. @source service 2026-09, hog-functions.md; the text: public code of 2025 */
export function refuseRemoval(): Answer {
  const body = 'Hard delete of this model is not allowed. Use a patch API call to set "deleted" to true';
  return { status: 405, headers: {}, body };
}

/** Lines from the control plane: the sandbox runs no functions. */
export function listFunctionLogs(exchange: Exchange<"id">): Answer {
  const { id } = functionInPath(exchange);
  const rows = exchange.world.store.table(HOG_LOGS_TABLE);
  const lines = fittingLines(exchange, rows.where({ hog_function: id }, { order: "timestamp_ms DESC" }));
  return pageOf(exchange, lines, showLine);
}

function showLine({ hog_function, instance_id, timestamp_ms, level, message }: HogLogRow): Record<string, unknown> {
  return { log_source_id: hog_function, instance_id, timestamp: wireTimeFromMs(timestamp_ms), level, message };
}

/**
 * A test run: the configuration is checked as if it had been sent for the function, which needn't exist, and nothing
 * runs.
 * @source service 2026-09, hog-functions.md; refusals and fields of the response: the service's code of 2026
 */
export function testFunction(exchange: Exchange<"id">): Answer {
  const body = asDictionary(bodyOf(exchange));
  readFunction(exchange, testedBody(body, functionOrNone(exchange)), functionOrNone(exchange));
  const message = "The sandbox checked the configuration and ran nothing.";
  const logs = [{ timestamp: wireNow(exchange.world), level: "info", message }];
  const invocation_id = body["invocation_id"] ?? exchange.world.identifiers.uuid();
  return { status: 200, headers: {}, body: { status: "success", logs, invocation_id } };
}

function testedBody(
  body: Readonly<Record<string, unknown>>,
  row: HogFunctionRow | undefined,
): Readonly<Record<string, unknown>> {
  if (body["use_draft"] === true) {
    if (row?.draft !== undefined) return stagedBody(row.draft.content);
    throw invalidInput("This function has no staged draft to test.", "use_draft");
  }
  if (isDictionary(body["configuration"])) return body["configuration"];
  throw invalidInput("Required unless use_draft is true.", "configuration");
}

function functionOrNone(exchange: Exchange<"id">): HogFunctionRow | undefined {
  const row = hogFunctionsOf(exchange.world).get(exchange.match.parameters.id);
  return row?.project === projectOf(exchange).number && !row.deleted ? row : undefined;
}

/** The sandbox never stores a secret as its own mask. */
export function listMaskedSecrets(): Answer {
  return { status: 200, headers: {}, body: [] };
}

/** Sets the order of transformations. @source service 2026-09, hog-functions.md; refusals and response: code of 2026 */
export function rearrange(exchange: Exchange): Answer {
  const { world } = exchange;
  const { orders } = asDictionary(bodyOf(exchange));
  if (!isDictionary(orders) || Object.keys(orders).length === 0) {
    throw invalidInput("No orders provided", null);
  }
  const table = hogFunctionsOf(world);
  const { number: project } = projectOf(exchange);
  for (const [id, order] of Object.entries(orders)) {
    const row = table.get(id);
    if (row?.project !== project || row.deleted || row.type !== "transformation") {
      throw invalidInput(`HogFunction with id ${id} does not exist`, null);
    }
    if (!Number.isInteger(order)) throw invalidInput("A valid integer is required.", "orders");
    table.put({ ...row, execution_order: Number(order), updated_at: wireNow(world) });
  }
  const rows = table.where({ project }).filter(({ type, deleted }) => type === "transformation" && !deleted);
  const sorted = rows.toSorted((one, other) => (one.execution_order ?? 0) - (other.execution_order ?? 0));
  return { status: 200, headers: {}, body: sorted.map((row) => showFunction(world, row)) };
}

/** A route whose response the facts don't show. */
export function notKnown(what: string): (exchange: Exchange) => Answer {
  return (exchange) => {
    if (hasParameter(exchange, "id")) functionInPath(exchange);
    throw sandboxError(501, "not_implemented", `The service's response for ${what} of hog functions is not known.`);
  };
}
