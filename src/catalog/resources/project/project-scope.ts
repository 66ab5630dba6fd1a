import * as z from "zod";

import type { Api, ProjectWire } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import { ifFound } from "../../../client/if-found.ts";
import type { CallContext, ListOf } from "../../../model/definition.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import { field } from "../../../model/field.ts";
import type { Guard, ServiceContext } from "../../../model/guard.ts";
import type { Identity, IdentityParts } from "../../../model/identity.ts";
import { message } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { organization } from "../organization/organization.ts";
import { project } from "./project.ts";

type ProjectPart = Identity<"projectId">;

/**
 * A project by its number alone, read once per process for all who ask; undefined when the key does not see it.
 *
 * It tells the organization of what lives below a project alone, for who needs its members, roles or domains.
 */
export async function projectByNumber(
  api: Api,
  projectId: string,
  call: CallContext,
): Promise<ProjectWire | undefined> {
  return call.once(`project ${projectId}`, (shared) => ifFound(() => api.projects.getByNumber(projectId, shared)));
}

/** What an object below a project is known by: its project, and the organization where that was learned. */
type BelowProject = ProjectPart & Partial<Identity<"organizationId">>;

/** The organization of an object, where it was learned. */
export function learnedOrganization(at: BelowProject): { organizationId?: string } {
  return at.organizationId === undefined ? {} : { organizationId: at.organizationId };
}

/** The output of every resource that lives below a project alone. */
export const projectOrganizationOutput = field(z.string().optional(), {
  doc: "Id (UUID) of the project's organization, as far as the key could read the project when the object was made or imported.",
  stable: true,
});

/**
 * The organization of a project, for who needs its members or roles; undefined when the key does not see the project.
 *
 * The list of organizations shows the projects of all of them at once; a key that may not read it, or is not shown them
 * there, reads the project by itself.
 */
export async function organizationOf(
  projectId: string,
  { api, call }: ServiceContext<Api>,
): Promise<string | undefined> {
  const organizations = await call
    .shown<OrganizationWire, string>(organization, {})
    .catch((error: unknown): OrganizationWire[] => {
      if (isApiError(error) && error.category === "permission") return [];
      throw error;
    });
  const home = organizations.find(({ projects }) => projects?.some(({ id }) => String(id) === projectId) === true);
  return home?.id ?? (await projectByNumber(api, projectId, call))?.organization;
}

/**
 * What every resource has in common that lives below a project alone, whichever organization that is of: its id names the
 * project, and each project has a list.
 */
export const BELOW_PROJECT = {
  parent: project,
  /** A project that is read with the same key does without the object; one that is gone itself took it along. */
  confirmGone: async (api: Api, at: BelowProject, call: CallContext, cause: unknown): Promise<boolean> =>
    (await projectByNumber(api, at.projectId, call)) !== undefined || isProjectGone(api, at, call, cause),
} as const;

/**
 * The trait of resources with that output: it is learned when an object comes into state, to be asked when the project
 * itself is not found.
 */
export const LEARNS_ORGANIZATION = {
  learned: {
    names: ["organizationId"],
    learn: async (api: Api, { projectId }: Partial<ProjectPart>, call: CallContext): Promise<IdentityParts> => {
      const organizationId = projectId === undefined ? undefined : await organizationOf(projectId, { api, call });
      return organizationId === undefined ? {} : { organizationId };
    },
  },
} as const;

/** The lists of an organization's projects. */
export async function projectsWithin(
  { organizationId = "" }: IdentityParts,
  call: CallContext,
): Promise<ProjectPart[]> {
  const projects = await call.all(project, { organizationId });
  return projects.map(({ id }) => ({ projectId: String(id) }));
}

/**
 * Confirms that a project was deleted, and is not just out of the key's sight.
 *
 * Its own route answers 404 in both cases. The routes below it tell them apart: a deleted project is "not found" there, one
 * that the account may not enter is "forbidden". What answers so must be the service that the program means: it shows the
 * project's organization, or where that is not known the account's, and the project in none of them. A project of an
 * organization that is gone itself is gone.
 *
 * @source service 2026-09, cross-cutting.md, permission texts; live notes on persons and events, 1.1
 */
async function isProjectGone(
  api: Api,
  { projectId, organizationId }: BelowProject,
  call: CallContext,
  cause: unknown,
): Promise<boolean> {
  const home = organizationId === undefined ? "there" : await stateOf(api, organizationId, call);
  if (home !== "there") return home === "gone";
  if (!isApiError(cause) || cause.code !== "project_not_found") return false;
  const all = organizationId === undefined ? await call.all(organization, {}) : [{ id: organizationId }];
  const lists = await Promise.all(all.map(({ id }) => projectsWithin({ organizationId: id }, call)));
  return all.length > 0 && !lists.flat().some((one) => one.projectId === projectId);
}

/**
 * What became of an organization, asked once per process for all that was in it.
 *
 * @throws unconfirmed_absence when it is out of the key's sight.
 */
function stateOf(api: Api, organizationId: string, call: CallContext): Promise<"there" | "gone" | "unknown"> {
  return call.once(`presence of organization ${organizationId}`, async (shared) => {
    try {
      const { is_pending_deletion: isGoing } = await api.organizations.get(organizationId, shared);
      return isGoing === true ? "gone" : "there";
    } catch (error) {
      if (!isApiError(error) || error.category !== "notFound") throw error;
      const isGone = await organization.confirmGone?.(api, { organizationId }, { ...call, ...shared }, error);
      return isGone === true ? "gone" : "unknown";
    }
  });
}

/**
 * Refuses in the preview to make what the service at hand does not have, by the shared list that is read anyway.
 *
 * @param kind - the resource whose list tells, and the word for its objects
 */
export function servedGuard<Wire>(kind: {
  readonly of: () => ListOf<Wire, "projectId">;
  readonly words: string;
}): Guard<Api, Wire> {
  return {
    on: ["create"],
    inPreview: true,
    needsObject: false,
    refuse: async ({ inputs }, _wire, ask) => {
      const { projectId } = inputs;
      if (typeof projectId !== "string" || containsUnknown(inputs)) return undefined;
      if (await ask().call.hasList(kind.of(), { projectId })) return undefined;
      return message`This service has no ${kind.words}. ${kind.of().since ?? ""}`;
    },
  };
}
