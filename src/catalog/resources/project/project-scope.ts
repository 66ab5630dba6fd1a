import { confirmedAbsence } from "../../../capabilities/deletion.ts";
import { definitionOf } from "../../../model/definition.ts";
import { resolvedOutputs } from "../../../capabilities/creation.ts";
import type { ResolvedOutputs } from "../../../model/capability.ts";
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

/** The output of every resource that lives below a project alone. */
export const projectOrganizationOutput = field(z.string().optional(), {
  doc: "ID (UUID) of the project's organization, if the key could read the project when the object was created or imported.",
  wire: { read: (_row: unknown, { at: { organizationId } }: Reading) => organizationId },
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
  return (await listedHome(projectId, call)) ?? (await projectByNumber(api, projectId, call))?.organization;
}

/** The organization that shows a project among its own, as far as the key may list organizations. */
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
 * A project as this key is shown it, read once per process: below its organization where that is known, since the route
 * without one judges by whichever organization is the account's current one. Else the lists of all organizations of the
 * account tell it.
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

/** Lets a project be read again, of which it may have changed whether it is shown. */
function forgetSeen(at: ProjectPlace, call: CallContext): void {
  call.forget(projectTitle(at));
}

const projectTitle = ({ projectId, organizationId }: ProjectPlace): string =>
  organizationId === undefined ? `project ${projectId}` : `project ${organizationId}/${projectId}`;

/**
 * Whether what lives below a project is gone, since the project does without it, or is gone itself.
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
 * The same for what the project's own routes show: they do not find what is in a project that is hidden, so that one which
 * is shown contradicts them.
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

/** Why a refusal of what lives below a project tells nothing of it: the project itself is not shown. */
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

/** How the absence of what lives below a project alone is confirmed, whichever organization that is of. */
export const BELOW_PROJECT = {
  confirmGone: (api: Api, at: BelowProject, call: CallContext, cause: unknown): Promise<boolean | Text> =>
    isGoneBelow(api, at, call, cause),
  whyUnseen: (api: Api, at: BelowProject, call: CallContext, refusal: unknown): Promise<Text | undefined> =>
    whyUnseenBelow(api, at, call, refusal),
} as const;

/**
 * The organization of the project, for resources with that output: it is resolved when an object comes into state, to be
 * asked when the project itself is not found.
 */
export const PROJECT_ORGANIZATION: ResolvedOutputs<Api, "projectId"> = {
  names: ["organizationId"],
  resolve: async (api, { projectId }, call) => {
    const organizationId = projectId === undefined ? undefined : await organizationOf(projectId, { api, call });
    return organizationId === undefined ? {} : { organizationId };
  },
};

/** What every resource has in common whose id names its project alone; each project has a list. */
export const BELOW_PROJECT_CAPABILITIES = [
  confirmedAbsence(BELOW_PROJECT),
  resolvedOutputs(PROJECT_ORGANIZATION),
] as const;

/** The lists of an organization's projects, as far as the key is shown them. */
export async function projectsWithin(
  { organizationId = "" }: IdentityParts,
  call: CallContext,
): Promise<ProjectPart[]> {
  const projects = await call.shown(project, { organizationId });
  return projects.map(({ id }) => ({ projectId: String(id) }));
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
      return message`This service has no ${kind.words}. ${hookOf(definitionOf(kind.of()), "availability")?.since ?? ""}`;
    },
  };
}
