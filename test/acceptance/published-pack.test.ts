import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { ANALYZER_MESSAGES } from "../../src/engines/pulumi/analyzer/protocol.ts";
import { CallClient } from "../../src/grpc/client.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

const HOST = join(REPOSITORY, "node_modules/@pulumi/pulumi/cmd/run-policy-pack");

const folder = mkdtempSync(join(tmpdir(), "orgform-published-"));
let pack: ChildProcess;
let client: CallClient;

beforeAll(async () => {
  cpSync(join(REPOSITORY, "examples/policy-pack"), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(REPOSITORY, join(folder, "node_modules/orgform"), "junction");
  // Starts the pack as Pulumi's Node.js host does.
  pack = spawn(process.execPath, [HOST, "127.0.0.1:1", folder], {
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(pack.stdout ?? pack, "data")) as [Buffer];
  client = new CallClient(`127.0.0.1:${String(port).trim()}`);
});
afterAll(async () => {
  client?.close();
  const ended = once(pack, "exit");
  pack.kill();
  await ended;
  rmSync(folder, { recursive: true });
});

const named = async (type: string, properties: object): Promise<unknown[]> => {
  const request = { type, urn: `urn:pulumi:dev::p::${type}::one`, name: "one", properties };
  const answer = await client.call("/pulumirpc.Analyzer/Analyze", ANALYZER_MESSAGES.encode("AnalyzeRequest", request));
  const { diagnostics } = ANALYZER_MESSAGES.decode("AnalyzeResponse", answer);
  return diagnostics.map(({ policyName, enforcementLevel }) => [policyName, enforcementLevel]);
};

test("the example of a pack serves the rules of its policy file to Pulumi's host", async () => {
  const info = await client.call("/pulumirpc.Analyzer/GetAnalyzerInfo", new Uint8Array());
  const { policies } = ANALYZER_MESSAGES.decode("AnalyzerInfo", info);
  expect(policies.map(({ name }) => name)).toEqual(expect.arrayContaining(["project-names", "export-destinations"]));
  const project = { organizationId: "o1", anonymizeIps: true };
  expect(await named("orgform:index:Project", { ...project, name: "Web!" })).toEqual([["project-names", 0]]);
  expect(await named("orgform:index:Project", { ...project, name: "web-shop" })).toEqual([]);
  expect(await named("pulumi-nodejs:dynamic/orgform:Organization", { name: "A", membersCanInvite: true })).toEqual([
    ["invites-by-admins", 1],
  ]);
});
