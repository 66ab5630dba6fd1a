import * as z from "zod";

import type { RecordedRun, RunRecord } from "../record/run-record.ts";
import { NO_CHANGES } from "../run/events.ts";

/** Version of the JSON form of results. Raised when a field is removed or changes its meaning. */
const RESULTS_VERSION = 1;

const shard = z.object({ index: z.int().min(1), of: z.int().min(1) });

const number = z.int().min(0);

const resultSchema = z.object({
  name: z.string(),
  template: z.string(),
  wave: z.int().min(1),
  state: z.enum(["waiting", "running", "succeeded", "failed"]),
  changes: z.object({ create: number, update: number, replace: number, delete: number }),
  calls: number.optional(),
  durationMs: z.number().min(0).optional(),
  message: z.string().optional(),
  bound: z.enum(["exact", "checked"]).optional(),
  objects: z
    .array(
      z.object({
        operation: z.enum(["create", "update", "replace", "delete"]),
        address: z.string(),
        fields: z.array(z.string()),
      }),
    )
    .optional(),
});

const resultsSchema = z.object({
  schemaVersion: z.literal(RESULTS_VERSION),
  fleet: z.string(),
  action: z.enum(["plan", "up", "retire"]),
  state: z.enum(["running", "held", "stopped", "ended", "cut off"]),
  reason: z.string().optional(),
  started: z.string(),
  ended: z.string().optional(),
  shard: shard.optional(),
  plan: z.string().optional(),
  approvals: z
    .array(
      z.object({
        wave: z.int().min(1),
        at: z.string(),
        digest: z.string(),
        by: z.string().optional(),
        comment: z.string().optional(),
        isSigned: z.boolean(),
      }),
    )
    .optional(),
  left: z.array(z.string()).optional(),
  organizations: z.array(resultSchema),
});

/** The result of one organization of a run; its wave counts from 1. */
export type OrganizationResult = z.output<typeof resultSchema>;

/** The results of a run, or of one shard; docs/fleet-results.md documents the JSON. */
export type RunResults = z.output<typeof resultsSchema>;

/** Results that can't be read. The message names the file and the next step. */
export class ResultsError extends Error {}

/** What the results contain beyond the record. */
export interface ResultsFacts {
  /** Name of the fleet file. */
  readonly fleet: string;
  /** Whether its process is alive: a run whose process isn't was interrupted. */
  readonly isAlive: boolean;
  /** Names that are no longer in the file, and that nobody has retired. */
  readonly left: readonly string[];
}

/** The current results of a recorded run. */
export async function resultsOf(
  record: Pick<RunRecord, "organizationsOf" | "approvalsOf">,
  run: RecordedRun,
  { fleet, isAlive, left }: ResultsFacts,
): Promise<RunResults> {
  const recorded = await record.organizationsOf(run.id);
  const organizations = recorded.map(({ name, template, wave, state, outcome }) => ({
    name,
    template,
    wave: wave + 1,
    state,
    changes: outcome?.changes ?? NO_CHANGES,
    ...(outcome?.calls === undefined ? {} : { calls: outcome.calls }),
    ...(outcome === undefined ? {} : { durationMs: Math.round(outcome.durationMs) }),
    ...(outcome?.message === undefined ? {} : { message: outcome.message }),
    ...(outcome?.bound === undefined ? {} : { bound: outcome.bound }),
    ...(outcome?.objects === undefined
      ? {}
      : {
          objects: outcome.objects.map(({ operation, address, fields }) => ({
            operation,
            address,
            fields: [...fields],
          })),
        }),
  }));
  const approvals = (await record.approvalsOf(run.id)).map(({ signature, ...one }) => ({
    ...one,
    isSigned: signature !== undefined,
  }));
  return {
    schemaVersion: RESULTS_VERSION,
    fleet,
    action: run.action,
    state: run.state === "running" && !isAlive ? "cut off" : run.state,
    ...(run.reason === undefined ? {} : { reason: run.reason }),
    started: run.started,
    ...(run.ended === undefined ? {} : { ended: run.ended }),
    ...(run.options.shard === undefined ? {} : { shard: run.options.shard }),
    ...(run.options.plan === undefined ? {} : { plan: run.options.plan }),
    ...(approvals.length === 0 ? {} : { approvals }),
    ...(left.length === 0 ? {} : { left: [...left] }),
    organizations,
  };
}

/** Results for a file. */
export const resultsText = (results: RunResults): string => `${JSON.stringify(results, null, 2)}\n`;

/** Reads results from a file's text. @throws ResultsError naming the file */
export function readResults(file: string, text: string): RunResults {
  const parsed = resultsSchema.safeParse(jsonIn(file, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  throw new ResultsError(`${file} holds no results of a run${where}. Give files of \`orgform fleet up --report\`.`);
}

function jsonIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ResultsError(`${file} isn't complete JSON.`, { cause: error });
  }
}
