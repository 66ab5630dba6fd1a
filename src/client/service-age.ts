import type { OrganizationWire } from "./organizations.ts";

/**
 * Whether a service is from 2026, by an organization that it shows: it has a setting that was added then, whatever its
 * value.
 *
 * @source service 2026-09, organizations.md, Fields
 */
export function isServiceOf2026({ members_can_see_org_members: setting }: OrganizationWire): boolean {
  return setting !== undefined;
}

/**
 * Whether the service follows the documented contract, in which `metadata` is a string. @source live service 2025-08,
 * departures
 */
export function isContractService(organization: OrganizationWire): boolean {
  return !isServiceOf2026(organization) && typeof organization["metadata"] === "string";
}
