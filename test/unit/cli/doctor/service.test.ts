import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { USUAL_REQUESTS_PER_HOUR } from "../../../../src/app/settings.ts";
import { API_ERROR_CODES } from "../../../../src/client/errors.ts";
import { resources } from "../../../../src/catalog/resources/index.ts";
import { textFrom } from "../../../../src/cli/commands/doctor.ts";
import { isServed } from "../../../../src/cli/doctor/dialect.ts";
import { fail, type Finding, ok, warn } from "../../../../src/cli/doctor/finding.ts";
import { serviceFindings } from "../../../../src/cli/doctor/service.ts";
import { hookOf } from "../../../../src/model/hook-of.ts";
import { plain } from "../../../../src/cli/paint.ts";
import { markedPaint } from "../../../support/recorded-text.ts";
import { type ScriptedServer, startScriptedServer, type Step } from "../../../support/scripted-server.ts";

const ID = "01912345-89ab-7cde-8f01-23456789abcd";
const OTHER = "01912345-89ab-7cde-8f01-23456789abce";
const KEY = "/api/personal_api_keys/@current/";
const ME = "/api/users/@me/";
const ALL = "/api/organizations/";
const ONE = `/api/organizations/${ID}/`;
const ITEMS = `/api/organizations/${ID}/plugins/`;

const organization = (more: object = {}): object => ({
  id: ID,
  name: 'Acme "é|"',
  slug: "acme",
  created_at: "2026-01-01T00:00:00Z",
  logo_media_id: null,
  is_member_join_email_enabled: true,
  membership_level: 8,
  plugins_access_level: 9,
  metadata: "",
  ...more,
});
const pageOf = (...results: readonly object[]): Step => ({
  status: 200,
  body: { count: results.length, next: null, previous: null, results },
});
const found = (body: object): Step => ({ status: 200, body });
const refusal = (status: number, detail = "No."): Step => ({
  status,
  body: { type: "invalid_request", code: "not_found", detail, attr: null },
});

let server: ScriptedServer;
let answers: Record<string, Step>;
beforeAll(async () => {
  server = await startScriptedServer(({ path }) => answers[path.split("?")[0] ?? ""] ?? refusal(404));
});
afterAll(() => server.close());
beforeEach(() => {
  answers = {
    [KEY]: found({ label: 'key "é|"', scopes: null }),
    [ME]: found({ uuid: "u-1", email: "ann@acme.example" }),
    [ALL]: pageOf(organization()),
    [ONE]: found(organization()),
    [ITEMS]: pageOf(),
  };
});

type Settings = Parameters<typeof serviceFindings>[0];

/** What is found with other answers than the usual ones. */
function findings(
  other: Readonly<Record<string, Step>>,
  settings: Partial<Settings> = {},
  objects?: Parameters<typeof serviceFindings>[1],
): Promise<Finding[]> {
  answers = { ...answers, ...other };
  const usual = { host: server.origin, apiKey: "phx_made_up", organizationId: ID, requestsPerMinute: 1_000_000 };
  return serviceFindings({ ...usual, ...settings }, objects);
}

const named = (all: readonly Finding[], check: string): Finding | undefined => all.find((one) => one.check === check);

describe("of a key, its account, and an organization", () => {
  test("everything is said in order", async () => {
    const all = await findings({});
    expect(all.map(({ check, severity, summary }) => `${severity} ${check}: ${summary}`)).toEqual([
      `ok key: ${server.origin} accepts the key "key \\"é|\\"".`,
      "ok account: The key belongs to ann@acme.example.",
      "ok scopes: The key has every scope.",
      `ok organization: "Acme \\"é|\\"" (${ID}) can be read.`,
      "ok level: The account is admin.",
      "ok plugin level: 9: pipeline items can be read and changed.",
      "ok dialect: The service matches the documented contract.",
      expect.stringMatching(/^ok rate: The service isn't rate limiting this key\./u),
    ]);
    expect(all.every(({ severity, remedy }) => (severity === "ok") === (remedy === undefined))).toBe(true);
  });

  test("a key without a label and an account without an address are named otherwise", async () => {
    const all = await findings({ [KEY]: found({ label: null }), [ME]: found({ uuid: "u|1", email: null }) });
    expect(named(all, "key")?.summary).toBe(`${server.origin} accepts the key.`);
    expect(named(all, "account")?.summary).toBe("The key belongs to u|1.");
  });

  test("the key is in no finding, also where the service repeats it", async () => {
    const all = await findings({
      [ME]: found({ uuid: "u", email: "phx_made_up" }),
      [ONE]: refusal(403, "phx_made_up"),
    });
    expect(JSON.stringify(all)).not.toContain("phx_made_up");
  });

  test.each([
    [null, "warn", "The service doesn't return the account's level in it."],
    [1, "warn", "The account is member. It can read, but change almost nothing."],
    [7, "warn", "The account is 7. It can read, but change almost nothing."],
    [8, "ok", "The account is admin."],
    [9, "ok", "The account is 9."],
    [15, "ok", "The account is owner."],
  ])("the level %j is told", async (membership_level, severity, summary) => {
    const level = named(await findings({ [ONE]: found(organization({ membership_level })) }), "level");
    expect(level).toMatchObject({ severity, summary });
    expect(level?.remedy ?? "").toMatch(severity === "ok" ? /^$/u : /^Ask an (?:owner|admin or owner) of /u);
  });

  test.each([
    [undefined, "warn", "The service doesn't return the plugin level."],
    [null, "warn", "The service doesn't return the plugin level."],
    ["9", "warn", "The service doesn't return the plugin level."],
    [0, "warn", "0: pipeline items can be neither read nor changed."],
    [2, "warn", "2: pipeline items can be neither read nor changed."],
    [3, "warn", "3: pipeline items can be read but not changed."],
    [5, "warn", "5: pipeline items can be read but not changed."],
    [6, "ok", "6: pipeline items can be read and changed."],
    [9, "ok", "9: pipeline items can be read and changed."],
  ])("the plugin level %j is told", async (plugins_access_level, severity, summary) => {
    const all = await findings({ [ONE]: found(organization({ plugins_access_level })) });
    expect(named(all, "plugin level")).toMatchObject({ severity, summary });
  });

  test.each([
    [{ metadata: "" }, "The service matches the documented contract."],
    [{ metadata: {} }, "The service matches version 2025-08."],
    [{ metadata: "", members_can_see_org_members: false }, "The service matches version 2026-09."],
    [{ metadata: null }, expect.stringContaining("matches neither the contract nor version")],
    [{ metadata: undefined }, expect.stringContaining("matches neither the contract nor version")],
    [{ metadata: 1 }, expect.stringContaining("matches neither the contract nor version")],
  ])("a service whose organizations have %j is told apart", async (more, summary) => {
    const all = await findings({ [ONE]: found(organization(more)) });
    expect(named(all, "dialect")).toEqual({ check: "dialect", severity: "ok", summary });
  });
});

// A key of its own for each: all tests share this process, and with it the count of a key.
test.each([
  [{}, `400 requests a minute and ${USUAL_REQUESTS_PER_HOUR} an hour`],
  [{ requestsPerMinute: 7, requestsPerHour: 99 }, "7 requests a minute and 99 an hour"],
])("the limits %j are told", async (limits, words) => {
  const rate = named(
    await findings({}, { requestsPerMinute: undefined, ...limits, apiKey: `phx_of_${words}`.replaceAll(" ", "_") }),
    "rate",
  );
  expect(rate?.summary).toContain(`Orgform sends at most ${words}`);
});

describe("without an organization that is named", () => {
  const withAll = (...all: readonly object[]) => findings({ [ALL]: pageOf(...all) }, { organizationId: undefined });

  test("none is a failure", async () => {
    const none = named(await withAll(), "organization");
    expect(none).toMatchObject({ severity: "fail", summary: "The key's account belongs to no organization." });
    expect(none?.remedy).not.toBe("");
  });

  test("the only one is looked at", async () => {
    const all = await withAll(organization({ membership_level: 1 }));
    expect(named(all, "organization")?.severity).toBe("ok");
    expect(named(all, "level")?.severity).toBe("warn");
  });

  test("of several none is, and all are named", async () => {
    const all = await withAll(organization(), organization({ id: OTHER, name: "Acme" }));
    expect(named(all, "organization")).toEqual({
      check: "organization",
      severity: "warn",
      summary: `No organization is selected. The key sees "Acme \\"é|\\"" (${ID}), "Acme" (${OTHER}).`,
      remedy: "To check one of them, use --organization.",
    });
    expect(["level", "plugin level", "dialect"].map((check) => named(all, check))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    [{ metadata: "" }, false],
    [{ metadata: {} }, false],
    [{ members_can_see_org_members: true }, true],
    [{ metadata: null }, true],
  ])(
    "of several with %j the service is known, and with it the scopes: those of new resources %j",
    async (more, isNew) => {
      answers = { ...answers, [KEY]: found({ label: null, scopes: ["user:read"] }) };
      const all = await withAll(organization(more), organization({ id: OTHER, ...more }));
      const names = (named(all, "scopes")?.details ?? []).join("\n");
      expect([names.includes("Domain"), names.includes("HogFunction")]).toEqual([true, isNew]);
    },
  );

  test("one that the key doesn't see by its name is a failure with the next step", async () => {
    const all = await findings({}, { organizationId: "no|é" });
    expect(named(all, "organization")).toMatchObject({
      severity: "fail",
      summary: expect.stringContaining('"no|é"'),
      remedy: "Name one that the key sees, by ID or slug.",
    });
  });
});

describe("what goes wrong", () => {
  test.each([
    [KEY, "key", "fail"],
    [ME, "account", "warn"],
    [ONE, "organization", "fail"],
  ])("at %s is a finding of %s", async (path, check, severity) => {
    for (const status of [400, 401, 403, 404]) {
      const all = await findings({ [path]: refusal(status, 'Not "now".') });
      const own = named(all, check);
      expect(own).toMatchObject({ severity, summary: expect.stringContaining('Not "now".') });
      // What to do is said once.
      expect(own?.summary).not.toContain(own?.remedy);
      const remedy = `Check the ID, the host setting (${server.origin}), and the account of the API key.`;
      const ofAccount = "Give the key the scope user:read, so Orgform can keep it from removing its own account.";
      expect(own?.remedy).toBe(path === ME ? ofAccount : remedy);
      expect(all.length > 1).toBe(path !== KEY);
    }
  });

  test.each([
    [{ status: 407, body: "" }, true],
    [{ status: 403, body: "<!DOCTYPE html><title>No</title>" }, true],
    [{ status: 403, body: " \n<HTML><title>No</title>" }, true],
    [{ status: 403, body: "Not <html>" }, false],
    [{ status: 403, body: { detail: "<html>" } }, false],
  ])("%j comes from a proxy: %j", async (step, isFromProxy) => {
    const key = named(await findings({ [KEY]: { ...step, headers: { "content-type": "text/html" } } }), "key");
    expect(key?.severity).toBe("fail");
    expect(key?.summary.startsWith("A proxy or gateway answered instead of the service. ")).toBe(isFromProxy);
    expect(key?.remedy?.startsWith("Check HTTPS_PROXY, ")).toBe(isFromProxy);
    // What to do about the service's own refusal would mislead.
    for (const { remedy } of Object.values(API_ERROR_CODES)) expect(key?.summary).not.toContain(remedy);
  });

  test("is told of an account with the scope that it lacks", async () => {
    const account = named(await findings({ [ME]: refusal(403) }), "account");
    expect(account?.remedy).toBe(
      "Give the key the scope user:read, so Orgform can keep it from removing its own account.",
    );
  });
});

describe("what the newest service has no more", () => {
  const newest = found(organization({ members_can_see_org_members: true }));
  const held = (resource: string, state: object = {}) => ({
    resource,
    address: `the ${resource}`,
    id: "x",
    state: { ...state },
    inputs: {},
    unreadable: [],
    fingerprints: {},
  });
  const ITEM_KINDS = ["Plugin", "PipelineDestination", "PipelineTransformation", "PipelineFrontendApp"];
  const retired = async (items: Step, objects?: readonly ReturnType<typeof held>[]) =>
    named(await findings({ [ONE]: newest, [ITEMS]: items }, {}, objects), "retired");

  test.each([
    [pageOf(), false],
    [refusal(403), false],
    [refusal(400), false],
    [refusal(404), false],
    [{ status: 404, body: "<html>", headers: { "content-type": "text/html" } }, false],
    [refusal(404, "Endpoint not found."), true],
  ])("after %j on pipeline items, they are retired: %j", async (items, isGone) => {
    const all = await retired(items);
    expect(all?.severity).toBe("ok");
    expect(all?.details).toHaveLength(isGone ? 2 : 1);
    expect(all?.details?.[0]).toMatch(/^SAML settings of Domain: /u);
    const objects = resources.map(({ name }) => held(name));
    const own = await retired(items, objects);
    const gone = objects.filter(({ resource }) => isGone && /^(?:Plugin|Pipeline)/u.test(resource));
    expect(own?.details ?? []).toEqual(
      gone.map(({ address }) => expect.stringContaining(`${address}: the service no longer has pipeline items`)),
    );
    expect(ITEM_KINDS.every((kind) => gone.some(({ resource }) => resource === kind))).toBe(isGone);
    expect(own?.severity).toBe(isGone ? "warn" : "ok");
  });

  test.each(["samlEntityId", "samlAcsUrl", "samlX509Cert"])("is the setting %s of a domain alone", async (setting) => {
    const other = resources.filter(({ name }) => name !== "Domain").map(({ name }) => held(name, { [setting]: "x" }));
    const plainDomain = held("Domain", { domain: "acme.example", [setting]: undefined });
    expect((await retired(pageOf(), [...other, plainDomain]))?.details).toBeUndefined();
    expect((await retired(pageOf(), [...other, held("Domain", { [setting]: "" })]))?.details).toEqual([
      "the Domain: the service no longer has SAML settings of Domain: they're in IdentityProvider now",
    ]);
  });
});

test.each(resources)("scopes for $name are asked for where a service can have it", (definition) => {
  const isNew = hookOf(definition, "availability")?.since !== undefined;
  expect((["documented", "2025-08", "2026-09", undefined] as const).map((seen) => isServed(definition, seen))).toEqual([
    !isNew,
    !isNew,
    true,
    true,
  ]);
});

test("findings stand below each other, with what belongs to them behind their names", () => {
  const all = [
    ok("key", "Good |é."),
    ok("organization", "Listed:", ["one", '"two"']),
    warn("level", "Low.", "Ask.", ["three"]),
    fail("a", "Bad.", "Run again."),
  ];
  expect(textFrom(all, plain)).toBe(
    [
      "ok    key           Good |é.",
      "ok    organization  Listed:",
      "                    - one",
      '                    - "two"',
      "warn  level         Low.",
      "                    - three",
      "                    Ask.",
      "fail  a             Bad.",
      "                    Run again.",
      "",
    ].join("\n"),
  );
  const colors = textFrom(all, markedPaint).match(/^\[\w+\]\w+ *\[\]/gmu);
  expect(colors).toEqual(["[green]ok  []", "[green]ok  []", "[yellow]warn[]", "[red]fail[]"]);
});
