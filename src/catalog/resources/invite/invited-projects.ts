import type { AccessPlace } from "../../../client/access-controls.ts";
import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import { isServiceOf2026 } from "../../../client/service-age.ts";
import type { Capability } from "../../../model/hooks/capability.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import { message } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { ADMIN } from "../member/levels.ts";
import { foldedEmail, type PersonWire } from "../member/people.ts";
import { organization } from "../organization/organization.ts";

/** Levels in a project, the lowest first. */
const LEVELS = ["none", "member", "admin"];

/**
 * Warns in a preview if an invite would be sent again with more access to a project than the key's account has there.
 * In a restricted project, which has a rule for everybody, nobody can grant more than their own level.
 *
 * @param people - the list of people, which contains the invite that would be sent again
 * @source service 2026-09, invites-and-members.md, Invites
 */
export function invitedProjects(people: () => ListOf<PersonWire, "organizationId">): Capability<Api, PersonWire> {
  return {
    name: "access to projects that an invite gives",
    previewWarning: async ({ verb, inputs }, ask) => {
      const { email, organizationId } = inputs;
      // The lists are read only after every input is known.
      if (containsUnknown(inputs)) return undefined;
      if (verb === "delete" || typeof email !== "string" || typeof organizationId !== "string") return undefined;
      const asked = ask();
      const scope = { organizationId };
      const known = (await asked.call.shown(people(), scope)).find((one) => one.email === foldedEmail(email));
      const { invite } = known ?? {};
      const access = invite?.private_project_access ?? [];
      if (access.length === 0 || known?.member !== undefined) return undefined;
      // An open invite is adopted unchanged.
      if (verb === "create" && invite?.is_expired === false) return undefined;
      const home = await asked.call.known(organization, scope);
      if (home === undefined || !isServiceOf2026(home) || (home.membership_level ?? ADMIN) >= ADMIN) return undefined;
      for (const { id, level } of access) {
        const own = await restrictedLevel({ organizationId, projectId: id }, asked);
        if (own === undefined || LEVELS.indexOf(String(level)) <= LEVELS.indexOf(own)) continue;
        return message`The invite of ${email.trim()} will most likely not be sent again: it gives the level "${String(level)}" in project ${String(id)}, where the account of the API key has "${own}"\nIn a project with a default rule, nobody can give more access than they have. Use the API key of an administrator of the organization. Or revoke the invite, and create it without access to the project.`;
      }
      return undefined;
    },
  };
}

/** The account's level in a project with a rule for everybody; undefined without one, or if the key can't see it. */
async function restrictedLevel(place: AccessPlace, { api, call }: ServiceContext<Api>): Promise<string | undefined> {
  try {
    const answer = await api.accessControls.list(place, call);
    const isRestricted = answer.access_controls.some((rule) => rule.organization_member === null && rule.role === null);
    return isRestricted ? (answer.user_access_level ?? undefined) : undefined;
  } catch (error) {
    if (isApiError(error) && (error.category === "permission" || error.category === "notFound")) return undefined;
    throw error;
  }
}
