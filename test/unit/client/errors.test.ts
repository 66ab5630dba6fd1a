import { afterEach, describe, expect, it } from "@jest/globals";
import { apiErrorFrom, isUnexplained } from "../../../src/client/api-error-from.ts";
import {
  API_ERROR_CODES,
  ApiError,
  type ApiErrorCategory,
  type ApiErrorCode,
  ifFound,
  isAbsentRoute,
  isApiError,
  isDecodeError,
  isIncompleteListError,
  isNotFound,
  isOrgformError,
  isTransportError,
  mayHaveBeenApplied,
} from "../../../src/client/errors.ts";
import type { Method, TransportResponse } from "../../../src/client/transport/index.ts";
import { createRedactor } from "../../../src/client/transport/redact.ts";
import type { Script, Step } from "../../support/scripted-server.ts";
import { openApi, rejection } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = "01a1fb11-53cf-0000-fc23-01b847e27a8f";
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script, options = {}): Promise<ApiFixture> => (fixture = await openApi(script, options));

const say = (status: number, code: string, detail: string, attr: string | null = null): Step => ({
  status,
  body: { type: "x", code, detail, attr },
});
const html = (status: number, body = "<html><head><title>Bad Gateway</title></head></html>"): Step => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body,
});

/** Recorded responses (flows and transcripts of the service, 2026-11-20), and the resulting errors. */
const TABLE: readonly [Step, category: string, code: string, detail: string][] = [
  [
    say(401, "not_authenticated", "Authentication credentials were not provided."),
    "auth",
    "not_authenticated",
    "Authentication credentials were not provided.",
  ],
  [
    say(401, "authentication_failed", "Personal API key is invalid."),
    "auth",
    "authentication_failed",
    "Personal API key is invalid.",
  ],
  [{ status: 401 }, "auth", "not_authenticated", ""],
  [say(402, "payment_required", "Upgrade."), "quota", "payment_required", "Upgrade."],
  [say(400, "payment_required", "Upgrade."), "quota", "payment_required", "Upgrade."],
  [
    say(403, "permission_denied", "You must upgrade your PostHog plan to be able to create and manage more projects."),
    "quota",
    "payment_required",
    "You must upgrade your PostHog plan to be able to create and manage more projects.",
  ],
  [
    say(400, "invalid_input", "The Data Pipelines addon is required for batch exports."),
    "quota",
    "add_on_required",
    "The Data Pipelines addon is required for batch exports.",
  ],
  [
    say(403, "permission_denied", "Your organization access level is insufficient."),
    "permission",
    "permission_denied",
    "Your organization access level is insufficient.",
  ],
  [
    say(403, "permission_denied", "This action does not support Personal API Key access"),
    "permission",
    "key_not_allowed",
    "This action does not support Personal API Key access",
  ],
  [html(403, "<html>no title</html>"), "permission", "permission_denied", ""],
  [say(404, "not_found", "Not found."), "notFound", "not_found", "Not found."],
  [{ status: 404, body: { detail: "Not found." } }, "notFound", "not_found", "Not found."],
  [say(404, "not_found", "Organization not found."), "notFound", "organization_not_found", "Organization not found."],
  [say(404, "not_found", "Project not found."), "notFound", "project_not_found", "Project not found."],
  [say(400, "This field is required.", "required", "value"), "invalid", "required", "This field is required."],
  [say(404, "not_found", "Endpoint not found."), "unexpected", "endpoint_not_found", "Endpoint not found."],
  [html(404), "unexpected", "endpoint_not_found", "an HTML page titled Bad Gateway"],
  [
    { status: 404, headers: { "content-type": "text/plain" }, body: "404 page not found\n" },
    "unexpected",
    "endpoint_not_found",
    "404 page not found",
  ],
  [{ status: 404 }, "unexpected", "endpoint_not_found", ""],
  [{ status: 404, body: "[]" }, "unexpected", "endpoint_not_found", "[]"],
  [say(409, "protected_error", "Protected."), "conflict", "protected_error", "Protected."],
  [{ status: 409 }, "conflict", "conflict", ""],
  [
    say(400, "unique", "domain with this domain already exists.", "domain"),
    "conflict",
    "unique",
    "domain with this domain already exists.",
  ],
  [
    say(400, "verification_required", "Not yet.", "jit_provisioning_enabled"),
    "invalid",
    "verification_required",
    "Not yet.",
  ],
  [say(400, "{}", "{}"), "invalid", "invalid_request", "{}"],
  [
    { status: 400, body: { error: "product_type is required" } },
    "invalid",
    "invalid_request",
    "product_type is required",
  ],
  [
    say(405, "method_not_allowed", 'Method "PUT" not allowed.'),
    "invalid",
    "method_not_allowed",
    'Method "PUT" not allowed.',
  ],
  [{ status: 406 }, "invalid", "invalid_request", ""],
  [{ status: 413 }, "invalid", "invalid_request", ""],
  [say(415, "unsupported_media_type", "No."), "invalid", "unsupported_media_type", "No."],
  [{ status: 422 }, "invalid", "invalid_request", ""],
  [say(500, "error", "A server error occurred."), "unavailable", "unavailable", "A server error occurred."],
  [html(502), "unavailable", "unavailable", "an HTML page titled Bad Gateway"],
  [{ status: 418 }, "unexpected", "unexpected_status", ""],
  [{ status: 304 }, "unexpected", "unexpected_status", ""],
];

describe("an answer of", () => {
  it.each(TABLE)("%j is %s %s", async (step, category, code, detail) => {
    await open([step]);
    const error = await rejection(fixture.api.domains.verify(ORG, "d"));
    expect(error).toMatchObject({
      name: "ApiError",
      category,
      code,
      detail,
      status: (step as { status: number }).status,
    });
    expect(error["route"]).toBe("/api/organizations/{organization_id}/domains/{domain_id}/verify/");
    expect(error["remedy"]).toMatch(/^[A-Z].*\.$/);
  });
});

describe("an ApiError", () => {
  it("names the missing scope and what to do about it", async () => {
    await open([
      {
        ...say(403, "permission_denied", "API key missing required scope 'organization:write'"),
        headers: { "x-request-id": "7f3c" },
      },
    ]);
    const error = await rejection(fixture.api.organizations.update(ORG, { name: "B" }));
    expect(error).toMatchObject({
      missingScope: "organization:write",
      requestId: "7f3c",
      requestMayHaveBeenApplied: false,
      retryable: false,
    });
    expect(error.message).toBe(
      "The service answered 403 permission_denied (request 7f3c) to PATCH /api/organizations/01a1fb11-53cf-0000-fc23-01b847e27a8f/: " +
        "API key missing required scope 'organization:write'. Give the API key the scope organization:write, or use another key.",
    );
  });

  it("names the object where the service refuses it as a whole", async () => {
    await open([say(400, "invalid_input", "Configuration has unknown field/s: 'a'", "destination__non_field_errors")]);
    const refused = await rejection(fixture.api.domains.create(ORG, { domain: "a.example" }));
    expect(refused.message).toContain("Configuration has unknown field/s: 'a'. Field: destination.");
  });

  it("names the field and the wait", async () => {
    await open([
      say(400, "unique", "domain with this domain already exists.", "domain"),
      {
        status: 429,
        headers: { "retry-after": "3458" },
        body: { type: "throttled_error", code: "throttled", detail: "Wait.", attr: null },
      },
    ]);
    const conflict = await rejection(fixture.api.domains.create(ORG, { domain: "a.example" }));
    expect(conflict).toMatchObject({ attr: "domain" });
    expect(conflict.message).toContain("already exists. Field: domain. Check what exists.");
    const throttled = await rejection(fixture.api.domains.create(ORG, { domain: "a.example" }));
    expect(throttled).toMatchObject({
      category: "rateLimited",
      code: "throttled",
      retryable: true,
      retryAfterMs: 3_458_000,
      requestMayHaveBeenApplied: false,
    });
    expect(throttled.message).toContain("Run again in 3458 seconds");
  });

  it("names no number of seconds that nobody can wait for", async () => {
    const body = { type: "throttled_error", code: "throttled", detail: "Wait.", attr: null };
    await open([{ status: 429, headers: { "retry-after": "99999999999999999999999" }, body }]);
    const { message } = await rejection(fixture.api.domains.create(ORG, { domain: "a.example" }));
    expect(message).toContain("Run again later: it asks for a pause of more than a day.");
    expect(message).not.toMatch(/e\+\d/u);
  });

  it("says whose key it is where the service says only that it may not, and asks that once", async () => {
    const refusal = { type: "authentication_error", code: "permission_denied", attr: null };
    const body = { ...refusal, detail: "You do not have permission to perform this action." };
    const account = { email: "ann@acme.example", organizations: [{ id: "o1", name: "Acme" }] };
    await open(({ path }) => (path.startsWith("/api/users/") ? { status: 200, body: account } : { status: 403, body }));
    for (const _time of [1, 2]) {
      const { message } = await rejection(fixture.api.domains.create(ORG, { domain: "a.example" }));
      expect(message).toContain("or its level is too low.");
      expect(message).toContain('The key is that of ann@acme.example, which belongs to "Acme" (o1).');
    }
    expect(fixture.server.requests.filter(({ path }) => path.startsWith("/api/users/"))).toHaveLength(1);
  });

  it("calls what is not switched on neither a scope nor a level", async () => {
    const detail = "Higher frequency batch exports are not enabled for this team.";
    await open([
      { status: 403, body: { type: "authentication_error", code: "permission_denied", detail, attr: null } },
    ]);
    const error = await rejection(fixture.api.domains.create(ORG, { domain: "a.example" }));
    expect(error).toMatchObject({ category: "quota", code: "not_enabled" });
    expect(error.message).toContain("Scopes and levels don't change this");
  });

  it("says where a moved organization may be", async () => {
    await open([
      { status: 301, headers: { location: "https://us.posthog.example/api/organizations/?limit=100&token=x" } },
    ]);
    const error = await rejection(fixture.api.organizations.list().all());
    expect(error).toMatchObject({ category: "unexpected", code: "redirected", status: 301, retryable: false });
    expect(error.message).toBe(
      "The service answered 301 redirected to GET /api/organizations/: It points to https://us.posthog.example/api/organizations/. " +
        `Check the host setting (${fixture.server.origin}). The organization may have moved to another host or region.`,
    );
  });

  it("keeps at most 2000 characters of the body and 500 of the detail", async () => {
    await open([say(400, "invalid_input", "x".repeat(5000))]);
    const error = await rejection(fixture.api.organizations.create({ name: "" }));
    expect([String(error["body"]).length, String(error["detail"]).length]).toEqual([2000, 500]);
  });

  it("says that a change may have been made", async () => {
    await open([html(504)]);
    const error = await rejection(fixture.api.organizations.create({ name: "A" }));
    expect(error.message).toContain("The change may have been made.");
    expect(mayHaveBeenApplied(error)).toBe(true);
  });
});

describe("mayHaveBeenApplied", () => {
  const good: Step = { status: 200, body: { id: 5 } };
  it.each<[string, Step, boolean]>([
    ["a reset", { reset: true }, true],
    ["a cut answer", { truncate: "{" }, true],
    ["500", say(500, "error", "x"), true],
    ["502", html(502), true],
    ["503", { status: 503 }, true],
    ["503 with Retry-After", { status: 503, headers: { "retry-after": "1" } }, true],
    ["429 of a gateway", html(429), true],
    ["a success with wrong values", good, true],
    ["a success that is no JSON", html(200), true],
    ["400", say(400, "required", "x"), false],
    ["403", say(403, "permission_denied", "x"), false],
    ["404", say(404, "not_found", "Not found."), false],
    ["409", { status: 409 }, false],
    ["a redirect", { status: 307, headers: { location: "/x" } }, false],
  ])("after %s of a create", async (_title, step, expected) => {
    await open([step]);
    expect(mayHaveBeenApplied(await rejection(fixture.api.organizations.create({ name: "A" })))).toBe(expected);
  });

  it("is false for reads, bad settings and foreign errors", async () => {
    await open([good]);
    expect(mayHaveBeenApplied(await rejection(fixture.api.organizations.get(ORG)))).toBe(false);
    expect(mayHaveBeenApplied(await rejection(fixture.api.organizations.update("..", {})))).toBe(false);
    expect(mayHaveBeenApplied(new Error("x"))).toBe(false);
    expect(mayHaveBeenApplied(undefined)).toBe(false);
  });
});

describe("guards", () => {
  it("know each class by its mark, not by its prototype", async () => {
    await open([{ status: 418 }]);
    const error = await rejection(fixture.api.organizations.get(ORG));
    const stranger = Object.create(null, Object.getOwnPropertyDescriptors(error)) as unknown;
    expect([isApiError(stranger), isOrgformError(stranger), isTransportError(stranger)]).toEqual([true, true, false]);
    expect([isDecodeError(stranger), isIncompleteListError(stranger)]).toEqual([false, false]);
    expect([isApiError({ name: "ApiError" }), isOrgformError(new Error("x")), isApiError(null)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(error).toBeInstanceOf(ApiError);
  });
});

describe("the table of codes", () => {
  it("explains each code in whole sentences", async () => {
    await open([]);
    for (const [code, { summary, remedy }] of Object.entries(API_ERROR_CODES)) {
      expect(code).toMatch(/^[a-z][a-z_]+$/);
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(remedy).toMatch(/^[A-Z].*\.$/);
    }
  });
});

const answered = (
  answer: Partial<TransportResponse>,
  { method = "POST", place = "/api/x/", secrets = [] }: { method?: Method; place?: string; secrets?: string[] } = {},
): ApiError =>
  apiErrorFrom(
    { method, route: "/api/x/", place, host: "https://own.example" },
    {
      status: 400,
      headers: {},
      body: "",
      attempts: 1,
      requestId: undefined,
      retryAfterMs: undefined,
      mayHaveBeenApplied: false,
      redirectTarget: undefined,
      ...answer,
    },
    createRedactor(secrets),
  );
const refused = (status: number, detail: string, code?: string, attr?: string): ApiError =>
  answered({ status, body: JSON.stringify({ type: "x", code, detail, attr }) });

/** The verdict about each status if the words say nothing more. */
const BY_STATUS: Readonly<Record<number, readonly [category: ApiErrorCategory, code: ApiErrorCode]>> = {
  300: ["unexpected", "unexpected_status"],
  ...Object.fromEntries(
    [400, 405, 406, 413, 414, 415, 422].map((status) => [status, ["invalid", "invalid_request"]] as const),
  ),
  401: ["auth", "not_authenticated"],
  402: ["quota", "payment_required"],
  403: ["permission", "permission_denied"],
  404: ["notFound", "not_found"],
  409: ["conflict", "conflict"],
  418: ["unexpected", "unexpected_status"],
  429: ["rateLimited", "throttled"],
  ...Object.fromEntries([408, 500, 503, 599].map((status) => [status, ["unavailable", "unavailable"]] as const)),
};
const STATUSES = Object.keys(BY_STATUS).map(Number);

/** Sentences of the service with the statuses of which they say more; those with `^` only if they begin the text. */
const SENTENCES: readonly [words: string, statuses: readonly number[], category: ApiErrorCategory, code: string][] = [
  ["^Automatic provisioning is not enabled for this organization", STATUSES, "quota", "provisioning_missing"],
  ["^Maximum of 12 proxy records per organization", STATUSES, "quota", "payment_required"],
  ["^An integration named 'a|b' already exists", [400, 403], "conflict", "integration_exists"],
  ["^An integration with ID '' already exists", [400, 403], "conflict", "integration_exists"],
  ["^This integration is used by 2 exports", [400, 403], "invalid", "integration_in_use"],
  ["^Editing an existing integration requires project admin", [400, 403], "permission", "integration_admin_needed"],
  ["The Data Pipelines addon is required for this", [400, 403], "quota", "add_on_required"],
  ["You must upgrade your plan", [400, 403], "quota", "payment_required"],
  ["You must upgrade your PostHog plan to go on", [400, 403], "quota", "payment_required"],
  ["This action does not support Personal API Key access", [403], "permission", "key_not_allowed"],
  ["Plugin access level is insufficient", [403], "permission", "plugin_level_insufficient"],
  ["This organization can't manage global plugins", [403], "permission", "plugin_level_insufficient"],
  ["^Plugin é | 7 is not available for you", [403], "permission", "plugin_level_insufficient"],
  ["Hourly batch exports are not enabled for this team", [403], "quota", "not_enabled"],
  ["^Endpoint not found", [404], "unexpected", "endpoint_not_found"],
  ["^You need to belong to an organization", [404], "unexpected", "current_organization_lost"],
  ["^Current organization not found", [404], "notFound", "no_organization"],
  ["^Organization not found", [404], "notFound", "organization_not_found"],
  ["^Project not found", [404], "notFound", "project_not_found"],
];

describe("a refusal", () => {
  it.each(STATUSES)("with the status %d has its category, and the service's own code or ours", (status) => {
    const [category, code] = BY_STATUS[status] ?? [];
    expect(refused(status, "No.")).toMatchObject({ category, code, retryable: refused(status, "No.").retryable });
    expect(refused(status, "No.", "own_code2")).toMatchObject({ category, code: "own_code2" });
    for (const none of ["Own_code", "2own", "own code", "{'a': 1}"])
      expect(refused(status, "No.", none)).toMatchObject({ category, code });
    expect(refused(status, "No.").retryable).toBe(category === "rateLimited" || category === "unavailable");
    expect(refused(status, "No.").remedy).toBe(
      API_ERROR_CODES[code ?? "conflict"].remedy.replace("the host setting", "the host setting (https://own.example)"),
    );
    // A code that only the service knows has the remedy of its category.
    expect(refused(status, "No.", "own_code2").remedy).toBe(
      refused(status, "No.", category === "unavailable" ? "error" : undefined).remedy,
    );
  });

  it.each(SENTENCES)("that says %j means more with %j", (sentence, statuses, category, code) => {
    const words = sentence.replace("^", "");
    for (const status of STATUSES) {
      const [usualCategory, usualCode] = BY_STATUS[status] ?? [];
      const usual = { category: usualCategory, code: usualCode };
      const told = statuses.includes(status) ? { category, code } : usual;
      for (const text of [words, `${words}.`, words.toUpperCase()]) {
        expect([status, refused(status, text)]).toMatchObject([status, told]);
      }
      const within = refused(status, `It said: ${words}`);
      expect([status, within]).toMatchObject([status, sentence.startsWith("^") ? usual : told]);
    }
  });

  it("of a quota is told by the service's code, and so is a conflict, with any status without a rule", () => {
    for (const status of [400, 405, 418, 422, 500]) {
      expect(refused(status, "No.", "unique")).toMatchObject({ category: "conflict", code: "unique" });
      expect(refused(status, "No.", "payment_required")).toMatchObject({ category: "quota", code: "payment_required" });
    }
  });

  it.each([
    ["Wait", ": Wait."],
    ["Wait.", ": Wait."],
    ["Wait!", ": Wait!"],
    ["Wait?", ": Wait?"],
    [" a\n\n  b\t|c ", ": a b |c."],
    ["", "."],
  ])("quotes %j as a sentence", (detail, quoted) => {
    const { message } = refused(409, detail);
    expect(message).toBe(
      `The service answered 409 conflict to POST /api/x/${quoted} ${API_ERROR_CODES.conflict.remedy}`,
    );
  });

  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const)(
    "of %s says that a change may have been made, if there was one to make",
    (method) => {
      const isRead = method === "GET" || method === "HEAD";
      const { message, requestMayHaveBeenApplied } = answered({ status: 502, mayHaveBeenApplied: true }, { method });
      expect(message.includes(" The change may have been made. ")).toBe(!isRead);
      expect(requestMayHaveBeenApplied).toBe(true);
      expect(answered({ status: 502 }, { method }).message).not.toContain("may have been made");
    },
  );

  it.each([
    ["a__b", "a__b"],
    ["a__non_field_errors", "a"],
    ["a__non_field_errors__b", "a__non_field_errors__b"],
    ["é".repeat(201), `${"é".repeat(199)}…`],
    ["é".repeat(200), "é".repeat(200)],
  ])("names the field %j", (attr, named) => {
    expect(refused(400, "No", "required", attr).message).toContain(`: No. Field: ${named}. `);
  });

  it("with a pause names it where waiting helps, in whole seconds, up to a day", () => {
    const DAY_MS = 86_400_000;
    for (const [retryAfterMs, words] of [
      [1, "Run again in 1 seconds, or raise the retry budget (retryBudgetSeconds)."],
      [1_001, "Run again in 2 seconds, or raise the retry budget (retryBudgetSeconds)."],
      [DAY_MS, "Run again in 86400 seconds, or raise the retry budget (retryBudgetSeconds)."],
      [DAY_MS + 1, "Run again later: it asks for a pause of more than a day."],
    ] as const) {
      for (const status of STATUSES) {
        const { remedy, retryable } = answered({ status, retryAfterMs });
        expect([status, remedy === words]).toEqual([status, retryable]);
      }
    }
  });

  it("names a missing scope only where a scope is missing", () => {
    for (const scope of ["organization:write", "*", "INTERNAL_1:read"]) {
      const words = `API key missing required scope '${scope}'`;
      for (const status of STATUSES)
        expect([status, refused(status, words).missingScope]).toEqual([status, status === 403 ? scope : undefined]);
      expect(refused(403, words).remedy).toBe(`Give the API key the scope ${scope}, or use another key.`);
    }
    expect(refused(403, "API key missing required scope 'a b'").missingScope).toBeUndefined();
  });

  it("that leads elsewhere says where, whatever else it says", () => {
    const body = JSON.stringify({ code: "unique", detail: "Organization not found." });
    for (const [redirectTarget, words] of [
      [null, "It names no target."],
      ["https://us.example/é", "It points to https://us.example/é."],
    ] as const) {
      expect(answered({ status: 302, redirectTarget, body })).toMatchObject({
        category: "unexpected",
        code: "redirected",
        detail: words,
      });
    }
  });

  it("shows a secret nowhere", () => {
    const secret = "phx_secret_canary";
    const said = { code: secret, detail: `a ${secret}`, attr: secret };
    const error = answered(
      { status: 418, body: JSON.stringify(said) },
      { place: `/api/${secret}/`, secrets: [secret] },
    );
    expect(`${error.message}${JSON.stringify({ ...error })}`).not.toContain(secret);
    expect(error).toMatchObject({ code: "[redacted]", detail: "a [redacted]", attr: "[redacted]" });
  });
});

describe("a refusal without a reason", () => {
  const acme = (index: number): object => ({ id: `o${index}`, name: `Acme "${index}"` });
  const named = (index: number): string => String.raw`"Acme \"${index}\"" (o${index})`;
  const account = (count: number): object => ({
    email: "ann@acme.example",
    organizations: Array.from({ length: count }, (_, index) => acme(index + 1)),
  });

  it.each([
    [account(0), "The key is that of ann@acme.example, which belongs to no organization."],
    [account(1), `The key is that of ann@acme.example, which belongs to ${named(1)}.`],
    [account(3), `The key is that of ann@acme.example, which belongs to ${[1, 2, 3].map(named).join(", ")}.`],
    [account(5), `The key is that of ann@acme.example, which belongs to ${[1, 2, 3].map(named).join(", ")}, 2 more.`],
    [{ organizations: [{ id: "o1" }] }, 'The key is that of an account without an address, which belongs to "" (o1).'],
  ])("says whose key it is: %j", async (body, words) => {
    for (const detail of [
      "You do not have permission to perform this action.",
      "You don't have access to the project.",
    ]) {
      await open(({ path }) =>
        path === "/api/users/@me/" ? { status: 200, body } : say(403, "permission_denied", detail),
      );
      const error = await rejection(fixture.api.domains.get(ORG, "d1"));
      expect(error.message).toMatch(
        /or its level is too low\. Use the key of an account with a sufficient level\. The/u,
      );
      expect(error.message.endsWith(` ${words}`)).toBe(true);
      expect(error).toMatchObject({ category: "permission", code: "permission_denied", status: 403 });
      await fixture.close();
    }
  });

  it.each<Step>([
    say(403, "permission_denied", "API key missing required scope 'user:read'"),
    { status: 200, body: "" },
    { status: 200, body: { email: "ann@acme.example" } },
    { status: 201, body: account(1) },
    html(502),
  ])("leaves that out where the account doesn't show: %j", async (step) => {
    const refusal = say(403, "permission_denied", "You don't have access to the project.");
    await open(({ path }) => (path === "/api/users/@me/" ? step : refusal));
    const { message } = await rejection(fixture.api.domains.get(ORG, "d1"));
    expect(message).toMatch(/Use the key of an account with a sufficient level\.$/u);
  });

  it("isn't one with a reason, or with another status", () => {
    for (const [status, detail] of [
      [404, "You don't have access to the project."],
      [403, "Sorry: you don't have access to the project."],
      [403, "You don't have access to the projects."],
    ] as const) {
      expect([detail, isUnexplained({ status, detail })]).toEqual([detail, false]);
    }
  });
});

describe("the absence", () => {
  const ABSENT = [404, "Endpoint not found.", "not_found"] as const;

  it("of a route is only what the service itself says of it", () => {
    expect(isAbsentRoute(refused(...ABSENT))).toBe(true);
    expect(isAbsentRoute(refused(404, "endpoint NOT found", "not_found"))).toBe(true);
    for (const other of [
      refused(400, "Endpoint not found.", "not_found"),
      refused(404, "Endpoint not found.", "other"),
      refused(404, "Endpoint not found in this project.", "not_found"),
      refused(404, "Not found.", "not_found"),
      answered({ status: 404, body: "Endpoint not found." }),
      new Error("Endpoint not found."),
      undefined,
    ]) {
      expect(isAbsentRoute(other)).toBe(false);
    }
  });

  it("of an object is only what the service calls so", async () => {
    const codes = ["not_found", "project_not_found", "organization_not_found", "no_organization"];
    for (const code of [...codes, "own_code", "endpoint_not_found"]) {
      expect([code, isNotFound(refused(404, "No.", code))]).toEqual([code, codes.includes(code)]);
      expect(isNotFound(refused(403, "No.", code))).toBe(false);
      expect(await ifFound(() => Promise.reject(refused(404, "No.", code)))).toBeUndefined();
    }
    for (const other of [refused(403, "No.", "not_found"), refused(...ABSENT), new Error("not found")]) {
      expect(await rejection(ifFound(() => Promise.reject(other)))).toBe(other);
    }
    expect(isNotFound(new Error("not found"))).toBe(false);
    expect(await ifFound(() => Promise.resolve(7))).toBe(7);
  });
});
