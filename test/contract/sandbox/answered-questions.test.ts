import { readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { DIALECTS } from "../../../packages/sandbox/src/dialects.ts";
import { operationIn } from "../../../packages/sandbox/src/pipeline/route.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { linesByVariant, type Variant } from "../../support/varied-values.ts";
import { type Answered, CALLERS, LivedInWorld, ROUTES, rowsOf, teller } from "./lived-in-world.ts";

/**
 * What the sandbox answers to every question in an organization in which much has happened, with every parameter that
 * it reads then, alone and in pairs; what each caller is answered by each operation; and what each path says of itself.
 * `ORGFORM_RECORD_REQUESTS=1 npx jest test/contract/sandbox/answered-questions` writes the texts again.
 */
const FOLDER = join(__dirname, "answered-questions");

/** Values for each parameter; those that mean nothing to it are refused, or ignored. */
const VALUES = ["", "0", "1", "2", "-1", "1.5", "true", "false", "e", 'ü|"x" y', "[]", '["a"]', "2026-09-30T08:05:00Z"];

/** A time at which an event was captured. */
const MOMENT = "2026-09-30T10:03:00.250Z";

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
  instance_id: [":runs"],
  email: ["ann@acme.example", "p1@a.example"],
  email_domain: ["acme.example"],
  outside_verified_domains: ["true"],
  search: ["ann", "p1", "by name", "Renamed"],
  distinct_id: ["person-1", "named-1"],
  person_id: [":persons"],
  level: ["warn", "ERROR"],
  after: [MOMENT, "2026-09-01"],
  before: [MOMENT],
  date_from: [MOMENT],
  date_to: [MOMENT, "2026-10-01"],
  event_name: ["$pageview", "signed up"],
  value: ["p", "free"],
  scope: ["HogFunction", "Team", "Plugin"],
  scopes: ["HogFunction", "BatchExport"],
  cursor: ["cD0yMDI2"],
};

/** How many objects of a kind are asked with all parameters. */
const ASKED_WHOLLY = 2;

/** Every operation reads it before anything else; its own tests have it. */
const READ_BY_ALL = "format";

/** Before the name of an operation that answers the same. */
const SAME = "as ";

/** What is told of an answer: rows of a page that another answer has as well are told by their places there. */
function shortened({ status, body }: Answered, rows: readonly string[], told: (value: unknown) => string): string {
  const results = rowsOf(body).map((row) => (rows.includes(told(row)) ? rows.indexOf(told(row)) : row));
  return `${status} ${told(isRecord(body) && results.length > 0 ? { ...body, results } : body)}`;
}

const one = (name: string, value: string): Variant => ({ path: name, what: value, values: { [name]: value } });

const both = (left: Variant, right: Variant): Variant => ({
  path: `${left.path}+${right.path}`,
  what: `${left.what}+${right.what}`,
  values: { ...left.values, ...right.values },
});

const unless = (known: ReadonlySet<string>, line: string): readonly string[] => (known.has(line) ? [] : [line]);

/** The last two values of a parameter that make a difference without a refusal. */
function tellingOf(variants: readonly Variant[], answerWith: (values: Values) => string, base: string): Variant[] {
  const answers = new Map<string, Variant>();
  for (const variant of variants) answers.set(answerWith(variant.values), variant);
  return [...answers].flatMap(([line, variant]) => (line === base || /^[45]/u.test(line) ? [] : [variant])).slice(-2);
}

function answersTo(world: LivedInWorld, path: string): readonly string[] {
  const told = teller();
  const { read, ...usual } = world.ask(path);
  const rows = rowsOf(usual.body).map(told);
  const base = shortened(usual, rows, told);
  const answerWith = (values: Values): string => {
    const filled = Object.entries(values).map(
      ([name, value]) => [name, world.filled(String(value))] as [string, string],
    );
    const query = new URLSearchParams(filled);
    return shortened(world.ask(`${path}?${query.toString()}`), rows, told);
  };
  const known = new Set([base]);
  const names = read.filter((name) => name !== READ_BY_ALL);
  const single = names.flatMap((name) => [...VALUES, ...(OWN_VALUES[name] ?? [])].map((value) => one(name, value)));
  const lines = linesByVariant(single, (values) => unless(known, answerWith(values)));
  const telling = names.flatMap((name) =>
    tellingOf(
      single.filter(({ path: of }) => of === name),
      answerWith,
      base,
    ),
  );
  const pairs = telling.flatMap((left, index) =>
    telling.slice(index + 1).flatMap((right) => (left.path === right.path ? [] : [both(left, right)])),
  );
  for (const { values } of telling) known.add(answerWith(values));
  lines.push(...linesByVariant(pairs, (values) => unless(known, answerWith(values))));
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
    const lines = world
      .paths(template)
      .flatMap((path, place) => answersTo(world, path).slice(0, place < ASKED_WHOLLY ? undefined : 2));
    const [now, before] = noted(template, [...new Set(lines)]);
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

  test.each(CALLERS)("answers %s below the current organization and project as recorded", (caller) => {
    const paths = [
      "projects/@current/persons/",
      "projects/@current/",
      "organizations/@current/",
      "organizations/@current/roles/",
    ];
    const lines = paths.map((path) => {
      const { status, body } = world.send("GET", `/api/${path}`, undefined, caller);
      return `${path} ${status} ${teller()(status < 300 ? Object.keys(body as Values) : body)}`; // -- an object
    });
    const [now, before] = noted(`${caller} below what is current`, lines);
    expect(now).toBe(before);
  });

  test.each(ROUTES.map(({ template }) => template))("says what a path is for as recorded: %s", (template) => {
    const path = world.path(template, 0);
    const lines = ["OPTIONS", "HEAD"].flatMap((method) => {
      if (path === undefined) return [];
      const { status, headers, body } = world.send(method, path);
      return [`${method} ${status} ${teller()(headers)} ${teller()(method === "HEAD" ? null : body)}`];
    });
    const [now, before] = noted(`OPTIONS ${template}`, lines);
    expect(now).toBe(before);
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
