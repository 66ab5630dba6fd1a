import { hookOf } from "../../../model/hook-of.ts";
import type { Api } from "../../../client/client.ts";
import { type ApiError, isAbsentRoute, isApiError } from "../../../client/errors.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { ProjectRowWire } from "../../../client/projects/project-wire.ts";
import type { Call } from "../../../model/call.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { isOrgformProblem } from "../../../model/diagnostics.ts";
import { isRecord } from "../../../model/json-value.ts";
import { message, type Text } from "../../../model/messages.ts";
import { ADMIN } from "../member/levels.ts";
import { organization } from "../organization/organization.ts";

/** A project, and its organization if it is known. */
export interface ProjectPlace {
  readonly projectId: string;
  readonly organizationId?: string | undefined;
}

/** The list of an organization's projects. */
export type Projects = ListOf<ProjectRowWire, "organizationId">;

/** The plan feature without which access rules have no effect. @source service 2026-09, access-control.md */
const ACCESS_CONTROL = "access_control";

/** An ID that no object has. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Requests below a project for an object that doesn't exist. Each requires another scope.
 *
 * They return "Project not found." for a project that doesn't exist, and 403 for one that the account can't enter.
 *
 * @source service 2026-09, cross-cutting.md, permission texts; live notes on persons and events, 1.1
 */
const CHECKS_BELOW: readonly {
  readonly name: string;
  readonly ask: (api: Api, projectId: string, call: Call) => Promise<unknown>;
}[] = [
  {
    name: "batch exports",
    ask: (api, projectId, call) => api.batchExports.get({ projectId }, NOBODY, call),
  },
  { name: "hog functions", ask: (api, projectId, call) => api.hogFunctions.get(projectId, NOBODY, call) },
  {
    name: "access controls",
    ask: (api, projectId, call) =>
      api.accessControls.list({ projectId, object: { objects: "dashboards", id: "0" } }, call),
  },
  { name: "integrations", ask: (api, projectId, call) => api.integrations.get(projectId, 0, call) },
  { name: "persons", ask: (api, projectId, call) => api.persons.get(projectId, NOBODY, call) },
];

/** Records that the service accepted this run's deletion of a project. */
export async function noteDeletion({ projectId }: ProjectPlace, call: CallContext): Promise<void> {
  (await deletedHere(call)).add(projectId);
}

function deletedHere(call: CallContext): Promise<Set<string>> {
  return call.once("projects that this run deleted", () => Promise.resolve(new Set<string>()));
}

/**
 * Whether a project was deleted that the service doesn't find. Its own routes return the same for a project that an
 * access rule hides from the key's account, and the list lacks both.
 *
 * It was deleted if the service accepted this run's deletion, or if its organization is gone. Otherwise the organization's
 * list must lack it, and either nothing is hidden from the account, or a route below the project doesn't find it either.
 *
 * @param cause - the error that reported it, possibly from a route below the project
 * @returns true, or why nothing confirms it
 * @source service 2026-09, access-control.md, "What the routes do with it"
 */
export async function isProjectGone(
  api: Api,
  at: ProjectPlace,
  call: CallContext,
  { cause, projects }: { readonly cause: unknown; readonly projects: Projects },
): Promise<true | Text> {
  try {
    return await call.once(`absence of project ${at.projectId}`, async (shared): Promise<true> => {
      if (await isConfirmed(api, at, { ...call, ...shared }, { cause, projects })) return true;
      // A failure isn't cached: a rule might admit the account during this run.
      throw new Unconfirmed();
    });
  } catch (error) {
    if (error instanceof Unconfirmed) return whyUnconfirmed(at);
    throw error;
  }
}

/** Nothing confirms that a project was deleted. */
class Unconfirmed extends Error {}

/**
 * Why a refusal says nothing about objects in a project that this key can't see; undefined if it can't see the
 * organization either.
 */
export async function whyRefusedBelow(api: Api, at: ProjectPlace, call: CallContext): Promise<Text | undefined> {
  if (at.organizationId === undefined) return whyUnconfirmed(at);
  const home = await homeOf(api, at.organizationId, call).catch((error: unknown) => {
    if (isOrgformProblem(error)) return "hidden" as const;
    throw error;
  });
  return home === "gone" || home === "hidden" ? undefined : whyUnconfirmed(at);
}

/** Why nothing shows whether a project was deleted, and the next step. */
function whyUnconfirmed({ projectId, organizationId }: ProjectPlace): Text {
  const orLeft = organizationId === undefined ? ", or the account isn't in its organization" : "";
  return message`The service doesn't show project ${projectId} to this API key. Either the project was deleted, or an access rule hides it from the key's account${orLeft}, and Orgform can't tell which.\nAdministrators of the organization see every project. Use an administrator's API key, or have an administrator let the account in with a rule (a ProjectAccess with its email and the level "member"), then run again. If you know that the project was deleted, remove the entry from the state.`;
}

async function isConfirmed(
  api: Api,
  at: ProjectPlace,
  call: CallContext,
  { cause, projects }: { readonly cause: unknown; readonly projects: Projects },
): Promise<boolean> {
  if ((await deletedHere(call)).has(at.projectId)) return true;
  const home = at.organizationId === undefined ? "unknown" : await homeOf(api, at.organizationId, call);
  if (home === "gone") return true;
  if (home === "hidden" || !(await isInNoList(api, at, call, projects))) return false;
  return (typeof home !== "string" && isEverythingShown(home)) || isUnknownBelow(api, at, call, cause);
}

/** Whether an account surely sees every project of its organization. What the service doesn't show proves nothing. */
function isEverythingShown({ membership_level, available_product_features: features }: OrganizationWire): boolean {
  if (membership_level !== null && membership_level >= ADMIN) return true;
  return Array.isArray(features) && features.every(isAnother);
}

/** Whether a plan feature, as a string or with its key, is surely not the feature for rules. */
function isAnother(feature: unknown): boolean {
  const key = isRecord(feature) ? feature["key"] : feature;
  return typeof key === "string" && key !== ACCESS_CONTROL;
}

/**
 * Why an organization's list of projects might lack some; undefined if it shows all.
 *
 * @source service 2026-09, access-control.md
 */
export async function whyNotEveryProject(organizationId: string, call: CallContext): Promise<string | undefined> {
  const home = await call.known(organization, { organizationId });
  if (home !== undefined && isEverythingShown(home)) return undefined;
  return (
    "The list might lack projects that are hidden from this key: an access rule can keep its account out of a project. " +
    "An administrator's key sees all of them."
  );
}

/**
 * The presence of an organization, checked once per process: its row, "unreadable" if this key can't read it, or
 * "hidden" if it isn't found.
 *
 * @throws unconfirmed_absence if the account left it.
 */
function homeOf(
  api: Api,
  organizationId: string,
  call: CallContext,
): Promise<OrganizationWire | "gone" | "hidden" | "unreadable"> {
  return call.once(`presence of organization ${organizationId}`, async (shared) => {
    try {
      const home = await api.organizations.get(organizationId, shared);
      return home.is_pending_deletion === true ? "gone" : home;
    } catch (error) {
      if (isRefused(error)) return "unreadable";
      if (!isApiError(error) || error.category !== "notFound") throw error;
      const isGone = await hookOf(organization, "confirmGone")?.(
        api,
        { organizationId },
        { ...call, ...shared },
        error,
      );
      return isGone === true ? "gone" : "hidden";
    }
  });
}

/**
 * Whether the organization's list of projects lacks a project. If the organization is unknown, the lists of all the
 * account's organizations must lack it. Reads new lists, because an earlier one might be older than the deletion.
 */
async function isInNoList(
  api: Api,
  { projectId, organizationId }: ProjectPlace,
  call: CallContext,
  projects: Projects,
): Promise<boolean> {
  const isIt = ({ id }: ProjectRowWire): boolean => String(id) === projectId;
  try {
    const all = organizationId === undefined ? await call.all(organization, {}) : [{ id: organizationId }];
    const lists = await Promise.all(
      all.map(async ({ id }) => {
        const rows = await call.shown(projects, { organizationId: id });
        return rows.some(isIt) ? api.projects.list(id, call).all() : rows;
      }),
    );
    return all.length > 0 && !lists.flat().some(isIt);
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

/** Whether the first route below a project that the key can use doesn't find the project. */
async function isUnknownBelow(
  api: Api,
  { projectId }: ProjectPlace,
  call: CallContext,
  cause: unknown,
): Promise<boolean> {
  if (isProjectUnknown(cause)) return true;
  const closed = await call.once("routes below projects that this key may not ask", () =>
    Promise.resolve(new Set<string>()),
  );
  for (const { name, ask } of CHECKS_BELOW) {
    if (closed.has(name)) continue;
    try {
      await ask(api, projectId, call);
      return false;
    } catch (error) {
      if (!isClosed(error)) return answerOf(error);
      closed.add(name);
    }
  }
  return false;
}

/** Whether a response from below a project reports that the project isn't found. */
function answerOf(error: unknown): boolean {
  if (isProjectUnknown(error)) return true;
  if (isRefused(error) || (isApiError(error) && error.category === "notFound")) return false;
  throw error;
}

/** Whether the service says, on a route below a project, that the project doesn't exist. */
export function isProjectUnknown(error: unknown): boolean {
  return isApiError(error) && error.category === "notFound" && error.code === "project_not_found";
}

/** Whether this key can't use a route for any project: the key lacks the scope, or the service lacks the route. */
function isClosed(error: unknown): boolean {
  if (isAbsentRoute(error)) return true;
  return isRefused(error) && (error.missingScope !== undefined || error.code === "key_not_allowed");
}

/** A refusal of any kind proves nothing. */
function isRefused(error: unknown): error is ApiError {
  return isApiError(error) && error.status === 403;
}
