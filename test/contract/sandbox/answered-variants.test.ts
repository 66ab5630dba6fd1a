import { readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { FAMILIES, ROUTER } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { answerIn, operationIn } from "../../../packages/sandbox/src/pipeline/route.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";
import { linesByVariant } from "../../support/varied-values.ts";
import { LINKED } from "../../support/destination-samples.ts";
import { undone } from "./undone.ts";
import { variantsOf } from "./varied-bodies.ts";
import { WRITE_SAMPLES, type WriteSample } from "./write-samples.ts";

/**
 * What the sandbox answers to every body that differs from a valid one in one value, and every object as it shows it
 * then. A changed rule, text, or field shows in review. `ORGFORM_RECORD_REQUESTS=1 npx jest
 * test/contract/sandbox/answered-variants` writes the texts again.
 */
const FOLDER = join(__dirname, "answered-variants");

const { world, seeded, control } = openWorld({ dialect: "2026-09", seed: "example", now: "2026-09-30T08:00:00Z" });
const { apiKey } = control.createKey({ email: "founder@acme.example", scopes: null });

/** The parameters of paths, and the values in bodies, that name objects of this world. */
const ids = new Map<string, string | number>();

const filled = (path: string): string =>
  path.replaceAll(/:[A-Za-z_0-9]+/gu, (name) => encodeURIComponent(String(ids.get(name) ?? name)));

function filledIn(value: unknown): unknown {
  if (typeof value === "string") return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map(filledIn);
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  return entries === undefined ? value : Object.fromEntries(entries.map(([key, inner]) => [key, filledIn(inner)]));
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

function send(method: string, path: string, body?: unknown): Answered {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const bodyBytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
  const answer = answerRequest(exchangeOf(world, { method, url: filled(path), headers, bodyBytes }));
  return { status: answer.status, body: "body" in answer ? answer.body : undefined };
}

/** What differs from run to run: IDs, tokens, and the moments of the seed. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/x{100,}/giu, "(long)"],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, ":id"],
  [/2026-09-30T08:00:\d\d(?:\.\d+)?(?:Z|\+00:00)/gu, ":now"],
  [/\bph[a-z]_\w+|[\w-]{32,}|\b[0-9a-f]{20}\b/gu, ":token"],
];

/** A value as a text, without what differs from run to run, and without long texts. */
function told(value: unknown): string {
  return RANDOM.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), JSON.stringify(value ?? null));
}

/** People with the same level come in the order of their IDs, which are random. */
function inSureOrder(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value["users"])) return value;
  return { ...value, users: value["users"].toSorted((one, other) => (told(one) < told(other) ? -1 : 1)) };
}

/** An answer in a line: a refusal as a whole, and of an object the field that differs. */
function lineOf({ status, body }: Answered, path: string): string {
  const [name = ""] = path.split(".");
  return status >= 300 || !isRecord(body) ? `${status} ${told(body)}` : `${status} ${name} ${told(body[name])}`;
}

/** The answers to all variants of a body. */
function answersTo(body: Values, names: readonly string[], ask: (body: Values) => Answered): string[] {
  const variants = variantsOf(body, names, told);
  const paths = new Map(variants.map(({ values, path }) => [values, path]));
  return linesByVariant(variants, (values) => [
    lineOf(
      undone(world, () => ask(values)),
      paths.get(values) ?? "",
    ),
  ]);
}

const operationOf = (template: string, method: string) => {
  const [found] = FAMILIES.flatMap(({ routes }) => routes).filter((one) => one.template === template);
  return operationIn(found, method, "2026-09");
};

/** The fields that a change of an object takes, as its answer declares them. */
function changeable(template: string): readonly string[] {
  const operation = operationOf(template, "PATCH");
  const answer = operation === undefined ? undefined : answerIn(operation, "2026-09");
  const fields = answer !== undefined && "resource" in answer ? answer.resource.fields : [];
  return fields.filter(({ writable, until }) => writable === true && until === undefined).map(({ name }) => name);
}

beforeAll(() => {
  const { organizationId } = seeded;
  control.setClock("2026-09-30T08:00:00Z", true);
  control.call("PATCH", "batch-export-flags", { highFrequency: true, hogql: true });
  const [project] = world.store.tables.projects.where({ organization: organizationId });
  const user = control.createUser({ email: "ann@acme.example" });
  control.addMembership({ userId: user.id, organizationId, level: 1 });
  ids
    .set(":organization_id", organizationId)
    .set(":project_id", project?.number ?? 0)
    .set(":user__uuid", user.id);
  const role = send("POST", "/api/organizations/:organization_id/roles/", { name: "Owners" }).body as Values; // -- the role
  ids.set(":role_id", String(role["id"]));
  for (const [block, { kind, config }] of Object.entries(LINKED)) {
    const own = "name" in config ? { ...config, name: `of ${block}` } : config;
    const made = send("POST", "/api/projects/:project_id/integrations/", { kind, config: own }).body as Values; // -- the integration
    ids.set(`:${block}`, Number(made["id"]));
  }
});
afterAll(() => world.store.close());

/** The names of the samples by the noun in their path. */
const NOUNS = [...new Set(WRITE_SAMPLES.map(nounOf))];

function nounOf({ at }: WriteSample): string {
  return at.split("/").at(-2) ?? "";
}

describe.each(NOUNS)("%s", (noun) => {
  const log = new RequestLog(join(FOLDER, `${noun}.txt`));
  const samples = WRITE_SAMPLES.filter((one) => nounOf(one) === noun);
  /** A step as it is now, and as it is recorded. */
  const noted = (step: string, lines: readonly string[]): readonly [now: string, before: string | undefined] => {
    const now = log.note(step, lines);
    return [now, RECORDS ? now : log.before.get(step)];
  };

  test.each(samples)(
    "answers what is recorded to a body that differs in one value: $name",
    ({ name, at, body: own }) => {
      const body = filledIn(own) as Values; // -- as the sample
      const usual = undone(world, () => send("POST", at, body));
      expect(usual).toMatchObject({ status: 201 });
      const [now, before] = noted(name, [
        told(usual.body),
        ...answersTo(body, Object.keys(body), (one) => send("POST", at, one)),
      ]);
      expect(now).toBe(before);
    },
  );

  const changes = samples.flatMap((sample, index) => {
    const one = `${sample.at}:id/`;
    if (operationOf(one, "PATCH") === undefined) return [];
    const fields = new Set([...Object.keys(sample.body), ...(index === 0 ? changeable(one) : [])]);
    return [...fields].map((field) => ({ ...sample, one, field }));
  });

  for (const { name, at, body, one, field } of changes) {
    test(`answers what is recorded to a change: ${name}, ${field}`, () => {
      const lines = answersTo({}, [field], (change) => {
        const { id } = send("POST", at, filledIn(body)).body as { id: string };
        return send("PATCH", one.replace(":id", id), change);
      });
      const [now, before] = noted(`change of ${name}, ${field}`, lines);
      expect(now).toBe(before);
    });
  }

  test.each(samples)("shows what is recorded: $name", ({ name, at, body }) => {
    const isOwn = (template: string): boolean =>
      template.startsWith(name === samples[0]?.name ? at : `${at}:id/`) && operationOf(template, "GET") !== undefined;
    const shown = undone(world, () => {
      const { id } = send("POST", at, filledIn(body)).body as { id: string };
      return ROUTER.templates.filter(isOwn).map((template) => {
        const { status, body: answer } = send("GET", template.replace(`${at}:id/`, `${at}${id}/`));
        return `${template.slice(at.length - 1)} ${status} ${told(inSureOrder(answer))}`;
      });
    });
    const [now, before] = noted(`look at ${name}`, shown);
    expect(now).toBe(before);
  });

  afterAll(() => log.write());
});

test("every record is of a noun", () => {
  expect(RECORDS ? [] : readdirSync(FOLDER).toSorted()).toEqual(
    RECORDS ? [] : NOUNS.map((one) => `${one}.txt`).toSorted(),
  );
});
