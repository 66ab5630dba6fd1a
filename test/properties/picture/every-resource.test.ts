import { describe, expect, jest, test } from "@jest/globals";

import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { touchedBy } from "../../../src/picture/touched-sections.ts";
import { box } from "../../support/boxes/resources.ts";
import type { Row } from "../../support/conformance-row.ts";
import { rowIn, ROWS } from "../../support/conformance-rows.ts";
import { isInFull } from "../../support/extent.ts";
import { pictureOf } from "../../support/pictured.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { proofOf } from "./plan-proof.ts";
import { stackOf, type Stack } from "./planned-stack.ts";
import { pulumiPlanning } from "./pulumi-planning.ts";
import { slotsOn } from "./random-programs.ts";
import { terraformPlanning } from "./terraform-planning.ts";

jest.setTimeout(1_200_000);

const DIALECTS: readonly Dialect[] = ["2025-08", "documented", "2026-09"];

/** Resources that change no part of a picture. */
const unplaced = (names: readonly string[]): string[] =>
  names.filter((resource) => {
    const made = { resource, address: "one", id: undefined, before: undefined, after: {}, isReplaced: false };
    return touchedBy({ changes: [{ ...made, isForgotten: false, secrets: [] }] }).size === 0;
  });

/** Resources that no random program declares, although a picture shows them. */
function undeclared(names: readonly string[]): string[] {
  const ground = { organizationId: "o", projectId: "1", provableId: "d", verifiedId: "e", recordId: "r" };
  const declared = new Set(DIALECTS.flatMap((dialect) => slotsOn(ground, dialect)).map(({ resource }) => resource));
  return names.filter((name) => !declared.has(name));
}

describe("a new resource", () => {
  const all = resources.map(({ name }) => name);

  test("without a section of the picture is reported", () => {
    expect(unplaced(all)).toEqual([]);
    expect(unplaced([...all, box.name])).toEqual([box.name]);
  });

  test("in no random program is reported", () => {
    expect(undeclared(all)).toEqual([]);
    expect(undeclared([...all, box.name])).toEqual([box.name]);
  });
});

const OBJECT = "one";

const STACKS: Readonly<Record<Stack["engine"], (world: World, resource: string) => Stack>> = {
  pulumi: (world, resource) => stackOf(pulumiPlanning, world, [{ name: OBJECT, resource }]),
  terraform: (world, resource) => stackOf(terraformPlanning, world, [{ name: OBJECT, resource }]),
};

/** An object's declarations, one after another; the last one can be refused. */
interface Life {
  readonly declarations: readonly Values[];
  readonly isRefusable?: true;
}

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** A life in which each field comes, changes, and goes, and one for every replacement. */
function livesOf(row: Row, seeded: Values): Life[] {
  const [minimal, full] = [row.minimal(seeded), row.full(seeded)];
  const { deletionProtection } = full;
  const changes = Object.entries(row.changes(seeded)).map(([name, { to }]) => [name, to] as const);
  const last = deletionProtection === undefined ? minimal : { ...minimal, deletionProtection };
  // A project of one organization contradicts another organization.
  const { projectId } = full;
  const others = without(row.replacements(seeded), projectId === undefined ? [] : ["organizationId"]);
  const replacements = Object.entries(others).map(([name, value]): Life => {
    const other = { ...without(full, row.excludes?.[name] ?? []), ...row.brings?.[name], [name]: value };
    return { declarations: [full, other], isRefusable: true };
  });
  const whole = { declarations: [minimal, full, { ...full, ...Object.fromEntries(changes) }, last] };
  return isInFull() ? [whole, ...replacements] : [whole, ...replacements.slice(0, 1)];
}

/** Lives a life, and takes the object away; returns what the plans told wrong. */
async function lived(world: World, row: Row, stack: Stack, { declarations, isRefusable }: Life): Promise<string[]> {
  const wrong: string[] = [];
  const isRoot = row.resource === "Organization";
  let before = await pictureOf(world.sandbox);
  for (const [index, inputs] of [...declarations, undefined].entries()) {
    const program = inputs === undefined ? {} : { [OBJECT]: inputs };
    const own = stack.idOf(OBJECT);
    // An organization has a picture only while it exists.
    if (isRoot && (own === undefined || inputs === undefined)) {
      await stack.apply(program);
      if (inputs !== undefined) before = await pictureOf(world.sandbox, { organization: stack.idOf(OBJECT) ?? "" });
      continue;
    }
    const organization = isRoot && own !== undefined ? { organization: own } : {};
    try {
      const proof = await proofOf(world, { stack, program, before, ...organization });
      wrong.push(...proof.contradictions.map((one) => `${JSON.stringify(program)}: ${one}`));
      if (JSON.stringify(proof.planned).includes("canary")) wrong.push("The picture shows a secret.");
      before = proof.after;
    } catch (error) {
      // The other value alone can be one that the service refuses.
      if (isRefusable !== true || index !== declarations.length - 1) throw error;
      return wrong;
    }
  }
  return wrong;
}

/** Resources whose fields imply other facts of a picture: by day, only these live alone, and in the newest dialect. */
const DAILY = ["BatchExport", "HogFunction", "IdentityProvider", "Organization"];

const cells = DIALECTS.flatMap((dialect) =>
  ROWS.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === dialect).flatMap((declared, index) => {
    const what = `${declared.resource} ${declared.variant ?? ""}`.trim();
    const engines: readonly Stack["engine"][] = isInFull()
      ? ["pulumi", "terraform"]
      : [index % 2 === 0 ? "pulumi" : "terraform"];
    const isDaily = DAILY.includes(declared.resource) && dialect === "2026-09" && declared.variant === undefined;
    const isSkipped = !isInFull() && !isDaily;
    return isSkipped ? [] : engines.map((engine) => ({ what, declared, engine, dialect }));
  }),
);

describe("a plan for one object is the picture after its apply", () => {
  test.each(cells)("$what, $engine, $dialect", async ({ declared, engine, dialect }) => {
    const row = rowIn(declared, dialect);
    const world = await startWorld(dialect);
    const seeded = await row.setUp(world);
    const beginning = world.sandbox.control.snapshot();
    const wrong: string[] = [];
    for (const life of livesOf(row, seeded)) {
      world.sandbox.control.restore(beginning);
      world.loseRecords();
      wrong.push(...(await lived(world, row, STACKS[engine](world, row.resource), life)));
    }
    await world.sandbox.close();
    expect(wrong).toEqual([]);
  });
});
