import type { Values } from "../../src/model/json-value.ts";
import type { World } from "./scenario-world.ts";

/** The sandbox's time if a table needs a fixed one. */
export const NOW = "2026-11-20T10:00:00Z";

export const DAY_SECONDS = 86_400;

/** The address in the ID of a person. */
export function emailIn(id: string): string {
  return id.split("/").at(-1) ?? "";
}

/** Accepts the open invite to an address as its owner would. */
export function accept({ sandbox, organizationId }: World, email: string): void {
  const invites = sandbox.control.call("GET", "invites") as readonly Values[];
  const open = invites.find((one) => one["target_email"] === email && one["organization"] === organizationId);
  sandbox.control.call("POST", `invites/${String(open?.["id"])}/accept`, {});
}

/** Makes a person a member with a level, or changes a member's level. Creates a missing account. */
export function addMember(world: World, email: string, level: number): void {
  const { sandbox, organizationId } = world;
  const userId = accountOf(world, email) ?? sandbox.control.createUser({ email }).id;
  sandbox.control.addMembership({ userId, organizationId, level });
}

/** Removes a person from the organization. */
export function leave(world: World, email: string): void {
  const { sandbox, organizationId } = world;
  sandbox.control.removeMembership({ userId: accountOf(world, email) ?? "", organizationId });
}

/** The member with an address, in the service's form; undefined if there is none. */
export function memberIn(world: World, email: string): Values | undefined {
  const { sandbox, organizationId } = world;
  const user = accountOf(world, email);
  return sandbox.control.memberships().find((one) => one.user === user && one.organization === organizationId);
}

/** The level of the member with an address, as the service's number; undefined if there is none. */
export function levelIn(world: World, email: string): unknown {
  return memberIn(world, email)?.["level"];
}

function accountOf({ sandbox }: World, email: string): string | undefined {
  return sandbox.control.users().find((one) => one.email.toLowerCase() === email.toLowerCase())?.id;
}
