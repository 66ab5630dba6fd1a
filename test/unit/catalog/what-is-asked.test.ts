import { join } from "node:path";

import { afterAll, describe, expect, test } from "@jest/globals";

import type { Api } from "../../../src/client/client.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import type { WriteContext } from "../../../src/model/call-context.ts";
import { check } from "../../../src/model/check.ts";
import type { Capability } from "../../../src/model/hooks/capability.ts";
import type { ListCapability } from "../../../src/model/hooks/list-capability.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { ServiceContext } from "../../../src/model/guard.ts";
import type { IdentityParts } from "../../../src/model/identity.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { askable, inWords, SERVICES } from "../../support/asking.ts";
import { ROWS } from "../../support/conformance-rows.ts";
import { apiError } from "../../support/fake-service.ts";
import { PLACES } from "../../support/operations/operation.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";

/**
 * What each resource asks a service that has nothing, is older, or shows nothing to the key: by its guards, and by what
 * confirms that an object is gone. A changed question or answer shows in review.
 * `ORGFORM_RECORD_REQUESTS=1 npx jest test/unit/catalog/what-is-asked` writes it again.
 */
const log = new RequestLog(join(__dirname, "what-is-asked.txt"));

const { organization_id: UUID } = PLACES;

/** The objects of a world that doesn't exist: each has an ID that fits every field. */
const SEEDED: Values = new Proxy(
  {},
  { get: (_none, name) => (/project|integration/iu.test(String(name)) ? "17" : UUID) },
);

interface Question {
  readonly what: string;
  readonly ask: (service: ServiceContext<Api>) => unknown;
}

type Asking = readonly [what: string, ask: ((service: ServiceContext<Api>) => unknown) | undefined];

const GONE = apiError({ category: "notFound", code: "not_found", status: 404 });
const FORBIDDEN = apiError({ category: "permission", code: "permission_denied", status: 403 });

function samplesOf({ name, example = {} }: AnyResource): readonly (readonly [string, Values])[] {
  const rows = ROWS.filter(({ resource }) => resource === name);
  const full = rows.map(({ variant = "usual", full: of }) => [variant, of(SEEDED)] as const);
  return [["example", example], ...full];
}

/** The parts of an ID and of lists, as declared, or else made up. */
function placeOf(inputs: Values): IdentityParts {
  const made = { organizationId: UUID, projectId: "17", target: "dashboard", subject: "member:ann@acme.example" };
  const texts = Object.entries(inputs).filter((one): one is [string, string] => typeof one[1] === "string");
  return new Proxy<Record<string, string>>(
    { ...made, ...Object.fromEntries(texts) },
    { get: (known, part) => (typeof part === "string" ? (known[part] ?? `${part}1`) : undefined) },
  );
}

function ofGuards({ guards = [] }: AnyResource, inputs: Values): Question[] {
  return guards.flatMap((guard, index) =>
    guard.on.map((verb) => ({
      what: `guard ${index + 1}, ${verb}`,
      ask: (service: ServiceContext<Api>) => {
        const state = verb === "update" || verb === "delete" ? inputs : undefined;
        const context = { verb, inputs, state };
        return guard.isAsked?.(context) === false ? "not asked" : guard.refuse(context, undefined, () => service);
      },
    })),
  );
}

function ofCapability(
  { confirmGone, whyUnseen, resolvedOutputs, activity, adoption, previewWarning, quota, fillIn }: Capability,
  inputs: Values,
): Question[] {
  const at = placeOf(inputs);
  const all: readonly Asking[] = [
    ["gone, by a list", confirmGone && (({ api, call }) => confirmGone(api, at, call, undefined))],
    ["gone, by a read", confirmGone && (({ api, call }) => confirmGone(api, at, call, GONE))],
    ["not shown", whyUnseen && (({ api, call }) => whyUnseen(api, at, call, FORBIDDEN))],
    ["filled in", fillIn && (({ api, call }) => fillIn.find(api, "17", call))],
    ["outputs", resolvedOutputs && (({ api, call }) => resolvedOutputs.resolve(api, at, call))],
    ["log", activity && (({ api, call }) => activity.list(api, at, call))],
    [
      "key is taken",
      adoption?.whyTaken && (({ api, call }) => adoption.whyTaken?.(api, inputs, { deleting: [], call })),
    ],
    ["quota", quota && ((service) => quota.isKept(at, service))],
    [
      "foreseen",
      previewWarning && ((service) => previewWarning({ verb: "create", inputs, state: undefined }, () => service)),
    ],
  ];
  return all.flatMap(([what, ask]) => (ask === undefined ? [] : [{ what, ask }]));
}

function ofList(
  { hiddenRows, whyIncomplete, placeholderRow, emptyList, partitions }: ListCapability,
  inputs: Values,
): Question[] {
  const at = placeOf(inputs);
  const all: readonly Asking[] = [
    ["hidden rows", hiddenRows && ((service) => hiddenRows.why(at, service))],
    ["incomplete list", whyIncomplete && ((service) => whyIncomplete([], service, at))],
    ["placeholder", placeholderRow && ((service) => placeholderRow(at, service))],
    ["empty list", emptyList?.ask && (({ api, call }) => emptyList.ask?.(api, at, call))],
    ["parts of the list", partitions && (({ call }) => partitions.all(at, call))],
  ];
  return all.flatMap(([what, ask]) => (ask === undefined ? [] : [{ what, ask }]));
}

function ofCalls(resource: AnyResource, inputs: Values): Question[] {
  const { create, read, delete: end } = resource.ops;
  const at = placeOf(inputs);
  const body = () => resource.toWire(check(resource, inputs, { howToSet: String }).inputs);
  const target = { look: () => Promise.resolve(undefined), state: inputs };
  const write = (call: ServiceContext<Api>["call"]) => call as WriteContext; // -- it has the rest, too
  const all: readonly Asking[] = [
    ["create", create && (({ api, call }) => create.call(resource.ops, api, at, body(), write(call)))],
    ["read", read && (({ api, call }) => read.call(resource.ops, api, at, call))],
    ["delete what isn't shown", end && (({ api, call }) => end.call(resource.ops, api, at, write(call), target))],
  ];
  return all.flatMap(([what, ask]) => (ask === undefined ? [] : [{ what, ask }]));
}

function questionsOf(resource: AnyResource, inputs: Values): Question[] {
  const { collection, capabilities = [] } = resource;
  const list = collection?.list?.bind(collection);
  return [
    ...ofGuards(resource, inputs),
    ...ofCalls(resource, inputs),
    ...capabilities.flatMap((one) => ofCapability(one, inputs)),
    ...(collection?.capabilities ?? []).flatMap((one) => ofList(one, inputs)),
    ...(list === undefined
      ? []
      : [{ what: "list", ask: ({ api, call }: ServiceContext<Api>) => list(api, placeOf(inputs), call) }]),
  ];
}

/** What a question asks each service, and what comes of it; once for services with the same. */
async function linesOf({ what, ask }: Question): Promise<string[]> {
  const said = new Map<string, string[]>();
  for (const service of SERVICES) {
    const { asked, ask: context } = askable(service);
    const outcome = await Promise.resolve()
      .then(() => ask(context))
      .catch((error: unknown) => error);
    const line = [...asked, inWords(outcome)].join(" > ").replaceAll("\n", String.raw`\n`);
    said.set(line, [...(said.get(line) ?? []), service.name]);
  }
  return [...said].map(([line, services]) => `${what}, ${services.join(" and ")}: ${line}`);
}

const all = resources.flatMap((resource) =>
  samplesOf(resource).map(([sample, inputs]) => [`${resource.name}, ${sample}`, resource, inputs] as const),
);

describe("what is asked", () => {
  test.each(all)("by %s is recorded", async (name, resource, inputs) => {
    const lines: string[] = [];
    for (const question of questionsOf(resource, inputs)) lines.push(...(await linesOf(question)));
    const section = log.note(name, lines);
    expect(section).toBe(RECORDS ? section : log.before.get(name));
  });

  test("has nothing else", () => {
    expect(RECORDS ? [] : [...log.before.keys()]).toEqual(RECORDS ? [] : all.map(([name]) => name));
  });

  afterAll(() => log.write());
});
