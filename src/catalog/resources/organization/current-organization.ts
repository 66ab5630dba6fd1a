import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { CallContext, Making } from "../../../model/call-context.ts";
import { OrgformProblem } from "../../../model/diagnostics.ts";
import { message, textOf, type Text } from "../../../model/messages.ts";

/**
 * The account's current organization, which creates and deletes of organizations and projects move: the name of the
 * mutex of all that move it or depend on it, and of what is known of it.
 * @source live service 2025-08, flow 1 (moved by a create), flow 5:90-113 (roles)
 */
export const CURRENT_ORGANIZATION = "current organization";

/** Runs a request that moves the current organization, or may have. */
export async function moving<T>(call: Making, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } finally {
    call.shared(CURRENT_ORGANIZATION).note(undefined);
  }
}

/**
 * Lets the service choose a current organization after the last one was deleted: until somebody reads the account, every
 * key of it gets "not found" for all its other organizations. A key without `user:read` reads the organization alone.
 * @returns the one that is current now
 * @source live service 2025-08, flow 1:133, 1:167-178; its own code, where `@current` is not found until then
 */
export async function chooseAnother(api: Api, call: CallContext): Promise<OrganizationWire | undefined> {
  try {
    await api.account.me(call).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
    });
    return await api.organizations.get("@current", call);
  } catch {
    // The organization is deleted, whatever becomes of the others; an account without any is told so by its next request.
    return undefined;
  }
}

/** What is to be made, and in which organization. */
interface Wanted {
  readonly organizationId: string;
  /** How messages name it. */
  readonly title: Text;
}

/**
 * Makes something while an organization is the current one; only under the mutex. The one that was is put back when the
 * last of those that wait for the same organization has ended.
 */
export async function whileCurrent<T>(api: Api, wanted: Wanted, call: Making, make: () => Promise<T>): Promise<T> {
  const before = await currentOrganization(api, wanted, call);
  if (before.id === wanted.organizationId) return make();
  await move(api, { ...before, id: wanted.organizationId, name: wanted.organizationId }, call).catch(
    (error: unknown) => {
      throw isApiError(error) && error.category === "permission" ? immovable(wanted, before, error) : error;
    },
  );
  call.shared(CURRENT_ORGANIZATION).lastly((last) => putBack(api, before, last));
  return make();
}

/** Moves the account back. What was made counts, so a failure is no error; but nobody else says where the account is now. */
async function putBack(api: Api, before: Current, call: Making): Promise<void> {
  try {
    await move(api, before, call);
  } catch (error) {
    const now = await api.organizations.get("@current", call).catch(() => undefined);
    if (now?.id === before.id) return;
    const place = now === undefined ? "probably in another organization" : `in the organization ${titled(now)}`;
    call.warn(
      message`The account of the API key is now ${place}: Orgform couldn't switch it back to ${titled(before)}.\nThat doesn't affect programs, but the web interface and \`@current\` show that organization. Sign in there with that account and choose ${JSON.stringify(before.name)}.\n${textOf(error)}`,
    );
  }
}

/** Moves the account, and notes where it is then; where it is after a failure nobody knows. */
async function move(api: Api, organization: Current, call: Making): Promise<void> {
  await moving(call, () => api.account.setCurrentOrganization(organization.id, call));
  call.shared(CURRENT_ORGANIZATION).note(organization);
}

/**
 * Changes or removes something where the service takes the account's level, and the names that are taken, from its current
 * organization: while that is the one in which the thing lies. A key that may not read or move it tries all the same, for
 * the two organizations may agree.
 *
 * @source service 2025-08, its own code: every write on roles and their memberships
 */
export async function preferablyWhileCurrent<T>(
  api: Api,
  wanted: Wanted,
  call: Making,
  write: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const isThere = await settled(api, wanted, call);
    try {
      return await write();
    } catch (error) {
      const isRace = isThere && tries < MOST_TRIES && isJudgedByPlace(error) && (await wasMoved(api, wanted, call));
      if (!isRace) throw error;
    }
  }
}

/** Makes the organization the current one where the service judges by that; whether it surely is. */
async function settled(api: Api, wanted: Wanted, call: Making): Promise<boolean> {
  const before = await currentOrganization(api, wanted, call).catch(unlessRefused);
  if (before === undefined || before.isNewer) return false;
  if (before.id === wanted.organizationId) return true;
  const there = { ...before, id: wanted.organizationId, name: wanted.organizationId };
  const isMoved = await move(api, there, call).then(() => true, unlessForbidden);
  if (isMoved !== true) return false;
  call.shared(CURRENT_ORGANIZATION).lastly((last) => putBack(api, before, last));
  return true;
}

/** How often a write is sent that was creationRefused while another program had moved the account. */
const MOST_TRIES = 3;

/** A refusal for the account's level, or for a name that is taken. */
function isJudgedByPlace(error: unknown): boolean {
  return isApiError(error) && (error.category === "permission" || error.code === "unique");
}

/** Whether another program has moved the account: outside of a fleet, programs of one account take no turns. */
async function wasMoved(api: Api, { organizationId }: Wanted, call: Making): Promise<boolean> {
  call.shared(CURRENT_ORGANIZATION).note(undefined);
  const current = await api.organizations.get("@current", call).catch(() => undefined);
  return current !== undefined && current.id !== organizationId;
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof OrgformProblem)) throw error;
}

/** Who may not move the account, or may move it there no more, tries where it is. */
function unlessForbidden(error: unknown): undefined {
  if (!isApiError(error) || !["permission", "invalid", "notFound"].includes(error.category)) throw error;
}

interface Current {
  readonly id: string;
  readonly name: string;
  /** Newer services, which tell of deletions, judge by the organization in the path. @source service 2026-09, roles.md */
  readonly isNewer: boolean;
}

/** Whether the service is known to be a newer one, which makes roles in the organization of the path. */
export function judgesByPath(call: Making): boolean {
  return knownCurrent(call)?.isNewer === true;
}

/** The account's current organization, as far as this process knows it. */
function knownCurrent(call: Making): Current | undefined {
  return call.shared(CURRENT_ORGANIZATION).known() as Current | undefined; // -- nothing else is noted under the name
}

const titled = ({ id, name }: Pick<Current, "id" | "name">): string => `${JSON.stringify(name)} (${id})`;

async function currentOrganization(api: Api, wanted: Wanted, call: Making): Promise<Current> {
  const known = knownCurrent(call);
  if (known !== undefined) return known;
  try {
    const { id, name, is_pending_deletion } = await api.organizations.get("@current", call);
    const current = { id, name, isNewer: is_pending_deletion !== undefined };
    call.shared(CURRENT_ORGANIZATION).note(current);
    return current;
  } catch (error) {
    // A key that is limited to other organizations than the current one is told so by this refusal.
    if (!isApiError(error) || error.category !== "permission") throw error;
    throw creationRefused(
      wanted,
      "The service creates roles in the current organization of the key's account. " +
        `This key can't read which one that is, and it's probably another one. Nothing was written.\n${byHand(wanted)}\n${error.message}`,
      error,
    );
  }
}

/** Why a key that lacks the scope cannot make a role there. */
function immovable(wanted: Wanted, current: Current, cause: unknown): OrgformProblem {
  return creationRefused(
    wanted,
    `The service creates roles in the current organization of the key's account, which is ${titled(current)}. ` +
      "Nothing was written.\n" +
      "Give the key the scope `user:write`, so Orgform can switch it briefly. Programs that run at the same time " +
      "with keys of one account, as in a fleet, need that. If this program alone creates that organization, let the " +
      `organization depend on this role. Or ${byHand(wanted)}`,
    cause,
  );
}

function byHand({ organizationId }: Wanted): string {
  return (
    `sign in to the service's web interface with that account, choose the organization ${organizationId}, and run again. ` +
    "Or use the key of an account that belongs to no other organization."
  );
}

function creationRefused({ title }: Wanted, text: string, cause: unknown): OrgformProblem {
  return new OrgformProblem("guarded", message`Refused to create ${title}`, text, { cause });
}
