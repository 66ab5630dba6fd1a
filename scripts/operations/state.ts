import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../src/client/client.ts";
import { ROUTER } from "../../packages/sandbox/src/routes/all-routes.ts";
import type { Dialect } from "../../packages/sandbox/src/dialects.ts";
import { operationIn } from "../../packages/sandbox/src/pipeline/route.ts";
import type { OperationRow } from "./rows.ts";

/** The parts that an operation can lack. */
export const PARTS = ["client", "sandbox documented", "sandbox 2025-08", "sandbox 2026-09", "test"] as const;
export type Part = (typeof PARTS)[number];

const TESTS = join(import.meta.dirname, "../../test");

/** The missing parts of every row; an empty list for complete rows. */
export function lackingParts(rows: readonly OperationRow[]): Map<OperationRow, Part[]> {
  // Nothing is sent: only the names of the calls are looked at.
  const client = createClient({ host: "http://127.0.0.1:9", apiKey: "phx_none" });
  const has: Record<Part, (row: OperationRow) => boolean> = {
    client: (row) => hasCall(client, row.client),
    "sandbox documented": (row) => operationOf(row)?.answers.documented !== undefined,
    "sandbox 2025-08": (row) => operationOf(row)?.answers["2025-08"] !== undefined,
    // An operation that is gone from the service has to be gone from the sandbox, too.
    "sandbox 2026-09": (row) => isChangeKnown(row) && isGone(row) !== isServedIn(row, "2026-09"),
    test: isTested,
  };
  return new Map(rows.map((row) => [row, PARTS.filter((part) => !has[part](row))]));
}

function hasCall(client: object, name: string): boolean {
  const [noun = "", operation = ""] = name.split(".");
  const calls = (client as Record<string, Record<string, unknown> | undefined>)[noun];
  return typeof calls?.[operation] === "function";
}

function operationOf(row: OperationRow) {
  const { kind, template, route } = ROUTER.find(row.path.replaceAll(/:\w+/g, "1"));
  return kind === "served" && sameShape(template, row.path) ? route?.operations[row.method] : undefined;
}

function isChangeKnown(row: OperationRow): boolean {
  return /^(?:same|changed|gone: \d{3}.*)$/.test(row["2026-09"]);
}

/** Whether the service of September 2026 no longer has an operation. */
export function isGone(row: OperationRow): boolean {
  return row["2026-09"].startsWith("gone: ");
}

/** Whether the sandbox serves an operation in a dialect. */
export function isServedIn(row: OperationRow, dialect: Dialect): boolean {
  const { kind, route } = ROUTER.find(row.path.replaceAll(/:\w+/g, "1"));
  return kind === "served" && operationIn(route, row.method, dialect) !== undefined;
}

function sameShape(left: string, right: string): boolean {
  return left.replaceAll(/:\w+/g, ":") === right.replaceAll(/:\w+/g, ":");
}

/** The test's file is there and names the noun and the action. */
function isTested(row: OperationRow): boolean {
  let text: string;
  try {
    text = readFileSync(join(TESTS, row.tests), "utf8");
  } catch {
    return false;
  }
  const words = row.path.split("/").filter((part) => part !== "" && !part.startsWith(":"));
  return words.slice(-2).every((word) => ["api", "projects", "organizations"].includes(word) || text.includes(word));
}
