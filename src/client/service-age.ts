import type { OrganizationWire } from "./organizations.ts";

/**
 * Whether the service which shows an organization is one of 2026: it shows a setting that came then, whatever its value.
 *
 * @source service 2026-09, organizations.md, Fields
 */
export function isServiceOf2026({ members_can_see_org_members: setting }: OrganizationWire): boolean {
  return setting !== undefined;
}

/** Whether the service keeps to the documented contract, in which `metadata` is text. @source live service 2025-08, departures */
export function isContractService(organization: OrganizationWire): boolean {
  return !isServiceOf2026(organization) && typeof organization["metadata"] === "string";
}
