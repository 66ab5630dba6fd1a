import { mkdirSync } from "node:fs";
import * as yaml from "yaml";

import type { FleetOrganization } from "../expansion/expand.ts";
import { environmentFor, type Lease, type OrganizationContext } from "./organization-run.ts";
import { inParallel } from "./pool.ts";

/** The plan of an organization, to be checked before it is applied. */
export interface PlanToJudge {
  readonly organization: FleetOrganization;
  /** The plan in JSON, as the engine's command line prints it. */
  readonly text: string;
  /** All variables of the organization, including the API key. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The result of checking a plan. */
export interface PlanVerdict {
  /** Its violations: a line for each, with rule, object, and remedy. Such a plan isn't applied. */
  readonly broken: readonly string[];
  /** Why it wasn't checked; undefined if it was. */
  readonly unjudged?: string;
}

/** Checks plans against the rules of the fleet. */
export type JudgePlan = (plan: PlanToJudge) => Promise<PlanVerdict>;

/** What is needed to check the plans of a wave. */
export interface WaveToJudge {
  /** From 1. */
  readonly wave: number;
  readonly organizations: readonly FleetOrganization[];
  readonly judge: JudgePlan;
  readonly context: OrganizationContext;
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly isRefresh: boolean;
  /** Names of organizations whose engines might have left a lock. */
  readonly unclean: ReadonlySet<string>;
  /** Reports organizations that weren't checked. */
  readonly onNote: (text: string) => void;
}

/** Longest report of a wave; the other lines are counted. */
const MOST_LINES = 20;

/** Asks each engine of a wave what would change, and checks the plans. @returns why the wave can't begin */
export async function reasonAgainst(wave: WaveToJudge): Promise<string | undefined> {
  const lines: string[] = [];
  const waiting = [...wave.organizations];
  const judged = async (one: FleetOrganization): Promise<void> => {
    const { broken, unjudged } = await verdictOn(one, wave);
    lines.push(...broken.map((line) => `${one.name}: ${line}`));
    if (unjudged !== undefined) wave.onNote(`The plan of ${one.name} isn't judged by the policy: ${unjudged}`);
  };
  await inParallel(wave.parallel, () => {
    const next = wave.signal.aborted ? undefined : waiting.shift();
    return next === undefined ? undefined : judged(next);
  });
  // An engine that was asked to end has no plan; the run ends without a result of the policy.
  if (lines.length === 0 || wave.signal.aborted) return undefined;
  const shown = lines.toSorted().slice(0, MOST_LINES);
  const more = lines.length > shown.length ? [`and ${lines.length - shown.length} more`] : [];
  return [`wave ${wave.wave} would break the policy, and nothing of it was applied`, ...shown, ...more].join("\n  ");
}

async function verdictOn(organization: FleetOrganization, wave: WaveToJudge): Promise<PlanVerdict> {
  const { context, judge, signal, isRefresh, unclean } = wave;
  let lease: Lease | undefined;
  try {
    const own = await environmentFor(organization, context);
    lease = await context.lease(organization, own);
    const environment = { ...own, ...lease.environment };
    const folder = context.folderOf(organization);
    mkdirSync(folder, { recursive: true });
    const isRepair = unclean.has(organization.name);
    const run = { folder, environment, signal, isRepair, isRefresh, isKept: false, onProgress: () => undefined, yaml };
    const text = await organization.engine.planJson(organization, run);
    const verdict = await judge({ organization, text, environment });
    return { ...verdict, broken: verdict.broken.map((line) => context.keys.redact(line)) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    // A plan that can't be made or checked isn't applied, either.
    return { broken: [`its plan can't be judged: ${context.keys.redact(words)}`] };
  } finally {
    await lease?.giveBack();
  }
}
