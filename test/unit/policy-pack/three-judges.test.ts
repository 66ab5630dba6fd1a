import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { judge, policyOf } from "../../../packages/policy/src/index.ts";
import { packOf } from "../../../src/cli/policy-pack/pack.ts";
import { engineNamed } from "../../../src/engines/index.ts";
import type { Picture } from "../../../src/model/picture/picture.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import {
  asPulumiPreview,
  asTerraformPlan,
  PlannedStack,
  type Slot,
} from "../../properties/picture/planned-programs.ts";
import { EXPIRED } from "../../support/certificates.ts";
import { ENGINES } from "../../support/conformance-engine.ts";
import { pictureOf } from "../../support/pictured.ts";
import { LONG_TIMEOUT } from "../../support/scenario-faults.ts";
import { addMember } from "../../support/scenario-people.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";

const NOW = "2026-11-26T12:00:00.000Z";
const ANN = "ann@acme.example";

/** The rules that speak of single objects, each broken by the program below at least once. */
const POLICY = `
rules:
  owners-named: { emails: [founder@acme.example] }
  verified-domains-enforced: off
  certificate-ends: error
  access-by-role: error
  admin-by-rule: error
  export-destinations: { types: [s3] }
  export-persons: error
  exports-running: error
  hog-function-code: error
  addresses-anonymized: error
  project-names: { pattern: "[a-z]+" }
  deletion-protected: off
  inline-credentials: off
`;

const folder = mkdtempSync(join(tmpdir(), "orgform-three-"));
let world: World;
beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  addMember(world, ANN, 1);
  writeFileSync(join(folder, "orgform.policy.yaml"), POLICY);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.sandbox.close();
});

/** A program of objects that each break a rule. */
function slotsIn({ organizationId, project, sandbox: { control } }: World): Slot[] {
  const held = project(organizationId);
  const config = { host: "db.other.example", port: 5432, user: "u", password: "p" };
  const made = control.call("POST", "integrations", { project: held, kind: "postgresql", config }) as {
    number: number;
  };
  const postgres = { database: "lake", integrationId: String(made.number) };
  const inHeld = { organizationId, projectId: String(held) };
  const inProject = { projectId: { of: "shop", output: "projectId" } };
  const here = { organizationId };
  const saml = { entityId: "urn:a", acsUrl: "https://idp.acme.example/sso", x509Cert: EXPIRED };
  return [
    {
      name: "shop",
      resource: "Project",
      ways: [
        { ...here, name: "web", anonymizeIps: true },
        { ...here, name: "Web!", anonymizeIps: false },
      ],
    },
    { name: "ann", resource: "Member", ways: [{ ...here, email: ANN, level: "owner" }] },
    { name: "okta", resource: "IdentityProvider", ways: [{ ...here, name: "Okta", protocol: "saml", saml }] },
    {
      name: "rule",
      resource: "ProjectAccess",
      references: inProject,
      ways: [{ email: ANN, level: "admin" }],
    },
    {
      name: "lake",
      resource: "BatchExport",
      ways: [{ ...inHeld, name: "Lake", model: "persons", interval: "hour", paused: true, destination: { postgres } }],
    },
    {
      name: "hook",
      resource: "HogFunction",
      references: inProject,
      ways: [{ type: "destination", name: "Hook", hog: "print('a')", enabled: true }],
    },
  ];
}

/** The service adds its own functions to a new project, so they aren't known before. This project exists. */
const FIRST = { shop: 0 };
const EVERY = { shop: 1, ann: 0, okta: 0, rule: 0, lake: 0, hook: 0 };

test("Pulumi's pack, plans of both engines, and the living organization find the same in one program", async () => {
  const { sandbox } = world;
  const pack = await packOf({ environment: {}, folder, now: () => new Date(NOW) });
  const policy = policyOf("orgform.policy.yaml", POLICY);
  const rules = policy.rules.filter(({ rule }) => pack.policies.some(({ name }) => name === rule.id));
  const engine = ENGINES[1];
  if (engine === undefined) throw new Error("There is no such engine.");
  const stack = new PlannedStack(slotsIn(world), () => world.start(engine, LONG_TIMEOUT));
  await stack.apply(FIRST);
  const before = await pictureOf(sandbox);
  const steps = await stack.plan(EVERY);
  await stack.apply(EVERY);
  const after = await pictureOf(sandbox);

  const packed = steps.flatMap(({ slot: { name, resource }, inputs = {} }) =>
    pack
      .judge({
        type: `orgform:index:${resource}`,
        urn: `urn:pulumi:dev::p::x::${name}`,
        name,
        properties: inputs,
        hidden: [],
      })
      .map(
        ({ policy: { name: rule }, message }) =>
          `${rule}: ${/: (.*?; should be .*?)\. [A-Z]/u.exec(message)?.[1] ?? message}`,
      ),
  );
  /** The new findings in a picture. */
  const found = (picture: Picture): string[] => {
    const old = textsIn(before);
    return textsIn(picture)
      .filter((text) => !old.includes(text) || old.splice(old.indexOf(text), 1).length === 0)
      .toSorted();
  };
  function textsIn(picture: Picture): string[] {
    const { findings } = judge({ ...picture, takenAt: NOW }, { rules, exceptions: [] });
    return findings.map(({ rule, field, is, shouldBe }) => `${rule}: ${field} is ${is}; should be ${shouldBe}`);
  }
  const living = found(after);
  const broken = [...POLICY.matchAll(/^ {2}([\w-]+): (?!off$)/gmu)].map(([, rule]) => rule);
  expect([...new Set(living.map((text) => text.split(":")[0]))]).toEqual(expect.arrayContaining(broken));
  const [pulumi, terraform] = [engineNamed("pulumi"), engineNamed("terraform")];
  expect(found(pictureAfterPlan(before, terraform.planReader.read(asTerraformPlan(steps))))).toEqual(living);
  expect(found(pictureAfterPlan(before, pulumi.planReader.read(asPulumiPreview(steps))))).toEqual(living);
  expect(packed.toSorted()).toEqual(living);
});
