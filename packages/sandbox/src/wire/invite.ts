import { invalidInput } from "../pipeline/service-error.ts";
import { EMAIL_ADDRESS } from "./email-address.ts";
import type { FieldSpec, ResourceSpec } from "./field.ts";
import { readLevel } from "./read-value.ts";
import { USER } from "./user.ts";

const CONTRACT = "contract, Invite";

/** Levels of access to a project, as the older numbers and as words. @source live service 2025-08, flow 3:22-28 */
const PROJECT_LEVELS = new Set<unknown>([1, 8, true, "none", "member", "admin"]);
/** The same in later services. @source service 2026-09, invites-and-members.md, Invites */
const PROJECT_LEVELS_IN_WORDS = new Set<unknown>(["member", "admin"]);

/** Access to one project, as it is sent and shown. */
export type ProjectAccess = { readonly id: number; readonly level: number | string | true };

/** @source live service 2025-08, flow 3:20-34; an empty list is stored as null */
function readProjectAccess(
  sent: unknown,
  field: FieldSpec,
  levels: ReadonlySet<unknown> = PROJECT_LEVELS,
): readonly ProjectAccess[] | null {
  const refuse = (detail: string): never => {
    throw invalidInput(detail, field.name);
  };
  if (!Array.isArray(sent)) return refuse("The field must be a list of dictionaries.");
  for (const item of sent as unknown[]) {
    if (typeof item !== "object" || item === null || Array.isArray(item)) {
      return refuse("Each item in the list must be a dictionary.");
    }
    if (!("id" in item && "level" in item)) return refuse('Each dictionary must contain "id" and "level" keys.');
    if (!Number.isInteger(item.id) && typeof item.id !== "boolean") return refuse('The "id" field must be an integer.');
    if (!levels.has(item.level)) return refuse('The "level" field must be a valid access level.');
  }
  return sent.length === 0 ? null : (sent as ProjectAccess[]);
}

/** The accepted values of an invite. */
export type InviteValues = {
  target_email?: string;
  readonly first_name?: string;
  readonly level?: number;
  readonly message?: string | null | undefined;
  readonly private_project_access?: readonly ProjectAccess[] | null;
  readonly send_email?: boolean;
  readonly combine_pending_invites?: boolean;
};

/** An invite; the last two fields are accepted and never shown. @source contract; live service 2025-08, flow 3 */
export const INVITE: ResourceSpec<InviteValues> = {
  name: "Invite",
  fields: [
    { name: "id", type: "uuid", source: CONTRACT },
    {
      name: "target_email",
      type: "text",
      writable: true,
      required: true,
      maxChars: 254,
      pattern: EMAIL_ADDRESS,
      source: "live service 2025-08, flow 3:54-69",
    },
    {
      name: "first_name",
      type: "text",
      writable: true,
      blank: true,
      maxChars: 30,
      source: "live service 2025-08, flow 3:40-44",
    },
    { name: "emailing_attempt_made", type: "boolean", source: CONTRACT },
    { name: "level", type: "integer", writable: true, read: readLevel, source: "live service 2025-08, flow 3:45-53" },
    { name: "is_expired", type: "boolean", source: CONTRACT },
    { name: "created_by", type: "object", nullable: true, of: USER, source: CONTRACT },
    { name: "created_at", type: "dateTime", source: CONTRACT },
    { name: "updated_at", type: "dateTime", source: CONTRACT },
    {
      name: "message",
      type: "text",
      nullable: true,
      writable: true,
      blank: true,
      source: "live service 2025-08, flow 3:17-19",
    },
    {
      name: "private_project_access",
      type: "any",
      nullable: true,
      writable: true,
      read: (sent, field) => readProjectAccess(sent, field),
      until: "2025-08",
      source: "live service 2025-08, flow 3:20-35",
    },
    {
      name: "private_project_access",
      type: "any",
      nullable: true,
      writable: true,
      read: (sent, field) => readProjectAccess(sent, field, PROJECT_LEVELS_IN_WORDS),
      since: "2026-09",
      source: "service 2026-09, invites-and-members.md, Invites",
    },
    {
      name: "send_email",
      type: "boolean",
      writable: true,
      optional: true,
      source: "live service 2025-08, flow 3:36-39",
    },
    {
      name: "combine_pending_invites",
      type: "boolean",
      writable: true,
      optional: true,
      since: "2025-08",
      source: "live service 2025-08, flow 3:11-16",
    },
  ],
};

const DELEGATED = "service 2026-09, invites-and-members.md, Invites";

/** Hands over the setup of an organization to a person. @source service 2026-09, invites-and-members.md */
export const DELEGATION: ResourceSpec<Pick<InviteValues, "target_email" | "message">> = {
  name: "InviteDelegation",
  fields: [
    {
      name: "target_email",
      type: "text",
      writable: true,
      required: true,
      maxChars: 254,
      pattern: EMAIL_ADDRESS,
      source: DELEGATED,
    },
    { name: "message", type: "text", writable: true, blank: true, maxChars: 1000, source: DELEGATED },
    { name: "step_at_delegation", type: "text", writable: true, blank: true, maxChars: 64, source: DELEGATED },
  ],
};

const SIGNUP_SOURCE = "live service 2025-08, flow 3:140-163";

/** What an invited person sees before signing up. @source live service 2025-08, flow 3:132, 3:140 */
export const INVITATION: ResourceSpec = {
  name: "Invitation",
  fields: ["id", "target_email", "first_name", "organization_name"].map((name) => ({
    name,
    type: name === "id" ? "uuid" : "text",
    source: SIGNUP_SOURCE,
  })),
};

/** What an invited person sends. @source live service 2025-08, flow 3:141-143 */
export const SIGNUP: ResourceSpec<{
  readonly first_name?: string;
  readonly password?: string;
  readonly role_at_organization?: string;
}> = {
  name: "Signup",
  fields: [
    { name: "first_name", type: "text", writable: true, maxChars: 128, source: SIGNUP_SOURCE },
    { name: "password", type: "text", writable: true, source: SIGNUP_SOURCE },
    { name: "role_at_organization", type: "text", writable: true, blank: true, maxChars: 128, source: SIGNUP_SOURCE },
  ],
};

/** The account in the response to a sign-up. @source live service 2025-08, flow 3:143 */
export const SIGNED_UP: ResourceSpec = {
  name: "SignedUp",
  fields: [...USER.fields, { name: "redirect_url", type: "text", source: SIGNUP_SOURCE }],
};
