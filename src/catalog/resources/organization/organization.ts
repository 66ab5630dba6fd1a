import { fieldRef, message } from "../../../model/messages.ts";
import type { Identity } from "../../../model/identity.ts";
import { serializeBy } from "../../../capabilities/serialize-by.ts";
import { setAfterwards } from "../../../capabilities/set-afterwards.ts";
import { asyncDeletion } from "../../../capabilities/async-deletion.ts";
import { confirmedAbsence } from "../../../capabilities/confirmed-absence.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { OrganizationCreateBody, OrganizationWire } from "../../../client/organizations.ts";
import type { Call } from "../../../model/call.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import { OrgformProblem } from "../../../model/diagnostics.ts";
import { field } from "../../../model/field.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import { shownFields } from "../../../model/wire/resolve.ts";
import { deletionProtectionGuard, deletionProtectionInput } from "../../fields/deletion-protection.ts";
import { uuid } from "../../fields/field-types.ts";
import { chooseCurrent, CURRENT_ORGANIZATION, changingCurrent } from "./current-organization.ts";
import { planGuard } from "./organization-plan.ts";
import { organizationSwitches } from "./organization-switches.ts";
import { custom, same, shown } from "./organization-wire.ts";
import { organizationLog } from "./organization-log.ts";

/**
 * The greatest age of an organization from an earlier attempt of the same run. An older one belongs to somebody else.
 */
const EARLIER_TRY_MAX_MINUTES = 60;

/** The project that the service creates with every organization. @source live service 2025-08, flow 1 */
const DEFAULT_PROJECT_NAME = "Default project";

/** Rows per request: the list of a fleet's account grows while each creation reads it. @source live-organizations */
const ORGANIZATIONS_PER_PAGE = 1_000;

/** All organizations of the key's user, in one request if they fit on a page: there, the list can't change meanwhile. */
export const allOrganizations = (api: Api, call: Call): Promise<OrganizationWire[]> =>
  api.organizations.list({ ...call, pageSize: ORGANIZATIONS_PER_PAGE }).all();

/** The list of organizations. */
export const organizationCollection: Collection<Api, OrganizationWire, never> = {
  name: "organizations",
  scope: [],
  words: "the organizations of the key's user",
  list: (api, _scope, call) => allOrganizations(api, call),
  servesReads: false,
};

/** Whether a string is an organization's ID, slug, or name. */
export function isOrganizationNamed(wire: OrganizationWire, text: string): boolean {
  return [wire.id, wire.slug, wire.name].includes(text);
}

const enforce2fa = field(z.boolean().optional(), {
  doc: "Whether members must use two-factor authentication; not set at first.",
  wire: same("enforce_2fa"),
  serviceDefault: null,
});

/**
 * An organization of the analytics service.
 *
 * @source service contract, Organization; limits and defaults observed on the live service 2025-08, flow 1.
 */
export const organization = defineResource({
  kind: "object",
  name: "Organization",
  doc: "Manages an organization: the root that owns projects, domains, members, and everything else.",
  notes: [
    "With every organization, the service creates a project named `Default project`, and makes the new organization the current one of the key's user. Orgform never relies on the current organization.",
    message`Names aren't unique in the service. If an organization of the declared name exists, create adopts it only if it's surely the program's own earlier attempt. That's the case if Orgform recorded the attempt. It's also the case if the organization is less than an hour old, has the key's user as its only member, and contains only the default project. Otherwise create stops, names the ID, and offers \`adopt\` and ${fieldRef("allowDuplicateName")}.`,
    "`enforce2fa` has three values in the service. You can declare `true` and `false`. If the program never declared it, Orgform leaves the setting alone. If you remove it from a program that declared it, Orgform restores `null` (not set).",
    "A new organization has no paid features. The service refuses roles, a second project, and other paid features in it until you change its plan in the service's web interface.",
    message`Newer services show ${fieldRef("isMemberJoinEmailEnabled")}, but don't let anyone change it. If you declare it, or a setting that a service doesn't have, Orgform keeps your value in the state, warns, and lists the setting in ${fieldRef("withoutEffect")}.`,
    "Newer services delete organizations asynchronously. Destroy succeeds once the service shows that the organization is being deleted. Creating the same name again then creates a new organization.",
    "If a changed setting needs a feature of the organization's PostHog plan, the preview checks that the plan has it.",
    message`Deleting an organization deletes everything in it. ${fieldRef("deletionProtection")} is on by default, and Orgform reads it from the state: set it to \`false\`, run an update, and then destroy. A destroy deletes the contents first, so a refused destroy can already have deleted them. The guide to deletion protection shows how to prevent that in each engine.`,
  ],
  example: { name: "Acme Cloud", enforce2fa: true },
  stateVersion: 1,
  migrations: {},
  inputs: {
    name: field(z.string().max(64).regex(/\S/u, "expected a name that is not blank"), {
      doc: "Name of the organization, 1 to 64 characters, not unique. The service drops surrounding spaces.",
      wire: same("name"),
      normalize: (value: string) => value.trim(),
    }),
    logoMediaId: field(uuid("media").optional(), {
      doc: "ID (UUID) of an uploaded image to use as the logo.",
      wire: same("logo_media_id"),
      serviceDefault: null,
    }),
    isMemberJoinEmailEnabled: field(z.boolean().optional(), {
      doc: "Whether members get an email when somebody joins; the server-side default is true. Newer services don't let anyone change it.",
      wire: custom(joinEmailIn, (isEnabled: boolean) => ({ is_member_join_email_enabled: isEnabled })),
      serviceDefault: true,
      returned: "where supported",
    }),
    enforce2fa,
    ...organizationSwitches,
    deletionProtection: deletionProtectionInput("organization"),
    allowDuplicateName: field(z.boolean().default(false), {
      doc: "Whether to allow a second organization of the same name. Default false.",
      onChange: "none",
    }),
  },
  outputs: {
    organizationId: field(z.string(), { doc: "ID (UUID) of the organization.", wire: shown("id"), stable: true }),
    slug: field(z.string(), {
      doc: "Short name in URLs. The service sets it once, and a rename doesn't change it.",
      // The response to a create can have upper case; every later read has lower case. @source flow 1:109, 1:115
      wire: shown("slug", (slug) => slug.toLowerCase()),
      stable: true,
    }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", wire: shown("created_at"), stable: true }),
  },
  identity: {
    parts: ["organizationId"],
    of: (wire: OrganizationWire) => ({ organizationId: wire.id }),
  },
  naturalKey: {
    fields: ["name"],
    isUnique: false,
    matches: (wire, inputs) => wire.name.trim() === inputs.name.trim(),
    isNamed: isOrganizationNamed,
    lookUpBy: ["organizationId", "slug", "name"],
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  ops: {
    create: (api: Api, _scope, body, call) =>
      changingCurrent(call, () => createWithoutLogo(api, { ...body, name: body.name ?? "" }, call)),
    read: (api: Api, at, call) => api.organizations.get(at.organizationId, call),
    update: (api: Api, at, body, call) => api.organizations.update(at.organizationId, body, call),
    delete: async (api: Api, at, call) => {
      await changingCurrent(call, () => api.organizations.delete(at.organizationId, call));
      return pendingOrganization(api, at.organizationId, call);
    },
  },
  collection: organizationCollection,
  capabilities: [
    organizationLog,
    setAfterwards("logoMediaId"),
    asyncDeletion({
      isPending: (wire: OrganizationWire) => wire.is_pending_deletion === true,
      note: () =>
        "The service deletes it and everything in it asynchronously. Until then, it still shows the organization.",
    }),
    confirmedAbsence({
      confirmGone: (api: Api, at: Identity<"organizationId">, call) => isDeleted(api, at.organizationId, call),
    }),
    serializeBy({ name: CURRENT_ORGANIZATION, removals: true }),
    adoption<Api, OrganizationWire>({
      allowDuplicateField: "allowDuplicateName",
      madeAt: (wire) => wire.created_at,
      ownershipCheck: (api: Api, wire, context) => whyNotEarlierTry(api, wire, context.serviceNow, context.call),
    }),
  ],
  guards: [
    deletionProtectionGuard("an organization"),
    planGuard((wire) => shownFields({ enforce2fa, ...organizationSwitches }, wire)),
  ],
});

/** Services that report deletions only show the setting: its current value can be declared, but has no effect. */
function joinEmailIn(wire: OrganizationWire, { declared }: Reading): boolean | undefined {
  const { is_member_join_email_enabled: isEnabled } = wire;
  const isDeclared = isEnabled === declared?.["isMemberJoinEmailEnabled"];
  return wire.is_pending_deletion === undefined || isDeclared ? isEnabled : undefined;
}

/**
 * Creates an organization. Newer services don't accept a logo in this request, so an update sets it afterwards.
 *
 * @source service 2026-09, organizations.md, Fields; the error code isn't known, so only an unknown picture is omitted
 */
async function createWithoutLogo(
  api: Api,
  body: OrganizationCreateBody,
  call: Call,
): Promise<OrganizationWire | undefined> {
  try {
    return await api.organizations.create(body, call);
  } catch (error) {
    const isAboutLogo = isApiError(error) && error.category === "invalid" && error.attr === "logo_media_id";
    if (!isAboutLogo || error.code === "does_not_exist") throw error;
    return api.organizations.create({ ...body, logo_media_id: undefined }, call);
  }
}

/**
 * A deleted organization that the service still shows. Older services show none, and any current organization shows the
 * version. The service has accepted the deletion, so a failed read isn't an error.
 */
async function pendingOrganization(
  api: Api,
  organizationId: string,
  call: CallContext,
): Promise<OrganizationWire | undefined> {
  const current = await chooseCurrent(api, call);
  if (current?.is_pending_deletion === undefined) return undefined;
  const wire =
    current.id === organizationId ? current : await api.organizations.get(organizationId, call).catch(() => undefined);
  return wire?.is_pending_deletion === true ? wire : undefined;
}

/**
 * Confirms that an organization was deleted, and isn't only hidden from the key.
 *
 * Its own route returns 404 in both cases, but the routes below it differ. There, a deleted organization is "not
 * found", and an organization that the key's user left is "forbidden". @source live service 2025-08, flow 1:124-136
 */
async function isDeleted(api: Api, organizationId: string, call: Call): Promise<boolean> {
  const all = await allOrganizations(api, call);
  if (all.some((wire) => wire.id === organizationId)) return false;
  try {
    await api.domains.list(organizationId, call).all();
  } catch (error) {
    if (isApiError(error) && error.code === "organization_not_found") return true;
    if (isApiError(error) && error.category === "permission") {
      throw new OrgformProblem(
        "unconfirmed_absence",
        `Organization ${organizationId} is not visible to this API key`,
        "It exists, but the key's user is no longer a member of it, or the key is limited to other organizations. " +
          "The entry in state was kept. Use a key that can read the organization.",
        { cause: error },
      );
    }
    throw error;
  }
  return false;
}

async function whyNotEarlierTry(
  api: Api,
  wire: OrganizationWire,
  serviceNow: Date | undefined,
  call: Call,
): Promise<string | undefined> {
  if (serviceNow === undefined) return "the service sent no Date header, so its age isn't known";
  const ageMinutes = (serviceNow.getTime() - Date.parse(wire.created_at)) / 60_000;
  if (!(ageMinutes < EARLIER_TRY_MAX_MINUTES)) return `it was created at ${wire.created_at}, at least an hour ago`;
  if (wire.member_count === undefined) return "its number of members is not known";
  if (wire.member_count !== 1) return `it has ${wire.member_count} members`;
  if (wire.membership_level !== 15) return "the key's user is not its owner";
  const projects = wire.projects ?? [];
  if (projects.length > 1 || projects.some((project) => project.name !== DEFAULT_PROJECT_NAME)) {
    return "it contains projects besides the default one";
  }
  const domains = await api.domains.list(wire.id, call).all();
  return domains.length > 0 ? "it contains domains" : undefined;
}
