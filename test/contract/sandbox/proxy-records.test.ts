import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
const DIALECTS: readonly Dialect[] = ["documented", "2025-08"];
const WEEK_S = 7 * 24 * 3600;

type Shown = { readonly id: string; readonly status: string; readonly message: string | null; readonly domain: string };

const post = (body: unknown, at = fixture.at()) => fixture.call("POST", `${at}proxy_records/`, body);
const remove = (id: string) => fixture.call("DELETE", fixture.at(`proxy_records/${id}/`));

async function listed(query = ""): Promise<Shown[]> {
  const { json } = await fixture.call("GET", fixture.at(`proxy_records/${query}`));
  return (Array.isArray(json) ? json : json.results) as Shown[];
}

const statesOf = async (): Promise<string[]> => (await listed()).map(({ status }) => status);

/** A record with this status. */
async function recordIn(status: string, domain = "e.acme.example"): Promise<string> {
  const { json } = await post({ domain });
  fixture.sandbox.control.call("PATCH", `proxy-records/${json.id}`, { status });
  return json.id as string;
}

function secondPath(): string {
  const { control } = fixture.sandbox;
  const second = control.createOrganization({ email: "founder@acme.example", name: "Second" });
  return `/api/organizations/${second.id}/`;
}

describe.each(DIALECTS)("proxy records in dialect %s", (dialect) => {
  const isLive = dialect === "2025-08";
  beforeEach(async () => {
    fixture = await openFixture({ dialect });
    fixture.sandbox.control.setClock("2025-08-01T00:00:00Z", true);
  });
  afterEach(() => fixture.close());

  test("proxy-records create and list: newest first, with the target that the domain must point to", async () => {
    const { status, json } = await post({ domain: "e.acme.example", status: "valid", target_cname: "mine.example" });
    expect(status).toBe(isLive ? 200 : 201);
    expect(json).toEqual({
      id: json.id,
      domain: "e.acme.example",
      target_cname: expect.stringMatching(/^[0-9a-f]{20}\./u),
      status: "waiting",
      message: null,
      created_at: "2025-08-01T00:00:00Z",
      updated_at: "2025-08-01T00:00:00Z",
      created_by: 1,
    });
    await post({ domain: "f.acme.example" });
    expect((await listed()).map(({ domain }) => domain)).toEqual(["f.acme.example", "e.acme.example"]);
    expect(await listed("?limit=1")).toHaveLength(isLive ? 2 : 1);
  });

  test("proxy-records create: the same domain gets the same target again, but another one in another organization", async () => {
    const { json } = await post({ domain: "e.acme.example" });
    await remove(json.id);
    expect((await post({ domain: "e.acme.example" })).json.target_cname).toBe(json.target_cname);
    await remove((await listed())[0]?.id ?? "");
    expect((await post({ domain: "e.acme.example" }, secondPath())).json.target_cname).not.toBe(json.target_cname);
  });

  test("proxy-records create: a domain is stored as sent", async () => {
    const names = [
      "E.acme.example",
      "e.acme.example.",
      " e.acme.example ",
      "",
      "https://e.acme.example",
      "*.example",
      "x".repeat(64),
    ];
    for (const domain of names) expect((await post({ domain })).json.domain).toBe(domain);
    expect((await listed()).map(({ domain }) => domain)).toEqual([...names].reverse());
  });

  test.each([
    ["a domain of 65 characters", { domain: "x".repeat(65) }, "max_length"],
    ["no domain", {}, "required"],
    ["null", { domain: null }, "null"],
    ["a number", { domain: 7 }, "invalid_input"],
    ["a list for a body", [], "invalid_input"],
    ["a domain that is taken", { domain: "taken.example" }, "unique"],
  ])("proxy-records create: %s is refused", async (_what, body, code) => {
    await post({ domain: "taken.example" }, secondPath());
    const answer = await post(body);
    expect([answer.status, answer.json.code]).toEqual(isLive ? [500, "error"] : [400, code]);
    expect(await listed()).toEqual([]);
  });

  test("proxy-records get and update: a single record has a path only in the contract", async () => {
    const { json } = await post({ domain: "e.acme.example" });
    const at = fixture.at(`proxy_records/${json.id}/`);
    const answers = [await fixture.call("GET", at), await fixture.call("PATCH", at, {})];
    expect(answers.map(({ status }) => status)).toEqual(isLive ? [500, 500] : [200, 200]);
    expect(answers.map((answer) => answer.json.id)).toEqual(isLive ? [undefined, undefined] : [json.id, json.id]);
    const moved = await fixture.call("PATCH", at, { domain: "f.acme.example" });
    expect(moved.status).toBe(isLive ? 500 : 501);
    const unknown = await fixture.call("GET", fixture.at("proxy_records/01912345-89ab-7cde-8f01-23456789abcd/"));
    expect(unknown.status).toBe(isLive ? 500 : 404);
  });

  test.each(["waiting", "erroring", "timed_out"])(
    "proxy-records delete: a record that is %s is deleted at once",
    async (status) => {
      const answer = await remove(await recordIn(status));
      expect([answer.status, answer.json]).toEqual(isLive ? [200, { success: true }] : [204, undefined]);
      expect(await listed()).toEqual([]);
      expect((await post({ domain: "e.acme.example" })).status).toBe(isLive ? 200 : 201);
    },
  );

  test.each(["issuing", "valid", "warning"])(
    "proxy-records delete: a record that is %s is deleted later, and keeps its domain meanwhile",
    async (status) => {
      const id = await recordIn(status);
      expect((await remove(id)).status).toBe(isLive ? 200 : 204);
      expect(await statesOf()).toEqual(["deleting"]);
      expect((await post({ domain: "e.acme.example" })).status).toBe(isLive ? 500 : 400);
      expect((await remove(id)).status).toBe(isLive ? 200 : 204);
      fixture.sandbox.control.advanceClock(300);
      expect(await listed()).toEqual([]);
      expect((await remove(id)).status).toBe(isLive ? 500 : 404);
    },
  );

  test("proxy-records states: waits for the CNAME record, then for the certificate, and is monitored", async () => {
    const { control } = fixture.sandbox;
    const { json } = await post({ domain: "e.acme.example" });
    control.advanceClock(3600);
    expect(await statesOf()).toEqual(["waiting"]);
    control.setDnsName("e.acme.example", { CNAME: `${String(json.target_cname).toUpperCase()}.` });
    const seen = new Set<string>();
    for (let passed = 0; passed < 20 * 60; passed += 30) {
      control.advanceClock(30);
      seen.add((await listed())[0]?.status ?? "");
    }
    expect([...seen]).toEqual(["waiting", "issuing", "valid"]);
    expect((await listed())[0]).toMatchObject({ status: "valid", message: null });
    control.advanceClock(24 * 3600);
    expect((await listed())[0]).toMatchObject({ status: "valid", message: "" });
    control.setDnsName("e.acme.example", { CNAME: "elsewhere.example" });
    control.advanceClock(24 * 3600);
    expect((await listed())[0]?.status).toBe("erroring");
    expect((await listed())[0]?.message).toContain("e.acme.example");
    control.setDnsName("e.acme.example", { CNAME: String(json.target_cname) });
    control.advanceClock(24 * 3600);
    expect((await listed())[0]).toMatchObject({ status: "valid", message: "" });
  });

  test("proxy-records states: seven days without the CNAME record are enough", async () => {
    await post({ domain: "e.acme.example" });
    fixture.sandbox.control.advanceClock(WEEK_S - 1);
    expect(await statesOf()).toEqual(["waiting"]);
    fixture.sandbox.control.advanceClock(600);
    expect(await statesOf()).toEqual(["timed_out"]);
    expect((await listed())[0]).toHaveProperty("updated_at");
  });

  test("proxy-records list, create and delete: members read, administrators write", async () => {
    const { control, organizationId } = fixture.sandbox;
    const email = "member@acme.example";
    control.createUser({ email });
    control.addMembership({ email, organizationId, level: 1 });
    const { apiKey: key } = control.createKey({ email, scopes: ["organization:write"] });
    const id = await recordIn("waiting");
    const path = fixture.at("proxy_records/");
    expect((await fixture.call("GET", path, undefined, { key })).status).toBe(200);
    expect((await fixture.call("POST", path, { domain: "m.acme.example" }, { key })).status).toBe(403);
    expect((await fixture.call("DELETE", `${path}${id}/`, undefined, { key })).status).toBe(403);
    expect(await statesOf()).toEqual(["waiting"]);
  });

  test("proxy-records delete: a record of another organization can't be deleted", async () => {
    const { json } = await post({ domain: "e.acme.example" }, secondPath());
    expect((await remove(json.id)).status).toBe(isLive ? 500 : 404);
    expect(fixture.sandbox.control.call("GET", "proxy-records")).toMatchObject([{ id: json.id, status: "waiting" }]);
  });
});

test("the control plane removes a record at once, whatever its state", async () => {
  fixture = await openFixture();
  const id = await recordIn("valid");
  fixture.sandbox.control.call("DELETE", `proxy-records/${id}`);
  expect(await listed()).toEqual([]);
  await fixture.close();
});

test("the control plane names unknown fields of proxy records", async () => {
  fixture = await openFixture();
  const { control } = fixture.sandbox;
  expect(() => control.call("PATCH", "proxy-records/nobody", { status: "valid" })).toThrow("no proxy record nobody");
  expect(() => control.call("DELETE", "proxy-records/nobody")).toThrow("no proxy record nobody");
  expect(() => control.call("PATCH", "proxy-records/nobody", { status: "fine" })).toThrow("status");
  await fixture.close();
});

describe("proxy records of 2026-09, service 2026-09, proxy-records.md", () => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2026-09" });
    fixture.sandbox.control.setClock("2026-09-01T00:00:00Z", true);
  });
  afterEach(() => fixture.close());

  const unscoped = () => fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
  const ask = (id: string, what: string, key?: string) =>
    fixture.call("POST", fixture.at(`proxy_records/${id}/${what}/`), {}, key === undefined ? {} : { key });

  test("are created with 201, listed with the plan's limit, read singly, and removed with 200", async () => {
    const made = await post({ domain: " e.acme.example " });
    const record = { domain: "e.acme.example", root_redirect_url: null, root_redirect_supported: true };
    expect([made.status, made.json]).toMatchObject([201, record]);
    const list = await fixture.call("GET", fixture.at("proxy_records/"));
    expect(list.json).toEqual({ results: [made.json], max_proxy_records: 2 });
    const at = fixture.at(`proxy_records/${made.json.id}/`);
    expect((await fixture.call("GET", at)).json).toEqual(made.json);
    const removed = await fixture.call("DELETE", at);
    expect([removed.status, removed.json]).toEqual([200, { success: true }]);
    expect((await fixture.call("GET", at)).status).toBe(404);
    expect((await fixture.call("DELETE", at)).status).toBe(404);
  });

  test("are limited by the plan, in an error without type and code", async () => {
    const { control, organizationId } = fixture.sandbox;
    for (const name of ["a", "b"]) expect((await post({ domain: `${name}.acme.example` })).status).toBe(201);
    const refused = await post({ domain: "c.acme.example" });
    expect([refused.status, refused.json]).toEqual([400, { detail: "Maximum of 2 proxy records per organization." }]);
    control.call("PUT", "proxy-record-quota", { organization: organizationId, limit: 3 });
    expect((await post({ domain: "c.acme.example" })).status).toBe(201);
  });

  test.each([
    ["no domain", {}, 400],
    ["an empty domain", { domain: "" }, 400],
    ["a domain of 65 characters, which the column refuses", { domain: "x".repeat(65) }, 500],
    ["a domain that is taken, which the column refuses", { domain: "taken.example" }, 500],
  ])("aren't created with %s", async (_what, body, status) => {
    await post({ domain: "taken.example" }, secondPath());
    expect((await post(body)).status).toBe(status);
  });

  test("can only change the target of their root", async () => {
    const { json } = await post({ domain: "e.acme.example" });
    const at = fixture.at(`proxy_records/${json.id}/`);
    const patch = (value: unknown) => fixture.call("PATCH", at, { root_redirect_url: value, domain: "f.example" });
    expect((await patch(null)).status).toBe(501);
    fixture.sandbox.control.changeSettings({ proxyRootRedirects: true });
    const set = await patch("https://www.acme.example/home");
    expect(set.json).toMatchObject({ domain: "e.acme.example", root_redirect_url: "https://www.acme.example/home" });
    const loop = "https://e.acme.example/x";
    for (const wrong of [
      "http://www.acme.example",
      "https://else.test",
      "no address",
      "https://a:b@acme.example",
      loop,
    ]) {
      const refused = await patch(wrong);
      expect([refused.status, refused.json.attr]).toEqual([400, "root_redirect_url"]);
    }
    expect((await patch("")).json.root_redirect_url).toBeNull();
    fixture.sandbox.control.call("PATCH", `proxy-records/${json.id}`, { root_redirect_supported: false });
    expect((await patch("https://www.acme.example")).status).toBe(400);
    const put = await fixture.call("PUT", at, { domain: "e.acme.example" }, { key: unscoped() });
    expect(put.status).toBe(405);
  });

  test("are only retried and diagnosed for an unscoped key", async () => {
    const id = await recordIn("valid");
    for (const what of ["retry", "diagnose"]) {
      const refused = await ask(id, what);
      expect([refused.status, refused.json.code]).toEqual([403, "permission_denied"]);
    }
    const key = unscoped();
    const early = await ask(id, "retry", key);
    expect([early.status, early.json]).toEqual([400, { detail: "Cannot retry proxy in valid state." }]);
    fixture.sandbox.control.call("PATCH", `proxy-records/${id}`, { status: "timed_out" });
    const again = await ask(id, "retry", key);
    expect([again.status, again.json.status, again.json.message]).toEqual([200, "waiting", null]);
    const report = await ask(id, "diagnose", key);
    expect(report.json.summary).toMatchObject({ status: "fail", primary_issue: "cname" });
    expect((await ask(id, "diagnose", key)).status).toBe(429);
    fixture.sandbox.control.advanceClock(30);
    expect((await ask(id, "diagnose", key)).status).toBe(200);
  });

  test("are retried by keys with the scope if a setting allows it", async () => {
    const id = await recordIn("timed_out");
    fixture.sandbox.control.changeSettings({ proxyActionsTakeKeys: true });
    expect((await ask(id, "retry")).status).toBe(200);
    const { apiKey } = fixture.sandbox.control.createKey({
      email: "founder@acme.example",
      scopes: ["organization:read"],
    });
    expect((await ask(id, "retry", apiKey)).json.detail).toBe("API key missing required scope 'organization:write'");
  });

  test("survive an upgrade, and keep working without their redirect after a downgrade", async () => {
    const { control } = fixture.sandbox;
    const { json } = await post({ domain: "e.acme.example" });
    control.setDialect("2025-08");
    const { root_redirect_url: _url, root_redirect_supported: _can, ...old } = json;
    expect(await listed()).toEqual([old]);
    control.setDialect("2026-09");
    expect(await listed()).toEqual([json]);
  });
});
