import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];

type Person = { readonly id: string; readonly key: string };

/** Adds a person to the organization, with a key that can do everything. */
function join(name: string, level: number): Person {
  const { control, organizationId } = fixture.sandbox;
  const email = `${name}@acme.example`;
  const { id } = control.createUser({ email, firstName: name });
  control.addMembership({ email, organizationId, level });
  return { id, key: control.createKey({ email, scopes: ["*"] }).apiKey };
}

function founder(): string {
  return fixture.sandbox.control.users().find((user) => user.email === "founder@acme.example")?.id ?? "";
}

function patch(person: { id: string }, body: unknown, key?: string) {
  return fixture.call("PATCH", fixture.at(`members/${person.id}/`), body, key === undefined ? {} : { key });
}

function remove(person: { id: string }, key?: string) {
  return fixture.call("DELETE", fixture.at(`members/${person.id}/`), undefined, key === undefined ? {} : { key });
}

async function emails(query = ""): Promise<string[]> {
  const { json } = await fixture.call("GET", fixture.at(`members/${query}`));
  return json.results.map((member: { user: { email: string } }) => member.user.email.replace("@acme.example", ""));
}

describe.each(DIALECTS)("recorded: members in dialect %s, flow 4", (dialect) => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect, now: "2030-01-01T12:00:00Z" });
  });
  afterEach(() => fixture.close());

  test("members list: newest first, without deactivated ones", async () => {
    const amy = join("amy", 1);
    join("ben", 8);
    expect(await emails()).toEqual(["ben", "amy", "founder"]);
    fixture.sandbox.control.updateUser(amy.id, { isActive: false });
    expect(await emails()).toEqual(["ben", "founder"]);
    expect((await patch(amy, { level: 8 })).status).toBe(404);
    expect((await remove(amy)).status).toBe(404);
  });

  test("members list: pages of 150 neither lose nor repeat a member, and next ends exactly", async () => {
    for (let number = 1; number < 150; number += 1) join(`u${number}`, 1);
    const seen: string[] = [];
    let next: string | null = fixture.at("members/?limit=50");
    let pages = 0;
    while (next !== null) {
      const { json } = await fixture.call("GET", next.replace(fixture.sandbox.host, ""));
      seen.push(...json.results.map((member: { id: string }) => member.id));
      next = json.next;
      pages += 1;
    }
    expect([pages, seen.length, new Set(seen).size]).toEqual([3, 150, 150]);
  });

  test("members list: email is exact, order accepts a field in either direction, search is ignored", async () => {
    join("amy", 1);
    join("ben", 8);
    expect(await emails("?email=amy@acme.example")).toEqual(["amy"]);
    expect(await emails("?email=AMY@acme.example")).toEqual([]);
    expect(await emails("?email=")).toEqual([]);
    expect(await emails("?order=user__email")).toEqual(["amy", "ben", "founder"]);
    expect(await emails("?order=-level")).toEqual(["founder", "ben", "amy"]);
    expect(await emails("?search=amy")).toHaveLength(3);
    expect((await fixture.call("GET", fixture.at("members/?order=user__password"))).status).toBe(200);
  });

  test("members list: updated_after", async () => {
    const amy = join("amy", 1);
    fixture.sandbox.control.setClock("2030-01-02T00:00:00Z");
    await patch(amy, {});
    expect(await emails("?updated_after=2030-01-01T18:00:00Z")).toEqual(["amy"]);
    expect(await emails("?updated_after=2030-01-03")).toEqual([]);
  });

  test("members list: invalid parameters fail in live only", async () => {
    const status = dialect === "2025-08" ? 500 : 400;
    expect((await fixture.call("GET", fixture.at("members/?order=nonsense"))).status).toBe(status);
    expect((await fixture.call("GET", fixture.at("members/?updated_after=soon"))).status).toBe(status);
    const malformed = await patch({ id: "abc" }, { level: 1 });
    expect(malformed.status).toBe(dialect === "2025-08" ? 500 : 404);
  });

  test("members update: accepts 1, 8 and 15, even as strings, and refuses everything else", async () => {
    const amy = join("amy", 1);
    expect((await patch(amy, { level: "8" })).json.level).toBe(8);
    const wrong = await patch(amy, { level: 3 });
    expect([wrong.status, wrong.json.code, wrong.json.detail]).toEqual([
      400,
      "invalid_choice",
      '"3" is not a valid choice.',
    ]);
    expect((await patch(amy, { level: true })).json.detail).toBe('"True" is not a valid choice.');
    expect((await patch(amy, { level: null })).json.code).toBe("null");
    const put = await fixture.call("PUT", fixture.at(`members/${amy.id}/`), {});
    expect([put.status, put.json.level]).toEqual([200, 8]);
  });

  test("members update: even an empty update changes updated_at, and joined_at stays", async () => {
    const amy = join("amy", 1);
    fixture.sandbox.control.setClock("2030-01-05T00:00:00Z", true);
    const { json } = await patch(amy, { nonsense: 1 });
    expect([json.updated_at, json.joined_at.slice(0, 10)]).toEqual(["2030-01-05T00:00:00Z", "2030-01-01"]);
  });

  test("members update: nobody can change their own level, but an empty update works", async () => {
    const own = { id: founder() };
    expect((await patch(own, { level: 15 })).json.detail).toBe("You can't change your own access level.");
    expect((await patch(own, {})).status).toBe(200);
    expect((await patch({ id: "@me" }, {})).json.user.email).toBe("founder@acme.example");
  });

  test.each([
    ["a member edits a member", 1, 1, 8, "You can only edit others if you are an admin."],
    ["an admin edits an owner", 8, 15, 1, "You can only edit others with level lower or equal to you."],
    [
      "an admin makes an owner",
      8,
      1,
      15,
      "You can only make another member owner if you're this organization's owner.",
    ],
  ])("members update: %s: 403", async (_what, ownLevel, targetLevel, level, detail) => {
    const target = join("target", targetLevel);
    const caller = join("caller", ownLevel);
    const answer = await patch(target, { level }, caller.key);
    expect([answer.status, answer.json.code, answer.json.detail]).toEqual([403, "permission_denied", detail]);
  });

  test("members update: an owner creates a second owner, who can demote the first", async () => {
    const ben = join("ben", 8);
    expect((await patch(ben, { level: 15 })).json.level).toBe(15);
    expect((await patch({ id: founder() }, { level: 1 }, ben.key)).json.level).toBe(1);
    expect((await patch(ben, { level: 1 })).status).toBe(403);
  });

  test("members delete: nobody removes owners, others can leave, and members can't remove anybody else", async () => {
    const amy = join("amy", 1);
    const ben = join("ben", 8);
    const own = await remove({ id: founder() });
    expect([own.status, own.json.detail]).toEqual([400, "Cannot leave the organization as its owner!"]);
    expect((await remove({ id: founder() }, ben.key)).status).toBe(403);
    expect((await remove(ben, amy.key)).json.detail).toBe("You can only edit others if you are an admin.");
    expect((await remove({ id: "@me" }, amy.key)).status).toBe(204);
    expect((await remove(amy)).status).toBe(404);
    expect((await fixture.call("GET", fixture.at("members/"), undefined, { key: amy.key })).status).toBe(403);
  });

  test("members delete: a removed person stays in other organizations", async () => {
    const { control } = fixture.sandbox;
    const amy = join("amy", 1);
    const other = control.createOrganization({ userId: amy.id, name: "Other" });
    control.updateUser(amy.id, { currentOrganization: fixture.sandbox.organizationId });
    await remove(amy);
    const current = await fixture.call("GET", "/api/organizations/@current/", undefined, { key: amy.key });
    expect(current.json.id).toBe(other.id);
  });

  test("members by membership ID, and reading a single one, don't exist", async () => {
    const amy = join("amy", 1);
    const membership = fixture.sandbox.control.memberships().find((row) => row.user === amy.id);
    expect((await patch({ id: membership?.id ?? "" }, { level: 8 })).status).toBe(404);
    expect((await fixture.call("GET", fixture.at(`members/${amy.id}/`))).status).toBe(403);
    const { apiKey } = fixture.sandbox.control.createKey({ userId: founder(), scopes: null });
    expect((await fixture.call("GET", fixture.at(`members/${amy.id}/`), undefined, { key: apiKey })).status).toBe(405);
  });

  test("keys of a member: unscoped keys see names and last use of the keys that reach the organization", async () => {
    const { control } = fixture.sandbox;
    const amy = join("amy", 1);
    control.createKey({ userId: amy.id, label: "elsewhere", scopes: ["*"], scopedOrganizations: [founder()] });
    const path = fixture.at(`members/${amy.id}/scoped_api_keys/`);
    expect((await fixture.call("GET", path)).status).toBe(403);
    const { apiKey } = control.createKey({ userId: founder(), scopes: null });
    const { json } = await fixture.call("GET", path, undefined, { key: apiKey });
    expect(json).toEqual({
      has_keys: true,
      has_keys_active_last_week: false,
      keys: [{ name: "sandbox", last_used_at: null }],
    });
  });

  test("members list needs organization_member:read, members update and delete organization_member:write", async () => {
    const amy = join("amy", 1);
    const { control } = fixture.sandbox;
    const reader = control.createKey({ userId: founder(), scopes: ["organization_member:read"] }).apiKey;
    expect((await fixture.call("GET", fixture.at("members/"), undefined, { key: reader })).status).toBe(200);
    const missing = "API key missing required scope 'organization_member:write'";
    expect((await patch(amy, { level: 8 }, reader)).json.detail).toBe(missing);
    expect((await remove(amy, reader)).json.detail).toBe(missing);
  });

  test("the embedded user has the role in the organization in live only", async () => {
    const { json } = await fixture.call("GET", fixture.at("members/"));
    expect("role_at_organization" in json.results[0].user).toBe(dialect === "2025-08");
  });
});

describe("sandboxOnly: members", () => {
  test("a login through the control plane shows as last_login", async () => {
    fixture = await openFixture({ now: "2030-01-01T12:00:00Z" });
    fixture.sandbox.control.setClock("2030-02-01T00:00:00Z", true);
    fixture.sandbox.control.call("POST", `users/${founder()}/login`);
    const { json } = await fixture.call("GET", fixture.at("members/"));
    await fixture.close();
    expect(json.results[0].last_login).toBe("2030-02-01T00:00:00Z");
  });
});
