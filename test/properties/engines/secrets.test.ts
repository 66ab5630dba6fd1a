import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { EngineProcess, withCode } from "../../support/engine-process.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { type ScriptedServer, startScriptedServer } from "../../support/scripted-server.ts";

const organizationId = "01912345-89ab-7cde-8f01-23456789abcd";
const domainId = "01912345-89ab-7cde-8f01-23456789abce";
const apiKey = "phx_canary_of_the_key";

/** A service that quotes, in its response to each request, everything that the request sent. */
let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer(({ method, path, headers, body }) => {
    if (method === "GET" && /\/domains\/(?:\?|$)/u.test(path))
      return { status: 200, body: { count: 0, next: null, results: [] } };
    const sent = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    const quoted = `refused: ${String(sent["saml_x509_cert"])} by ${headers["authorization"] ?? ""}`;
    return {
      status: 400,
      body: { type: "validation_error", code: "invalid_input", detail: quoted, attr: "saml_x509_cert" },
    };
  });
});

afterAll(() => server.close());

// Characters of a certificate, including line breaks and signs that JSON and URLs escape.
const certificate = fc
  .array(fc.string({ unit: fc.constantFrom("A", "b", "7", "+", "/", '"', "\\", "é"), minLength: 8, maxLength: 60 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((lines) => ["-----BEGIN CERTIFICATE-----", ...lines].join("\n"));

test("a secret input that the service quotes in its refusal is in no message", async () => {
  await fc.assert(
    fc.asyncProperty(certificate, async (samlX509Cert) => {
      const run = new EngineProcess({ host: server.origin, apiKey, organizationId });
      const inputs = withCode({ organizationId, domain: "acme.example", samlX509Cert });
      const { message } = await failureOf(run.provider("Domain").create(inputs));
      expect(message).toMatch(/^Could not create Domain "acme\.example"\nThe service answered 400 invalid_input/u);
      expect(message).toContain("refused: [redacted] by Bearer [redacted]");
      for (const line of samlX509Cert.split("\n").slice(1)) expect(message).not.toContain(line);
      const told = JSON.stringify(run.messages);
      expect(told).not.toContain("canary");
    }),
    { numRuns: 25 },
  );
});

test("the key is in no message of any verb", async () => {
  const run = new EngineProcess({ host: server.origin, apiKey, organizationId });
  const provider = run.provider("Domain");
  const id = `${organizationId}/${domainId}`;
  const state = withCode({ organizationId, domain: "acme.example", samlEntityId: apiKey, domainId, stateVersion: 1 });
  const failures = [
    await failureOf(provider.create(withCode({ organizationId, domain: "acme.example", samlEntityId: apiKey }))),
    await failureOf(provider.update(id, state, { ...state, samlEntityId: "x" })),
    await failureOf(provider.read(id, state)),
    await failureOf(provider.delete(id, state)),
  ];
  for (const failure of failures) {
    expect(failure.message).toContain("[redacted]");
    expect(JSON.stringify([failure, failure.message, failure.stack])).not.toContain("canary");
  }
});
