import { type Exchange, callerOf, organizationIdOf } from "../../pipeline/exchange.ts";
import { failureInLive, invalidInput } from "../../pipeline/service-error.ts";
import { defineTable } from "../../store/table.ts";
import type { Table } from "../../store/table.ts";
import { INVITE, type InviteValues, type ProjectAccess } from "../../wire/invite.ts";
import type { World } from "../../world.ts";
import { pickFields, showUserOf } from "../members/show.ts";
import { wireNow } from "../organizations/rows.ts";

/** How long an invite can be accepted. @source live notes 4.3; live service 2025-08, flow 3:129-132 */
const VALID_MS = 3 * 86_400_000;

/** An invite to one address; `created_by` is a user. */
export type InviteRow = {
  readonly id: string;
  readonly organization: string;
  readonly target_email: string;
  readonly first_name: string;
  readonly emailing_attempt_made: boolean;
  readonly level: number;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly message: string | null;
  readonly private_project_access: readonly ProjectAccess[] | null;
};

/** Accepted invites are deleted; expired ones stay. */
export const INVITES_TABLE = defineTable<InviteRow>("invites", {
  indexes: [["organization"], ["organization", "target_email"], ["target_email"]],
  within: "organization",
});

/** The invites of a world. */
export function invitesOf(world: World): Table<InviteRow> {
  return world.store.table(INVITES_TABLE);
}

export function isExpired(world: World, row: InviteRow): boolean {
  return Date.parse(row.created_at) < world.clock.nowMs() - VALID_MS;
}

/** Renders an invite. @source live service 2025-08, flow 3:2 */
export function showInvite(world: World, row: InviteRow): Record<string, unknown> {
  return pickFields(INVITE, world.dialect, {
    ...row,
    is_expired: isExpired(world, row),
    created_by: showUserOf(world, row.created_by),
  });
}

/** Whether a member of the organization has this address. @source live service 2025-08, flow 3:63-65, 3:148 */
export function isMemberAddress(world: World, organization: string, email: string): boolean {
  const { users, memberships } = world.store.tables;
  return users.where({ email }).some((user) => memberships.one({ user: user.id, organization }) !== undefined);
}

/** Refuses the address of a member. */
export function checkIsNoMember(exchange: Exchange, email: string): void {
  if (!isMemberAddress(exchange.world, organizationIdOf(exchange), email)) return;
  throw invalidInput("A user with this email address already belongs to the organization.", null);
}

/** Creates an invite, which replaces every earlier one to the address. @source live service 2025-08, flow 3:4-16 */
export function createInvite(exchange: Exchange, sent: InviteValues): InviteRow {
  const { world } = exchange;
  const invites = invitesOf(world);
  const organization = organizationIdOf(exchange);
  const email = String(sent.target_email);
  checkIsNoMember(exchange, email);
  const earlier = invites.where({ organization, target_email: email });
  const pending = earlier.filter((row) => !isExpired(world, row));
  const isCombined = sent.combine_pending_invites === true && pending.length > 0;
  const values = isCombined ? { ...sent, ...combined(exchange, sent, pending) } : sent;
  for (const row of earlier) invites.delete(row.id);
  const now = wireNow(world);
  return invites.put({
    id: world.identifiers.uuid(),
    organization,
    target_email: email,
    first_name: values.first_name ?? "",
    emailing_attempt_made: world.settings().mail && values.send_email !== false,
    level: values.level ?? 1,
    created_by: callerOf(exchange).id,
    created_at: now,
    updated_at: now,
    message: values.message ?? null,
    private_project_access: values.private_project_access === undefined ? [] : values.private_project_access,
  });
}

/**
 * The highest level of all invites, and the highest level for each project; newest invites first. The service compares
 * levels unchanged: strings alphabetically, and a string with a number not at all.
 * @source live service 2025-08, flow 3:11-16; live notes 4.1
 */
function combined(exchange: Exchange, sent: InviteValues, pending: readonly InviteRow[]): InviteValues {
  const own = sent.private_project_access;
  const failure = (): Error =>
    failureInLive(exchange, invalidInput("Levels of projects cannot be compared.", "private_project_access"));
  if (own === null) throw failure();
  const access = new Map<number, ProjectAccess["level"]>();
  for (const { id, level } of own ?? []) access.set(id, level);
  for (const { id, level } of [...pending].reverse().flatMap((row) => row.private_project_access ?? [])) {
    const known = access.get(id);
    if (known !== undefined && (typeof known === "string") !== (typeof level === "string")) throw failure();
    if (known === undefined || level > known) access.set(id, level);
  }
  return {
    level: Math.max(sent.level ?? 1, ...pending.map((row) => row.level)),
    private_project_access: [...access].map(([id, level]) => ({ id, level })),
  };
}
