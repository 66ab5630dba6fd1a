import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

let fixture: Fixture;
let project: number;
/** An unscoped key, and below it one with every scope. */
let key: string;
let scoped: string;
beforeEach(async () => {
  fixture = await openFixture({ dialect: "2025-08" });
  project = (await fixture.call("GET", fixture.at("projects/"))).json.results[0].id;
  const { control } = fixture.sandbox;
  key = control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
  scoped = control.createKey({ email: "founder@acme.example", scopes: ["*"] }).apiKey;
});
afterEach(() => fixture.close());

const call = (method: string, path: string, body?: object, with_ = key): Promise<TestAnswer> =>
  fixture.call(method, `/api/projects/${project}/${path}`, body, { key: with_ });
const said = ({ status, json }: TestAnswer): unknown[] => [status, json?.code, json?.attr, json?.detail];
const NO_KEYS = "This action does not support Personal API Key access";

describe("rules of access of 2025-08, newer facts", () => {
  test("exist for projects, for kinds with the older name, and for objects, but not with the newer name", async () => {
    const dashboards = { project, resource: "dashboard", id: "7" };
    fixture.sandbox.control.call("POST", "guarded-objects", dashboards);
    const paths = ["access_controls/", "global_access_controls/", "dashboards/7/access_controls/"];
    for (const path of paths) {
      const kind = path.startsWith("global") ? { resource: "dashboard" } : {};
      const level = path === "access_controls/" ? "member" : "viewer";
      const put = await call("PUT", path, { access_level: level, ...kind });
      expect([path, put.status, put.json.access_level]).toEqual([path, 200, level]);
      const { json } = await call("GET", path);
      expect(json.access_controls).toEqual([put.json]);
      expect(Object.keys(json)).toEqual([
        "access_controls",
        "available_access_levels",
        "default_access_level",
        "user_access_level",
        "user_can_edit_access_levels",
      ]);
      expect((await call("PUT", path, { access_level: null, ...kind })).status).toBe(204);
      expect((await call("GET", path)).json.access_controls).toEqual([]);
    }
    expect(said(await call("GET", "resource_access_controls/"))).toEqual([
      404,
      "not_found",
      null,
      "Endpoint not found.",
    ]);
    expect(said(await call("PUT", "resource_access_controls/", {})).slice(0, 2)).toEqual([404, "not_found"]);
    fixture.sandbox.control.setDialect("documented");
    for (const path of paths) expect((await call("GET", path)).status).toBe(404);
  });

  test("can be read but not written by a key with scopes", async () => {
    expect((await call("GET", "access_controls/", undefined, scoped)).status).toBe(200);
    expect(said(await call("PUT", "access_controls/", { access_level: "none" }, scoped))).toEqual([
      403,
      "permission_denied",
      null,
      NO_KEYS,
    ]);
  });

  test("of a role need no plan feature", async () => {
    const { id: role } = (await fixture.call("POST", fixture.at("roles/"), { name: "Analysts" }, { key })).json;
    const { organizationId, control } = fixture.sandbox;
    control.updateOrganization(organizationId, { available_product_features: [] });
    expect((await call("PUT", "access_controls/", { access_level: "none", role })).status).toBe(200);
  });

  test("aren't guessed if the facts are unknown", async () => {
    const { control, organizationId } = fixture.sandbox;
    control.setFeatures(organizationId, ["access_control"]);
    control.createUser({ email: "ann@acme.example" });
    control.addMembership({ email: "ann@acme.example", organizationId, level: 1 });
    const ann = control.createKey({ email: "ann@acme.example", scopes: null }).apiKey;
    expect((await call("GET", "access_controls/", undefined, ann)).status).toBe(200);
    expect((await call("PUT", "access_controls/", { access_level: "none" })).status).toBe(200);
    const unknown = [
      await call("GET", "access_controls/", undefined, ann),
      await call("GET", "hog_functions/", undefined, ann),
      await fixture.call("GET", fixture.at("projects/"), undefined, { key: ann }),
      await call("PUT", "global_access_controls/", { access_level: "viewer", resource: "experiment" }),
      await call("PUT", "global_access_controls/", { access_level: "viewer", resource: "dashboard", resource_id: "7" }),
      await call("PUT", "access_controls/", { access_level: "none", organization_member: "me" }),
      await call("GET", "experiments/7/access_controls/"),
      await call("GET", "users_with_access/"),
    ];
    for (const answer of unknown) {
      expect([answer.status, answer.json.code]).toEqual([501, "not_implemented"]);
      expect(answer.json.detail).toMatch(/in 2025-08 is not known\.$/u);
    }
  });
});

describe("integrations of 2025-08, newer facts", () => {
  test("are for unscoped keys only", async () => {
    for (const [method, path] of [
      ["GET", "integrations/"],
      ["POST", "integrations/"],
      ["GET", "integrations/1/"],
      ["PATCH", "integrations/1/"],
      ["DELETE", "integrations/1/"],
    ] as const) {
      expect(said(await call(method, path, method === "POST" ? {} : undefined, scoped))).toEqual([
        403,
        "permission_denied",
        null,
        NO_KEYS,
      ]);
    }
    expect((await call("PATCH", "integrations/1/", {})).status).toBe(405);
  });

  test("can be created by key for Twilio, for a sending domain, and for Mailjet", async () => {
    const twilio = { account_sid: "AC1", auth_token: "secret" };
    const { status, json: phone } = await call("POST", "integrations/", { kind: "twilio", config: twilio });
    expect([status, phone]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: "twilio",
        config: { account_sid: "AC1" },
        created_at: expect.any(String),
        created_by: expect.objectContaining({ email: "founder@acme.example" }),
        errors: "",
        display_name: "ID: AC1",
      },
    ]);
    const email = (config: object): Promise<TestAnswer> => call("POST", "integrations/", { kind: "email", config });
    expect((await email({ domain: "mail.acme.example" })).json).toMatchObject({
      config: { domain: "mail.acme.example", mailjet_verified: false, aws_ses_verified: false },
      display_name: "ID: mail.acme.example",
    });
    const { json: keys } = await email({ api_key: "public", secret_key: "secret" });
    expect(keys.config).toEqual({ api_key: "public", vendor: "mailjet" });
    expect((await call("GET", "integrations/?kind=twilio")).json.count).toBe(3);
    expect((await call("DELETE", `integrations/${phone.id}/`)).status).toBe(204);
  });

  test("of other kinds are refused, or aren't known", async () => {
    const answers = await Promise.all(
      (
        [
          ["aws-s3", {}],
          ["google-cloud-service-account", {}],
          ["carrier-pigeon", {}],
          ["email", { email: "ann@acme.example" }],
          ["email", { api_key: "public" }],
          ["google-pubsub", {}],
          ["github", {}],
          ["github", { installation_id: "1" }],
          ["slack", {}],
          ["gitlab", {}],
          ["email", { domain: "no domain" }],
        ] as const
      ).map(async ([kind, config]) => said(await call("POST", "integrations/", { kind, config }))),
    );
    expect(answers).toEqual([
      [400, "invalid_choice", "kind", '"aws-s3" is not a valid choice.'],
      [400, "invalid_choice", "kind", '"google-cloud-service-account" is not a valid choice.'],
      [400, "invalid_choice", "kind", '"carrier-pigeon" is not a valid choice.'],
      [400, "invalid_input", null, "Domain is required for email integration"],
      [400, "invalid_input", null, "Both api_key and secret_key are required for Mail integration"],
      [400, "invalid_input", null, "Key file not provided"],
      [400, "invalid_input", null, "An installation_id must be provided"],
      ...Array.from({ length: 4 }, () => [501, "not_implemented", null, expect.any(String)]),
    ]);
  });
});
