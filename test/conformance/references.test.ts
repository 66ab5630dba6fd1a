import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES, UNKNOWN } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { addMember } from "../support/scenario-people.ts";
import { requestsOf, startWorld, type World, writesOf } from "../support/scenario-world.ts";

const NOWHERE = "01912345-89ab-7cde-8f01-23456789abcd";
const NO_NUMBER = "987654";
const EMAIL = "ann@globex.example";
const SAML = { entityId: "urn:okta", acsUrl: "https://okta.example/sso", x509Cert: "none" };

/** A declaration with an ID that names nothing, and the field with that ID. */
const UNKNOWN_IDS: readonly (readonly [string, string, (known: Known) => Values])[] = [
  ["RoleMembership", "roleId", ({ organizationId }) => ({ organizationId, roleId: NOWHERE, email: EMAIL })],
  [
    "AccessControl",
    "roleId",
    ({ projectId }) => ({ projectId, resource: "dashboard", roleId: NOWHERE, level: "viewer" }),
  ],
  ["ProjectAccess", "roleId", ({ projectId }) => ({ projectId, roleId: NOWHERE, level: "member" })],
  ["DomainSso", "domainId", ({ organizationId }) => ({ organizationId, domainId: NOWHERE, ssoEnforcement: "saml" })],
  ["DomainVerification", "domainId", ({ organizationId }) => ({ organizationId, domainId: NOWHERE })],
  ["ProxyRecordValidation", "recordId", ({ organizationId }) => ({ organizationId, recordId: NOWHERE })],
  [
    "IdentityProvider",
    "domainIds",
    ({ organizationId, domainId }) => ({
      organizationId,
      name: "Okta",
      protocol: "saml",
      domainIds: [domainId, NOWHERE],
      saml: SAML,
    }),
  ],
  ["BatchExport", "destination.awsS3.integrationId", (known) => exportOf(known, NO_NUMBER)],
];

/** The same of a project and an organization, which their own lists and settings would be asked of. */
const UNKNOWN_PLACES: readonly (readonly [string, (known: Known) => Values])[] = [
  ["OrganizationSettings", () => ({ organizationId: NOWHERE, enforceVerifiedDomains: true })],
  ["DomainSso", ({ domainId }) => ({ organizationId: NOWHERE, domainId, ssoEnforcement: "saml" })],
  ["RoleMembership", ({ roleId }) => ({ organizationId: NOWHERE, roleId, email: EMAIL })],
  ["Role", () => ({ organizationId: NOWHERE, name: "Builders" })],
  ["Member", () => ({ organizationId: NOWHERE, email: EMAIL, level: "admin" })],
  ["OrganizationMembers", () => ({ organizationId: NOWHERE, members: {} })],
  ["HogFunction", () => ({ projectId: NO_NUMBER, name: "f", type: "destination", hog: "return 1" })],
  ["BatchExport", (known) => ({ ...exportOf(known), projectId: NO_NUMBER })],
  ["ProjectAccess", () => ({ projectId: NO_NUMBER, level: "none" })],
];

/** Ids of what exists. */
interface Known {
  readonly organizationId: string;
  readonly projectId: string;
  readonly roleId: string;
  readonly domainId: string;
  readonly integrationId: string;
}

function exportOf({ organizationId, projectId, integrationId }: Known, link = integrationId): Values {
  const awsS3 = { bucketName: "globex-events", region: "eu-central-1", prefix: "events/", integrationId: link };
  return { organizationId, projectId, name: "Out", interval: "hour", destination: { awsS3 } };
}

async function knownIn(world: World): Promise<Known> {
  const { organizationId } = world;
  world.settleIn(organizationId);
  addMember(world, EMAIL, 1);
  const projectId = String(world.project(organizationId));
  const { id } = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" });
  const config = { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" };
  const body = { project: Number(projectId), kind: "aws-s3", config };
  const { number } = world.sandbox.control.call("POST", "integrations", body) as { number: number };
  const domainId = await world.addDomain(organizationId, "globex.example");
  return { organizationId, projectId, roleId: String(id), domainId, integrationId: String(number) };
}

describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))(
  "references in a preview, %s",
  (_name, engine) => {
    let world: World;
    let known: Known;
    const open = async (dialect: Dialect): Promise<void> => {
      world = await startWorld(dialect);
      known = await knownIn(world);
      world.sandbox.control.clearRequests();
    };
    afterEach(async () => world.sandbox.close());

    const outcome = async (run: EngineRun, resource: string, inputs: Values): Promise<string> => {
      try {
        return (await run.check(resource, undefined, inputs)).problems.join("\n");
      } catch (error) {
        return String(error);
      }
    };
    const warnings = (run: EngineRun): string[] =>
      run.messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

    describe("of a service of 2026-09", () => {
      beforeEach(() => open("2026-09"));

      test.each(UNKNOWN_IDS)("a %s whose %s names nothing is refused", async (resource, path, inputs) => {
        const said = await outcome(world.start(engine), resource, inputs(known));
        expect(said).toMatch(/Could not create/u);
        expect(said.replaceAll("_", "").toLowerCase()).toContain(path.toLowerCase());
        expect(writesOf(world)).toEqual([]);
      });

      test.each(UNKNOWN_PLACES)("a %s in something that is not there is refused", async (resource, inputs) => {
        expect(await outcome(world.start(engine), resource, inputs(known))).toMatch(/Could not create/u);
        expect(writesOf(world)).toEqual([]);
      });

      test("what exists is passed, and so is what is not known yet", async () => {
        const run = world.start(engine);
        const { organizationId, projectId, roleId, domainId } = known;
        const declared: readonly (readonly [string, Values])[] = [
          ["RoleMembership", { organizationId, roleId: roleId.toUpperCase(), email: EMAIL }],
          ["RoleMembership", { organizationId, roleId: UNKNOWN, email: EMAIL }],
          ["RoleMembership", { organizationId: UNKNOWN, roleId: NOWHERE, email: EMAIL }],
          ["ProjectAccess", { projectId, roleId, level: "member" }],
          ["DomainVerification", { organizationId, domainId }],
          ["IdentityProvider", { organizationId, name: "A", protocol: "saml", domainIds: UNKNOWN, saml: SAML }],
          [
            "IdentityProvider",
            { organizationId, name: "B", protocol: "saml", domainIds: [domainId, UNKNOWN], saml: SAML },
          ],
          ["BatchExport", exportOf(known)],
          ["BatchExport", { ...exportOf(known), name: "Out 2", destination: UNKNOWN }],
        ];
        for (const [resource, inputs] of declared) expect(await outcome(run, resource, inputs)).toBe("");
        expect(warnings(run).filter((text) => text.includes("References"))).toEqual([]);
      });

      test.each([
        ["403", { kind: "status", status: 403 }],
        ["404", { kind: "status", status: 404 }],
        ["500", { kind: "status", status: 500 }],
        ["broken page", { kind: "truncate" }],
      ] as const)("a list that is a %s refuses nothing, is asked once, and warns once", async (_what, fault) => {
        const { organizationId } = known;
        const route = "/api/organizations/:organization_id/domains/";
        world.sandbox.control.addFault({ ...fault, method: "GET", route, times: 0 });
        const run = world.start(engine, { retryBudgetSeconds: "1" });
        for (const name of ["A", "B", "C"]) {
          const inputs = { organizationId, name, protocol: "saml", domainIds: [NOWHERE], saml: SAML };
          expect(await outcome(run, "IdentityProvider", inputs)).toBe("");
        }
        expect(
          warnings(run).filter((text) => text.includes("References to Domain objects weren't checked")),
        ).toHaveLength(1);
      });

      test("a change is refused for what it changes alone", async () => {
        const { organizationId, domainId } = known;
        const inputs = { organizationId, name: "Okta", protocol: "saml", domainIds: [domainId], saml: SAML };
        const run = world.start(engine);
        const { inputs: filled } = await run.check("IdentityProvider", undefined, inputs);
        const entry = await run.create("IdentityProvider", filled);
        world.sandbox.control.clearRequests();
        await expect(
          world.start(engine).diff("IdentityProvider", entry, { ...filled, domainIds: [domainId, NOWHERE] }),
        ).rejects.toThrow(/Could not update.*domain_?ids/isu);
        world.sandbox.control.deleteDomain(domainId);
        world.sandbox.control.clearRequests();
        const renamed = await world.start(engine).diff("IdentityProvider", entry, { ...filled, name: "Okta 2" });
        expect(renamed).toEqual({ changes: true, replaces: [] });
        expect(requestsOf(world)).not.toContain("GET /organizations/:id/domains/");
      });

      test("what the run itself made is passed, also where the list does not show it yet", async () => {
        const { organizationId } = known;
        const run = world.start(engine);
        const { inputs } = await run.check("Role", undefined, { organizationId, name: "Readers" });
        const { state } = await run.create("Role", inputs);
        const roleId = String(state["roleId"]);
        expect(await outcome(run, "RoleMembership", { organizationId, roleId, email: EMAIL })).toBe("");
      });
    });
  },
);
