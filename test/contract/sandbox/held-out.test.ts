import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

const FOUNDER = { email: "founder@acme.example" };
const START = "2030-01-01T12:00:00Z";

/** Results of a comparison with recordings that were set aside. @source 2025-08-held-out */
describe.each(["documented", "2025-08"] as const)("held out of the recordings, dialect %s", (dialect) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await openFixture({ dialect, now: START, newOrganizationFeatures: "none" });
    fixture.sandbox.control.setClock(START, true);
  });
  afterEach(() => fixture.close());

  const get = async (path: string) => (await fixture.call("GET", path)).json;
  const later = () => fixture.sandbox.control.advanceClock(60);

  test("a changed role is listed after the others", async () => {
    const make = async (name: string): Promise<string> =>
      (await fixture.call("POST", fixture.at("roles/"), { name })).json.id as string;
    const first = await make("First");
    await make("Second");
    await fixture.call("PATCH", fixture.at(`roles/${first}/`), { feature_flags_access_level: 21 });
    const { results } = await get(fixture.at("roles/"));
    expect(results.map(({ name }: { name: string }) => name)).toEqual(["Second", "First"]);
  });

  test("a person who makes somebody else an owner is saved, too", async () => {
    const { control, organizationId } = fixture.sandbox;
    const { id } = control.createUser({ email: "amy@acme.example" });
    control.addMembership({ userId: id, organizationId, level: 8 });
    const savedAt = async (): Promise<string> => {
      const { results } = await get(fixture.at("members/"));
      return results.find(({ user }: { user: { email: string } }) => user.email === FOUNDER.email).updated_at;
    };
    const before = await savedAt();
    later();
    await fixture.call("PATCH", fixture.at(`members/${id}/`), { level: 1 });
    expect(await savedAt()).toBe(before);
    await fixture.call("PATCH", fixture.at(`members/${id}/`), { level: 15 });
    expect(Date.parse(await savedAt())).toBeGreaterThan(Date.parse(before));
  });

  test("a record that is being deleted is written again by another delete", async () => {
    const { json } = await fixture.call("POST", fixture.at("proxy_records/"), { domain: "e.acme.example" });
    fixture.sandbox.control.call("PATCH", `proxy-records/${json.id}`, { status: "valid" });
    const path = fixture.at(`proxy_records/${json.id}/`);
    await fixture.call("DELETE", path);
    const shown = async () => {
      const listed = await get(fixture.at("proxy_records/"));
      return (Array.isArray(listed) ? listed : listed.results)[0];
    };
    const before = await shown();
    fixture.sandbox.control.advanceClock(1);
    await fixture.call("DELETE", path);
    const after = await shown();
    expect([before.status, after.status]).toEqual(["deleting", "deleting"]);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  });

  test("the ID of a key has 43 letters and digits", async () => {
    const { apiKey } = fixture.sandbox.control.createKey({ ...FOUNDER, scopes: null });
    const { json } = await fixture.call("GET", "/api/personal_api_keys/@current/", undefined, { key: apiKey });
    expect(json.id).toMatch(/^[A-Za-z0-9]{43}$/u);
  });

  test("a body that isn't JSON is refused before the plan is checked", async () => {
    const { control, organizationId } = fixture.sandbox;
    control.setFeatures(organizationId, []);
    const made = await fixture.call("POST", "/api/organizations/", undefined, { raw: "{" });
    expect([made.status, made.json.code]).toEqual([400, "parse_error"]);
    expect((await fixture.call("POST", "/api/organizations/", { name: "Second" })).status).toBe(403);
  });
});
