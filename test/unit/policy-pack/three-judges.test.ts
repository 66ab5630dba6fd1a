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
import { type Dialect } from "../../../packages/sandbox/src/index.ts";
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
beforeAll(() => writeFileSync(join(folder, "orgform.policy.yaml"), POLICY));
afterAll(() => rmSync(folder, { recursive: true }));

/** Objects that services of 2025 have none of, or of which the facts don't say enough. */
const MISSING: Readonly<Record<Dialect, readonly string[]>> = {
  "2026-09": [],
  // Its list of functions doesn't show templates, so the living organization can't be judged by them.
  "2025-08": ["okta", "hook"],
  documented: ["okta", "rule", "hook"],
};

/** Rules about the missing objects, or about settings that a service doesn't show. */
const UNBROKEN: Readonly<Record<Dialect, readonly string[]>> = {
  "2026-09": [],
  "2025-08": ["certificate-ends", "hog-function-code"],
  documented: ["certificate-ends", "access-by-role", "admin-by-rule", "hog-function-code"],
};

/** A program of objects that each break a rule. */
function slotsIn({ organizationId, project, sandbox: { control } }: World, dialect: Dialect): Slot[] {
  const held = project(organizationId);
  const config = { host: "db.other.example", port: 5432, user: "u", password: "p" };
  const made =
    dialect === "2026-09"
      ? (control.call("POST", "integrations", { project: held, kind: "postgresql", config }) as { number: number })
      : undefined;
  const access = made === undefined ? config : { integrationId: String(made.number) };
  const postgres = { database: "lake", ...access };
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

/** The rules that the program breaks. */
const brokenIn = (dialect: Dialect): string[] =>
  [...POLICY.matchAll(/^ {2}([\w-]+): (?!off$)/gmu)].flatMap(([, rule = ""]) =>
    UNBROKEN[dialect].includes(rule) ? [] : [rule],
  );

const ALL: readonly Dialect[] = ["2026-09", "2025-08", "documented"];

test.each(ALL)(
  "Pulumi's pack, plans of both engines, and the living organization find the same in one program, in %s",
  async (dialect) => {
    const world = await startWorld(dialect);
    try {
      const { living, ...others } = await judgedBy(world, dialect);
      expect([...new Set(living.map((text) => text.split(":")[0]))]).toEqual(expect.arrayContaining(brokenIn(dialect)));
      expect(others).toEqual({ terraform: living, pulumi: living, pack: living });
    } finally {
      await world.sandbox.close();
    }
  },
);

/** What each judge finds in one program. */
async function judgedBy(
  world: World,
  dialect: Dialect,
): Promise<Record<"living" | "terraform" | "pulumi" | "pack", string[]>> {
  const { sandbox } = world;
  world.settleIn(world.organizationId);
  addMember(world, ANN, 1);
  const pack = await packOf({ environment: {}, folder, now: () => new Date(NOW) });
  const policy = policyOf("orgform.policy.yaml", POLICY);
  const rules = policy.rules.filter(({ rule }) => pack.policies.some(({ name }) => name === rule.id));
  const slots = slotsIn(world, dialect).filter(({ name }) => !MISSING[dialect].includes(name));
  const engine = ENGINES[1];
  if (engine === undefined) throw new Error("There is no such engine.");
  const stack = new PlannedStack(slots, () => world.start(engine, LONG_TIMEOUT));
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
  const [pulumi, terraform] = [engineNamed("pulumi"), engineNamed("terraform")];
  return {
    living: found(after),
    terraform: found(pictureAfterPlan(before, terraform.planReader.read(asTerraformPlan(steps)))),
    pulumi: found(pictureAfterPlan(before, pulumi.planReader.read(asPulumiPreview(steps)))),
    pack: packed.toSorted(),
  };
}
