import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];

type Person = { readonly id: string; readonly key: string };

function join(name: string, level: number, organizationId = fixture.sandbox.organizationId): Person {
  const { control } = fixture.sandbox;
  const email = `${name}@acme.example`;
  const { id } = control.createUser({ email, firstName: name });
  control.addMembership({ email, organizationId, level });
  return { id, key: control.createKey({ email, scopes: ["*"] }).apiKey };
}

const founderId = (): string =>
  fixture.sandbox.control.users().find((user) => user.email === "founder@acme.example")?.id ?? "";

/** An unscoped key of the founder. */
const scopeless = (): string => fixture.sandbox.control.createKey({ userId: founderId(), scopes: null }).apiKey;

function makeRole(name: string, more: object = {}, key?: string) {
  return fixture.call("POST", fixture.at("roles/"), { name, ...more }, key === undefined ? {} : { key });
}

function add(role: string, user_uuid: unknown, path = fixture.at()) {
  return fixture.call("POST", `${path}roles/${role}/role_memberships/`, { user_uuid });
}

/** A second organization of the founder, whose current organization stays the first. */
function secondPath(): string {
  const { control, organizationId } = fixture.sandbox;
  const second = control.createOrganization({ userId: founderId(), name: "Second" });
  control.updateUser(founderId(), { currentOrganization: organizationId });
  return `/api/organizations/${second.id}/`;
}

describe.each(DIALECTS)("recorded: roles in dialect %s, flow 5", (dialect) => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect });
  });
  afterEach(() => fixture.close());

  test("roles create and read: defaults, and no creator", async () => {
    const { status, json } = await makeRole(" Engineers ");
    expect([status, json.name, json.feature_flags_access_level, json.created_by, json.members]).toEqual([
      201,
      "Engineers",
      37,
      null,
      [],
    ]);
    expect((await fixture.call("GET", fixture.at(`roles/${json.id}/`))).json).toEqual(json);
    expect((await makeRole("Readers", { feature_flags_access_level: "21" })).json.feature_flags_access_level).toBe(21);
    expect((await makeRole("x", { feature_flags_access_level: 22 })).json.code).toBe("invalid_choice");
    expect((await makeRole("x", { feature_flags_access_level: null })).json.code).toBe("null");
  });

  test("roles create and update: a used name is refused in any case, even for the role itself", async () => {
    const { json } = await makeRole("Engineers");
    const path = fixture.at(`roles/${json.id}/`);
    for (const answer of [
      await makeRole("ENGINEERS"),
      await fixture.call("PATCH", path, { name: "Engineers" }),
      await fixture.call("PATCH", path, { name: " engineers " }),
      await fixture.call("PUT", path, { name: "Engineers" }),
    ]) {
      expect([answer.status, answer.json.code, answer.json.detail, answer.json.attr]).toEqual([
        400,
        "unique",
        "There is already a role with this name.",
        "name",
      ]);
    }
    expect((await fixture.call("PATCH", path, { feature_flags_access_level: 21 })).status).toBe(200);
    expect((await fixture.call("PUT", path, {})).json.code).toBe("required");
    expect([(await makeRole("Straße")).status, (await makeRole("STRASSE")).status]).toEqual([201, 201]);
  });

  test("roles delete: deletes the memberships, and frees the name", async () => {
    const { json } = await makeRole("Engineers");
    await add(json.id, founderId());
    expect((await fixture.call("DELETE", fixture.at(`roles/${json.id}/`))).status).toBe(204);
    expect((await fixture.call("GET", fixture.at(`roles/${json.id}/`))).status).toBe(404);
    expect((await fixture.call("GET", fixture.at("roles/abc/"))).status).toBe(404);
    expect((await makeRole("Engineers")).json.members).toEqual([]);
  });

  test("roles create, update and delete need an administrator, and reading a member", async () => {
    const amy = join("amy", 1);
    const ben = join("ben", 8);
    const refused = await makeRole("Mine", {}, amy.key);
    expect([refused.status, refused.json.detail]).toEqual([403, "You need to have admin level or higher."]);
    const { json } = await makeRole("Engineers", {}, ben.key);
    const path = fixture.at(`roles/${json.id}/`);
    expect((await fixture.call("PATCH", path, { name: "x" }, { key: amy.key })).status).toBe(403);
    expect((await fixture.call("DELETE", path, undefined, { key: amy.key })).status).toBe(403);
    expect((await fixture.call("GET", path, undefined, { key: amy.key })).status).toBe(200);
  });

  test("role memberships create, list and delete: shown with member and user, without the last login", async () => {
    const amy = join("amy", 1);
    const { json: role } = await makeRole("Engineers");
    const { status, json } = await add(role.id, amy.id);
    expect([status, json.role_id, json.user.uuid, json.organization_member.level]).toEqual([201, role.id, amy.id, 1]);
    expect("last_login" in json.organization_member || "user_uuid" in json).toBe(false);
    await add(role.id, founderId());
    const path = fixture.at(`roles/${role.id}/role_memberships/`);
    const page = await fixture.call("GET", `${path}?limit=1&offset=1`);
    expect([page.json.count, page.json.results[0].user.uuid]).toEqual([2, founderId()]);
    expect((await fixture.call("GET", fixture.at(`roles/${role.id}/`))).json.members).toHaveLength(2);
    expect((await fixture.call("DELETE", `${path}${json.id}/`)).status).toBe(204);
    expect((await fixture.call("DELETE", `${path}${json.id}/`)).status).toBe(404);
    expect((await add(role.id, amy.id)).json.id).not.toBe(json.id);
  });

  test("role memberships end with the membership in the organization, and only that person's", async () => {
    const [amy, ben] = [join("amy", 1), join("amy-ben", 1)];
    const { json: role } = await makeRole("Engineers");
    for (const { id } of [amy, ben]) await add(role.id, id);
    expect((await fixture.call("DELETE", fixture.at(`members/${amy.id}/`))).status).toBe(204);
    const { json } = await fixture.call("GET", fixture.at(`roles/${role.id}/role_memberships/`));
    expect(json.results.map(({ user }: { user: { uuid: string } }) => user.uuid)).toEqual([ben.id]);
  });

  test("role memberships create: duplicates, strangers, and missing roles", async () => {
    const stranger = fixture.sandbox.control.createUser({ email: "stranger@example.com" }).id;
    const gone = join("gone", 1);
    fixture.sandbox.control.updateUser(gone.id, { isActive: false });
    const { json } = await makeRole("Engineers");
    await add(json.id, founderId());
    const already = "User is already part of the role.";
    expect((await add(json.id, founderId())).json).toMatchObject({
      code: "invalid_input",
      detail: already,
      attr: null,
    });
    expect((await add(stranger, founderId())).json.detail).toBe(already);
    expect((await add(json.id, stranger)).json.detail).toBe("User does not exist.");
    expect((await add(json.id, gone.id)).json.detail).toBe("User does not exist.");
    expect((await add(json.id, "abc")).json).toMatchObject({ code: "invalid_input", attr: "user_uuid" });
    expect((await add("abc", founderId())).status).toBe(dialect === "2025-08" ? 500 : 404);
    const unknown = await fixture.call("GET", fixture.at(`roles/${stranger}/role_memberships/`));
    expect([unknown.status, unknown.json.count]).toEqual([200, 0]);
  });

  test("role memberships go with the member and do not come back", async () => {
    const amy = join("amy", 1);
    const { json } = await makeRole("Engineers");
    await add(json.id, amy.id);
    await fixture.call("DELETE", fixture.at(`members/${amy.id}/`));
    const { control, organizationId } = fixture.sandbox;
    control.addMembership({ userId: amy.id, organizationId, level: 1 });
    expect((await fixture.call("GET", fixture.at(`roles/${json.id}/`))).json.members).toEqual([]);
  });

  test("role memberships: reading one", async () => {
    const { json: role } = await makeRole("Engineers");
    const { json } = await add(role.id, founderId());
    const path = fixture.at(`roles/${role.id}/role_memberships/${json.id}/`);
    const [scoped, free] = [
      await fixture.call("GET", path),
      await fixture.call("GET", path, undefined, { key: scopeless() }),
    ];
    expect([scoped.status, free.status]).toEqual(dialect === "2025-08" ? [403, 405] : [200, 200]);
    expect(scoped.json.id).toBe(dialect === "2025-08" ? undefined : json.id);
  });

  test("roles list: pages, where the query is not a filter", async () => {
    await makeRole("One");
    await makeRole("Two");
    const page = await fixture.call("GET", fixture.at("roles/?limit=1"));
    expect([page.status, page.json.results?.length]).toEqual(dialect === "2025-08" ? [500, undefined] : [200, 1]);
    const named = await fixture.call("GET", fixture.at("roles/?name__icontains=TW"));
    expect(named.json.results.map((role: { name: string }) => role.name)).toEqual(
      dialect === "2025-08" ? ["Two"] : ["One", "Two"],
    );
  });

  test("roles in a second organization, while the first is current", async () => {
    const second = secondPath();
    const made = await fixture.call("POST", `${second}roles/`, { name: "There" });
    expect(made.status).toBe(201);
    const there = await fixture.call("GET", `${second}roles/`);
    const here = await fixture.call("GET", fixture.at("roles/"));
    expect([here.json.count, there.json.count]).toEqual(dialect === "2025-08" ? [1, 0] : [0, 1]);
  });

  test("role memberships of one organization in a role of another", async () => {
    const second = secondPath();
    const { json } = await makeRole("Here");
    const { status } = await add(json.id, founderId(), second);
    expect(status).toBe(dialect === "2025-08" ? 201 : 400);
    const seen = await fixture.call("GET", `${second}roles/${json.id}/role_memberships/`);
    expect(seen.json.count).toBe(0);
  });
});

describe("recorded: filters of roles in dialect live, flow 5:40-49", () => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2025-08" });
  });
  afterEach(() => fixture.close());

  test("each lookup compares as it says, and each field with its own kind of value", async () => {
    const names = ["Support", "support team", "The Support", "10%_off"];
    const ids: Record<string, string> = {};
    for (const name of names) ids[name] = (await makeRole(name)).json.id;
    await fixture.call("PATCH", fixture.at(`roles/${ids["Support"]}/`), { feature_flags_access_level: 21 });
    const people = Array.from({ length: 11 }, (_, index) => join(`person${index}`, 1));
    await add(ids["The Support"] ?? "", people[10]?.id);
    const { json } = await fixture.call("GET", fixture.at("members/?limit=100"));
    const numbers = new Map<string, number>(
      json.results.map(({ user }: { user: { uuid: string; id: number } }) => [user.uuid, user.id]),
    );
    const member = (index: number): string => String(numbers.get(people[index]?.id ?? ""));
    const cases: readonly (readonly [query: string, found: readonly string[] | number])[] = [
      ["name=Support", ["Support"]],
      ["name__exact=support", []],
      ["name__iexact=sUPPORT", ["Support"]],
      ["name__contains=Support", ["Support", "The Support"]],
      ["name__icontains=SUPPORT", ["Support", "The Support", "support team"]],
      ["name__startswith=Support", ["Support"]],
      ["name__istartswith=SUPPORT", ["Support", "support team"]],
      ["name__endswith=Support", ["Support", "The Support"]],
      ["name__iendswith=TEAM", ["support team"]],
      ["name__contains=%25_", ["10%_off"]],
      [`id=${ids["Support"]}`, ["Support"]],
      [`pk=${ids["support team"]}`, ["support team"]],
      ["id=abc", 500],
      ["feature_flags_access_level=21", ["Support"]],
      ["feature_flags_access_level=37", ["10%_off", "The Support", "support team"]],
      ["feature_flags_access_level=-1", []],
      ["feature_flags_access_level=2x", 500],
      [`members=${member(10)}`, ["The Support"]],
      [`members=${member(9)}`, []],
      ["members=x1", 500],
      ["members=1x", 500],
      ["name__regex=S", 501],
      ["members__in=1", 501],
      ["created_by__email=x", 501],
      ["organization=x", 501],
      ["nothing=x", 500],
      ["name=Support&name__contains=team", []],
    ];
    expect(member(10).length).toBeGreaterThan(1);
    for (const [query, found] of cases) {
      const { status, json: page } = await fixture.call("GET", fixture.at(`roles/?${query}`));
      const shown = status === 200 ? page.results.map(({ name }: { name: string }) => name).toSorted() : status;
      expect([query, shown]).toEqual([query, found]);
    }
  });

  test("also apply to reading one role", async () => {
    const { json } = await makeRole("One");
    const status = async (query: string) => (await fixture.call("GET", fixture.at(`roles/${json.id}/${query}`))).status;
    expect(await Promise.all(["", "?name=One", "?name=Two", "?limit=1", "?nonsense=1"].map(status))).toEqual([
      200, 200, 404, 500, 500,
    ]);
    expect(await status("?created_at__gt=2020-01-01")).toBe(501);
  });
});

describe("sandboxOnly: members and roles of a large organization", () => {
  test("grow in proportion to the number of persons", async () => {
    fixture = await openFixture({ scale: 2000 });
    const members = await fixture.call("GET", fixture.at("members/?limit=1"));
    const roles = await fixture.call("GET", fixture.at("roles/"));
    await fixture.close();
    expect([members.json.count, roles.json.count]).toEqual([200, 2]);
    expect(roles.json.results[1].members).toHaveLength(20);
  });
});

describe("specified: roles of 2026-09, roles.md", () => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2026-09" });
  });
  afterEach(() => fixture.close());

  test("are created, and their names checked, in the path's organization, whatever the current one is", async () => {
    const second = secondPath();
    const there = (name: string) => fixture.call("POST", `${second}roles/`, { name });
    const here = await makeRole("Builders");
    const made = await there("Builders");
    expect([here.status, made.status]).toEqual([201, 201]);
    const again = await there("BUILDERS");
    expect([again.status, again.json.code, again.json.attr]).toEqual([400, "unique", "name"]);
    const other = await there("Others");
    expect((await fixture.call("PATCH", `${second}roles/${other.json.id}/`, { name: "Third" })).status).toBe(200);
    const counts = [fixture.at("roles/"), `${second}roles/`].map(
      async (path) => (await fixture.call("GET", path)).json.count as number,
    );
    expect(await Promise.all(counts)).toEqual([1, 2]);
  });

  test("are written with the caller's level in the path's organization", async () => {
    const second = secondPath();
    const amy = join("amy", 8);
    const secondId = second.split("/")[3] ?? "";
    fixture.sandbox.control.addMembership({ email: "amy@acme.example", organizationId: secondId, level: 1 });
    fixture.sandbox.control.updateUser(amy.id, { currentOrganization: fixture.sandbox.organizationId });
    const refused = await fixture.call("POST", `${second}roles/`, { name: "Hers" }, { key: amy.key });
    expect([refused.status, refused.json.code]).toEqual([403, "permission_denied"]);
    expect((await makeRole("Hers", {}, amy.key)).status).toBe(201);
  });
});
