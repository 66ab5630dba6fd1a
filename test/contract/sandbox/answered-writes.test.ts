import { readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { DIALECTS, type Dialect } from "../../../packages/sandbox/src/dialects.ts";
import { operationIn } from "../../../packages/sandbox/src/pipeline/route.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { linesByVariant } from "../../support/varied-values.ts";
import { ACTION_SAMPLES } from "./action-samples.ts";
import { LivedInWorld, ROUTES, teller, type Tried } from "./lived-in-world.ts";
import { unlike } from "./table-changes.ts";
import { pairsOf, variantsOf } from "./varied-bodies.ts";
import { WRITE_SAMPLES } from "./write-samples.ts";

/**
 * What every write of each dialect answers in an organization in which much has happened, and what it changes in the
 * tables: with a usual body, and with those that differ from it in one value or lack two; and with a usual body for each
 * other object. `ORGFORM_RECORD_REQUESTS=1 npx jest test/contract/sandbox/answered-writes` writes the texts again.
 */
const FOLDER = join(__dirname, "answered-writes");

const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** The end of a sample's key, after its method. */
const isFor = (key: string, method: string, template: string): boolean =>
  key.startsWith(`${method} `) && template.endsWith(`/${key.slice(method.length + 1)}`);

/** Bodies of a write: of an action, or of an object that it creates. */
function bodiesOf(method: string, template: string): readonly unknown[] {
  const key = Object.keys(ACTION_SAMPLES).find((one) => isFor(one, method, template));
  if (key !== undefined) return ACTION_SAMPLES[key] ?? [];
  const noun = template.split("/").at(method === "POST" ? -2 : -3);
  const samples = WRITE_SAMPLES.filter(({ at }) => at.split("/").at(-2) === noun);
  const bodies = template.endsWith(":id/") || method === "POST" ? samples.map(({ body }) => body) : [];
  return method === "DELETE" || bodies.length === 0 ? [undefined, {}] : bodies;
}

/** Whether an operation is another one by another path. */
const isAlias = (template: string): boolean =>
  /organization_id\/(?:projects|batch_exports|pipeline_)|:resources/u.test(template);

/** `answered-variants` has the bodies that differ in one value. */
const isVariedElsewhere = (dialect: Dialect, method: string, template: string): boolean =>
  dialect === "2026-09" && method === "POST" && WRITE_SAMPLES.some(({ at }) => at === template);

/** A refusal, or what a write does otherwise than usual; identifiers differ anyway. */
function lineOf({ status, body, changes }: Tried, usual: Tried): string {
  const hasChanged = Object.keys(changes).length > 0;
  if (status >= 300) return `${status} ${teller()(body)}${hasChanged ? ` ${teller()(changes)}` : ""}`;
  const [own, other] = [changes, usual.changes].map((one): unknown => JSON.parse(teller()(one)));
  return `${status} ${JSON.stringify(unlike(other, own) ?? "as usual")}`;
}

describe.each(DIALECTS)("in dialect %s", (dialect) => {
  const log = new RequestLog(join(FOLDER, `${dialect}.txt`));
  let world: LivedInWorld;
  beforeAll(() => {
    world = new LivedInWorld(dialect);
  });

  const linesOf = (method: string, template: string, body: unknown): readonly string[] => {
    const told = teller();
    const at = world.path(template, 0);
    if (at === undefined) return [];
    const sent = world.filledIn(body);
    const write = (values: unknown) => world.tried(() => world.send(method, at, values));
    const usual = write(sent);
    const first = [`${usual.status} ${told(usual.headers)}`, told(usual.body), told(usual.changes)];
    if (!isRecord(sent) || isAlias(template)) return first;
    const isVaried = isVariedElsewhere(dialect, method, template);
    const variants = [...(isVaried ? [] : variantsOf(sent, Object.keys(sent), told)), ...pairsOf(sent)];
    return [...first, ...linesByVariant(variants, (values: Values) => [lineOf(write(values), usual)])];
  };

  describe.each(METHODS)("%s", (method) => {
    const served = ROUTES.filter((one) => operationIn(one, method, dialect) !== undefined);
    test.each(served.map(({ template }) => template))(
      "answers for each other object what is recorded: %s",
      (template) => {
        const [body] = bodiesOf(method, template);
        const [, ...others] = world.paths(template);
        const lines = others.map((at) => {
          const { status, body: answer, changes } = world.tried(() => world.send(method, at, world.filledIn(body)));
          return `${status} ${teller()(status < 300 ? changes : answer)}`;
        });
        const step = `${method} ${template} of each`;
        const now = log.note(step, lines);
        expect(now).toBe(RECORDS ? now : log.before.get(step));
      },
    );

    test.each(served.map(({ template }) => template))("answers, and changes, what is recorded: %s", (template) => {
      for (const [index, body] of bodiesOf(method, template).entries()) {
        const step = `${method} ${template} ${index}`;
        const now = log.note(step, linesOf(method, template, body));
        expect(now).toBe(RECORDS ? now : log.before.get(step));
      }
    });
  });

  afterAll(() => {
    world.close();
    log.write();
  });
});

test("every sample is of a write", () => {
  const writes = ROUTES.flatMap(({ template }) => METHODS.map((method) => [method, template] as const));
  const unused = Object.keys(ACTION_SAMPLES).filter((key) => !writes.some((one) => isFor(key, ...one)));
  expect(unused).toEqual([]);
});

test("every record is of a dialect", () => {
  expect(RECORDS ? [] : readdirSync(FOLDER).toSorted()).toEqual(
    RECORDS ? [] : DIALECTS.map((one) => `${one}.txt`).toSorted(),
  );
});
