import type { OrganizationBody, OrganizationWire } from "../../../client/organizations.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** The wire form of an organization's fields. */
export const { same, custom, shown } = codecsOf<OrganizationWire, OrganizationBody>();

/** The greatest difference in age between an organization and objects that the service creates in the same request. */
const SAME_MOMENT_MS = 60_000;

/** Whether something was created in the same request as its organization; both times in the service's form. */
export function isCreatedWith(organization: { readonly created_at: string } | undefined, madeAt: string): boolean {
  return Date.parse(madeAt) - Date.parse(organization?.created_at ?? "") < SAME_MOMENT_MS;
}
