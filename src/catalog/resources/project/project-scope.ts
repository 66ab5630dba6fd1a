import { confirmedAbsence } from "../../../capabilities/confirmed-absence.ts";
import { definitionOf } from "../../../model/definition.ts";
import { resolvedOutputs } from "../../../capabilities/resolved-outputs.ts";
import type { ResolvedOutputs } from "../../../capabilities/resolved-outputs.ts";
import * as z from "zod";

import type { Api, ProjectWire } from "../../../client/client.ts";
import { ifFound, isApiError } from "../../../client/errors.ts";
import type { Call } from "../../../model/call.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import { field } from "../../../model/field.ts";
import { hookOf } from "../../../model/hook-of.ts";
import type { Guard, ServiceContext } from "../../../model/guard.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import type { Identity, IdentityParts } from "../../../model/identity.ts";
import { message, type Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { organization } from "../organization/organization.ts";
import { isProjectGone, type ProjectPlace, whyRefusedBelow } from "./project-absence.ts";
import { project } from "./project.ts";

type ProjectPart = Identity<"projectId">;

/**
 * A project by its number, read once per process for all callers; undefined if the key can't see it.
 *
 * It shows the organization of objects below a project, for code that needs its members, roles, or domains.
 */
export async function projectByNumber(
  api: Api,
  projectId: string,
  call: CallContext,
): Promise<ProjectWire | undefined> {
  return call.once(`project ${projectId}`, (shared) => ifFound(() => api.projects.getByNumber(projectId, shared)));
}

/** The identity of an object below a project: its project, and the organization if it was resolved. */
type BelowProject = ProjectPart & Partial<Identity<"organizationId">>;

/** The output of every resource below a project. */
export const projectOrganizationOutput = field(z.string().optional(), {
  doc: "ID (UUID) of the project's organization, if the key could read the project when the object was created or imported.",
  wire: { read: (_row: unknown, { at: { organizationId } }: Reading) => organizationId },
  stable: true,
});

/**
 * The organization of a project, for code that needs its members or roles; undefined if the key can't see the project.
 *
 * The list of organizations shows all their projects at once. A key that can't read the list, or doesn't see them
 * there, reads the project separately.
 */
export async function organizationOf(
  projectId: string,
  { api, call }: ServiceContext<Api>,
): Promise<string | undefined> {
  return (await listedHome(projectId, call)) ?? (await projectByNumber(api, projectId, call))?.organization;
}

/** The organization that shows a project among its own, if the key can list organizations. */
export async function listedHome(projectId: string, call: CallContext): Promise<string | undefined> {
  const organizations = await call
    .shown<OrganizationWire, string>(organization, {})
    .catch((error: unknown): OrganizationWire[] => {
      if (isApiError(error) && error.category === "permission") return [];
      throw error;
    });
  return organizations.find(({ projects }) => projects?.some(({ id }) => String(id) === projectId) === true)?.id;
}

/**
 * A project as this key sees it, read once per process: below its organization if that is known, because the route
 * without one uses the account's current organization. Otherwise, the lists of all the account's organizations show it.
 *
 * @source service 2026-09, access-control.md, "What the routes do with it"
 */
async function projectSeen(
  api: Api,
  { projectId, organizationId }: ProjectPlace,
  call: CallContext,
): Promise<ProjectWire | undefined> {
  if (organizationId === undefined) {
    const seen = await projectByNumber(api, projectId, call);
    const home = seen === undefined ? await listedHome(projectId, call) : undefined;
    return home === undefined ? seen : ifFound(() => api.projects.get(home, projectId, call));
  }
  const read = (shared: Call) => ifFound(() => api.projects.get(organizationId, projectId, shared));
  return call.once(projectTitle({ projectId, organizationId }), read);
}

/** Makes the next caller read a project again, because its visibility might have changed. */
function forgetSeen(at: ProjectPlace, call: CallContext): void {
  call.forget(projectTitle(at));
}

const projectTitle = ({ projectId, organizationId }: ProjectPlace): string =>
  organizationId === undefined ? `project ${projectId}` : `project ${organizationId}/${projectId}`;

/**
 * Whether an object below a project is gone: the project is visible and lacks it, or is gone itself.
 *
 * @returns false, or why nothing confirms it
 */
export async function isGoneBelow(
  api: Api,
  at: ProjectPlace,
  call: CallContext,
  cause: unknown,
): Promise<boolean | Text> {
  const isSeen = (await projectSeen(api, at, call)) !== undefined;
  return isSeen || isProjectGone(api, at, call, { cause, projects: project });
}

/**
 * The same for objects that the project's own routes show. These routes also find nothing in a hidden project, so a
 * visible project contradicts them.
 */
export async function isGoneWithin(
  api: Api,
  at: ProjectPlace,
  call: CallContext,
  cause: unknown,
): Promise<boolean | Text> {
  if (cause === undefined) return isGoneBelow(api, at, call, cause);
  forgetSeen(at, call);
  const seen = await projectSeen(api, at, call);
  if (seen !== undefined) return seen.is_pending_deletion === true;
  return isProjectGone(api, at, call, { cause, projects: project });
}

/** Why a refusal for an object below a project says nothing: the project itself isn't visible. */
export async function whyUnseenBelow(
  api: Api,
  at: ProjectPlace,
  call: CallContext,
  refusal: unknown,
): Promise<Text | undefined> {
  forgetSeen(at, call);
  if ((await projectSeen(api, at, call)) !== undefined) return undefined;
  if (isApiError(refusal) && refusal.category === "permission") return whyRefusedBelow(api, at, call);
  const word = await isProjectGone(api, at, call, { cause: refusal, projects: project });
  return word === true ? undefined : word;
}

/** How to confirm the absence of objects below a project, whatever its organization. */
export const BELOW_PROJECT = {
  confirmGone: (api: Api, at: BelowProject, call: CallContext, cause: unknown): Promise<boolean | Text> =>
    isGoneBelow(api, at, call, cause),
  whyUnseen: (api: Api, at: BelowProject, call: CallContext, refusal: unknown): Promise<Text | undefined> =>
    whyUnseenBelow(api, at, call, refusal),
} as const;

/**
 * The organization of the project, for resources with that output: resolved when an object enters the state, for use
 * when the project itself isn't found.
 */
export const PROJECT_ORGANIZATION: ResolvedOutputs<Api, "projectId"> = {
  names: ["organizationId"],
  resolve: async (api, { projectId }, call) => {
    const organizationId = projectId === undefined ? undefined : await organizationOf(projectId, { api, call });
    return organizationId === undefined ? {} : { organizationId };
  },
};

/** The capabilities of resources whose ID names only their project. Each project has a list. */
export const BELOW_PROJECT_CAPABILITIES = [
  confirmedAbsence(BELOW_PROJECT),
  resolvedOutputs(PROJECT_ORGANIZATION),
] as const;

/** The lists of an organization's projects, if the key can see them. */
export async function projectsWithin(
  { organizationId = "" }: IdentityParts,
  call: CallContext,
): Promise<ProjectPart[]> {
  const projects = await call.shown(project, { organizationId });
  return projects.map(({ id }) => ({ projectId: String(id) }));
}

/**
 * Refuses in the preview to create an object that the service doesn't support. The shared list, which is read anyway,
 * shows it.
 *
 * @param kind - the resource whose list shows the version, and the word for its objects
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
      return message`This service has no ${kind.words}. ${hookOf(definitionOf(kind.of()), "availability")?.since ?? ""}`;
    },
  };
}
