import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
afterEach(() => fixture.close());

async function makeDomain(name: string): Promise<{ path: string; challenge: string }> {
  const made = await fixture.call("POST", fixture.at("domains/"), { domain: name });
  expect(made.status).toBe(201);
  return { path: fixture.at(`domains/${made.json.id}/`), challenge: made.json.verification_challenge };
}

const legacyKey = (): string =>
  fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;

describe("recorded: domains, flow 2", () => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2025-08" });
  });

  test("makes a challenge of 43 characters that stays the same", async () => {
    const { path, challenge } = await makeDomain("a.example.com");
    await fixture.call("PATCH", path, { domain: "b.example.com" });
    const read = await fixture.call("GET", path);
    expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect([read.json.domain, read.json.verification_challenge]).toEqual(["b.example.com", challenge]);
  });

  test("verifies once and answers with the domain, then says that it is verified already", async () => {
    const { path, challenge } = await makeDomain("a.example.com");
    fixture.sandbox.control.setDns("_posthog-challenge.a.example.com", [challenge]);
    const key = legacyKey();
    const first = await fixture.call("POST", `${path}verify/`, {}, { key });
    expect([first.status, first.json.is_verified]).toEqual([200, true]);
    const again = await fixture.call("POST", `${path}verify/`, {}, { key });
    expect([again.status, again.json.code, again.json.attr]).toEqual([400, "already_verified", null]);
  });

  test("answers 405 to GET verify for a key without scopes", async () => {
    const { path } = await makeDomain("a.example.com");
    const answer = await fixture.call("GET", `${path}verify/`, undefined, { key: legacyKey() });
    expect([answer.status, answer.json.code, answer.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "POST, OPTIONS",
    ]);
  });
});

describe("specified: domains on the cloud, live notes 3.2", () => {
  test("refuses a domain without the plan feature", async () => {
    fixture = await openFixture({ dialect: "2025-08" });
    fixture.sandbox.control.changeSettings({ cloud: true });
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    const answer = await fixture.call("POST", fixture.at("domains/"), { domain: "a.example.com" });
    expect([answer.status, answer.json.detail]).toEqual([
      403,
      "Automatic provisioning is not enabled for this organization.",
    ]);
  });
});

describe("specified: domain verify in the documented dialect, contract of domains", () => {
  test("answers 200 without a body and verifies all the same", async () => {
    fixture = await openFixture({ dialect: "documented" });
    const { path, challenge } = await makeDomain("a.example.com");
    fixture.sandbox.control.setDns("_posthog-challenge.a.example.com", [challenge]);
    const answer = await fixture.call("POST", `${path}verify/`, {}, { key: legacyKey() });
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "", null]);
    expect((await fixture.call("GET", path)).json.is_verified).toBe(true);
  });

  test("refuses verify to a key with scopes, as the service does where the contract shows no scope", async () => {
    fixture = await openFixture({ dialect: "documented" });
    const { path } = await makeDomain("a.example.com");
    expect((await fixture.call("POST", `${path}verify/`, {})).status).toBe(403);
  });
});
