import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

let fixture: Fixture;
let project: number;
/** A key with every scope: the seeded one has those of the contract. */
let all: string;
beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
  project = (await fixture.call("GET", fixture.at("projects/"))).json.results[0].id;
  all = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["*"] }).apiKey;
});
afterEach(() => fixture.close());

const put = (path: string, body: object, key = all): Promise<TestAnswer> =>
  fixture.call("PUT", `/api/projects/${project}/${path}`, body, { key });
const answerTo = async (path: string, key: string, method = "GET", body?: object): Promise<unknown[]> => {
  const { status, json } = await fixture.call(method, path, body, { key });
  return [status, json?.detail];
};

/** A member of level 1, by membership, with a key. */
function someMember(email: string): { id: string; userId: string; key: string } {
  const { control, organizationId } = fixture.sandbox;
  const { id: userId } = control.createUser({ email });
  const { id } = control.addMembership({ email, organizationId, level: 1 });
  return { id, userId, key: control.createKey({ email, scopes: ["*"] }).apiKey };
}

async function someRole(name: string, userId: string): Promise<string> {
  const role = (await fixture.call("POST", fixture.at("roles/"), { name })).json.id as string;
  await fixture.call("POST", fixture.at(`roles/${role}/role_memberships/`), { user_uuid: userId });
  return role;
}

const CLOSED = [403, "You don't have access to the project."];
const NOT_FOUND = [404, "Not found."];

describe("a project that is closed to the caller, service 2026-09, access-control.md", () => {
  const OWN = ["", "access_controls/", "resource_access_controls/", "users_with_access/", "access_control_defaults/"];
  const BELOW = [
    "batch_exports/",
    "hog_functions/",
    "integrations/",
    "persons/",
    "events/",
    "dashboards/1/access_controls/",
  ];

  test("is not found by its own routes, refused below them, and in no list; administrators go on", async () => {
    const ann = someMember("ann@acme.example");
    const open = (await fixture.call("POST", fixture.at("projects/"), { name: "Open" })).json.id as number;
    await put("access_controls/", { access_level: "none" });
    for (const prefix of ["/api/projects/", fixture.at("projects/")]) {
      for (const path of OWN) expect(await answerTo(`${prefix}${project}/${path}`, ann.key)).toEqual(NOT_FOUND);
      for (const method of ["PATCH", "PUT", "DELETE"]) {
        expect(await answerTo(`${prefix}${project}/`, ann.key, method, {})).toEqual(NOT_FOUND);
      }
      const list = (key: string) => fixture.call("GET", prefix, undefined, { key });
      const numbers = async (key: string): Promise<number[]> =>
        (await list(key)).json.results.map(({ id }: { id: number }) => id);
      expect(await numbers(ann.key)).toEqual([open]);
      expect(await numbers(all)).toEqual([project, open]);
    }
    for (const path of BELOW) {
      expect(await answerTo(`/api/projects/${project}/${path}`, ann.key)).toEqual(CLOSED);
      expect((await answerTo(`/api/projects/${open}/${path}`, ann.key))[0]).not.toBe(403);
    }
    const organization = (await fixture.call("GET", fixture.at(), undefined, { key: ann.key })).json;
    expect([organization.projects, organization.teams]).toEqual([
      [expect.objectContaining({ id: open })],
      [expect.objectContaining({ id: open })],
    ]);
    expect((await answerTo(`/api/projects/${project}/`, all))[0]).toBe(200);
    expect((await answerTo(`/api/projects/${project}/batch_exports/`, all))[0]).toBe(200);
  });

  test("is closed by a rule of the member or of his role, and open again without it or without the feature", async () => {
    const ann = someMember("ann@acme.example");
    const bob = someMember("bob@acme.example");
    const role = await someRole("Analysts", ann.userId);
    const seen = async (key: string): Promise<unknown> => (await answerTo(`/api/projects/${project}/`, key))[0];
    for (const subject of [{ role }, { organization_member: ann.id }]) {
      await put("access_controls/", { access_level: "none", ...subject });
      expect([await seen(ann.key), await seen(bob.key)]).toEqual([404, 200]);
      fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, ["role_based_access"]);
      expect(await seen(ann.key)).toBe(200);
      fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, ["access_control"]);
      expect(await seen(ann.key)).toBe("role" in subject ? 200 : 404);
      fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, ["access_control", "role_based_access"]);
      await put("access_controls/", { access_level: null, ...subject });
      expect(await seen(ann.key)).toBe(200);
    }
  });

  test("no older service closes one", async () => {
    const ann = someMember("ann@acme.example");
    await put("access_controls/", { access_level: "none" });
    fixture.sandbox.control.setDialect("2025-08");
    expect((await answerTo(`/api/projects/${project}/`, ann.key))[0]).toBe(200);
  });

  test.each([
    [false, 200],
    [true, 404],
  ])("an own `none` below a role's rule: whether it is found is a switch (%s)", async (follows, status) => {
    fixture.sandbox.control.changeSettings({ projectVisibilityFollowsOrder: follows });
    const ann = someMember("ann@acme.example");
    const role = await someRole("Analysts", ann.userId);
    await put("access_controls/", { access_level: "none", organization_member: ann.id });
    await put("access_controls/", { access_level: "member", role });
    expect((await answerTo(`/api/projects/${project}/`, ann.key))[0]).toBe(status);
    expect(await answerTo(`/api/projects/${project}/hog_functions/`, ann.key)).toEqual(CLOSED);
  });

  test.each([
    [true, 200],
    [false, 404],
  ])(
    "directly below /api/ the caller's current organization judges, which is a switch (%s)",
    async (isCurrent, status) => {
      fixture.sandbox.control.changeSettings({ rootProjectsJudgedByCurrentOrganization: isCurrent });
      const ann = someMember("ann@acme.example");
      fixture.sandbox.control.createOrganization({ email: "ann@acme.example", name: "Other", features: [] });
      await put("access_controls/", { access_level: "none" });
      expect((await answerTo(`/api/projects/${project}/`, ann.key))[0]).toBe(status);
      expect(await answerTo(fixture.at(`projects/${project}/`), ann.key)).toEqual(NOT_FOUND);
      expect(await answerTo(`/api/projects/${project}/persons/`, ann.key)).toEqual(CLOSED);
    },
  );

  test.each([
    [true, true],
    [false, null],
  ])(
    "new organizations resolve by the most specific rule, unless a setting says otherwise (%s)",
    async (setting, held) => {
      fixture.sandbox.control.changeSettings({ newOrganizationsResolveMostSpecific: setting });
      const { id } = fixture.sandbox.control.createOrganization({ email: "founder@acme.example", name: "Other" });
      const { json } = await fixture.call("GET", `/api/organizations/${id}/`);
      expect(json.uses_most_specific_access_resolution).toBe(held);
    },
  );
});
