import * as fc from "fast-check";

import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { RENEWED, VALID } from "../../support/certificates.ts";
import { addProxyRecord, setStatus } from "../../support/rows-proxy-record.ts";
import { addMember } from "../../support/scenario-people.ts";
import { FOUNDER, VERIFIED_AT, type World } from "../../support/scenario-world.ts";
import type { PlannedObject, Program } from "./planned-stack.ts";

/** An object that a random program declares in one of several ways, or not at all. */
export interface Slot extends PlannedObject {
  readonly ways: readonly Values[];
  /** ID of an existing object that the stack takes in at first. Every program declares it. */
  readonly imported?: string;
}

/** Objects that no program makes, and that objects of programs refer to. */
export interface Ground {
  readonly organizationId: string;
  readonly projectId: string;
  /** A domain whose DNS record is published. */
  readonly provableId: string;
  readonly verifiedId: string;
  /** A proxy that isn't in use yet. */
  readonly recordId: string;
}

/** Furnishes a world with the ground of the programs. */
export async function groundOf(world: World): Promise<Ground> {
  const { organizationId, sandbox } = world;
  world.settleIn(organizationId);
  for (const email of ["ann@acme.example", "dan@acme.example"]) addMember(world, email, 1);
  sandbox.control.call("PUT", "proxy-record-quota", { organization: organizationId, limit: 10 });
  const provableId = await world.addDomain(organizationId, "provable.example");
  const challenge = String(world.domain(provableId)?.["verification_challenge"]);
  sandbox.control.setDns("_posthog-challenge.provable.example", [challenge]);
  const verifiedId = await world.addDomain(organizationId, "acme.example", { verified_at: VERIFIED_AT });
  const record = await addProxyRecord(world, organizationId, "g.acme.example");
  return {
    organizationId,
    projectId: String(world.project(organizationId)),
    provableId,
    verifiedId,
    recordId: String(record["id"]),
  };
}

/** What others do between the plan and the apply of a program: they publish the DNS record that the program waits for. */
export function publishFor(world: World, { recordId }: Ground, program: Program): void {
  if (program["proxyInUse"] !== undefined) setStatus(world, recordId, "valid");
}

const inProject = { projectId: { of: "shop", resource: "Project", output: "projectId" } } as const;
const ofRole = { roleId: { of: "builders", resource: "Role", output: "roleId" } } as const;

/** Settings of the organization and of domains. */
function settingsOn({ organizationId, provableId, verifiedId }: Ground, isNewest: boolean): Slot[] {
  const root = { name: "Acme", deletionProtection: false };
  return [
    {
      name: "acme",
      resource: "Organization",
      imported: organizationId,
      ways: [
        root,
        { ...root, name: "Acme 2", enforce2fa: true },
        {
          ...root,
          enforce2fa: false,
          ...(isNewest ? { membersCanCreateProjects: true, defaultAnonymizeIps: true } : {}),
        },
      ],
    },
    {
      name: "everybody",
      resource: "OrganizationMembers",
      ways: [
        { organizationId, members: { [FOUNDER]: "owner", "Ann@acme.example": "admin" }, enforce: false },
        { organizationId, members: { [FOUNDER]: "owner", "Ann@acme.example": "member" }, enforce: true },
      ],
    },
    {
      name: "proof",
      resource: "DomainVerification",
      ways: [
        { organizationId, domainId: provableId, timeoutSeconds: 60 },
        { organizationId, domainId: provableId, timeoutSeconds: 90 },
      ],
    },
    {
      name: "signOn",
      resource: "DomainSso",
      ways: [
        { organizationId, domainId: verifiedId, ssoEnforcement: "github" },
        { organizationId, domainId: verifiedId, jitProvisioningEnabled: true },
      ],
    },
  ];
}

/** A pipeline item of each kind. */
function itemsIn(organizationId: string): Slot[] {
  const item = (name: string, resource: string, capabilities: Values): Slot => ({
    name,
    resource,
    ways: [
      { organizationId, name, capabilities },
      { organizationId, name: `${name} 2`, capabilities, description: "Sends mails.", isGlobal: true },
    ],
  });
  return [
    item("mailer", "Plugin", { methods: ["onEvent"] }),
    item("sink", "PipelineDestination", { methods: ["onEvent"] }),
    item("panel", "PipelineFrontendApp", { jobs: ["show"] }),
    item("reader", "PipelineImportApp", { scheduledTasks: ["runEveryHour"] }),
    item("filter", "PipelineTransformation", { methods: ["processEvent"] }),
  ];
}

/** Objects that programs declare, the ones that others name first. */
export function slotsOn(ground: Ground, dialect: Dialect): Slot[] {
  const { organizationId, projectId, recordId } = ground;
  const here = (ways: readonly object[]) => ways.map((way) => ({ organizationId, ...way }));
  const isNewest = dialect === "2026-09";
  // Newer services have it in identity providers alone.
  const certificate = (samlX509Cert: string) => (isNewest ? {} : { samlX509Cert });
  const older: Slot[] = [
    {
      name: "lake",
      resource: "BatchExport",
      references: inProject,
      ways: here([
        {
          name: "Events",
          interval: "hour",
          destination: { s3: { bucketName: "acme", region: "eu-central-1", prefix: "a/" } },
        },
        {
          name: "Events",
          interval: "day",
          paused: true,
          destination: { s3: { bucketName: "other", region: "eu-central-1", prefix: "a/" } },
        },
      ]),
    },
  ];
  const newer: Slot[] = [
    {
      name: "login",
      resource: "Integration",
      ways: [
        { projectId, postgresql: { host: "db.acme.example", port: 5432, user: "loader", password: "canary-1" } },
        { projectId, postgresql: { host: "db.acme.example", port: 5432, user: "loader", password: "canary-2" } },
      ],
    },
    {
      name: "lake",
      resource: "BatchExport",
      references: {
        "destination.postgres.integrationId": { of: "login", resource: "Integration", output: "integrationId" },
      },
      ways: here([
        { projectId, name: "Lake", interval: "hour", destination: { postgres: { database: "lake" } } },
        { projectId, name: "Lake", interval: "day", paused: true, destination: { postgres: { database: "other" } } },
      ]),
    },
    {
      name: "hook",
      resource: "HogFunction",
      references: inProject,
      ways: [
        { type: "destination", name: "Hook", hog: "return event", enabled: true },
        { type: "destination", name: "Hook", hog: "print('a')", enabled: false },
      ],
    },
    {
      name: "heldHook",
      resource: "HogFunction",
      ways: [
        {
          projectId,
          type: "destination",
          name: "Held",
          templateId: "template-webhook",
          inputs: '{"url":"https://a.example"}',
        },
        // The service keeps the inputs of a template, which other code alone can't leave out.
        {
          projectId,
          type: "destination",
          name: "Held",
          templateId: "template-webhook",
          hog: "fetch(inputs.url)",
          inputs: '{"url":"https://b.example"}',
          enabled: false,
        },
        { projectId, type: "transformation", name: "Held", hog: "return event", executionOrder: 2 },
      ],
    },
    {
      name: "closed",
      resource: "ProjectAccess",
      references: inProject,
      ways: [{ level: "none" }, { level: "member" }],
    },
    {
      name: "ann",
      resource: "ProjectAccess",
      references: inProject,
      ways: [
        { email: "Ann@acme.example", level: "admin" },
        { email: "dan@acme.example", level: "member" },
      ],
    },
    {
      name: "kind",
      resource: "AccessControl",
      references: { ...inProject, ...ofRole },
      ways: [
        { resource: "dashboard", level: "viewer" },
        { resource: "insight", level: "editor" },
      ],
    },
    {
      name: "okta",
      resource: "IdentityProvider",
      ways: here([
        {
          name: "Okta",
          protocol: "saml",
          saml: { entityId: "urn:a", acsUrl: "https://idp.acme.example/sso", x509Cert: VALID },
        },
        {
          name: "Okta 2",
          protocol: "saml",
          saml: { entityId: "urn:b", acsUrl: "https://idp.acme.example/sso", x509Cert: RENEWED },
        },
      ]),
    },
  ];
  return [
    {
      name: "shop",
      resource: "Project",
      ways: here([
        { name: "Shop", deletionProtection: false },
        { name: "Shop", anonymizeIps: true, timezone: "Europe/Berlin", deletionProtection: false },
      ]),
    },
    { name: "builders", resource: "Role", ways: here([{ name: "Builders" }, { name: "Makers" }]) },
    {
      name: "domain",
      resource: "Domain",
      ways: here([
        { domain: "shop.example", ssoEnforcement: "saml", ...certificate(VALID) },
        { domain: "shop.example", ...certificate(RENEWED) },
        { domain: "other.example" },
      ]),
    },
    {
      name: "settings",
      resource: "OrganizationSettings",
      references: { defaultRoleId: ofRole.roleId },
      ways: here(isNewest ? [{}, { enforceVerifiedDomains: true }] : []),
    },
    {
      name: "annLevel",
      resource: "Member",
      ways: here([
        { email: "ann@acme.example", level: "admin" },
        { email: "ann@acme.example", level: "member", onDestroy: "retain" },
      ]),
    },
    {
      name: "dan",
      resource: "Membership",
      ways: here([
        { email: "dan@acme.example", level: "admin" },
        { email: "dan@acme.example", level: "member", onDestroy: "downgrade" },
      ]),
    },
    {
      name: "bob",
      resource: "Invite",
      ways: here([
        { email: "bob@acme.example", level: "member" },
        { email: "bob@acme.example", level: "admin" },
      ]),
    },
    { name: "annBuilds", resource: "RoleMembership", references: ofRole, ways: here([{ email: "ann@acme.example" }]) },
    {
      name: "bobBuilds",
      resource: "RoleMembership",
      references: { ...ofRole, email: { of: "bob", resource: "Invite", output: "email" } },
      ways: here([{}]),
    },
    {
      name: "proxy",
      resource: "ProxyRecord",
      ways: here([{ domain: "e.acme.example" }, { domain: "f.acme.example" }]),
    },
    {
      name: "proxyInUse",
      resource: "ProxyRecordValidation",
      ways: here([
        { recordId, timeoutSeconds: 60 },
        { recordId, timeoutSeconds: 90 },
      ]),
    },
    ...settingsOn(ground, isNewest),
    ...itemsIn(organizationId),
    ...(isNewest ? newer : older),
  ];
}

/** A random program of these objects. */
export const programOf = (slots: readonly Slot[]): fc.Arbitrary<Program> =>
  fc
    .tuple(
      ...slots.map(({ name, ways, imported }) =>
        fc
          .integer({ min: imported === undefined ? -1 : 0, max: ways.length - 1 })
          .map((way): [string, Values | undefined] => [name, ways[way]]),
      ),
    )
    .map((all) => Object.fromEntries(all.filter((one): one is [string, Values] => one[1] !== undefined)))
    .map(withoutConflicts);

/** People have a level by one resource, since two could contradict each other. */
function withoutConflicts(program: Program): Program {
  if (program["everybody"] === undefined) return program;
  const { annLevel: _ann, dan: _dan, ...rest } = program;
  return rest;
}

const ANN = "ann@acme.example";
const DAN = "dan@acme.example";

/**
 * Whether one of the programs, applied in turn, names a person who left the organization before or leaves it now: the
 * service or the provider refuses that.
 */
export function isRefused(programs: readonly Program[]): boolean {
  const gone = new Set<string>();
  return programs.some((program, index) => {
    const before = programs[index - 1] ?? {};
    const leaves = (slot: string): boolean => before[slot]?.["level"] === "admin" && program[slot] === undefined;
    if (leaves("annLevel")) gone.add(ANN);
    if (leaves("dan") || program["everybody"]?.["enforce"] === true) gone.add(DAN);
    const emails = ["annLevel", "annBuilds", "ann"].map((slot) => {
      const email = program[slot]?.["email"];
      return typeof email === "string" ? email.toLowerCase() : "";
    });
    return [...emails, ...(program["everybody"] === undefined ? [] : [ANN])].some((email) => gone.has(email));
  });
}
