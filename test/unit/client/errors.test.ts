import { afterEach, describe, expect, it } from "@jest/globals";
import {
  API_ERROR_CODES,
  ApiError,
  isApiError,
  isDecodeError,
  isIncompleteListError,
  isOrgformError,
  isTransportError,
  mayHaveBeenApplied,
} from "../../../src/client/errors.ts";
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
