import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";

import { analyzerCalls } from "../../../src/engines/pulumi/analyzer/analyzer.ts";
import { ANALYZER_MESSAGES } from "../../../src/engines/pulumi/analyzer/protocol.ts";
import { CallClient } from "../../../src/grpc/client.ts";
import { serveCalls } from "../../../src/grpc/server.ts";
import { packOf } from "../../../src/cli/policy-pack/pack.ts";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const sealed = (value: unknown) => ({ [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value });

const folder = mkdtempSync(join(tmpdir(), "orgform-pack-"));
const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));
afterAll(() => rmSync(folder, { recursive: true }));

const POLICY = `
rules:
  owners-count: error
  invites-by-admins: error
  project-names: { severity: warning, pattern: "[a-z]+" }
  deletion-protected: note
ownRules:
  - { id: no-eu, title: t, severity: error, why: w, remedy: r, each: exports, that: self.destination.s3.region != "eu" }
  - { id: some-role, title: t, severity: error, why: w, remedy: r, each: projects, that: roles.size() > 0 }
`;

/** A pack of a policy file, asked as the engine asks it. */
async function packWith(policy: string, environment: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(folder, "orgform.policy.yaml"), policy);
  const server = createServer();
  serveCalls(
    server,
    analyzerCalls(() => packOf({ environment, folder, now: () => new Date("2026-11-26") })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new CallClient(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  opened.push(
    () => client.close(),
    () => server.close(),
  );
  return {
    call: (name: string) => client.call(`/pulumirpc.Analyzer/${name}`, new Uint8Array()),
    analyzed: async (type: string, properties: Record<string, unknown>) => {
      const request = ANALYZER_MESSAGES.encode("AnalyzeRequest", {
        type,
        urn: `urn:pulumi:dev::p::${type}::one`,
        name: "one",
        properties,
      });
      const { diagnostics } = ANALYZER_MESSAGES.decode(
        "AnalyzeResponse",
        await client.call("/pulumirpc.Analyzer/Analyze", request),
      );
      return diagnostics.map(({ policyName, enforcementLevel, message }) => [policyName, enforcementLevel, message]);
    },
  };
}

describe("a policy pack", () => {
  test("tells its policies: those that judge each object by itself", async () => {
    const pack = await packWith(POLICY);
    const { name, policies } = ANALYZER_MESSAGES.decode("AnalyzerInfo", await pack.call("GetAnalyzerInfo"));
    expect(name).toBe("orgform");
    const names = policies.map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(["invites-by-admins", "project-names", "no-eu"]));
    expect(names).not.toContain("owners-count");
    expect(names).not.toContain("some-role");
    expect(policies.find((one) => one.name === "invites-by-admins")).toMatchObject({
      enforcementLevel: 1,
      severity: 3,
    });
    expect(policies.find((one) => one.name === "project-names")).toMatchObject({ enforcementLevel: 0, severity: 2 });
  });

  test.each(["orgform:index:", "pulumi-nodejs:dynamic/orgform:"])("judges resources of %s", async (prefix) => {
    const { analyzed } = await packWith(POLICY);
    expect(await analyzed(`${prefix}Organization`, { name: "Acme", membersCanInvite: true })).toEqual([
      [
        "invites-by-admins",
        1,
        "Organization one: membersCanInvite is true; should be false. Set `membersCanInvite` of the organization's settings to false.",
      ],
    ]);
    const project = { organizationId: UNKNOWN_TEXT, name: "Web!", anonymizeIps: true, deletionProtection: false };
    const found = await analyzed(`${prefix}Project`, project);
    expect(found.map(([policy]) => policy)).toEqual(["project-names", "deletion-protected"]);
  });

  test("says nothing of what isn't known yet, and nothing of other providers' resources", async () => {
    const { analyzed } = await packWith(POLICY);
    expect(await analyzed("orgform:index:Organization", { name: "Acme", membersCanInvite: UNKNOWN_TEXT })).toEqual([]);
    expect(await analyzed("orgform:index:Project", { name: UNKNOWN_TEXT, anonymizeIps: true })).toEqual([]);
    expect(await analyzed("random:index:RandomId", { name: "Web!" })).toEqual([]);
    expect(await analyzed("orgform:index:OfANewerVersion", { name: "Web!" })).toEqual([]);
    expect(await analyzed("pulumi:providers:orgform", { apiKey: sealed("HUSH") })).toEqual([]);
  });

  test("judges what is inside of secrets, and prints none of it", async () => {
    const { analyzed } = await packWith(POLICY);
    const lake = { organizationId: "o1", projectId: "7", name: "Lake", model: "events", interval: "hour" };
    const s3 = { bucketName: "b", region: "eu", awsAccessKeyId: "AKIA", awsSecretAccessKey: "HUSH" };
    for (const destination of [sealed({ s3 }), { s3: { ...s3, awsSecretAccessKey: sealed("HUSH") } }, { s3 }]) {
      const found = await analyzed("orgform:index:BatchExport", { ...lake, destination });
      expect(found.map(([policy]) => policy)).toEqual(["inline-credentials", "no-eu"]);
      expect(JSON.stringify(found)).not.toContain("HUSH");
    }
    const name = await analyzed("orgform:index:Project", { name: sealed("Secret!"), anonymizeIps: true });
    expect(name).toEqual([["project-names", 0, expect.stringContaining("name is [secret]; should be like [a-z]+")]]);
  });

  test("exceptions by name or address count; one by ID doesn't, and the finding says why", async () => {
    const exception = (rule: string, object: string): string =>
      `  - { rule: ${rule}, object: "${object}", reason: r, until: 2027-01-31, by: ann@acme.example }\n`;
    const { analyzed } = await packWith(
      `${POLICY}exceptions:\n${exception("project-names", "Web!")}${exception("project-names", "o1/17")}${exception("deletion-protected", "17")}`,
    );
    const project = { organizationId: "o1", anonymizeIps: true, deletionProtection: true };
    expect(await analyzed("orgform:index:Project", { ...project, name: "Web!" })).toEqual([]);
    const why = "a preview doesn't show IDs, so name the object in the exception.";
    expect(await analyzed("orgform:index:Project", { ...project, name: "Shop!" })).toEqual([
      ["project-names", 0, expect.stringContaining(`If the exception for o1/17 is meant: ${why}`)],
    ]);
    const bare = { ...project, name: "web", deletionProtection: false };
    expect(await analyzed("orgform:index:Project", bare)).toEqual([
      ["deletion-protected", 0, expect.stringContaining(`If the exception for 17 is meant: ${why}`)],
    ]);
  });

  test.each([
    ["0191AAAA-0000-7000-8000-00000000abcf", true],
    ["0191aaaa-0000-7000-8000-000000000001", true],
    ["o1/17", true],
    ["0", true],
    ["17x", false],
    ["x17", false],
    ["x0191aaaa-0000-7000-8000-000000000001", false],
    ["0191aaaa-0000-7000-8000-000000000001x", false],
    ["0191aaaa-0000-7000-8000-00000000000g", false],
    ["0191aaaa-0000-7000-000000000001", false],
    ["0191aaaa-00000-7000-8000-000000000001", false],
    ["Shop", false],
  ])("an exception for %s can be by an ID: %j", async (object, isNoted) => {
    const { analyzed } = await packWith(
      `${POLICY}exceptions:\n  - { rule: project-names, object: "${object}", reason: r, until: 2027-01-31, by: ann@acme.example }\n`,
    );
    const [[, , message] = []] = await analyzed("orgform:index:Project", { name: "Web!", anonymizeIps: true });
    const note = ` If the exception for ${object} is meant: a preview doesn't show IDs, so name the object in the exception.`;
    expect(String(message).endsWith(note)).toBe(isNoted);
  });

  test("applies overrides for the given labels, and without labels names the overrides it left out", async () => {
    const policy = `${POLICY}overrides:\n  - { labels: { stage: production, region: eu }, rules: { project-names: error } }\n`;
    const levels = async (environment: Readonly<Record<string, string>>): Promise<unknown[]> => {
      const { analyzed } = await packWith(policy, environment);
      const found = await analyzed("orgform:index:Project", { name: "Web!", anonymizeIps: true });
      return found.map(([, level]) => level);
    };
    const labels = { ORGFORM_POLICY_LABELS: "stage=production,region=eu" };
    expect(await levels({})).toEqual([0]);
    expect(await levels(labels)).toEqual([1]);
    const packOn = (environment: Readonly<Record<string, string>>) =>
      packOf({ environment, folder, now: () => new Date() });
    // Whoever gives labels knows which overrides apply.
    for (const given of [labels, { ORGFORM_POLICY_LABELS: "stage=test" }])
      expect(await packOn(given)).toMatchObject({ name: "orgform", title: "Orgform", notes: [] });
    expect((await packOn({})).notes).toEqual([
      expect.stringMatching(
        /overrides for stage=production,region=eu in .*orgform\.policy\.yaml don't apply here\..* set ORGFORM_POLICY_LABELS to its labels\.$/u,
      ),
    ]);
    await expect(packOn({ ORGFORM_POLICY_LABELS: "production" })).rejects.toThrow(
      "ORGFORM_POLICY_LABELS is production; expected names with values",
    );
    writeFileSync(join(folder, "orgform.policy.yaml"), POLICY);
    expect((await packOn({})).notes).toEqual([]);
  });

  test("refuses a bad policy file with file, line and field, whatever is asked first", async () => {
    writeFileSync(join(folder, "orgform.policy.yaml"), "rules:\n  owner: error\n");
    await expect(packOf({ environment: {}, folder, now: () => new Date() })).rejects.toThrow(
      /orgform\.policy\.yaml:2: rules\.owner: is no field/u,
    );
    const named = { ORGFORM_POLICY: join(folder, "none.yaml") };
    await expect(packOf({ environment: named, folder, now: () => new Date() })).rejects.toThrow(
      /none\.yaml can't be read/u,
    );
  });
});
