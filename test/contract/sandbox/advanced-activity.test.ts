import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Analytics, openAnalytics } from "./analytics.ts";

let fixture: Analytics;
beforeEach(async () => {
  fixture = await openAnalytics({ dialect: "2026-09" });
});
afterEach(() => fixture.close());

describe("the activity of a project, service 2026-09, other-organization-scoped.md and the service's public code", () => {
  test("lists persons, newest first, and nothing that the sandbox doesn't record completely", async () => {
    const list = (query: string, key?: string): ReturnType<typeof fixture.call> =>
      fixture.call(
        "GET",
        fixture.under(`advanced_activity_logs/?${query}`),
        undefined,
        key === undefined ? {} : { key },
      );
    expect((await list("scopes=Person")).json).toEqual({ next: null, previous: null, results: [] });
    await fixture.capture([{ event: "$identify", distinct_id: "a", properties: { $set: { plan: "pro" } } }]);
    const [person] = (await fixture.call("GET", fixture.under("persons/"))).json.results;
    for (const [value, headers] of [
      ["free", { "x-posthog-client": "orgform" }],
      ["gone", {}],
    ] as const) {
      const path = fixture.under(`persons/${person.uuid}/update_property/`);
      await fixture.call("POST", path, { key: "plan", value }, { headers });
    }
    const first = (await list("scopes=Person&page_size=1&follow=false&ordering=-created_at")).json;
    expect(first.results).toMatchObject([{ scope: "Person", team_id: fixture.project, client: null, unread: false }]);
    const rest = (await fixture.call("GET", first.next.replace(/^https?:\/\/[^/]+/, ""))).json;
    // The log shows the program of an entry, if the caller names it.
    expect([rest.results.map(({ client }: { client: unknown }) => client), rest.next]).toEqual([["orgform"], null]);
    for (const query of [
      "",
      "scopes=HogFunction",
      "scopes=Person&search_text=a",
      "scopes=Person&ordering=created_at",
    ]) {
      expect((await list(query)).status).toBe(501);
    }
    expect((await list("scopes=Person&page_size=5000")).status).toBe(400);
    const { control } = fixture.sandbox;
    const blind = control.createKey({ email: "founder@acme.example", scopes: ["person:read"] }).apiKey;
    expect((await list("scopes=Person", blind)).status).toBe(403);
  });

  test("takes its kinds in each of the service's forms, and refuses a list that is none", async () => {
    await fixture.call("PATCH", `/api/projects/${fixture.project}/`, { name: "Shop", week_start_day: 1 });
    const kinds = async (...scopes: string[]): Promise<unknown> => {
      const query = scopes.map((scope) => `scopes=${encodeURIComponent(scope)}`).join("&");
      const { status, json } = await fixture.call("GET", fixture.under(`advanced_activity_logs/?${query}`));
      return status === 200
        ? json.results.map(({ scope }: { scope: string }) => scope)
        : [status, json.attr, json.detail];
    };
    expect(await kinds("Project")).toEqual(["Project"]);
    const both = await kinds("Project", "Team");
    expect(both).toEqual(expect.arrayContaining(["Project", "Team"]));
    expect(await kinds('["Project", "Team"]')).toEqual(both);
    expect(await kinds("", '["Team"]', "Project")).toEqual(both);
    for (const scopes of [['["Project"'], ["[Project]"], ["Project", "["]])
      expect(await kinds(...scopes)).toEqual([400, "scopes", "Expected a list of items."]);
    for (const scopes of [[""], ["[]"], ["[1]"], ['["Project", "Survey"]'], ['{"a": "Project"}']])
      expect(await kinds(...scopes)).toEqual([
        501,
        null,
        "The sandbox can't list the activity of a project for scopes other than Person, Project, Team: it doesn't log all of that activity.",
      ]);
  });

  test("lists the project itself by object, only for keys with the scope, and no kind that isn't recorded completely", async () => {
    const { project, sandbox } = fixture;
    const log = (query: string, key?: string): ReturnType<typeof fixture.call> =>
      fixture.call("GET", fixture.under(`activity_log/?${query}`), undefined, key === undefined ? {} : { key });
    const change = (body: object, headers: Record<string, string>): ReturnType<typeof fixture.call> =>
      fixture.call("PATCH", `/api/projects/${project}/`, body, { headers });
    await change({ timezone: "Europe/Paris" }, { "x-posthog-client": "mcp" });
    await change({ name: "Shop", week_start_day: 1 }, {});
    const team = (await log(`scope=Team&item_id=${project}&page_size=100`)).json;
    expect(team).toMatchObject({ next: null, previous: null });
    expect(team.results).toMatchObject([
      { client: null, item_id: String(project), user: { email: "founder@acme.example" } },
      { client: "mcp", detail: { changes: [{ field: "timezone", before: "UTC", after: "Europe/Paris" }] } },
    ]);
    expect((await log("scope=Project")).json.results).toMatchObject([{ detail: { changes: [{ field: "name" }] } }]);
    expect((await log("scope=Team&item_id=999999")).json.results).toEqual([]);
    for (const query of [
      "",
      "scope=HogFunction",
      "scope=Team&user=1",
      "scope=Team&page=2",
      "scope=Team&follow=false",
    ]) {
      expect((await log(query)).status).toBe(501);
    }
    const blind = sandbox.control.createKey({ email: "founder@acme.example", scopes: ["project:read"] }).apiKey;
    const refused = await log("scope=Team", blind);
    expect([refused.status, refused.json.detail]).toEqual([403, "API key missing required scope 'activity_log:read'"]);
    sandbox.control.setDialect("2025-08");
    const absent = await log("scope=Team");
    expect([absent.status, absent.json.detail]).toEqual([404, "Endpoint not found."]);
  });

  test("is refused to members for a whole organization, and not emulated for administrators", async () => {
    const { control } = fixture.sandbox;
    const founder = control.users().find(({ email }) => email === "founder@acme.example");
    const organization = founder?.current_organization ?? "";
    control.createUser({ email: "member@acme.example" });
    control.addMembership({ email: "member@acme.example", organizationId: organization, level: 1 });
    const { apiKey } = control.createKey({ email: "member@acme.example", scopes: ["activity_log:read"] });
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "available_filters/"],
      ["POST", "export/"],
    ] as const) {
      const url = `/api/organizations/${organization}/advanced_activity_logs/${path}`;
      const refused = await fixture.call(method, url, undefined, { key: apiKey });
      expect([refused.status, refused.json.code, refused.json.detail]).toEqual([
        403,
        "permission_denied",
        "Only organization admins and owners can view organization-wide activity logs.",
      ]);
      expect((await fixture.call(method, url)).status).toBe(501);
    }
  });
});
