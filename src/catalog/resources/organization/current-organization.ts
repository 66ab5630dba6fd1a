import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { CallContext, WriteContext } from "../../../model/call-context.ts";
import { OrgformProblem } from "../../../model/diagnostics.ts";
import { message, textOf, type Text } from "../../../model/messages.ts";

/**
 * The name of the account's current organization, in the mutex and in the shared facts. Creates and deletes of
 * organizations and projects change it. All requests that change it or depend on it use the mutex.
 * @source live service 2025-08, flow 1 (moved by a create), flow 5:90-113 (roles)
 */
export const CURRENT_ORGANIZATION = "current organization";

/** Runs a request that might change the current organization. */
export async function changingCurrent<T>(call: WriteContext, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } finally {
    call.shared(CURRENT_ORGANIZATION).note(undefined);
  }
}

/**
 * Lets the service choose a current organization after it deleted the last one. Until somebody reads the account, every
 * key of it gets "not found" for all its other organizations. A key without `user:read` reads only the organization.
 * @returns the current organization now
 * @source live service 2025-08, flow 1:133, 1:167-178; its own code, where `@current` is not found until then
 */
export async function chooseCurrent(api: Api, call: CallContext): Promise<OrganizationWire | undefined> {
  try {
    await api.account.me(call).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
    });
    return await api.organizations.get("@current", call);
  } catch {
    // The organization is deleted in any case. The next request reports an account without any organization.
    return undefined;
  }
}

/** The object to create, and its organization. */
interface Wanted {
  readonly organizationId: string;
  /** Its name in messages. */
  readonly title: Text;
}

/**
 * Creates something while an organization is the current one, and only under the mutex. The last request that waits for
 * the organization restores the previous one.
 */
export async function whileCurrent<T>(
  api: Api,
  wanted: Wanted,
  call: WriteContext,
  make: () => Promise<T>,
): Promise<T> {
  const before = await currentOrganization(api, wanted, call);
  if (before.id === wanted.organizationId) return make();
  await move(api, { ...before, id: wanted.organizationId, name: wanted.organizationId }, call).catch(
    (error: unknown) => {
      throw isApiError(error) && error.category === "permission" ? switchRefused(wanted, before, error) : error;
    },
  );
  call.shared(CURRENT_ORGANIZATION).onTurnEnd((last) => restoreCurrent(api, before, last));
  return make();
}

/** Restores the account's organization. The object was created, so a failure only prints a warning. */
async function restoreCurrent(api: Api, before: Current, call: WriteContext): Promise<void> {
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

/** Switches the account, and stores its organization, which is unknown after a failure. */
async function move(api: Api, organization: Current, call: WriteContext): Promise<void> {
  await changingCurrent(call, () => api.account.setCurrentOrganization(organization.id, call));
  call.shared(CURRENT_ORGANIZATION).note(organization);
}

/**
 * Changes or deletes an object while its organization is the current one, because the service checks the account's
 * level and the names there. A key that can't read or switch the account tries anyway, because the object's
 * organization might already be current.
 *
 * @source service 2025-08, its own code: every write on roles and their memberships
 */
export async function preferablyWhileCurrent<T>(
  api: Api,
  wanted: Wanted,
  call: WriteContext,
  write: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const isThere = await settled(api, wanted, call);
    try {
      return await write();
    } catch (error) {
      const isRace = isThere && tries < MOST_TRIES && isLocationRefusal(error) && (await wasMoved(api, wanted, call));
      if (!isRace) throw error;
    }
  }
}

/** Switches to the organization if the service checks there; returns whether it surely is the current one. */
async function settled(api: Api, wanted: Wanted, call: WriteContext): Promise<boolean> {
  const before = await currentOrganization(api, wanted, call).catch(unlessRefused);
  if (before === undefined || before.isNewer) return false;
  if (before.id === wanted.organizationId) return true;
  const there = { ...before, id: wanted.organizationId, name: wanted.organizationId };
  const isMoved = await move(api, there, call).then(() => true, unlessForbidden);
  if (isMoved !== true) return false;
  call.shared(CURRENT_ORGANIZATION).onTurnEnd((last) => restoreCurrent(api, before, last));
  return true;
}

/** Most attempts of a write that the service refused after another program had switched the account. */
const MOST_TRIES = 3;

/** A refusal because of the account's level, or because a name is taken. */
function isLocationRefusal(error: unknown): boolean {
  return isApiError(error) && (error.category === "permission" || error.code === "unique");
}

/** Whether another program has switched the account. Outside a fleet, programs with one account don't take turns. */
async function wasMoved(api: Api, { organizationId }: Wanted, call: WriteContext): Promise<boolean> {
  call.shared(CURRENT_ORGANIZATION).note(undefined);
  const current = await api.organizations.get("@current", call).catch(() => undefined);
  return current !== undefined && current.id !== organizationId;
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof OrgformProblem)) throw error;
}

/** A key that can't switch the account, or no longer to that organization, tries without the switch. */
function unlessForbidden(error: unknown): undefined {
  if (!isApiError(error) || !["permission", "invalid", "notFound"].includes(error.category)) throw error;
}

interface Current {
  readonly id: string;
  readonly name: string;
  /** Newer services, which report deletions, use the organization in the path. @source service 2026-09, roles.md */
  readonly isNewer: boolean;
}

/** Whether the service is known to be a newer one, which creates roles in the organization of the path. */
export function usesPathOrganization(call: WriteContext): boolean {
  return knownCurrent(call)?.isNewer === true;
}

/** The account's current organization, if this process knows it. */
function knownCurrent(call: WriteContext): Current | undefined {
  return call.shared(CURRENT_ORGANIZATION).known() as Current | undefined; // -- nothing else is noted under the name
}

const titled = ({ id, name }: Pick<Current, "id" | "name">): string => `${JSON.stringify(name)} (${id})`;

async function currentOrganization(api: Api, wanted: Wanted, call: WriteContext): Promise<Current> {
  const known = knownCurrent(call);
  if (known !== undefined) return known;
  try {
    const { id, name, is_pending_deletion } = await api.organizations.get("@current", call);
    const current = { id, name, isNewer: is_pending_deletion !== undefined };
    call.shared(CURRENT_ORGANIZATION).note(current);
    return current;
  } catch (error) {
    // A key limited to other organizations gets this refusal.
    if (!isApiError(error) || error.category !== "permission") throw error;
    throw creationRefused(
      wanted,
      "The service creates roles in the current organization of the key's account. " +
        `This key can't read which one that is, and it's probably another one. Nothing was written.\n${manualSwitch(wanted)}\n${error.message}`,
      error,
    );
  }
}

/** Why a key without the scope can't create a role there. */
function switchRefused(wanted: Wanted, current: Current, cause: unknown): OrgformProblem {
  return creationRefused(
    wanted,
    `The service creates roles in the current organization of the key's account, which is ${titled(current)}. ` +
      "Nothing was written.\n" +
      "Give the key the scope `user:write`, so Orgform can switch it briefly. Programs that run at the same time " +
      "with keys of one account, as in a fleet, need that. If this program alone creates that organization, let the " +
      `organization depend on this role. Or ${manualSwitch(wanted)}`,
    cause,
  );
}

function manualSwitch({ organizationId }: Wanted): string {
  return (
    `sign in to the service's web interface with that account, choose the organization ${organizationId}, and run again. ` +
    "Or use the key of an account that belongs to no other organization."
  );
}

function creationRefused({ title }: Wanted, text: string, cause: unknown): OrgformProblem {
  return new OrgformProblem("guarded", message`Refused to create ${title}`, text, { cause });
}
