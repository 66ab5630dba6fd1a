import type { Values } from "../../src/model/json-value.ts";
import type { World } from "./scenario-world.ts";

/** The time of the sandbox where a table needs one that stands still. */
export const NOW = "2026-11-20T10:00:00Z";

export const DAY_SECONDS = 86_400;

/** The address in the id of a person. */
export function emailIn(id: string): string {
  return id.split("/").at(-1) ?? "";
}

/** Accepts the open invite to an address as its owner would. */
export function accept({ sandbox, organizationId }: World, email: string): void {
  const invites = sandbox.control.call("GET", "invites") as readonly Values[];
  const open = invites.find((one) => one["target_email"] === email && one["organization"] === organizationId);
  sandbox.control.call("POST", `invites/${String(open?.["id"])}/accept`, {});
}

/** The level of the member of that address in the service's numbers; undefined for somebody who is none. */
export function levelIn({ sandbox: { control }, organizationId }: World, email: string): number | undefined {
  const user = control.users().find((one) => one.email.toLowerCase() === email);
  const places = control.memberships().filter((place) => place.organization === organizationId);
  return places.find((place) => place.user === user?.id)?.level;
}
