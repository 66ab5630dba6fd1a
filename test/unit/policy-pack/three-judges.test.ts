import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { judge, policyOf } from "../../../packages/policy/src/index.ts";
import { packOf } from "../../../src/cli/policy-pack/pack.ts";
import { engineNamed } from "../../../src/engines/index.ts";
import type { Picture } from "../../../src/model/picture/picture.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { type PlannedObject, type Program, type Stack, stackOf } from "../../properties/picture/planned-stack.ts";
import { pulumiPlanning } from "../../properties/picture/pulumi-planning.ts";
import { terraformPlanning } from "../../properties/picture/terraform-planning.ts";
import { EXPIRED } from "../../support/certificates.ts";
import { DIALECTS } from "../../support/dialects.ts";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { pictureOf } from "../../support/pictured.ts";
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

/** Objects that a dialect doesn't have, or shows too little of to judge. */
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

const inProject = { projectId: { of: "shop", resource: "Project", output: "projectId" } };

const OBJECTS: readonly PlannedObject[] = [
  { name: "shop", resource: "Project" },
  { name: "ann", resource: "Member" },
  { name: "okta", resource: "IdentityProvider" },
  { name: "rule", resource: "ProjectAccess", references: inProject },
  { name: "lake", resource: "BatchExport" },
  { name: "hook", resource: "HogFunction", references: inProject },
];

/** A first program, and one of objects that each break a rule. */
function programsIn(
  { organizationId, project, sandbox: { control } }: World,
  dialect: Dialect,
): readonly [Program, Program] {
  const held = project(organizationId);
  const config = { host: "db.other.example", port: 5432, user: "u", password: "p" };
  const made =
    dialect === "2026-09"
      ? (control.call("POST", "integrations", { project: held, kind: "postgresql", config }) as { number: number })
      : undefined;
  const access = made === undefined ? config : { integrationId: String(made.number) };
  const postgres = { database: "lake", ...access };
  const inHeld = { organizationId, projectId: String(held) };
  const here = { organizationId };
  const saml = { entityId: "urn:a", acsUrl: "https://idp.acme.example/sso", x509Cert: EXPIRED };
  return [
    // The service adds its own functions to a new project, so they aren't known before. This project exists.
    { shop: { ...here, name: "web", anonymizeIps: true } },
    {
      shop: { ...here, name: "Web!", anonymizeIps: false },
      ann: { ...here, email: ANN, level: "owner" },
      okta: { ...here, name: "Okta", protocol: "saml", saml },
      rule: { email: ANN, level: "admin" },
      lake: { ...inHeld, name: "Lake", model: "persons", interval: "hour", paused: true, destination: { postgres } },
      hook: { type: "destination", name: "Hook", hog: "print('a')", enabled: true },
    },
  ];
}

/** The rules that the program breaks. */
const brokenIn = (dialect: Dialect): string[] =>
  [...POLICY.matchAll(/^ {2}([\w-]+): (?!off$)/gmu)].flatMap(([, rule = ""]) =>
    UNBROKEN[dialect].includes(rule) ? [] : [rule],
  );

test.each(DIALECTS)(
  "Pulumi's pack, plans of both engines, and the living organization find the same in one program, in %s",
  async (dialect) => {
    const world = await startWorld(dialect);
    try {
      const { living, ...others } = await judgedBy(world, dialect);
      expect([...new Set(living.map((text) => text.split(":")[0]))]).toEqual(expect.arrayContaining(brokenIn(dialect)));
      // Pulumi's preview shows no certificate, which is a secret.
      const readable = living.filter((text) => !text.startsWith("certificate-ends: "));
      expect(others).toEqual({ terraform: living, applied: living, pulumi: readable, pack: living });
    } finally {
      await world.sandbox.close();
    }
  },
);

/** What each judge finds in one program: of the living organization, after the apply of each engine. */
async function judgedBy(
  world: World,
  dialect: Dialect,
): Promise<Record<"living" | "applied" | "terraform" | "pulumi" | "pack", string[]>> {
  const { sandbox } = world;
  world.settleIn(world.organizationId);
  addMember(world, ANN, 1);
  const pack = await packOf({ environment: {}, folder, now: () => new Date(NOW) });
  const policy = policyOf("orgform.policy.yaml", POLICY);
  const rules = policy.rules.filter(({ rule }) => pack.policies.some(({ name }) => name === rule.id));
  const [first, every] = programsIn(world, dialect);
  const objects = OBJECTS.filter(({ name }) => !MISSING[dialect].includes(name));
  const beginning = sandbox.control.snapshot();
  /** The pictures around the plan of an engine, and the checked inputs of its objects. */
  const planned = async (stack: Stack) => {
    sandbox.control.restore(beginning);
    world.loseRecords();
    await stack.apply(first);
    const before = await pictureOf(sandbox);
    const { printed, inputs } = await stack.plan(every);
    const plan = pictureAfterPlan(before, engineNamed(stack.engine).planReader.read(printed));
    await stack.apply(every);
    return { before, plan, inputs, after: await pictureOf(sandbox) };
  };
  const pulumi = await planned(stackOf(pulumiPlanning, world, objects));
  const terraform = await planned(stackOf(terraformPlanning, world, objects));

  const packed = [...pulumi.inputs].flatMap(([{ name, resource }, inputs]) =>
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
  const textsIn = (picture: Picture): string[] => {
    const { findings } = judge({ ...picture, takenAt: NOW }, { rules, exceptions: [] });
    return findings.map(({ rule, field, is, shouldBe }) => `${rule}: ${field} is ${is}; should be ${shouldBe}`);
  };
  /** The new findings in a picture. */
  const found = (before: Picture, picture: Picture): string[] => {
    const old = textsIn(before);
    return textsIn(picture)
      .filter((text) => !old.includes(text) || old.splice(old.indexOf(text), 1).length === 0)
      .toSorted();
  };
  return {
    living: found(pulumi.before, pulumi.after),
    applied: found(terraform.before, terraform.after),
    terraform: found(terraform.before, terraform.plan),
    pulumi: found(pulumi.before, pulumi.plan),
    pack: packed.toSorted(),
  };
}
