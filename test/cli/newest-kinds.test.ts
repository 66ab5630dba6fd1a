import type { EngineName } from "../../src/engines/engine.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import type { Settings } from "../../src/app/settings.ts";
import { driftReport } from "../support/drift-report.ts";
import { textReport } from "../../src/cli/drift/formats/text.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import type { DriftReport } from "../../src/app/drift/drift-report.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine } from "../support/engine-under-test.ts";
import { startWorld, VERIFIED_AT, type World, writesOf } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject } from "../support/state-files.ts";
import { runHere } from "./run-here.ts";

jest.setTimeout(120_000);

const [dynamic] = ENGINES as [Engine];
const SECRETS = ["certificate-canary", "aws-canary", "input-canary"] as const;
const [CERTIFICATE, KEY, INPUT] = SECRETS;

let world: World;
let projectId: string;
let stored: StoredObject[];

/** The kinds of resources that came in 2026, each once; `spare` is an integration that nothing uses. */
async function applyAll(): Promise<StoredObject[]> {
  const { organizationId } = world;
  const domainId = await world.addDomain(organizationId, "acme.example", { verified_at: VERIFIED_AT });
  const run = world.start(dynamic);
  const all: StoredObject[] = [];
  const make = async (resource: string, name: string, declared: Values): Promise<Values> => {
    const { inputs, problems } = await run.check(resource, undefined, declared);
    expect(problems).toEqual([]);
    const entry = await run.create(resource, inputs);
    all.push({ resource, name, inputs, entry });
    return entry.state;
  };
  await make("IdentityProvider", "okta", {
    organizationId,
    name: "Okta",
    protocol: "saml",
    domainIds: [domainId],
    saml: { entityId: "urn:okta", acsUrl: "https://okta.example/sso", x509Cert: CERTIFICATE },
  });
  const awsS3 = { awsAccessKeyId: "AKIA", awsSecretAccessKey: KEY };
  const { integrationId } = await make("Integration", "keys", { projectId, awsS3: { name: "warehouse", ...awsS3 } });
  await make("Integration", "spare", { projectId, awsS3: { name: "spare", ...awsS3 } });
  const destination = { awsS3: { bucketName: "events", region: "eu-central-1", prefix: "raw/", integrationId } };
  await make("BatchExport", "events", { organizationId, projectId, name: "Events", interval: "hour", destination });
  await make("HogFunction", "mail", {
    projectId,
    type: "destination",
    name: "Mail",
    hog: "return event",
    inputsSchema: JSON.stringify([{ key: "token", type: "string", label: "Token", secret: true }]),
    secretInputs: { token: INPUT },
  });
  await make("ProjectAccess", "nobody", { projectId, level: "none" });
  await make("AccessControl", "dashboards", { projectId, resource: "dashboard", level: "viewer" });
  return all;
}

beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  projectId = String(world.project(world.organizationId));
  stored = await applyAll();
  world.sandbox.control.clearRequests();
});
afterAll(() => world.sandbox.close());

const settings = (): Settings => ({ host: world.sandbox.host, apiKey: world.apiKey });

const report = (): Promise<DriftReport<EngineName>> =>
  driftReport(readState(pulumiState(stored), "the state"), settings(), new IgnoreRules(RULES, "rules"));

/** The seed's objects outside the program. */
const RULES = "Member founder@acme.example\nDomain acme.example\nProject Default project\nHogFunction GeoIP";

const idOf = (name: string): string =>
  stored
    .find((one) => one.name === name)
    ?.entry.id.split("/")
    .at(-1) ?? "";

/** The output of `orgform`, and the files that it wrote into the folder `out`. */
async function orgform(...args: readonly string[]): Promise<{ code: number; stdout: string; files: string }> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-newest-"));
  const out = join(folder, "out");
  const state = join(folder, "state.json");
  try {
    writeFileSync(state, pulumiState(stored));
    const words = args.map((word) => word.replace("OUT", out).replace("STATE", state));
    const { code, stdout } = await runHere(words, {
      ORGFORM_HOST: world.sandbox.host,
      ORGFORM_API_KEY: world.apiKey,
      ORGFORM_ORGANIZATION_ID: world.organizationId,
    });
    const files = args.includes("OUT") ? readdirSync(out).map((file) => readFileSync(join(out, file), "utf8")) : [];
    return { code, stdout, files: files.join("\n") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each(["pulumi", "terraform"])("orgform adopt writes each of them for %s, and no secret", async (engine) => {
  const { code, files } = await orgform("adopt", "--for", engine, "--out", "OUT");
  expect(code).toBe(0);
  const kinds = [...new Set(stored.map(({ resource }) => resource))];
  const words = engine === "pulumi" ? kinds : kinds.map((kind) => kind.replaceAll(/\B[A-Z]/gu, "_$&").toLowerCase());
  for (const word of words) expect(files).toContain(engine === "pulumi" ? `orgform.${word}(` : `orgform_${word}`);
  expect(files).toMatch(engine === "pulumi" ? /awsS3: \{/u : /aws_s3\s*= \{/u);
  // A function that is imported keeps its secret inputs.
  expect(files).not.toMatch(/secret_?inputs/iu);
  expect(files).not.toMatch(/canary/u);
  expect(writesOf(world)).toEqual([]);
});

test("orgform doctor finds nothing in their stack that the service does not know", async () => {
  const { code, stdout } = await orgform("doctor", "--state", "STATE");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +dialect +The service matches version 2026-09\.$/mu);
  expect(stdout).toMatch(/^ok +retired +The stack contains nothing that the service has retired\.$/mu);
  expect(stdout).not.toMatch(/canary/u);
});

test("orgform drift is clean after an update, and says of each what was changed, deleted and made by hand", async () => {
  const clean = await report();
  expect([clean.outcome, clean.changed, clean.missing, clean.unmanaged, clean.unchecked]).toEqual([
    "clean",
    [],
    [],
    [],
    [],
  ]);
  const { send, organizationId } = world;
  const below = `projects/${projectId}`;
  const providers = `organizations/${organizationId}/identity_provider_configs/`;
  await send("PATCH", `${providers}${idOf("okta")}/`, { name: "Theirs" });
  await send("PATCH", `${below}/batch_exports/${idOf("events")}/`, { interval: "day" });
  await send("PATCH", `${below}/hog_functions/${idOf("mail")}/`, { name: "Post" });
  await send("PUT", `${below}/access_controls/`, { access_level: "admin" });
  await send("PUT", `${below}/resource_access_controls/`, { resource: "dashboard", access_level: null });
  const spare = stored.find(({ name }) => name === "spare")?.entry.state["integrationId"];
  await send("DELETE", `${below}/integrations/${String(spare)}/`);
  await send("POST", providers, { name: "Other", config_scope: "scim", scim_enabled: true });
  const config = { aws_access_key_id: "AKIA", aws_secret_access_key: KEY, name: "by hand" };
  await send("POST", `${below}/integrations/`, { kind: "aws-s3", config });
  await send("POST", `${below}/hog_functions/`, { type: "transformation", name: "By hand", hog: "return event" });
  await send("PUT", `${below}/resource_access_controls/`, { resource: "insight", access_level: "viewer" });

  const found = await report();
  const changed = found.changed.map(({ address, properties }) =>
    [address, ...properties.map(({ path }) => path)].join(" "),
  );
  expect(changed.toSorted()).toEqual(["events interval", "mail name", "nobody level", "okta name"]);
  expect(found.missing.map(({ address }) => address).toSorted()).toEqual(["dashboards", "spare"]);
  expect(found.unmanaged.map(({ resource, name }) => `${resource} ${name}`).toSorted()).toEqual([
    expect.stringMatching(/^AccessControl .*insight/u),
    "HogFunction By hand",
    expect.stringMatching(/^IdentityProvider .*Other/u),
    expect.stringMatching(/^Integration .*by hand/u),
  ]);
  expect(found.unchecked).toEqual([]);
  expect(JSON.stringify(found) + textReport(found, (_style, text) => text)).not.toMatch(/canary/u);
});
