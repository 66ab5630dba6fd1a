import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import type { DriftReport } from "../../../src/app/drift/drift-report.ts";
import { snakeName } from "../../../src/model/names.ts";
import { served } from "../../../src/app/served.ts";
import { runOrgform } from "../../cli/spawn-orgform.ts";
import { VALID } from "../../support/certificates.ts";
import { EVERY_ENGINE } from "../../support/terraform-programs.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { hclOf } from "../support/hcl-text.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { Code, code, type Declared, declare, programOf } from "../support/program-text.ts";
import { keyOf, OWNER } from "../support/service.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "../support/story.ts";
import { closeTerraformStories, openStory } from "../terraform/fixture.ts";

jest.setTimeout(2 * STORY_LIMIT_MS);
afterEach(closeStories);
afterEach(closeTerraformStories);

type Dialect = "2025-08" | "2026-09";

const ANN = "ann@globex.example";
const HOME = { organizationId: code("org.organizationId") };
const IN_PROJECT = { projectId: code("web.projectId") };
const DOMAIN = { ...HOME, domainId: code("verified.domainId") };
const SECRET = "hushed-canary";

/** Resources that both service versions have. */
const IN_BOTH: readonly Declared[] = [
  declare("Organization", "org", { name: "Globex", enforce2fa: true }),
  declare("Project", "web", {
    ...HOME,
    name: "Web",
    timezone: "Europe/Berlin",
    appUrls: ["https://shop.example"],
    anonymizeIps: true,
    sessionRecordingSampleRate: 0.25,
    slackIncomingWebhook: "https://hooks.example/1",
    autocaptureOptOut: false,
  }),
  declare("Domain", "verified", { ...HOME, domain: "globex.example" }),
  declare("DomainVerification", "verification", DOMAIN),
  declare("DomainSso", "sso", {
    ...HOME,
    domainId: code("verification.domainId"),
    jitProvisioningEnabled: true,
    ssoEnforcement: "github",
  }),
  declare("Domain", "plain", { ...HOME, domain: "plain.example" }),
  declare("Role", "builders", { ...HOME, name: "Builders" }),
  declare("Invite", "late", { ...HOME, email: "Late@globex.example", level: "admin" }),
  declare("Membership", "ben", { ...HOME, email: "ben@globex.example", level: "member" }),
  declare("Organization", "labs", { name: "Globex Labs" }),
  declare("OrganizationMembers", "members", {
    organizationId: code("labs.organizationId"),
    members: { [OWNER.email]: "owner" },
  }),
  declare("ProxyRecord", "proxy", { ...HOME, domain: "E.globex.example." }),
  declare("ProxyRecordValidation", "proxied", { ...HOME, recordId: code("proxy.recordId") }),
  declare("BatchExport", "nowhere", {
    ...HOME,
    ...IN_PROJECT,
    name: "Nowhere",
    interval: "day",
    paused: true,
    destination: { noOp: {} },
  }),
];

/** Resources of a person who has to be a member first. */
const OF_ANN: readonly Declared[] = [
  declare("Member", "ann", { ...HOME, email: "Ann@Globex.example", level: "admin" }),
  declare("RoleMembership", "builds", { ...HOME, roleId: code("builders.roleId"), email: ANN }),
];

const OF_2025: readonly Declared[] = [
  declare("BatchExport", "lake", {
    ...HOME,
    ...IN_PROJECT,
    name: "Lake",
    interval: "hour",
    model: "events",
    destination: {
      s3: {
        bucketName: "lake",
        region: "eu-central-1",
        prefix: "events/",
        awsAccessKeyId: SECRET,
        awsSecretAccessKey: SECRET,
      },
    },
  }),
  ...Object.entries({
    Plugin: { capabilities: { methods: ["processEvent"] } },
    PipelineDestination: { capabilities: { methods: ["onEvent"] } },
    PipelineTransformation: { capabilities: { methods: ["processEvent"] } },
    PipelineFrontendApp: {},
    PipelineImportApp: { capabilities: { methods: ["pull"] } },
  }).map(([type, args]) => declare(type, `the${type}`, { ...HOME, name: `Item ${type}`, ...args })),
  declare("HogFunction", "bots", {
    ...IN_PROJECT,
    type: "transformation",
    name: "Drop bots",
    hog: "return event",
    enabled: true,
  }),
];

const OF_2026: readonly Declared[] = [
  declare("OrganizationSettings", "settings", { ...HOME, defaultRoleId: code("builders.roleId") }),
  declare("Integration", "keys", {
    ...IN_PROJECT,
    awsS3: { name: "lake", awsAccessKeyId: SECRET, awsSecretAccessKey: SECRET },
  }),
  declare("Integration", "login", {
    ...IN_PROJECT,
    postgresql: { host: "db.globex.example", port: 5432, user: "loader", password: SECRET },
  }),
  declare("BatchExport", "lake", {
    ...IN_PROJECT,
    name: "Lake",
    interval: "hour",
    destination: {
      awsS3: {
        bucketName: "lake",
        region: "eu-central-1",
        prefix: "raw/",
        integrationId: code("keys.integrationId"),
      },
    },
  }),
  declare("IdentityProvider", "saml", {
    ...HOME,
    name: "Okta",
    protocol: "saml",
    domainIds: [code("verified.domainId")],
    saml: { entityId: "urn:globex", acsUrl: "https://idp.globex.example/sso", x509Cert: VALID },
  }),
  declare("IdentityProvider", "scim", { ...HOME, name: "People", protocol: "scim", scim: { enabled: true } }),
  declare("HogFunction", "hook", {
    ...IN_PROJECT,
    type: "destination",
    templateId: "template-webhook",
    name: "Hook",
    hog: "fetch(inputs.url)",
    inputsSchema: JSON.stringify([
      { key: "url", label: "Address", type: "string" },
      { key: "token", label: "Token", secret: true, type: "string" },
    ]),
    inputs: JSON.stringify({ url: "https://hook.globex.example" }),
    secretInputs: { token: SECRET },
    filters: JSON.stringify({ filter_test_accounts: true }),
    enabled: true,
  }),
  declare("ProjectAccess", "team", { ...IN_PROJECT, roleId: code("builders.roleId"), level: "admin" }),
  declare("ProjectAccess", "everybody", { ...IN_PROJECT, level: "member" }),
  declare("AccessControl", "dashboards", { ...IN_PROJECT, resource: "dashboard", level: "viewer" }),
];

const PROGRAMS: Readonly<Record<Dialect, readonly Declared[]>> = {
  "2025-08": [...IN_BOTH, ...OF_ANN, ...OF_2025],
  "2026-09": [...IN_BOTH, ...OF_ANN, ...OF_2026],
};

/** The interface of an engine's stack. */
interface Stack {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Brings everything into the state, by ID. */
  adopt(resources: readonly Declared[], ids: Readonly<Record<string, string>>): Promise<unknown>;
  /** Whether the engine imports. Dynamic resources are created with `adopt` instead. */
  readonly isImport: boolean;
  refresh(): Promise<unknown>;
  /** Fails unless nothing is left to do. */
  rest(): Promise<unknown>;
}

async function openPulumi(sandbox: Sandbox, isPlugin: boolean): Promise<Stack> {
  const stack = await PulumiStack.create({
    files: { "index.js": "" },
    config: { "orgform:host": sandbox.host },
    secrets: { "orgform:apiKey": keyOf(sandbox, null) },
  });
  closeLater(() => stack.dispose());
  if (isPlugin) installPlugin({ stack });
  return {
    folder: stack.program,
    isImport: isPlugin,
    env: { ...stack.env, PULUMI_CONFIG_PASSPHRASE: undefined },
    adopt: (resources, ids) => {
      const given = resources.map(({ type, name, args }) =>
        isPlugin
          ? declare(type, name, args, { import: ids[name] })
          : declare(type, name, { ...args, adopt: ids[name] }),
      );
      stack.write({ "index.js": isPlugin ? onPlugin(programOf(given)) : programOf(given) });
      return stack.up();
    },
    refresh: () => stack.refresh(),
    rest: () => stack.previewEmpty(),
  };
}

async function openTerraform(sandbox: Sandbox, engine: (typeof EVERY_ENGINE)[number]): Promise<Stack> {
  const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: keyOf(sandbox, null) };
  const workspace = await TerraformWorkspace.create("", env, { engine });
  closeLater(() => workspace.dispose());
  return {
    folder: workspace.folder,
    isImport: true,
    env: {},
    adopt: async (resources, ids) => {
      workspace.write(`${hclOf(resources)}\n${importsOf(resources, ids)}`);
      expect(await workspace.apply()).toContain(`${resources.length} imported, 0 added`);
      workspace.write(hclOf(resources));
    },
    refresh: () => workspace.apply("-refresh-only"),
    rest: async () => expect(await workspace.planStatus()).toBe(0),
  };
}

function importsOf(resources: readonly Declared[], ids: Readonly<Record<string, string>>): string {
  const blocks = resources.map(({ type, name }) => {
    return `import {\n  to = orgform_${snakeName(type)}.${name}\n  id = ${JSON.stringify(ids[name])}\n}\n`;
  });
  return blocks.join("");
}

const ENGINES: readonly (readonly [name: string, open: (sandbox: Sandbox) => Promise<Stack>])[] = [
  ...EVERY_ENGINE.map((engine) => [engine, (sandbox: Sandbox) => openTerraform(sandbox, engine)] as const),
  ["the dynamic provider", (sandbox) => openPulumi(sandbox, false)],
  ["the plugin", (sandbox) => openPulumi(sandbox, true)],
];

/**
 * The program without the domain whose settings are a separate resource. Declaring that domain without its settings
 * would reset them.
 */
function adoptable(dialect: Dialect, ids: Readonly<Record<string, string>>): readonly Declared[] {
  const domainId = ids["verified"]?.split("/")[1];
  const told = (value: unknown): unknown => {
    if (value instanceof Code) return value.text === "verified.domainId" ? domainId : value;
    return Array.isArray(value) ? value.map(told) : value;
  };
  return PROGRAMS[dialect]
    .filter(({ name }) => name !== "verified")
    .map((one) => ({
      ...one,
      args: Object.fromEntries(Object.entries(one.args).map(([name, value]) => [name, told(value)])),
    }));
}

/** The findings of `orgform drift` in a stack, without unmanaged objects. */
async function driftOf(sandbox: Sandbox, { folder, env }: Pick<Stack, "folder" | "env">) {
  const ignored = join(folder, "ignored");
  writeFileSync(ignored, "* *\n");
  const { code, stdout, stderr } = await runOrgform(
    ["drift", "--cwd", folder, "--format", "json", "--ignore", ignored],
    [],
    { ...env, ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: keyOf(sandbox, null) },
  );
  if (stdout === "") return { code, stderr };
  const { changed, missing, unchecked } = JSON.parse(stdout) as DriftReport;
  return { code, stderr, changed, missing, unchecked };
}

const NOTHING = { code: 0, stderr: "", changed: [], missing: [], unchecked: [] };

/** Creates everything with one engine, and returns the ID of each object by its name. */
async function furnish(dialect: Dialect): Promise<{ sandbox: Sandbox; ids: Record<string, string> }> {
  const { sandbox, workspace } = await openStory(dialect, hclOf(IN_BOTH));
  const { control } = sandbox;
  const help = (): void => {
    for (const { domain, verification_challenge: challenge } of control.domains())
      control.setDns(`_posthog-challenge.${String(domain)}`, [String(challenge)]);
    for (const { id } of control.call("GET", "proxy-records") as { id: string }[])
      control.call("PATCH", `proxy-records/${id}`, { status: "valid" });
  };
  const timer = setInterval(help, 50);
  await workspace.apply().finally(() => clearInterval(timer));
  const { id: organizationId } = control.organizations().find(({ name }) => name === "Globex") ?? { id: "" };
  control.addMembership({ userId: control.createUser({ email: ANN }).id, organizationId, level: 8 });
  workspace.write(hclOf(PROGRAMS[dialect]));
  await workspace.apply();
  const made = { folder: workspace.folder, env: {} };
  expect(await driftOf(sandbox, made)).toEqual(NOTHING);
  await workspace.apply("-refresh-only");
  expect(await driftOf(sandbox, made)).toEqual(NOTHING);
  const ids = workspace.resources().map(({ name, instances }) => [name, String(instances[0]?.attributes["id"])]);
  return { sandbox, ids: Object.fromEntries(ids) as Record<string, string> };
}

test("every kind of object is imported", () => {
  const kinds = new Set(Object.values(PROGRAMS).flatMap((program) => program.map(({ type }) => type)));
  const objects = served.filter(({ kind }) => kind !== "action").map(({ name }) => name);
  expect(objects.filter((name) => !kinds.has(name))).toEqual([]);
});

describe.each(["2025-08", "2026-09"] as const)("at the service of %s", (dialect) => {
  test.each(ENGINES)("with %s, an import leaves no drift, and neither does a refresh", async (_name, open) => {
    const { sandbox, ids } = await furnish(dialect);
    const stack = await open(sandbox);
    sandbox.control.clearRequests();
    await stack.adopt(adoptable(dialect, ids), ids);
    expect(await driftOf(sandbox, stack)).toEqual(NOTHING);
    await stack.refresh();
    expect(await driftOf(sandbox, stack)).toEqual(NOTHING);
    await stack.rest();
    const { isImport } = stack;
    const writes = sandbox.control.requests().filter(({ method }) => method !== "GET");
    // `adopt` is a create: it sends values that the service never returns, through a new integration if they can't be
    // changed.
    const isOfSecrets = (path: string): boolean => /hog_functions|integrations|batch_exports/u.test(path);
    const others = isImport ? writes : writes.filter(({ path }) => !isOfSecrets(path));
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
