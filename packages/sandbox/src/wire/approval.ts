import { type ResourceSpec, fieldsFrom } from "./field.ts";
import { USER } from "./user.ts";

const SOURCE = "the service's published types of about 2026-08, as read in public";

const shown = fieldsFrom(SOURCE);

/** A policy: the action that requires an approval, and the people who approve. @source as the fields */
export const APPROVAL_POLICY: ResourceSpec = {
  name: "ApprovalPolicy",
  fields: [
    shown("id", "uuid"),
    shown("action_key", "text"),
    shown("conditions", "any"),
    shown("approver_config", "any"),
    shown("allow_self_approve", "boolean"),
    shown("bypass_org_membership_levels", "any"),
    shown("bypass_roles", "list"),
    shown("expires_after", "text"),
    shown("enabled", "boolean"),
    shown("created_by", "object", { nullable: true, of: USER }),
    shown("created_at", "dateTime"),
    shown("updated_at", "dateTime", { nullable: true }),
  ],
};

/** A change that waits for approval. @source as the fields */
export const CHANGE_REQUEST: ResourceSpec = {
  name: "ChangeRequest",
  fields: [
    shown("id", "uuid"),
    shown("action_key", "text"),
    shown("action_version", "integer"),
    shown("resource_type", "text"),
    shown("resource_id", "text", { nullable: true }),
    shown("intent", "any"),
    shown("intent_display", "any"),
    shown("policy_snapshot", "any"),
    shown("validation_status", "text"),
    shown("validation_errors", "any"),
    shown("validated_at", "dateTime", { nullable: true }),
    shown("state", "text"),
    shown("created_by", "object", { nullable: true, of: USER }),
    shown("applied_by", "object", { nullable: true, of: USER }),
    shown("created_at", "dateTime"),
    shown("updated_at", "dateTime", { nullable: true }),
    shown("expires_at", "dateTime"),
    shown("applied_at", "dateTime", { nullable: true }),
    shown("apply_error", "text"),
    shown("result_data", "any"),
    shown("approvals", "list"),
    shown("can_approve", "boolean"),
    shown("can_cancel", "boolean"),
    shown("is_requester", "boolean"),
    shown("user_decision", "text", { nullable: true }),
  ],
};
