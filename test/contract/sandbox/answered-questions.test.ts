import { readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { DIALECTS } from "../../../packages/sandbox/src/dialects.ts";
import { operationIn } from "../../../packages/sandbox/src/pipeline/route.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { isRecord } from "../../../src/model/json-value.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { linesByVariant, type Variant } from "../../support/varied-values.ts";
import { type Answered, CALLERS, LivedInWorld, rowsOf, teller } from "./lived-in-world.ts";

/**
 * What the sandbox answers to every question in an organization in which much has happened, with every parameter that
 * it reads then; and what each caller is answered by each operation. `ORGFORM_RECORD_REQUESTS=1 npx jest
 * test/contract/sandbox/answered-questions` writes the texts again.
 */
const FOLDER = join(__dirname, "answered-questions");

/** Values for each parameter; those that mean nothing to it are refused, or ignored. */
const VALUES = ["", "0", "1", "2", "-1", "1.5", "true", "false", "e", 'ü|"x" y', "[]", '["a"]', "2026-09-30T08:05:00Z"];

/** Further values, for parameters that take few. */
const OWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  order: ["joined_at", "-joined_at", "email", "-email"],
  ordering: ["created_at", "-created_at", "start_at", "-start_at", "name", "-name"],
  orderBy: ['["timestamp"]', '["-timestamp"]'],
  key: ["plan", "price", "email", "age"],
  type: ["destination", "transformation", "site_app"],
  types: ["destination,transformation", "site_app"],
  levels: ["1", "1,15", "15"],
  properties: [
    '[{"key":"plan","value":"pro","type":"event"}]',
    '[{"key":"age","value":1,"operator":"gt","type":"person"}]',
  ],
  event: ["$pageview", "signed up"],
  member_id: [":member_id"],
  role_id: [":role_id"],
  kind: ["slack", "aws-s3"],
  interval: ["hour", "day", "week"],
  instance_id: ["runs"],
  scope: ["HogFunction", "Team", "Plugin"],
  scopes: ["HogFunction", "BatchExport"],
  cursor: ["cD0yMDI2"],
};

/** Every operation reads it before anything else; its own tests have it. */
const READ_BY_ALL = "format";

/** Before the name of an operation that answers the same. */
const SAME = "as ";

const ROUTES = FAMILIES.flatMap(({ routes }) => routes).filter(
  ({ template }) => !template.startsWith("/api/environments/"),
);

/** What is told of an answer: rows of a page that another answer has as well are told by their places there. */
function shortened({ status, body }: Answered, rows: readonly string[], told: (value: unknown) => string): string {
  const results = rowsOf(body).map((row) => (rows.includes(told(row)) ? rows.indexOf(told(row)) : row));
  return `${status} ${told(isRecord(body) && results.length > 0 ? { ...body, results } : body)}`;
}

function answersTo(world: LivedInWorld, path: string): readonly string[] {
  const told = teller();
  const { read, ...usual } = world.ask(path);
  const rows = rowsOf(usual.body).map(told);
  const base = shortened(usual, rows, told);
  const variants: Variant[] = read
    .filter((name) => name !== READ_BY_ALL)
    .flatMap((name) =>
      [...VALUES, ...(OWN_VALUES[name] ?? [])].map((value) => ({ path: name, what: value, values: { [name]: value } })),
    );
  const lines = linesByVariant(variants, (values) => {
    const filled = Object.entries(values).map(
      ([name, value]) => [name, world.filled(String(value))] as [string, string],
    );
    const query = new URLSearchParams(filled);
    const line = shortened(world.ask(`${path}?${query.toString()}`), rows, told);
    return line === base ? [] : [line];
  });
  return [`${usual.status} ${told(usual.headers)}`, told(usual.body), ...lines];
}

/** The answers of an operation to each caller, whose refusals are told as a whole. */
function answersToAll(world: LivedInWorld, method: string, path: string): readonly string[] {
  const told = teller();
  const variants = CALLERS.map((caller) => ({ path: caller, what: "", values: { caller } }));
  return linesByVariant(variants, ({ caller }) => {
    const body = method === "GET" ? undefined : {};
    const answer = world.undone(() => world.send(method, path, body, caller as (typeof CALLERS)[number])); // -- as given above
    const isShort = answer.status < 300 && method !== "POST";
    return [isShort ? String(answer.status) : `${answer.status} ${told(answer.body)}`];
  });
}

describe.each(DIALECTS)("in dialect %s", (dialect) => {
  const log = new RequestLog(join(FOLDER, `${dialect}.txt`));
  let world: LivedInWorld;
  beforeAll(() => {
    world = new LivedInWorld(dialect);
  });
  const served = (method: string): readonly string[] =>
    ROUTES.filter((one) => operationIn(one, method, dialect) !== undefined).map(({ template }) => template);
  const stepOf = new Map<string, string>();
  /** Lines as they are now, and as recorded; those that an earlier step has as well are recorded by its name. */
  const noted = (step: string, lines: readonly string[]): readonly [now: string, before: string | undefined] => {
    const earlier = RECORDS ? stepOf.get(lines.join()) : undefined;
    if (earlier === undefined) stepOf.set(lines.join(), step);
    const now = log.note(step, earlier === undefined ? lines : [SAME + earlier]).slice(step.length);
    const other = log.before.get(step)?.split(`\n  ${SAME}`)[1]?.trim() ?? step;
    return [now, RECORDS ? now : log.before.get(other)?.slice(other.length)];
  };

  test.each(served("GET"))("answers what is recorded, with every parameter: %s", (template) => {
    const paths = ([0, 1] as const).flatMap((place) => world.path(template, place) ?? []);
    const [now, before] = noted(template, [...new Set(paths.flatMap((path) => answersTo(world, path)))]);
    expect(now).toBe(before);
  });

  describe.each(["GET", "POST", "PUT", "PATCH", "DELETE"])("%s", (method) => {
    test.each(served(method))("answers each caller as recorded: %s", (template) => {
      const path = world.path(template, 0);
      const lines = path === undefined ? [] : answersToAll(world, method, path);
      const [now, before] = noted(`${method} ${template}`, lines);
      expect(now).toBe(before);
    });
  });

  afterAll(() => {
    world.close();
    log.write();
  });
});

test("every record is of a dialect", () => {
  expect(RECORDS ? [] : readdirSync(FOLDER).toSorted()).toEqual(
    RECORDS ? [] : DIALECTS.map((one) => `${one}.txt`).toSorted(),
  );
});
