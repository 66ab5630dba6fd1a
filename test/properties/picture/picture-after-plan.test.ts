import { describe, expect, jest, test } from "@jest/globals";
import * as fc from "fast-check";

import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { engineNamed } from "../../../src/engines/index.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { RENEWED, VALID } from "../../support/certificates.ts";
import { ENGINES } from "../../support/conformance-engine.ts";
import { isInFull } from "../../support/extent.ts";
import { pictureOf } from "../../support/pictured.ts";
import { contradictions } from "../../support/same-picture.ts";
import { LONG_TIMEOUT } from "../../support/scenario-faults.ts";
import { addMember } from "../../support/scenario-people.ts";
import { startWorld } from "../../support/scenario-world.ts";
import { asPulumiPreview, asTerraformPlan, PlannedStack, type Program, type Slot } from "./planned-programs.ts";

jest.setTimeout(1_200_000);

const RUNS = isInFull() ? 150 : 3;

const inProject = { projectId: { of: "shop", output: "projectId" } } as const;
const ofRole = { roleId: { of: "builders", output: "roleId" } } as const;

/** Objects that programs can declare. The ones that others refer to come first. */
function slotsIn(organizationId: string, dialect: Dialect): Slot[] {
  const here = (ways: readonly object[]) => ways.map((way) => ({ organizationId, ...way }));
  // In newer services, only identity providers have a certificate.
  const certificate = (samlX509Cert: string) => (dialect === "2026-09" ? {} : { samlX509Cert });
  const older: Slot[] = [
    {
      name: "export",
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
        { domain: "acme.example", ssoEnforcement: "saml", ...certificate(VALID) },
        { domain: "acme.example", ...certificate(RENEWED) },
        { domain: "other.example" },
      ]),
    },
    {
      name: "settings",
      resource: "OrganizationSettings",
      references: { defaultRoleId: ofRole.roleId },
      ways: here(dialect === "2026-09" ? [{}] : []),
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
      references: { ...ofRole, email: { of: "bob", output: "email" } },
      ways: here([{}]),
    },
    {
      name: "proxy",
      resource: "ProxyRecord",
      ways: here([{ domain: "e.acme.example" }, { domain: "f.acme.example" }]),
    },
    ...(dialect === "2026-09" ? newer : older),
  ];
}

const programOf = (slots: readonly Slot[]): fc.Arbitrary<Program> =>
  fc
    .tuple(
      ...slots.map(({ name, ways }) =>
        fc.integer({ min: -1, max: ways.length - 1 }).map((way) => [name, way] as const),
      ),
    )
    .map((all) => Object.fromEntries(all.filter(([, way]) => way >= 0)));

/**
 * Whether a program adds a person to a role or a rule, and also removes that person from the organization, which the
 * service refuses.
 */
function isRefused(first: Program, second: Program): boolean {
  const leaves = (slot: string): boolean => first[slot] === 0 && second[slot] === undefined;
  const isAnnNamed = second["annBuilds"] !== undefined || second["ann"] === 0;
  return (leaves("annLevel") && isAnnNamed) || (leaves("dan") && second["ann"] === 1);
}

/** `npm test` leaves out the dialect `documented`, whose requests are those of 2025-08. */
const DIALECTS: readonly Dialect[] = isInFull() ? ["2025-08", "documented", "2026-09"] : ["2025-08", "2026-09"];

describe.each(DIALECTS)("the picture with a plan applied to it, %s", (dialect) => {
  test("equals the picture after the apply, whichever engine printed the plan", async () => {
    const world = await startWorld(dialect);
    const { organizationId, sandbox } = world;
    world.settleIn(organizationId);
    for (const email of ["ann@acme.example", "dan@acme.example"]) addMember(world, email, 1);
    const beginning = sandbox.control.snapshot();
    const slots = slotsIn(organizationId, dialect);
    const [pulumi, terraform] = [engineNamed("pulumi"), engineNamed("terraform")];
    let told = 0;
    const live = async (first: Program, second: Program): Promise<void> => {
      fc.pre(!isRefused(first, second));
      sandbox.control.restore(beginning);
      world.loseRecords();
      const engine = ENGINES[1];
      if (engine === undefined) throw new Error("There is no such engine.");
      const stack = new PlannedStack(slots, () => world.start(engine, LONG_TIMEOUT));
      await stack.apply(first);
      const before = await pictureOf(sandbox);
      const steps = await stack.plan(second);
      const planned = [
        pictureAfterPlan(before, pulumi.planReader.read(asPulumiPreview(steps))),
        pictureAfterPlan(before, terraform.planReader.read(asTerraformPlan(steps))),
      ];
      await stack.apply(second);
      const after = await pictureOf(sandbox);
      // Counts the plans that matter: the picture from before the plan contradicts the one after the apply.
      if (contradictions(before.living, after.living).length > 0) told += 1;
      for (const one of planned) expect(contradictions(one.living, after.living)).toEqual([]);
    };
    const details = await fc.check(fc.asyncProperty(programOf(slots), programOf(slots), live), {
      numRuns: RUNS,
      seed: 20261126,
      endOnFailure: !isInFull(),
    });
    await sandbox.close();
    if (details.failed) throw new Error(`${JSON.stringify(details.counterexample)}\n${String(details.errorInstance)}`);
    expect(told).toBeGreaterThan(RUNS / 2);
  });
});
