import type { OrganizationBody, OrganizationWire } from "../../../client/organizations.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** How fields of an organization stand on the wire. */
export const { same, custom, shown } = codecsOf<OrganizationWire, OrganizationBody>();
