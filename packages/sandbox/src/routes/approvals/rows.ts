import { defineTable } from "../../store/table.ts";

/** A policy that requires approvals, as set through the control plane. */
export type PolicyRow = {
  readonly id: string;
  readonly project: number;
  readonly action_key: string;
  readonly conditions: unknown;
  readonly approver_config: unknown;
  readonly allow_self_approve: boolean;
  readonly bypass_org_membership_levels: unknown;
  readonly bypass_roles: readonly string[];
  readonly expires_after: string;
  readonly enabled: boolean;
  readonly created_by: string | null;
  readonly created_at: string;
};

export const POLICIES_TABLE = defineTable<PolicyRow>("approval_policies", {
  indexes: [["project"]],
  within: "project",
});

/** A change that waits for approval: the sandbox never requests one, so the control plane adds it. */
export type ChangeRow = {
  readonly id: string;
  readonly project: number;
  readonly action_key: string;
  readonly action_version: number;
  readonly validation_status: string;
  readonly resource_type: string;
  readonly resource_id: string | null;
  readonly intent: unknown;
  readonly intent_display: unknown;
  readonly policy_snapshot: Readonly<Record<string, unknown>>;
  readonly state: string;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
};

export const CHANGES_TABLE = defineTable<ChangeRow>("change_requests", {
  indexes: [["project", "state"]],
  within: "project",
});
