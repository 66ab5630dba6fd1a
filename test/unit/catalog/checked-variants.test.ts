import { readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/index.ts";
import { check } from "../../../src/model/check.ts";
import { ADOPT, type AnyResource, fieldsOf } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { diffInputs } from "../../../src/model/diff.ts";
import { printed } from "../../../src/model/messages.ts";
import { shapeOf } from "../../../src/model/shape.ts";
import { ROWS } from "../../support/conformance-rows.ts";
import { DESTINATION_SAMPLES } from "../../support/destination-samples.ts";
import { BLOCK_SAMPLES } from "../../support/integration-blocks.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { linesByVariant, variantsOf } from "../../support/varied-values.ts";

/**
 * What a check says of every declaration that differs from a valid one in one value, as a text for each resource. A
 * changed rule or message shows in review. `ORGFORM_RECORD_REQUESTS=1 npx jest test/unit/catalog/checked-variants`
 * writes them again.
 */
const FOLDER = join(__dirname, "checked-variants");

const SETTINGS = { howToSet: (setting: string) => `set ${setting}` };

/** The objects of a world that doesn't exist: each has an ID that fits every field. */
const SEEDED: Values = new Proxy(
  {},
  {
    get: (_none, name) => (/project|integration/iu.test(String(name)) ? "17" : "01912345-89ab-7cde-8f01-23456789abcd"),
  },
);

interface Sample {
  readonly resource: AnyResource;
  readonly name: string;
  readonly inputs: Values;
  /** The inputs whose values are varied. */
  readonly varied: readonly string[];
}

/** Declarations of a resource: its example, those of its rows, and one for each kind of its blocks. */
function samplesOf(resource: AnyResource): readonly Sample[] {
  const { name: own, example = {}, inputs: fields } = resource;
  const all = Object.keys(fields).filter((name) => name !== ADOPT);
  const rows = ROWS.filter((row) => row.resource === own).flatMap(({ variant = "usual", full, minimal }) => [
    { resource, name: `${variant}, full`, inputs: full(SEEDED), varied: all },
    { resource, name: `${variant}, minimal`, inputs: minimal(SEEDED), varied: [] },
  ]);
  const blocks = BLOCK_SAMPLES.map(({ block, form = "", members }) => ({
    resource,
    name: `${block} ${form}`.trim(),
    inputs: { projectId: "17", [block]: members },
    varied: [block],
  }));
  const destinations = DESTINATION_SAMPLES.map(([name, destination]) => ({
    resource,
    name,
    inputs: { ...example, destination },
    varied: ["destination"],
  }));
  return [
    { resource, name: "example", inputs: example, varied: rows.length === 0 ? all : [] },
    ...rows,
    ...(own === "Integration" ? blocks : []),
    ...(own === "BatchExport" ? destinations : []),
  ];
}

/** The problems of a declaration, without the values that they repeat. */
function problemsOf(definition: AnyResource, inputs: Values): string[] {
  return check(definition, inputs, SETTINGS).problems.map(
    ({ path, reason }) => `${path} ${printed(reason).replace(/, found .*$/su, "")}`,
  );
}

/** What a valid declaration does to an object that is as another one says. */
function effectsOf(definition: AnyResource, before: Values, after: Values): string[] {
  const [held, wanted] = [before, after].map((declared) => check(definition, declared, SETTINGS).inputs);
  const changes = diffInputs(definition, held ?? {}, wanted ?? {});
  return changes.length === 0
    ? ["nothing differs"]
    : changes.map(({ path, kind, effect }) => (kind === "unknown" ? `${path} is waited for` : `${path}: ${effect}`));
}

/** What is said of the variants of a sample. */
function saidOfVariants({ resource, inputs, varied }: Sample): string[] {
  const shapes = fieldsOf(resource, "inputs").filter(([name]) => varied.includes(name));
  const variants = variantsOf(inputs, Object.fromEntries(shapes.map(([name, rules]) => [name, shapeOf(rules)])));
  return linesByVariant(variants, (declared) => {
    const problems = problemsOf(resource, declared);
    return problems.length > 0 ? problems : effectsOf(resource, inputs, declared);
  });
}

describe.each(resources)("$name", (resource) => {
  const log = new RequestLog(join(FOLDER, `${resource.name}.txt`));

  test.each(samplesOf(resource))("has the recorded problems and changes where one value differs: $name", (sample) => {
    const body = resource.toWire(check(resource, sample.inputs, SETTINGS).inputs);
    const said = saidOfVariants(sample);
    const section = log.note(sample.name, [
      ...problemsOf(resource, sample.inputs),
      `sends ${JSON.stringify(body)}`,
      ...said,
    ]);
    expect(section).toBe(RECORDS ? section : log.before.get(sample.name));
  });

  afterAll(() => log.write());
});

test("every record is of a resource", () => {
  expect(RECORDS ? [] : readdirSync(FOLDER).toSorted()).toEqual(
    RECORDS ? [] : resources.map(({ name }) => `${name}.txt`),
  );
});
