import { addUser, createKey } from "./control/accounts.ts";
import type { Scale, SeedPlace } from "./family.ts";
import { FAMILIES } from "./routes/all-routes.ts";
import { allFeaturesIn } from "./routes/organizations/shape.ts";
import { createOrganization, wireNow } from "./routes/organizations/rows.ts";
import { singletonsOf } from "./store/rows.ts";
import type { World } from "./world.ts";

/** What a fresh sandbox contains: one user with a key, and with "example" an organization as well. */
export type SeedName = "empty" | "example";

/** Seed names as accepted by options and by the command line. */
export const SEEDS: readonly SeedName[] = ["empty", "example"];

/** Scopes that cover the documented operations, with `user:read` to read the own account. @source contracts; live notes 12 */
export const DOCUMENTED_SCOPES: readonly string[] = [
  "user:read",
  "organization:read",
  "organization:write",
  "organization_member:read",
  "organization_member:write",
  "project:read",
  "project:write",
  "batch_export:read",
  "batch_export:write",
  "plugin:read",
  "plugin:write",
  "person:read",
  "person:write",
  "activity_log:read",
  "query:read",
  "cohort:read",
];

/** Scopes of later features, which exist in every dialect and cover nothing in the older ones. @source service 2026-09 */
const LATER_SCOPES = ["access_control", "hog_function", "integration"].flatMap((object) => [
  `${object}:read`,
  `${object}:write`,
]);

/** The seeded key's scopes: everything that the sandbox supports and that a key can be allowed to do. */
export const SEEDED_SCOPES: readonly string[] = [...DOCUMENTED_SCOPES, ...LATER_SCOPES];

/** The key and organization for a program; `organizationId` is empty if there is none. */
export type Seeded = { readonly apiKey: string; readonly organizationId: string };

/** Sizes of a large organization: ten events a person, a member for ten persons. */
function scaleOf(persons: number): Scale {
  return { persons, events: persons * 10, members: Math.ceil(persons / 10) };
}

function seedFamilies(world: World, organizationId: string, userId: string, persons: number): void {
  const project = world.store.tables.projects.one({ organization: organizationId })?.number ?? 0;
  const place: SeedPlace = { organizationId, project, userId };
  for (const family of FAMILIES) family.seedExample?.(world, place);
  if (persons === 0) return;
  // Rows of a large seed are spread across the indexes: keeping these in memory saves a third of the time.
  const { database } = world.store;
  database.exec("PRAGMA cache_size = -262144");
  for (const family of FAMILIES) family.seedScale?.(world, place, scaleOf(persons));
  database.exec("PRAGMA cache_size = -2000");
}

/** The contents of a fresh sandbox; a key is generated if none is given. */
export type SeedWish = {
  readonly name: SeedName;
  readonly persons?: number | undefined;
  readonly apiKey?: string | undefined;
  /** Creates an unscoped key, like keys from before scopes existed; only such a key can request a verification. */
  readonly isLegacyKey?: boolean | undefined;
};

const SEEDED = singletonsOf<Seeded>();

/** Fills an empty store, or finds the contents of an earlier run in the same data file. */
export function seed(world: World, { name, persons = 0, apiKey, isLegacyKey = false }: SeedWish): Seeded {
  const { tables } = world.store;
  const stored = world.store.table(SEEDED).get("seed")?.value;
  if (stored !== undefined) {
    return { ...stored, organizationId: tables.organizations.get(stored.organizationId)?.id ?? "" };
  }
  return world.store.transaction(() => {
    const user = addUser(world, { email: "founder@acme.example", firstName: "Founder" });
    const value = apiKey === undefined ? {} : { value: apiKey };
    const scopes = isLegacyKey ? null : SEEDED_SCOPES;
    const key = createKey(world, { userId: user.id, label: "sandbox", scopes, ...value });
    const organization =
      name === "example" ? createOrganization(world, user, "Acme", {}, allFeaturesIn(world.dialect)) : undefined;
    const seeded = { apiKey: key.apiKey, organizationId: organization?.id ?? "" };
    if (organization !== undefined) seedFamilies(world, organization.id, user.id, persons);
    tables.singletons.put({ id: "seed", value: seeded });
    tables.singletons.put({ id: "seeded-at", value: wireNow(world) });
    return seeded;
  });
}
