import { z } from "zod";
import { controlError, controlRouteWith } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";
import { CHANGES_TABLE, POLICIES_TABLE } from "./rows.ts";

const maker = z.string().nullable().default(null);
const anything = z.record(z.string(), z.unknown()).default({});

const newPolicy = z.strictObject({
  project: z.number().int(),
  action_key: z.string().min(1).max(128),
  conditions: anything,
  approver_config: anything,
  allow_self_approve: z.boolean().default(false),
  bypass_org_membership_levels: z.array(z.string()).default([]),
  bypass_roles: z.array(z.string()).default([]),
  expires_after: z.string().default("14 00:00:00"),
  enabled: z.boolean().default(true),
  created_by: maker,
});

const newChange = z.strictObject({
  project: z.number().int(),
  action_key: z.string().min(1),
  action_version: z.number().int().default(1),
  validation_status: z.enum(["valid", "invalid", "stale"]).default("valid"),
  resource_type: z.string().min(1),
  resource_id: z.string().nullable().default(null),
  intent: anything,
  intent_display: anything,
  policy_snapshot: anything,
  state: z.enum(["pending", "approved", "applied", "rejected", "expired", "failed"]).default("pending"),
  created_by: maker,
  expires_at: z.string(),
});

/** Settings that somebody made in a browser, and the changes that wait for approval. */
export const APPROVAL_CONTROL: readonly ControlRoute[] = [
  controlRouteWith("POST", "approval-policies", newPolicy, (world, { body }) =>
    world.store.table(POLICIES_TABLE).put({ ...placed(world, body), ...made(world) }),
  ),
  controlRouteWith("POST", "change-requests", newChange, (world, { body }) =>
    world.store.table(CHANGES_TABLE).put({ ...placed(world, body), ...made(world) }),
  ),
];

function placed<Row extends { readonly project: number }>(world: World, row: Row): Row {
  if (world.store.tables.projects.one({ number: row.project }) !== undefined) return row;
  throw controlError(404, `There is no project ${row.project}.`);
}

function made(world: World): { readonly id: string; readonly created_at: string } {
  return { id: world.identifiers.uuid(), created_at: wireNow(world) };
}
