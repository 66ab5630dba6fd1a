import { Agent, request } from "node:http";
import type { Dialect } from "../../../../packages/sandbox/src/index.ts";
import { compareError, compareShape } from "./compare.ts";
import { familyOfRow } from "./family-of-row.ts";
import type { FlowScript } from "./flow-script.ts";
import { SCRIPTS } from "./flows/index.ts";
import { kindOfPath } from "./identity-map.ts";
import { makeUnknown } from "./makers/index.ts";
import { type RecordedRow, readFlow } from "./recording.ts";
import { Stage } from "./stage.ts";

/** The result of a row. A row that isn't compared has no differences. */
export type Outcome = {
  readonly flow: string;
  readonly row: RecordedRow;
  readonly family: string;
  readonly isCompared: boolean;
  readonly differences: readonly string[];
  /** The sandbox's response, for further checks. */
  readonly answer: { readonly status: number; readonly text: string };
  /** Values that differ although status, keys, and types agree. */
  readonly values: readonly string[];
};

/** Replays a recorded flow against a fresh sandbox. Sends every row, including those that aren't compared. */
export async function runFlow(flow: string, dialect: Dialect = "2025-08"): Promise<Outcome[]> {
  const rows = readFlow(flow);
  const script = SCRIPTS[flow] ?? {};
  const stage = await Stage.open(script.now, dialect);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    if (script.startsWithoutPersons !== true) await stage.addPersons();
    await script.prepare?.(stage, rows);
    const outcomes: Outcome[] = [];
    for (const row of rows) outcomes.push(await replayRow(stage, script, flow, row, agent));
    return outcomes;
  } finally {
    agent.destroy();
    await stage.sandbox.close();
  }
}

async function replayRow(
  stage: Stage,
  script: FlowScript,
  flow: string,
  row: RecordedRow,
  agent: Agent,
): Promise<Outcome> {
  const isCompared = row.trust === undefined || script.alsoCompares?.(row) === true;
  const found: string[] = [];
  if (row.setup !== undefined) {
    const setup = script.setups?.[row.setup];
    if (setup === undefined) found.push(`no setup for "${row.setup}" in replay/flows`);
    else await attempt(found, row.setup, () => setup(stage));
  }
  await attempt(found, "before", () => script.before?.(stage, row));
  await attempt(found, "make", () => makeUnknown(stage, row));
  const answer = await send(stage, script, row, agent);
  const { differences, values } = compareAnswer(stage, row, answer, script.isPartial?.(row) === true);
  const family = familyOfRow(row);
  return { flow, row, family, isCompared, differences: isCompared ? [...found, ...differences] : [], answer, values };
}

/** A setup can need a route that a family doesn't serve yet. Then the rows after it fail, but not the run. */
async function attempt(found: string[], what: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    found.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

function compareAnswer(
  stage: Stage,
  row: RecordedRow,
  answer: Answer,
  partial: boolean,
): { differences: string[]; values: readonly string[] } {
  const differences = compareHead(row, answer);
  const { text } = answer;
  const json = parsed(text);
  if (row.status !== answer.status)
    return { differences: [`${differences.join("; ")} ${text.slice(0, 300)}`], values: [] };
  if (row.body === undefined) {
    if (text !== "" && !partial) differences.push(`body: expected none, found ${text.slice(0, 100)}`);
    return { differences, values: [] };
  }
  if (typeof row.body === "string")
    return { differences: [...differences, ...compareText(row, text, partial)], values: [] };
  if (row.status >= 400)
    return { differences: [...differences, ...compareError(row.body, json, stage.identities)], values: [] };
  const shape = compareShape(row.body, json, stage.identities, { partial, kind: kindOfPath(row.path) });
  return { differences: [...differences, ...shape.shape], values: shape.values };
}

function compareHead(row: RecordedRow, answer: Answer): string[] {
  const type = row.type === undefined && row.body !== undefined ? "application/json" : (row.type ?? undefined);
  const found = answer.headers["content-type"];
  // For unserved paths, the service returns the methods in no particular order.
  const hasRoute = !JSON.stringify(row.body ?? "").includes("Endpoint not found.");
  const pairs = [
    ["status", row.status, answer.status],
    ["Allow", hasRoute ? row.allow : undefined, hasRoute ? answer.headers["allow"] : undefined],
    ["Vary", row.vary ?? "origin", answer.headers["vary"]],
    ["Retry-After", row.retryAfter, answer.headers["retry-after"]],
    ["Content-Type", type, row.body === undefined ? type : found],
  ] as const;
  return pairs.flatMap(([name, expected, actual]) =>
    expected === actual ? [] : [`${name}: expected ${String(expected)}, found ${String(actual)}`],
  );
}

/** A text is CSV, whose header line is compared, or the recorder's mark for a list. */
function compareText(row: RecordedRow, text: string, partial: boolean): string[] {
  const recorded = String(row.body);
  if (partial) return Array.isArray(parsed(text)) ? [] : [`body: expected a list, found ${text.slice(0, 100)}`];
  const [expected, found] = [recorded, text].map((each) => each.split(/\r?\n/)[0]);
  return expected === found ? [] : [`first line: expected ${expected}, found ${found?.slice(0, 200)}`];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Not `fetch`, which would change some recorded requests: DELETE with a body, and unusual spellings of headers.
function send(stage: Stage, script: FlowScript, row: RecordedRow, agent: Agent): Promise<Answer> {
  const special = script.send?.(row);
  const key = special?.key ?? row.key;
  const headers: Record<string, string> = {};
  if (key !== null) headers["authorization"] = `Bearer ${/^(?:phx_)?nope$/.test(key) ? "phx_nope" : stage.key(key)}`;
  for (const [name, value] of Object.entries(special?.headers ?? {})) {
    headers[name] = value.replace("<key>", stage.key("phx_owner_all"));
  }
  const withKeys = (text: string): string => text.replace(/phx_(?:owner_all|thr_\w+)/, (name) => stage.key(name));
  const path = withKeys(stage.identities.fillPath(row.path));
  const body = row.request === undefined ? undefined : withKeys(bodyText(stage, row.request));
  if (body !== undefined) {
    headers["content-type"] ??= contentTypeOf(row);
    headers["content-length"] = String(Buffer.byteLength(body));
  }
  return new Promise((resolve, reject) => {
    const call = request(
      stage.sandbox.host + encodeBlanks(path),
      { method: row.method, headers, agent },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

function bodyText(stage: Stage, sent: unknown): string {
  return typeof sent === "string" ? stage.identities.fillText(sent) : JSON.stringify(stage.identities.fill(sent));
}

function encodeBlanks(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
}

function contentTypeOf(row: RecordedRow): string {
  if (row.name.endsWith(" form")) return "application/x-www-form-urlencoded";
  return row.name.endsWith(" text") && typeof row.request === "string" ? "text/plain" : "application/json";
}
