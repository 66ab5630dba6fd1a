import { type DnsTable, type TextRecord, clearDns, deleteDnsName, readDns, setDnsName } from "../dns.ts";
import { DIALECT_NAMES, type DialectName, dialectOf, isDay } from "../dialects.ts";
import type { ActiveFault } from "../faults/fault-board.ts";
import { type FaultSpec, faultSpecSchema } from "../faults/fault-spec.ts";
import { templateShape } from "../pipeline/path-template.ts";
import type { LoggedRequest } from "../request-log.ts";
import { FAMILIES, JOBS, ROUTER } from "../routes/all-routes.ts";
import { showDomain } from "../routes/domains/routes.ts";
import { unlinkDomain } from "../routes/identity-provider-configs/rows.ts";
import { createOrganization, deleteOrganization, updateOrganization } from "../routes/organizations/rows.ts";
import { runDue, startRecurring } from "../scheduler.ts";
import { type SandboxSettings, changeSettings } from "../settings.ts";
import type { DomainRow, KeyRow, MembershipRow, OrganizationRow, UserRow } from "../store/rows.ts";
import type { Snapshot } from "../store/store.ts";
import type { World } from "../world.ts";
import {
  type NewKey,
  type UserReference,
  addUser,
  createKey,
  dropMembership,
  findUser,
  putMembership,
  updateUser,
} from "./accounts.ts";
import { callControl, controlError } from "./family-control.ts";

/** Changes to an organization without the program's knowledge, in the service's field names. */
export type OrganizationPatch = Partial<Omit<OrganizationRow, "id">>;
/** Changes to a domain without the program's knowledge, in the service's field names. */
export type DomainPatch = Partial<Omit<DomainRow, "id" | "organization">>;

/** Everything that a test can see and do without the service's API; the same as `/_sandbox/` offers over HTTP. */
export type SandboxControl = ReturnType<typeof createControl>;

/** Creates the control object of one sandbox. */
export function createControl(world: World, dialect: DialectName) {
  const familyRoutes = FAMILIES.flatMap((family) => family.control ?? []);
  return {
    ...observing(world),
    ...speaking(world, dialect),
    ...faulting(world),
    ...accounts(world),
    ...organizationEditing(world),
    ...domainEditing(world),
    /** What families offer to the server. */
    familyRoutes,
    /** Calls a control route of a family: the same as over HTTP. */
    call: (method: string, path: string, body?: unknown): unknown =>
      callControl(world, familyRoutes, { method, path, body }),
  };
}

function observing(world: World) {
  const { store, clock } = world;
  const clockState = (): { now: string; frozen: boolean } => ({
    now: new Date(clock.nowMs()).toISOString(),
    frozen: clock.isFrozen(),
  });
  return {
    requests: (): LoggedRequest[] => world.requests.list(),
    counts: (): Record<string, number> => world.requests.counts(),
    clearRequests: (): void => world.requests.clear(),
    /**
     * The whole state, including keys, but without clock, faults, and request log. It is frozen: copy what you want to
     * change.
     */
    snapshot: (): Snapshot => store.snapshot(),
    restore(snapshot: Snapshot): void {
      const unknown = Object.keys(snapshot.tables).find((name) => !store.has(name));
      if (unknown !== undefined)
        throw controlError(400, `This isn't a snapshot of the sandbox: it has the unknown table ${unknown}.`);
      store.restore(snapshot);
      startRecurring(world, JOBS);
    },
    clock: clockState,
    setClock(now: string, frozen = false) {
      const nowMs = Date.parse(now);
      if (Number.isNaN(nowMs)) throw controlError(400, `now should be an ISO 8601 time; found ${now}.`);
      clock.set(nowMs, frozen);
      runDue(world, JOBS);
      return clockState();
    },
    advanceClock(seconds: number) {
      clock.advance(seconds);
      runDue(world, JOBS);
      return clockState();
    },
    settings: (): SandboxSettings => world.settings(),
    changeSettings(patch: Partial<SandboxSettings>): SandboxSettings {
      if (patch.asOf !== undefined && !isDay(patch.asOf)) {
        throw controlError(400, `asOf should be a day such as 2026-09-30; found ${patch.asOf}.`);
      }
      return changeSettings(store, patch);
    },
    dns: (): DnsTable => readDns(store),
    /** Sets TXT records of a name; a record can be a list of strings, as a split TXT record is. */
    setDns: (name: string, values: TextRecord[], error?: "timeout" | "nxdomain"): void =>
      setDnsName(store, name, error === undefined ? { TXT: values } : { TXT: values, error }),
    /** Sets all records of a name, including its CNAME. */
    setDnsName: (name: string, entry: DnsTable[string]): void => setDnsName(store, name, entry),
    replaceDns(table: DnsTable): void {
      clearDns(store);
      for (const [name, entry] of Object.entries(table)) setDnsName(store, name, entry);
    },
    deleteDns: (name: string): boolean => deleteDnsName(store, name),
    clearDns: (): void => clearDns(store),
  };
}

function speaking(world: World, named: DialectName) {
  let name = named;
  return {
    /** The current dialect, by the name that was given. */
    dialect: (): DialectName => name,
    /** Switches the service to another version; its data stays, as far as the other dialect has it. */
    setDialect(next: DialectName): { dialect: DialectName } {
      if (!DIALECT_NAMES.includes(next)) {
        throw controlError(400, `dialect should be one of ${DIALECT_NAMES.join(", ")}; found ${next}.`);
      }
      const from = world.dialect;
      name = next;
      world.dialect = dialectOf(next);
      if (world.dialect !== from) {
        world.store.transaction(() => {
          for (const family of FAMILIES) family.dialectChanged?.(world, from);
        });
      }
      return { dialect: name };
    },
  };
}

function faulting(world: World) {
  return {
    addFault(spec: FaultSpec): ActiveFault {
      const parsed = faultSpecSchema.safeParse(spec);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        throw controlError(400, `fault ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "can't be read"}`);
      }
      const { route } = spec;
      if (route !== undefined && !ROUTER.templates.some((known) => templateShape(known) === templateShape(route))) {
        throw controlError(400, `fault route: the service has no route ${route}.`);
      }
      return world.faults.add(spec);
    },
    faults: (): ActiveFault[] => world.faults.list(),
    removeFault: (id: string): boolean => world.faults.remove(id),
    clearFaults: (): void => world.faults.clear(),
  };
}

function accounts(world: World) {
  const { tables } = world.store;
  return {
    users: (): UserRow[] => tables.users.all(),
    createUser: (user: { email: string; firstName?: string | undefined }): UserRow => addUser(world, user),
    updateUser: (id: string, patch: Parameters<typeof updateUser>[2]): UserRow => updateUser(world, id, patch),
    memberships: (): MembershipRow[] => tables.memberships.all(),
    addMembership: (place: UserReference & { organizationId: string; level: number }): MembershipRow =>
      putMembership(world, place),
    removeMembership: (place: UserReference & { organizationId: string }): boolean => dropMembership(world, place),
    keys: (): Omit<KeyRow, "value">[] => tables.keys.all().map(({ value: _secret, ...rest }) => rest),
    createKey: (key: NewKey): { id: string; apiKey: string } => createKey(world, key),
    deleteKey: (id: string): boolean => world.store.transaction(() => tables.keys.delete(id)),
    /** Creates an uploaded picture that `logo_media_id` can refer to. */
    createMedia: (): { id: string } =>
      world.store.transaction(() => tables.media.put({ id: world.identifiers.uuid() })),
    /** Deletes a picture; organizations that show it lose it. @source live service 2025-08, flow 1:92 */
    deleteMedia: (id: string): boolean =>
      world.store.transaction(() => {
        for (const row of tables.organizations.where({ logo_media_id: id })) {
          tables.organizations.put({ ...row, logo_media_id: null });
        }
        return tables.media.delete(id);
      }),
  };
}

/** Refuses a misspelled field before it is stored in a row where nothing reads it. */
function onlyKnown<Patch extends object>(patch: Patch, row: object, what: string): Patch {
  const unknown = Object.keys(patch).find((field) => !(field in row) || field === "id");
  if (unknown === undefined) return patch;
  throw controlError(400, `${what} has no field ${unknown} to change. Use one of: ${Object.keys(row).join(", ")}.`);
}

function organizationEditing(world: World) {
  const { tables } = world.store;
  const organizationOf = (id: string): OrganizationRow => {
    const row = tables.organizations.get(id);
    if (row === undefined) throw controlError(404, `There is no organization ${id}.`);
    return row;
  };
  return {
    organizations: (): OrganizationRow[] => tables.organizations.all(),
    /** Creates an organization as its owner would, with the given features (default: as the setting says). */
    createOrganization: (
      owner: UserReference & { name: string; features?: readonly string[] | undefined },
    ): OrganizationRow =>
      world.store.transaction(() => createOrganization(world, findUser(world, owner), owner.name, {}, owner.features)),
    updateOrganization: (id: string, patch: OrganizationPatch): OrganizationRow =>
      world.store.transaction(() => {
        const row = organizationOf(id);
        return updateOrganization(world, row, onlyKnown(patch, row, "An organization"));
      }),
    setFeatures: (id: string, features: readonly string[]): OrganizationRow =>
      world.store.transaction(() =>
        updateOrganization(world, organizationOf(id), { available_product_features: features }),
      ),
    deleteOrganization: (id: string): void => {
      organizationOf(id);
      world.store.transaction(() => deleteOrganization(world, id));
    },
  };
}

function domainEditing(world: World) {
  const { tables } = world.store;
  const domainOf = (id: string): DomainRow => {
    const row = tables.domains.get(id);
    if (row === undefined) throw controlError(404, `There is no domain ${id}.`);
    return row;
  };
  return {
    /** Domains as the service shows them, with the organization they belong to. */
    domains: (organizationId?: string): Record<string, unknown>[] =>
      tables.domains
        .where(organizationId === undefined ? {} : { organization: organizationId })
        .map((row) => ({ organization: row.organization, ...showDomain(world, row) })),
    updateDomain: (id: string, patch: DomainPatch): Record<string, unknown> =>
      world.store.transaction(() => {
        const row = domainOf(id);
        return showDomain(world, tables.domains.put({ ...row, ...onlyKnown(patch, row, "A domain") }));
      }),
    deleteDomain: (id: string): void => {
      const row = domainOf(id);
      world.store.transaction(() => {
        unlinkDomain(world, row);
        tables.domains.delete(id);
      });
    },
  };
}
