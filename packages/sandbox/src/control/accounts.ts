import { addMembership, removeMembership, wireNow } from "../routes/organizations/rows.ts";
import type { KeyRow, MembershipRow, UserRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import { controlError } from "./family-control.ts";

/** Identifies a user by ID or email. */
export type UserReference = { readonly userId?: string | undefined; readonly email?: string | undefined };

/** A key to create; `scopes: null` creates an unscoped key, the only kind that can verify domains. */
export type NewKey = UserReference & {
  readonly label?: string | undefined;
  readonly scopes: readonly string[] | null;
  readonly scopedOrganizations?: readonly string[] | undefined;
  readonly scopedTeams?: readonly number[] | undefined;
  /** The secret itself; generated if absent. */
  readonly value?: string | undefined;
};

/** Adds a user without any organization. */
export function addUser(world: World, user: { email: string; firstName?: string | undefined }): UserRow {
  const { users } = world.store.tables;
  if (users.one({ email: user.email }) !== undefined) {
    throw controlError(409, `A user with the email ${user.email} already exists.`);
  }
  return world.store.transaction(() =>
    users.put({
      id: world.identifiers.uuid(),
      number: world.identifiers.userNumber(),
      email: user.email,
      first_name: user.firstName ?? "",
      distinct_id: world.identifiers.challenge(),
      is_active: true,
      current_organization: null,
      current_project: null,
      date_joined: wireNow(world),
    }),
  );
}

/** Finds a user. @throws ControlError 404 if there is none */
export function findUser(world: World, reference: UserReference): UserRow {
  const { users } = world.store.tables;
  const user =
    reference.userId === undefined ? users.one({ email: reference.email ?? "" }) : users.get(reference.userId);
  if (user === undefined) {
    throw controlError(
      404,
      `There is no user ${reference.userId ?? reference.email ?? "(neither userId nor email given)"}.`,
    );
  }
  return user;
}

/** Changes a user's current organization, or activates or deactivates the user. */
export function updateUser(
  world: World,
  id: string,
  patch: { currentOrganization?: string | null | undefined; isActive?: boolean | undefined },
): UserRow {
  const user = findUser(world, { userId: id });
  const organization = patch.currentOrganization;
  const project = world.store.tables.projects.one({ organization: organization ?? "" });
  return world.store.transaction(() =>
    world.store.tables.users.put({
      ...user,
      is_active: patch.isActive ?? user.is_active,
      ...(organization === undefined
        ? {}
        : { current_organization: organization, current_project: project?.number ?? null }),
    }),
  );
}

/** Creates a key and returns its ID with the secret. */
export function createKey(world: World, key: NewKey): { id: string; apiKey: string } {
  const user = findUser(world, key);
  const { keys } = world.store.tables;
  return world.store.transaction(() => {
    const value = key.value ?? world.identifiers.token("phx");
    if (keys.one({ value }) !== undefined) throw controlError(409, "This key already exists.");
    const row: KeyRow = {
      id: world.identifiers.keyId(),
      user: user.id,
      label: key.label ?? "sandbox",
      value,
      scopes: key.scopes,
      scoped_organizations: key.scopedOrganizations ?? [],
      scoped_teams: key.scopedTeams ?? [],
      created_at: wireNow(world),
      last_used_at: null,
    };
    keys.put(row);
    return { id: row.id, apiKey: row.value };
  });
}

/** Adds a user to an organization; a user without a current organization gets this one. */
export function putMembership(
  world: World,
  place: UserReference & { organizationId: string; level: number },
): MembershipRow {
  const user = findUser(world, place);
  if (world.store.tables.organizations.get(place.organizationId) === undefined) {
    throw controlError(404, `There is no organization ${place.organizationId}.`);
  }
  return world.store.transaction(() => {
    if (user.current_organization === null) {
      updateUser(world, user.id, { currentOrganization: place.organizationId });
    }
    return addMembership(world, user.id, place.organizationId, place.level);
  });
}

/** Removes a user from an organization; returns whether the user was in it. */
export function dropMembership(world: World, place: UserReference & { organizationId: string }): boolean {
  const user = findUser(world, place);
  const { memberships } = world.store.tables;
  const row = memberships.one({ user: user.id, organization: place.organizationId });
  if (row === undefined) return false;
  return world.store.transaction(() => {
    if (user.current_organization === place.organizationId) updateUser(world, user.id, { currentOrganization: null });
    return removeMembership(world, row);
  });
}
