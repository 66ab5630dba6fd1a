import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Bench, openBench } from "./client.ts";

let bench: Bench;
afterEach(() => bench.close());

async function makeDomain(name: string): Promise<{ path: string; challenge: string }> {
  const made = await bench.call("POST", bench.at("domains/"), { domain: name });
  expect(made.status).toBe(201);
  return { path: bench.at(`domains/${made.json.id}/`), challenge: made.json.verification_challenge };
}

const legacyKey = (): string => bench.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;

describe("recorded: domains, flow 2", () => {
  beforeEach(async () => {
    bench = await openBench({ dialect: "live" });
  });

  test("makes a challenge of 43 characters that stays the same", async () => {
    const { path, challenge } = await makeDomain("a.example.com");
    await bench.call("PATCH", path, { domain: "b.example.com" });
    const read = await bench.call("GET", path);
    expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect([read.json.domain, read.json.verification_challenge]).toEqual(["b.example.com", challenge]);
  });

  test("verifies once and answers with the domain, then says that it is verified already", async () => {
    const { path, challenge } = await makeDomain("a.example.com");
    bench.sandbox.control.setDns("_posthog-challenge.a.example.com", [challenge]);
    const key = legacyKey();
    const first = await bench.call("POST", `${path}verify/`, {}, { key });
    expect([first.status, first.json.is_verified]).toEqual([200, true]);
    const again = await bench.call("POST", `${path}verify/`, {}, { key });
    expect([again.status, again.json.code, again.json.attr]).toEqual([400, "already_verified", null]);
  });

  test("answers 405 to GET verify for a key without scopes", async () => {
    const { path } = await makeDomain("a.example.com");
    const answer = await bench.call("GET", `${path}verify/`, undefined, { key: legacyKey() });
    expect([answer.status, answer.json.code, answer.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "POST, OPTIONS",
    ]);
  });
});

describe("specified: domains on the cloud, live notes 3.2", () => {
  test("refuses a domain without the plan feature", async () => {
    bench = await openBench({ dialect: "live" });
    bench.sandbox.control.changeSettings({ cloud: true });
    bench.sandbox.control.setFeatures(bench.sandbox.organizationId, []);
    const answer = await bench.call("POST", bench.at("domains/"), { domain: "a.example.com" });
    expect([answer.status, answer.json.detail]).toEqual([
      403,
      "Automatic provisioning is not enabled for this organization.",
    ]);
  });
});

describe("specified: domain verify in the documented dialect, contract of domains", () => {
  test("answers 200 without a body and verifies all the same", async () => {
    bench = await openBench({ dialect: "documented" });
    const { path, challenge } = await makeDomain("a.example.com");
    bench.sandbox.control.setDns("_posthog-challenge.a.example.com", [challenge]);
    const answer = await bench.call("POST", `${path}verify/`, {}, { key: legacyKey() });
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "", null]);
    expect((await bench.call("GET", path)).json.is_verified).toBe(true);
  });

  test("refuses verify to a key with scopes, as the service does where the contract shows no scope", async () => {
    bench = await openBench({ dialect: "documented" });
    const { path } = await makeDomain("a.example.com");
    expect((await bench.call("POST", `${path}verify/`, {})).status).toBe(403);
  });
});
