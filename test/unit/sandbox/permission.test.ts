import { describe, expect, test } from "@jest/globals";

import { type Dialect, DIALECTS } from "../../../packages/sandbox/src/dialects.ts";
import type { Exchange } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { csvAnswer, wantsCsv } from "../../../packages/sandbox/src/pipeline/csv.ts";
import { whyForeign } from "../../../packages/sandbox/src/pipeline/local-only.ts";
import {
  ADMIN_LEVEL,
  authorizeInOrganization,
  OWNER_LEVEL,
} from "../../../packages/sandbox/src/pipeline/permission.ts";
import { inAll, route } from "../../../packages/sandbox/src/pipeline/route.ts";
import { enforcesSingleSignOn } from "../../../packages/sandbox/src/pipeline/verified-domains.ts";
import { worldWith } from "./world-with.ts";

const SECURITY = "organization_security_settings";
const FOUNDER = "founder@acme.example";

const operation = (scope: string | readonly string[], level: number) => ({
  scope,
  authorize: (exchange: Exchange<"organization_id">) => authorizeInOrganization(exchange, level),
  handle: () => ({ status: 200, headers: {}, body: {} }),
  answers: inAll({ kind: "checked", check: () => undefined }),
});
/** A path for every level, and one that writes. */
const ROUTES = [
  route({
    template: "/api/organizations/:organization_id/notes/",
    title: "Notes",
    allow: "GET, POST, PUT, PATCH, HEAD, OPTIONS",
    operations: {
      GET: operation("organization:read", 1),
      PUT: operation(["organization:read", "role:write"], ADMIN_LEVEL),
      POST: operation("organization:write", OWNER_LEVEL),
      PATCH: operation("organization:write", 1),
    },
  }),
];

/** A world with an organization whose row has these values, and a member of a level there. */
function opened(organization: object, { level = 1, dialect = "2026-09" }: { level?: number; dialect?: Dialect } = {}) {
  const opening = worldWith(ROUTES, { dialect });
  const { world, control, organizationId } = opening;
  control.updateOrganization(organizationId, { ...organization });
  control.createUser({ email: "Ann@Acme.example" });
  control.addMembership({ email: "Ann@Acme.example", organizationId, level });
  const keyOf = (scopes: readonly string[] | null, email = "Ann@Acme.example"): string =>
    control.createKey({ email, scopes, value: `phx_${email}_${String(scopes)}` }).apiKey;
  const ask = (method: string, key: string, headers: Record<string, string> = {}, id = organizationId): string => {
    const { status, body } = opening.send(method, `/api/organizations/${id}/notes/`, key, headers);
    return status === 200 ? "200" : `${status} ${String(Reflect.get(Object(body), "detail"))}`;
  };
  return { world, control, organizationId, keyOf, ask };
}

describe("a key's scopes", () => {
  test.each([
    [null, true, true, true],
    [["*"], true, true, true],
    [["organization:read"], true, false, false],
    [["organization:write"], true, false, true],
    [["organization:write", "role:write"], true, true, true],
    [["organization:read", "role:write"], true, true, false],
    [["organization:read", "role:read"], true, false, false],
    [["organization:readwrite", "xorganization:read", "role:write"], false, false, false],
    [[], false, false, false],
  ])("%j read: %j, read and write beside: %j, write: %j", (scopes, reads, both, writes) => {
    const { keyOf, ask } = opened({}, { level: 15 });
    const key = keyOf(scopes);
    expect(["GET", "PUT", "POST"].map((method) => ask(method, key) === "200")).toEqual([reads, both, writes]);
  });

  test("that lack something are refused with the first of what is missing", () => {
    const { keyOf, ask } = opened({}, { level: 15 });
    const missing = (scope: string): string => `403 API key missing required scope '${scope}'`;
    expect(ask("PUT", keyOf(["x:read"]))).toBe(missing("organization:read"));
    expect(ask("PUT", keyOf(["organization:read"]))).toBe(missing("role:write"));
  });
});

test.each([
  [1, 1, true],
  [1, 8, false],
  [1, 15, false],
  [8, 1, true],
  [8, 8, true],
  [8, 15, false],
  [15, 8, true],
  [15, 15, true],
])("a member of level %d where level %d is needed is let in: %j", (level, least, isIn) => {
  const { keyOf, ask } = opened({}, { level });
  const method = least === 1 ? "GET" : least === 8 ? "PUT" : "POST";
  const refusal = "403 Your organization access level is insufficient.";
  expect(ask(method, keyOf(null))).toBe(isIn ? "200" : refusal);
});

test.each([{}, { members_can_use_personal_api_keys: false, available_product_features: [SECURITY] }])(
  "who is no member of an organization with %j isn't let in, and one that isn't there is not found",
  (organization) => {
    const { keyOf, ask, control } = opened(organization);
    control.createUser({ email: "stranger@acme.example" });
    for (const scopes of [null, ["*"]])
      expect(ask("GET", keyOf(scopes, "stranger@acme.example"))).toBe(
        "403 You do not have permission to perform this action.",
      );
    expect(ask("GET", keyOf(null), {}, "01912345-89ab-7cde-8f01-23456789abcd")).toBe("404 Organization not found.");
  },
);

describe("an organization that bans keys", () => {
  const NO_KEYS_THERE = { members_can_use_personal_api_keys: false, available_product_features: [SECURITY] };
  test.each([
    [{}, 1, ["*"], true],
    [NO_KEYS_THERE, 1, ["*"], false],
    [NO_KEYS_THERE, 7, ["*"], false],
    [NO_KEYS_THERE, 8, ["*"], true],
    [NO_KEYS_THERE, 15, ["*"], true],
    [NO_KEYS_THERE, 1, null, true],
    [{ ...NO_KEYS_THERE, available_product_features: ["sso_enforcement"] }, 1, ["*"], true],
    [{ ...NO_KEYS_THERE, members_can_use_personal_api_keys: true }, 1, ["*"], true],
  ])("by %j, with level %d and scopes %j, lets in: %j", (organization, level, scopes, isIn) => {
    const { keyOf, ask } = opened({ name: 'Acme "é|"', ...organization }, { level });
    expect(ask("GET", keyOf(scopes))).toBe(
      isIn
        ? "200"
        : `403 Organization 'Acme "é|"' does not allow using personal API keys. Contact an admin to enable personal API keys for this organization.`,
    );
  });
});

describe("the service's own agent", () => {
  const ONLY_READ = { read_only_mcp_access: true, available_product_features: [SECURITY] };
  const AGENT = "posthog/mcp-server 1.0";
  test.each<[object, string, string, Dialect, boolean]>([
    [ONLY_READ, AGENT, "PATCH", "2026-09", false],
    [ONLY_READ, `x ${AGENT}`, "PATCH", "2026-09", false],
    [ONLY_READ, AGENT, "GET", "2026-09", true],
    [ONLY_READ, "posthog/mcp", "PATCH", "2026-09", true],
    [ONLY_READ, AGENT, "PATCH", "2025-08", true],
    [ONLY_READ, AGENT, "PATCH", "documented", true],
    [{ ...ONLY_READ, read_only_mcp_access: false }, AGENT, "PATCH", "2026-09", true],
    [{ ...ONLY_READ, read_only_mcp_access: null }, AGENT, "PATCH", "2026-09", true],
    [{ ...ONLY_READ, available_product_features: [] }, AGENT, "PATCH", "2026-09", true],
  ])("with %j as %s may %s in %s: %j", (organization, agent, method, dialect, may) => {
    const { keyOf, ask } = opened(organization, { dialect });
    const refusal =
      "403 Your organization restricts MCP access to read-only. An organization admin can change this in your organization settings.";
    expect(ask(method, keyOf(null), { "user-agent": agent })).toBe(may ? "200" : refusal);
  });

  test("is refused each write, also beside a read", () => {
    const { keyOf, ask } = opened(ONLY_READ, { level: 15 });
    const key = keyOf(null);
    for (const method of ["PUT", "POST"])
      expect(ask(method, key, { "user-agent": AGENT })).toMatch(/^403 Your organization restricts MCP/u);
  });
});

describe("an organization that only lets in its verified domains", () => {
  const VERIFIED = "2030-01-01T00:00:00Z";
  const domain = (more: object) => ({
    id: `d-${JSON.stringify(more)}`,
    organization: "",
    domain: "acme.example",
    verified_at: VERIFIED,
    verification_challenge: "c",
    jit_provisioning_enabled: false,
    sso_enforcement: "",
    saml_entity_id: null,
    saml_acs_url: null,
    saml_x509_cert: null,
    ...more,
  });

  test.each<[boolean | null, object | undefined, Dialect, boolean]>([
    [true, {}, "2026-09", true],
    [true, { domain: "ACME.example" }, "2026-09", true],
    [true, { verified_at: null }, "2026-09", false],
    [true, { domain: "cme.example" }, "2026-09", false],
    [true, { domain: "sub.acme.example" }, "2026-09", false],
    [true, { organization: "another" }, "2026-09", false],
    [true, undefined, "2026-09", false],
    [false, undefined, "2026-09", true],
    [null, undefined, "2026-09", true],
    [true, undefined, "2025-08", true],
  ])("enforced %j, with the domain %j, in %s: lets in %j", (enforce_verified_domains, more, dialect, isIn) => {
    const { world, organizationId, keyOf, ask } = opened({ enforce_verified_domains }, { dialect });
    const row = more === undefined ? undefined : domain({ organization: organizationId, ...more });
    world.store.transaction(() => row !== undefined && world.store.tables.domains.put(row));
    const refusal =
      "403 Your organization only allows members with a verified email domain. Contact your organization's admin for access.";
    expect(ask("GET", keyOf(null))).toBe(isIn ? "200" : refusal);
  });

  test.each<[object, readonly string[], boolean]>([
    [{}, ["sso_enforcement"], false],
    [{ sso_enforcement: "google-oauth2" }, ["sso_enforcement"], true],
    [{ sso_enforcement: "google-oauth2" }, ["saml"], false],
    [{ sso_enforcement: "google-oauth2", verified_at: null }, ["sso_enforcement"], false],
    [{ sso_enforcement: "saml" }, ["sso_enforcement"], false],
    [{ sso_enforcement: "saml" }, ["sso_enforcement", "saml"], true],
    [{ sso_enforcement: "saml", organization: "another" }, ["sso_enforcement", "saml"], false],
    [{ sso_enforcement: "google-oauth2", domain: "cme.example" }, ["sso_enforcement"], false],
  ])("with the domain %j and the features %j asks for single sign-on: %j", (more, features, asks) => {
    const { world, organizationId } = opened({ available_product_features: features });
    world.store.transaction(() => world.store.tables.domains.put(domain({ organization: organizationId, ...more })));
    expect(enforcesSingleSignOn(world, "ann@b@acme.example")).toBe(asks);
    expect(enforcesSingleSignOn(world, FOUNDER.replace("acme", "other"))).toBe(false);
  });
});

describe("a request from elsewhere", () => {
  test.each(["localhost", "LOCALHOST:8010", "a.b-c.localhost", "127.0.0.1", "127.1.2.3:80", "[::1]:8010"])(
    "isn't one to or from %s",
    (name) => {
      expect(whyForeign({ host: name })).toBeUndefined();
      expect(whyForeign({ host: name, origin: `http://${name}` })).toBeUndefined();
    },
  );

  test.each([
    "example.com",
    "localhost.example.com",
    "xlocalhost",
    "128.0.0.1",
    "127.0.0.1.example.com",
    "[::2]",
    "a b",
  ])("is one to or from %s", (name) => {
    expect(whyForeign({ host: name })).toMatch(/^The sandbox responds only to loopback names, .* the header Host is /u);
    expect(whyForeign({ host: "localhost", origin: `http://${name}` })).toMatch(/ header Origin is http/u);
  });

  test("is one from a page without an address, and one without either header isn't", () => {
    expect(whyForeign({ host: "localhost", origin: "null" })).toContain("the header Origin is null.");
    expect(whyForeign({})).toBeUndefined();
  });
});

describe("a table of comma-separated values", () => {
  const exchange = (
    url: string,
    { accept, csv = true }: { accept?: string; csv?: boolean } = {},
    dialect = "2025-08",
  ) =>
    ({
      world: { dialect },
      request: { url, headers: { accept } },
      query: new URLSearchParams(url.split("?")[1] ?? ""),
      match: { route: { csv } },
    }) as unknown as Exchange; // -- all that is read

  test.each<[string, string | undefined, boolean]>([
    ["/a/", undefined, false],
    ["/a/?format=csv", undefined, true],
    ["/a/?format=json", "text/csv", false],
    ["/a.csv?format=", undefined, false],
    ["/a.csv", undefined, true],
    ["/a.csv/?b=1", undefined, true],
    ["/a.csv/b/", undefined, false],
    ["/acsv", undefined, false],
    ["/a/?b=a.csv", undefined, false],
    ["/a/", "text/csv, */*;q=0.1", true],
    ["/a/", "application/json, text/csv", false],
  ])("is asked for by %s with %j: %j", (url, accept, asked) => {
    const headers = accept === undefined ? {} : { accept };
    expect(wantsCsv(exchange(url, headers))).toBe(asked);
    expect(wantsCsv(exchange(url, { ...headers, csv: false }))).toBe(false);
  });

  const textOf = (body: unknown): string | undefined =>
    csvAnswer(exchange("/a/"), { status: 200, headers: {}, body }).text;

  test("has a sorted header of everything in its rows, which are as deep as they are", () => {
    const rows = [
      { b: 1.5, a: { y: true, x: [null, "é|"] }, "q,": false },
      { c: 'say "hi"\n', b: "2030-01-01T00:00:00Z", a: { x: "2030-01-01T00:00:00Z" } },
      { b: "2030-01-01T00:00:00.123456Z", c: "2030-01-01T00:00:00.123Z" },
      { b: "one\rline", c: "" },
    ];
    const expected = [
      'a.x,a.x.0,a.x.1,a.y,b,c,"q,"',
      ",,é|,True,1.5,,False",
      '2030-01-01T00:00:00Z,,,,2030-01-01 00:00:00+00:00,"say ""hi""\n",',
      ",,,,2030-01-01 00:00:00.123456+00:00,2030-01-01T00:00:00.123Z,",
      ',,,,"one\rline",,',
      "",
    ].join("\r\n");
    expect(textOf(rows)).toBe(expected);
    expect(textOf({ count: 3, results: rows })).toBe(expected);
  });

  test("is empty without rows, and no table without a list", () => {
    expect([textOf([]), textOf({ results: [] })]).toEqual(["", ""]);
    for (const body of [{ a: 1 }, "text", null, { results: {} }]) expect(textOf(body)).toBeUndefined();
  });

  test("isn't made of a refusal, and fails for a write that answers nothing", () => {
    const answer = { headers: { Allow: "GET" }, body: [{ a: 1 }] };
    for (const status of [400, 404, 500])
      expect(csvAnswer(exchange("/a/"), { ...answer, status })).toEqual({ status, headers: { Allow: "GET" } });
    expect(csvAnswer(exchange("/a/"), { ...answer, status: 399 }).headers).toEqual({
      "Content-Type": "text/csv; charset=utf-8",
      Allow: "GET",
    });
    const nothing = { status: 204, headers: {} };
    expect(csvAnswer(exchange("/a/", {}, "documented"), nothing)).toEqual(nothing);
    for (const dialect of DIALECTS.filter((one) => one !== "documented"))
      expect(csvAnswer(exchange("/a/", {}, dialect), nothing)).toMatchObject({
        status: 500,
        text: expect.stringMatching(/^<!DOCTYPE html>/u),
      });
  });
});
