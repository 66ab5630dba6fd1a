import type { OrganizationBody, OrganizationWire } from "../../../client/organizations.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** How fields of an organization stand on the wire. */
export const { same, custom, shown } = codecsOf<OrganizationWire, OrganizationBody>();

/** What the service makes in the request that makes an organization is at most this much younger. */
const SAME_MOMENT_MS = 60_000;

/** Whether something was made in the request that made its organization; both times as the service writes them. */
export function isMadeWith(organization: { readonly created_at: string } | undefined, madeAt: string): boolean {
  return Date.parse(madeAt) - Date.parse(organization?.created_at ?? "") < SAME_MOMENT_MS;
}
