import { createHash } from "node:crypto";
import * as z from "zod";

import { shardOf } from "../expansion/waves.ts";
import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { providerOf } from "../expansion/fingerprint.ts";
import type { PlannedObject, SavedPlan } from "../run/events.ts";
import { inWaves } from "../run/run-plan.ts";

/** A plan that can't be used; the message says why, and what to do. Nothing was run. */
export class PlanFileError extends Error {}

const OPERATIONS = ["create", "update", "replace", "delete"] as const;

/** The sources of an organization's plan. If any of them has changed, the organization isn't applied. */
const statementSchema = z.object({
  template: z.string(),
  engine: z.string(),
  /** A hash of all files of the template. */
  files: z.string(),
  /** A hash of each value, by name. */
  values: z.record(z.string(), z.string()),
  credential: z.string(),
  /** Version of the provider that organizations share; empty if the engine finds a provider itself. */
  provider: z.string(),
  /** From 0. */
  wave: z.int().min(0),
});

const boundOrganizationSchema = z.object({
  name: z.string(),
  statement: statementSchema,
  objects: z.array(z.object({ operation: z.enum(OPERATIONS), address: z.string(), fields: z.array(z.string()) })),
  saved: z.object({ bound: z.enum(["exact", "checked"]), content: z.string() }),
});

const boundPlanSchema = z.object({
  /** Name of the fleet file. */
  fleet: z.string(),
  /** When it was planned, UTC, RFC 3339. */
  planned: z.string(),
  /** Digest of the file's waves and stop rules. */
  rules: z.string(),
  isRefresh: z.boolean(),
  shard: z.object({ index: z.int().min(1), of: z.int().min(1) }).optional(),
  organizations: z.array(boundOrganizationSchema).min(1),
});

/** An organization's part of a plan that is kept. */
export type BoundOrganization = z.output<typeof boundOrganizationSchema>;

/** A plan that is kept, to be applied exactly as shown. It holds secrets and leaves the process only encrypted. */
export type BoundPlan = z.output<typeof boundPlanSchema>;

/** @throws PlanFileError */
export function boundPlanFrom(value: unknown): BoundPlan {
  const parsed = boundPlanSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PlanFileError("The plan lacks what this version of Orgform needs. Plan again with this version.");
}

/** The digest that approvals cover: `sha256:` and 64 digits, of a value's JSON. */
export const digestOfJson = (value: unknown): string =>
  `sha256:${createHash("sha256").update(JSON.stringify(value)).digest("hex")}`;

/** The digest that approvals of a plan cover, and by which records and pages name the plan. */
export const digestOf = (plan: BoundPlan): string => digestOfJson(boundPlanSchema.parse(plan));

const hashOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex")
    .slice(0, 32);

/** Digest of a file's waves and stop rules: a plan isn't applied under different ones. */
export const rulesOf = ({ waves, stop }: Pick<Fleet, "waves" | "stop">): string =>
  hashOf([waves, stop, Number.isFinite(stop.failures)]);

/** The file's current declaration of an organization. */
export function statementOf(organization: FleetOrganization): BoundOrganization["statement"] {
  const { template, engine, templateHash, values, credential, wave } = organization;
  const named = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    template,
    engine: engine.name,
    files: templateHash,
    values: Object.fromEntries(named.map(([name, value]) => [name, hashOf(value)])),
    credential,
    provider: providerOf(organization),
    wave,
  };
}

/** An organization's part of a plan, with its engine's data. */
export const boundOrganization = (
  organization: FleetOrganization,
  saved: SavedPlan,
  objects: readonly PlannedObject[],
): BoundOrganization => ({
  name: organization.name,
  statement: statementOf(organization),
  objects: objects.map(({ operation, address, fields }) => ({ operation, address, fields: [...fields] })),
  saved: { ...saved },
});

/**
 * The organizations of a plan, as the file has them now, in the order of the run.
 *
 * @param part - a shard of a plan that isn't the plan of a shard itself
 * @throws PlanFileError for a plan of another fleet or of a shard alone, or if the file's rules have changed
 */
export function organizationsOf(
  plan: BoundPlan,
  name: string,
  fleet: Fleet,
  part?: BoundPlan["shard"],
): FleetOrganization[] {
  if (plan.fleet !== name)
    throw new PlanFileError(`The plan is of the fleet ${plan.fleet}, not of ${name}. Give the file of its own fleet.`);
  const missing = plan.organizations.filter((one) => fleet.organizations.every((other) => other.name !== one.name));
  if (missing.length > 0) {
    const names = missing.map((one) => one.name).join(", ");
    throw new PlanFileError(`The fleet file no longer has ${names}, which the plan has. Plan again.`);
  }
  if (plan.rules !== rulesOf(fleet))
    throw new PlanFileError("The waves or the stop rules of the fleet file have changed since the plan. Plan again.");
  const names = new Set(plan.organizations.map((one) => one.name));
  const all = inWaves(fleet.organizations.filter((one) => names.has(one.name)));
  if (part === undefined) return all;
  if (plan.shard !== undefined) {
    const { index, of } = plan.shard;
    throw new PlanFileError(`The plan is of shard ${index}/${of} alone: leave out --shard, or plan the whole fleet.`);
  }
  return all.filter((one) => shardOf(one, part.of) === part.index);
}
