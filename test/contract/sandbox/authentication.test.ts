import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { DOCUMENTED_SCOPES } from "../../../packages/sandbox/src/index.ts";
import { SEEDED_SCOPES } from "../../../packages/sandbox/src/seed.ts";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const FOUNDER = { email: "founder@acme.example" };
const keyWith = (scopes: string[] | null): string => fixture.sandbox.control.createKey({ ...FOUNDER, scopes }).apiKey;

describe("recorded: where the service finds a key, flow 11:495-511 and first recording", () => {
  test("answers 401 with a challenge when there is none", async () => {
    const answer = await fixture.call("GET", "/api/organizations/", undefined, { key: null });
    expect([answer.status, answer.json.code, answer.headers.get("www-authenticate")]).toEqual([
      401,
      "not_authenticated",
      "Bearer",
    ]);
  });

  test("finds it in the query, and repeats it in the links of a page as the service does", async () => {
    await fixture.call("POST", "/api/organizations/", { name: "Second" });
    const path = `/api/organizations/?limit=1&personal_api_key=${fixture.sandbox.apiKey}`;
    const answer = await fixture.call("GET", path, undefined, { key: null });
    expect(answer.status).toBe(200);
    expect(answer.json.next).toBe(
      `${fixture.sandbox.host}/api/organizations/?limit=1&offset=1&personal_api_key=${fixture.sandbox.apiKey}`,
    );
  });

  test.each([
    ["JSON", "application/json", (key: string) => JSON.stringify({ name: "In body", personal_api_key: key })],
    ["form", "application/x-www-form-urlencoded", (key: string) => `name=In+body&personal_api_key=${key}`],
  ])("finds it in a %s body", async (_kind, type, body) => {
    const options = { key: null, raw: body(fixture.sandbox.apiKey), headers: { "content-type": type } };
    const answer = await fixture.call("POST", "/api/organizations/", undefined, options);
    expect([answer.status, answer.json.name]).toEqual([201, "In body"]);
  });

  test("tries only the header when there is one", async () => {
    const path = `/api/organizations/?personal_api_key=${fixture.sandbox.apiKey}`;
    const answer = await fixture.call("GET", path, undefined, { key: "phx_wrong" });
    expect(answer.json.detail).toBe("Personal API key found in request Authorization header is invalid.");
  });

  test("checks the key before the body", async () => {
    const answer = await fixture.call("POST", "/api/organizations/", undefined, { key: null, raw: "{" });
    expect([answer.status, answer.json.code]).toEqual([401, "not_authenticated"]);
  });

  test("doesn't accept the key of a deactivated user", async () => {
    const [user] = fixture.sandbox.control.users();
    fixture.sandbox.control.updateUser(String(user?.id), { isActive: false });
    expect((await fixture.call("GET", "/api/organizations/")).json.code).toBe("authentication_failed");
  });

  test("does not accept a key that was deleted", async () => {
    const { id, apiKey } = fixture.sandbox.control.createKey({ ...FOUNDER, scopes: ["*"] });
    expect(fixture.sandbox.control.deleteKey(id)).toBe(true);
    expect((await fixture.call("GET", "/api/organizations/", undefined, { key: apiKey })).status).toBe(401);
  });
});

describe("recorded: scopes, flow 11:4-55", () => {
  const cases: [scopes: string[] | null, method: string, path: string, status: number][] = [
    [["organization:read"], "GET", "/api/organizations/", 200],
    [["organization:write"], "GET", "/api/organizations/", 200],
    [["organization:read"], "POST", "/api/organizations/", 403],
    [["organization_member:write"], "GET", "/api/organizations/", 403],
    [["*"], "GET", "/api/users/@me/", 200],
    [["organization:write"], "GET", "/api/users/@me/", 403],
    [["annotation:write"], "GET", "/api/personal_api_keys/@current/", 200],
    [null, "GET", "/api/users/@me/", 200],
  ];
  test.each(cases)("a key with %j: %s %s answers %i", async (scopes, method, path, status) => {
    const body = method === "GET" ? undefined : { name: "Scoped" };
    expect((await fixture.call(method, path, body, { key: keyWith(scopes) })).status).toBe(status);
  });

  test("shows an unscoped key as a key with all scopes, and never the key itself", async () => {
    const answer = await fixture.call("GET", "/api/personal_api_keys/@current/", undefined, { key: keyWith(null) });
    expect([answer.json.scopes, answer.json.value, answer.json.mask_value]).toEqual([["*"], null, null]);
  });
});

describe("sandboxOnly: the seeded key", () => {
  test("has the documented scopes and the later ones by name, and is obviously fake", async () => {
    const answer = await fixture.call("GET", "/api/personal_api_keys/@current/");
    expect(answer.json.scopes).toEqual(SEEDED_SCOPES);
    expect(SEEDED_SCOPES).toEqual(expect.arrayContaining([...DOCUMENTED_SCOPES, "hog_function:write"]));
    expect(fixture.sandbox.apiKey).toMatch(/^phx_sandbox_[0-9a-f]{32}$/);
  });

  test("is the same in every fresh sandbox", async () => {
    const other = await openFixture({ seed: "empty" });
    await other.close();
    expect(other.sandbox.apiKey).toBe(fixture.sandbox.apiKey);
  });
});
