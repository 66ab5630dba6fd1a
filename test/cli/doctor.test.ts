import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import type { Finding } from "../../src/cli/doctor/finding.ts";
import type { Values } from "../../src/model/json-value.ts";
import { proxyInUse } from "../../src/client/client.ts";
import { serviceFindings } from "../../src/cli/doctor/service.ts";
import { toolFindings } from "../../src/cli/doctor/tools.ts";
import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { FOUNDER } from "../support/scenario-world.ts";
import { runHere } from "./run-here.ts";

jest.setTimeout(60_000);

const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ check, severity, summary }) => `${severity} ${check}: ${summary}`);

const settingsOf = (sandbox: Sandbox, apiKey = sandbox.apiKey) => ({
  host: sandbox.host,
  apiKey,
  organizationId: sandbox.organizationId,
});

describe.each(SCENARIO_DIALECTS)("orgform doctor with the %s dialect", (dialect) => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ dialect });
  });
  afterEach(() => sandbox.close());

  test("finds a working place to be one, reads a few times and writes nothing", async () => {
    sandbox.control.clearRequests();
    // The sandbox's key has scopes: all of them.
    const lines = linesOf(await serviceFindings(settingsOf(sandbox)));
    expect(lines.map((line) => line.split(":")[0])).toEqual(
      ["key", "account", "scopes", "closed", "organization", "level", "plugin level", "dialect", "rate"].map(
        (one) => `ok ${one}`,
      ),
    );
    expect(lines).toContain(`ok organization: "Acme" (${sandbox.organizationId}) can be read.`);
    expect(lines).toContain(`ok account: The key belongs to ${FOUNDER}.`);
    expect(lines).toContain(
      dialect === "2025-08"
        ? "ok dialect: The service matches version 2025-08."
        : "ok dialect: The service matches the documented contract.",
    );
    expect(sandbox.control.requests().map(({ method }) => method)).toEqual(["GET", "GET", "GET"]);
  });

  test("says what a key with few scopes, a plain member and a low plugin level cannot do", async () => {
    const { control, organizationId } = sandbox;
    control.createUser({ email: "plain@acme.example" });
    control.addMembership({ email: "plain@acme.example", organizationId, level: 1 });
    control.updateOrganization(organizationId, { plugins_access_level: 3 });
    const { apiKey } = control.createKey({
      email: "plain@acme.example",
      scopes: ["organization:write", "project:read", "plugin:write"],
    });
    const findings = await serviceFindings(settingsOf(sandbox, apiKey));
    const lines = linesOf(findings);
    expect(lines[1]).toMatch(/^warn account: .*user:read/u);
    // A write scope includes reading. Of what came after this service nothing is asked.
    expect(lines[2]).toBe("warn scopes: The key lacks 5 scopes.");
    expect(findings[2]?.details).toEqual([
      "batch_export:read for BatchExport",
      "batch_export:write for BatchExport",
      "organization_member:read for Invite, Member, Membership, OrganizationMembers, RoleMembership",
      "organization_member:write for Invite, Member, Membership, OrganizationMembers",
      "project:write for Project",
    ]);
    expect(lines[3]).toBe("ok closed: These need an unscoped key:");
    expect(findings[3]?.details?.join("\n")).toMatch(/DomainVerification[^]*`source`[^]*functions: .*verifyDomain/u);
    expect(lines).toContain("warn level: The account is member. It can read, but change almost nothing.");
    expect(lines).toContain("warn plugin level: 3: pipeline items can be read but not changed.");
    expect(findings.every(({ severity, remedy }) => (severity === "ok") === (remedy === undefined))).toBe(true);
  });

  test("lists what needs an unscoped key for one with every scope, too", async () => {
    const userId = sandbox.control.users()[0]?.id ?? "";
    const { apiKey } = sandbox.control.createKey({ userId, label: "all", scopes: ["*"] });
    const lines = linesOf(await serviceFindings({ ...settingsOf(sandbox), apiKey }));
    expect(lines.filter((line) => line.startsWith("ok closed:"))).toHaveLength(1);
  });

  test("tells a refused key, an unknown organization, a pause and an unreachable host apart", async () => {
    const { host, organizationId, control } = sandbox;
    const wrong = await serviceFindings({ host, apiKey: "phx_wrong", organizationId });
    expect(linesOf(wrong)).toEqual([expect.stringMatching(/^fail key: The service answered 401 /u)]);
    const nowhere = "01a20009-be94-0000-0000-000000000000";
    const lost = linesOf(await serviceFindings({ ...settingsOf(sandbox), organizationId: nowhere }));
    expect(lost).toContainEqual(expect.stringMatching(/^fail organization: The service answered 404 /u));
    control.createOrganization({ email: FOUNDER, name: "Labs" });
    const { organizationId: _one, ...unnamed } = settingsOf(sandbox);
    expect(linesOf(await serviceFindings(unnamed))).toContainEqual(
      expect.stringMatching(/^warn organization: No organization is selected\. The key sees .*"Labs"/u),
    );
    control.addFault({ route: "/api/users/@me/", kind: "rate-limited", retryAfter: 60, times: 1 });
    expect(linesOf(await serviceFindings(settingsOf(sandbox))).at(-1)).toMatch(
      /^warn rate: The service is rate limiting this key/u,
    );
    const off = await serviceFindings({ host: "http://127.0.0.1:1", apiKey: sandbox.apiKey });
    expect(linesOf(off)).toEqual([expect.stringMatching(/^fail key: Couldn't connect to http:\/\/127\.0\.0\.1:1: /u)]);
  });

  test("names a proxy as one: that requests go through it, and that it answered in the service's place", async () => {
    const page = { status: 403, headers: { "content-type": "text/html" } };
    const gateway = createServer((_request, response) => {
      response.writeHead(page.status, page.headers).end("<!doctype html><title>Blocked by Acme</title>");
    });
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = gateway.address() as AddressInfo; // -- it listens on a port
      const blocked = await serviceFindings({ ...settingsOf(sandbox), host: `http://127.0.0.1:${port}` });
      expect(linesOf(blocked)).toEqual([
        expect.stringMatching(
          /^fail key: A proxy or gateway answered instead of the service.* titled Blocked by Acme/u,
        ),
      ]);
      expect(blocked[0]?.remedy).toMatch(/HTTPS_PROXY/u);
    } finally {
      gateway.close();
    }
    expect(proxyInUse("https://eu.posthog.com", { https_proxy: "http://u:p@proxy.example:3128" })).toBe(
      "proxy.example:3128",
    );
    expect(proxyInUse("https://eu.posthog.com", {})).toBeUndefined();
  });

  test("prints what it found as text and as JSON, and ends with 1 when something failed; never the key", async () => {
    const { host, apiKey } = sandbox;
    const env = { ORGFORM_HOST: undefined, ORGFORM_API_KEY: apiKey, POSTHOG_API_KEY: undefined };
    const text = await runHere(["doctor", "--host", host], env);
    const json = await runHere(["doctor", "--host", host, "--organization", "nowhere", "--format", "json"], env);
    const bare = await runHere(["doctor"], { ...env, ORGFORM_API_KEY: "" });
    expect([text.code, text.stderr]).toEqual([0, ""]);
    expect(text.stdout).toMatch(new RegExp(`^ok +key +${host} accepts the key "sandbox"\\.$`, "mu"));
    expect([json.code, json.stderr]).toEqual([1, ""]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      schemaVersion: 1,
      ok: false,
      findings: expect.arrayContaining([{ check: "node", severity: "ok", summary: process.versions.node }]) as never,
    });
    expect(bare.code).toBe(1);
    expect(bare.stdout).toContain(
      "The apiKey is missing: set the environment variable ORGFORM_API_KEY or POSTHOG_API_KEY.",
    );
    expect(`${text.stdout}${json.stdout}${bare.stdout}`).not.toContain(apiKey);
  });
});

describe("the versions of engines", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "orgform-doctor-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = (program: string, script: string): void => {
    const path = join(folder, program);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  };
  const find = async (): Promise<string[]> =>
    linesOf(await toolFindings({ PATH: [folder, "/nowhere"].join(delimiter) })).slice(1);

  test("are those on PATH; an old one and a silent one are warned of", async () => {
    expect(await find()).toEqual(["warn engine: None of pulumi, terraform, tofu is on PATH."]);
    put("pulumi", "echo v3.259.0");
    put("terraform", "echo 'Terraform v1.7.5'; echo 'on linux_amd64'");
    put("tofu", "exit 3");
    expect(await find()).toEqual([
      "ok pulumi: 3.259.0",
      "warn terraform: 1.7.5 is older than the versions that Orgform is tested with.",
      "warn tofu: It's on PATH, but prints no version.",
    ]);
  });
});

describe("orgform doctor on a service that moved on", () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ dialect: "2026-09" });
  });
  afterEach(() => sandbox.close());

  const held = (resource: string, address: string, state: Values) => {
    return { resource, address, id: address, state, inputs: state, unreadable: [], fingerprints: {} };
  };
  const STATE = [
    held("Domain", "acme", { domain: "acme.example", samlEntityId: "urn:acme" }),
    held("Domain", "plain", { domain: "plain.example" }),
    held("PipelineDestination", "mailer", {}),
  ];

  test("says which one it sees, and what it has no more", async () => {
    const findings = await serviceFindings(settingsOf(sandbox));
    expect(linesOf(findings)).toContain("ok dialect: The service matches version 2026-09.");
    const retired = findings.find(({ check }) => check === "retired");
    expect(retired?.severity).toBe("ok");
    expect(retired?.details).toEqual([expect.stringContaining("SAML settings of Domain")]);
  });

  test("asks for the scopes of what came with it, which it has", async () => {
    const scopes = ["organization:write", "organization_member:write", "project:write", "batch_export:write"];
    const { apiKey } = sandbox.control.createKey({ email: FOUNDER, scopes: [...scopes, "plugin:write", "user:read"] });
    const { organizationId: _one, ...unnamed } = settingsOf(sandbox, apiKey);
    const needed = [
      "access_control:read for AccessControl, ProjectAccess",
      "access_control:write for AccessControl, ProjectAccess",
      "hog_function:read for HogFunction, Integration",
      "hog_function:write for HogFunction, Integration",
      "integration:read for Integration",
      "integration:write for Integration",
    ];
    const scopesOf = async (settings: typeof unnamed): Promise<readonly string[] | undefined> =>
      (await serviceFindings(settings)).find(({ check }) => check === "scopes")?.details;
    expect(await scopesOf(unnamed)).toEqual(needed);
    // Of several organizations none is chosen, and the service is the same for all.
    sandbox.control.createOrganization({ email: FOUNDER, name: "Labs" });
    expect(await scopesOf(unnamed)).toEqual(needed);
    sandbox.control.setDialect("2025-08");
    expect(await scopesOf(unnamed)).toBeUndefined();
  });

  test("names what of a stack it does not know any more", async () => {
    const [before] = (await serviceFindings(settingsOf(sandbox), STATE)).filter(({ check }) => check === "retired");
    expect(before).toMatchObject({ severity: "warn", details: [expect.stringMatching(/^acme: .*SAML/u)] });
    sandbox.control.changeSettings({ pipelineItems: false });
    const [after] = (await serviceFindings(settingsOf(sandbox), STATE)).filter(({ check }) => check === "retired");
    expect(after?.details?.map((detail) => detail.split(":")[0])).toEqual(["acme", "mailer"]);
    const [none] = (await serviceFindings(settingsOf(sandbox), [])).filter(({ check }) => check === "retired");
    expect(none?.severity).toBe("ok");
  });
});
