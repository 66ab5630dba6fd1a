import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { put } from "../../../src/model/parts.ts";
import { snakeName } from "../../../src/model/names.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { bareOf, RENEWED, VALID } from "../../support/certificates.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { configOf, type KeptObject, TerraformProcess } from "../../support/terraform-process.ts";

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };

/** Secrets by the path of their field, which the configuration gives write-only. */
type Secrets = Readonly<Record<string, unknown>>;

interface Case {
  readonly title: string;
  readonly dialect: Dialect;
  readonly resource: string;
  /** The declaration besides the secrets. */
  readonly inputs: (world: World) => Values;
  readonly first: Secrets;
  /** The secrets whose version is raised. The others keep theirs. */
  readonly second: Secrets;
  /** The service's objects, as text. */
  readonly held: (world: World) => string;
}

const called = (world: World, of: string): string => JSON.stringify(world.sandbox.control.call("GET", of));

const CASES: readonly Case[] = [
  {
    title: "in a block of an integration, which a rotation makes anew",
    dialect: "2026-09",
    resource: "Integration",
    inputs: (world) => ({ projectId: String(world.project(world.organizationId)), awsS3: { name: "lake" } }),
    first: { "awsS3.awsAccessKeyId": "CANARY-id-1", "awsS3.awsSecretAccessKey": "CANARY-key-1" },
    second: { "awsS3.awsSecretAccessKey": "CANARY-key-2" },
    held: (world) => called(world, "integrations"),
  },
  {
    title: "in the destination of an export",
    dialect: "2025-08",
    resource: "BatchExport",
    inputs: (world) => ({
      organizationId: world.organizationId,
      projectId: String(world.project(world.organizationId)),
      name: "Rows",
      interval: "hour",
      destination: { postgres: { host: "db.globex.example", database: "globex" } },
    }),
    first: { "destination.postgres.user": "CANARY-user-1", "destination.postgres.password": "CANARY-word-1" },
    second: { "destination.postgres.password": "CANARY-word-2" },
    held: (world) => called(world, "batch-exports"),
  },
  {
    title: "in a map, which is given as a whole",
    dialect: "2026-09",
    resource: "HogFunction",
    inputs: (world) => ({
      projectId: String(world.project(world.organizationId)),
      type: "destination",
      name: "Hook",
      hog: "return event",
      inputsSchema: JSON.stringify([{ key: "token", type: "string", label: "Token", secret: true }]),
    }),
    first: { secretInputs: { token: "CANARY-token-1" } },
    second: { secretInputs: { token: "CANARY-token-2" } },
    held: (world) => called(world, "hog-functions"),
  },
  {
    title: "that the service returns",
    dialect: "2026-09",
    resource: "IdentityProvider",
    inputs: ({ organizationId }) => ({
      organizationId,
      name: "Okta",
      protocol: "saml",
      domainIds: [],
      saml: { entityId: "urn:okta", acsUrl: "https://okta.example/sso" },
    }),
    first: { "saml.x509Cert": bareOf(VALID) },
    second: { "saml.x509Cert": bareOf(RENEWED) },
    held: (world) => called(world, "identity-provider-configs"),
  },
  {
    title: "that may be left out",
    dialect: "2026-09",
    resource: "IdentityProvider",
    inputs: ({ organizationId }) => ({
      organizationId,
      name: "Okta",
      protocol: "oidc",
      domainIds: [],
      oidc: { issuerUrl: "https://okta.example", clientId: "acme" },
    }),
    first: { "oidc.clientSecret": "CANARY-client-1" },
    second: { "oidc.clientSecret": "CANARY-client-2" },
    held: (world) => called(world, "identity-provider-configs"),
  },
];

describe.each(CASES)("a secret $title", ({ dialect, resource, inputs, first, second, held }) => {
  let world: World;
  let process: TerraformProcess;

  beforeAll(async () => {
    world = await startWorld(dialect);
  });

  afterAll(() => world.sandbox.close());

  beforeEach(() => restarted());

  async function restarted(): Promise<void> {
    process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
    await process.configure({ host: world.sandbox.host, apiKey: world.apiKey });
    world.sandbox.control.clearRequests();
  }

  const writes = (): string[] =>
    world.sandbox.control.requests().flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));

  /** A configuration that gives secrets write-only. */
  function hidden(versions: Readonly<Record<string, readonly [value: unknown, version: number]>>): Values {
    const schema = process.schema(resource);
    let config: unknown = configOf(schema, inputs(world));
    for (const [field, [value, version]] of Object.entries(versions)) {
      const input = schema.writeOnly.find((one) => one.field === field);
      if (input === undefined) throw new Error(`${field} has no write-only form`);
      config = put(config, [...input.around, input.value], value);
      config = put(config, [...input.around, input.version], version);
    }
    return config as Values;
  }

  /** The same with secrets that the state stores. */
  function stored(secrets: Secrets): Values {
    const schema = process.schema(resource);
    return Object.entries(secrets).reduce(
      (all, [field, value]) => put(all, field.split(".").map(snakeName), value) as Values,
      configOf(schema, inputs(world)) as Values,
    );
  }

  const firstVersions = Object.fromEntries(Object.entries(first).map(([field, value]) => [field, [value, 1] as const]));
  const secondVersions = {
    ...firstVersions,
    ...Object.fromEntries(Object.entries(second).map(([field, value]) => [field, [value, 2] as const])),
  };
  const now = { ...first, ...second };
  const texts = [...Object.values(first), ...Object.values(second)].map((value) =>
    typeof value === "string" ? value : String(Object.values(value as object)[0]),
  );

  async function planned(prior: KeptObject, config: Values) {
    const plan = await process.plan(process.schema(resource), prior, config);
    expect(plan.diagnostics).toEqual([]);
    expect(plan.message["requiresReplace"]).toEqual([]);
    return plan;
  }

  async function applied(prior: KeptObject, config: Values): Promise<KeptObject> {
    await restarted();
    const { planned: plan } = await planned(prior, config);
    const done = await process.apply(process.schema(resource), prior, plan, config);
    expect(done.diagnostics.filter(({ severity }) => severity === 1)).toEqual([]);
    return done;
  }

  async function refreshed({ object, private: bytes }: KeptObject): Promise<KeptObject> {
    await restarted();
    const request = { typeName: process.schema(resource).typeName, currentState: encodeValue(object), private: bytes };
    const { message, diagnostics } = await process.call("ReadResource", request);
    expect(diagnostics).toEqual([]);
    return { object: decodeValue(message["newState"]) as Values, private: message["private"] as Uint8Array };
  }

  async function imported(id: unknown): Promise<KeptObject> {
    await restarted();
    const answer = await process.call("ImportResourceState", { typeName: process.schema(resource).typeName, id });
    expect(answer.diagnostics).toEqual([]);
    const [one] = answer.message["importedResources"] as Record<string, unknown>[];
    return refreshed({ object: decodeValue(one?.["state"]) as Values, private: one?.["private"] as Uint8Array });
  }

  const textOf = (kept: KeptObject): string =>
    `${JSON.stringify(kept.object)} ${Buffer.from(kept.private).toString("utf8")}`;

  test("is sent by the create and by each raised version, and by nothing else", async () => {
    const made = await applied(NOTHING, hidden(firstVersions));
    for (const text of texts.slice(0, Object.keys(first).length)) expect(held(world)).toContain(text);
    const seen = await refreshed(made);
    expect(seen.object).toEqual(made.object);
    expect(Buffer.from(seen.private).toString()).toBe(Buffer.from(made.private).toString());

    await restarted();
    const others = Object.fromEntries(
      Object.entries(firstVersions).map(([field, [value]]) => [field, [elsewhere(value), 1] as const]),
    );
    expect((await planned(seen, hidden(others))).planned).toEqual(seen.object);

    const raised = await applied(seen, hidden(secondVersions));
    expect(writes().length).toBeGreaterThan(0);
    for (const text of texts.slice(Object.keys(first).length)) expect(held(world)).toContain(text);
    for (const kept of [made, seen, raised]) for (const text of texts) expect(textOf(kept)).not.toContain(text);

    // The hash identifies the sent value, so storing it from now on sends nothing.
    const back = await applied(await refreshed(raised), stored(now));
    expect(writes()).toEqual([]);
    for (const text of Object.values(now)) expect(JSON.stringify(back.object)).toContain(JSON.stringify(text));
    expect((await planned(back, stored(now))).planned).toEqual(back.object);

    // After an import, the first value counts as the current one, as with a stored secret.
    const found = await imported(back.object?.["id"]);
    for (const text of texts) expect(textOf(found)).not.toContain(text);
    const taken = await applied(found, hidden(secondVersions));
    expect(writes()).toEqual([]);
    expect((await planned(taken, hidden(secondVersions))).planned).toEqual(taken.object);
  });
});

const ORGANIZATION = "01912345-89ab-7cde-8f01-23456789abcd";

describe("a configuration is refused", () => {
  const process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
  const oidc = { issuer_url: "https://okta.example", client_id: "acme" };
  const saml = { entity_id: "urn:okta", acs_url: "https://okta.example/sso" };

  async function refusals(block: Values, clientCapabilities: Values): Promise<unknown[]> {
    const schema = process.schema("IdentityProvider");
    const [[name, members] = ["", {}]] = Object.entries(block);
    const inputs = { organizationId: ORGANIZATION, name: "Okta", protocol: name, domainIds: [], [name]: {} };
    const config = configOf(schema, inputs);
    const { diagnostics } = await process.call("ValidateResourceConfig", {
      typeName: schema.typeName,
      config: encodeValue({ ...config, [name]: { ...(config[name] as Values), ...(members as Values) } }),
      clientCapabilities,
    });
    return diagnostics.map(({ path, detail }) => [path, detail]);
  }

  test.each([
    [
      "with a form that the engine would store",
      { oidc: { ...oidc, client_secret_wo: "x", client_secret_wo_version: 1 } },
      {},
      "oidc.client_secret_wo",
      "client_secret_wo needs Terraform or OpenTofu 1.11 or later, because this version would store the value. Upgrade, or use client_secret.",
    ],
    [
      "without a version",
      { oidc: { ...oidc, client_secret_wo: "x" } },
      { writeOnlyAttributesAllowed: true },
      "oidc.client_secret_wo",
      "client_secret_wo also needs client_secret_wo_version: a number that you raise to send the value again.",
    ],
    [
      "with both forms",
      { saml: { ...saml, x509_cert: "x", x509_cert_wo: "x", x509_cert_wo_version: 1 } },
      { writeOnlyAttributesAllowed: true },
      "saml.x509_cert_wo",
      "Set either x509_cert, which is stored, or x509_cert_wo, which isn't, but not both.",
    ],
  ])("%s", async (_text, block, capabilities, path, detail) => {
    expect(await refusals(block, capabilities)).toEqual([[path, detail]]);
  });

  test("without either form of a required secret, but only in a plan, because an import has no secret", async () => {
    const schema = process.schema("IdentityProvider");
    const inputs = { organizationId: ORGANIZATION, name: "Okta", protocol: "saml", domainIds: [] };
    const saml = { entityId: "urn:okta", acsUrl: "https://okta.example/sso" };
    const { diagnostics } = await process.plan(schema, NOTHING, configOf(schema, { ...inputs, saml }));
    const detail =
      "saml.x509_cert is required, or else `saml.x509_cert_wo` with `saml.x509_cert_wo_version`, which no state stores.";
    expect(diagnostics).toEqual([expect.objectContaining({ path: "saml", detail })]);
  });
});

/** Another value of the same type. */
function elsewhere(value: unknown): unknown {
  return typeof value === "string" ? "CANARY-other" : { token: "CANARY-other" };
}
