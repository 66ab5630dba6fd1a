import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { lookUpsOf } from "../../../src/app/look-ups.ts";
import { served } from "../../../src/app/served.ts";
import { SETTINGS } from "../../../src/app/settings.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { scopeParts } from "../../../src/engines/terraform/provider/data-sources.ts";
import { typeNameOf } from "../../../src/engines/terraform/provider/names.ts";
import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import { givesRows } from "../../../src/model/function.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { snakeName } from "../../../src/model/names.ts";
import { UNKNOWN, valueAt } from "../../../src/model/unknown.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { configOf, keptOf, TerraformProcess } from "../../support/terraform-process.ts";

let world: World;
let projectId: string;

beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  projectId = String(world.project(world.organizationId));
});
beforeEach(() => world.sandbox.control.clearRequests());
afterAll(() => world.sandbox.close());

const started = (environment: Readonly<Record<string, string>> = {}): TerraformProcess =>
  new TerraformProcess({ environment: { ...PROCESS_ENVIRONMENT, ...environment }, clock: fastTime(200).driver });

async function configured(further: Values = {}): Promise<TerraformProcess> {
  const process = started();
  await process.configure({ host: world.sandbox.host, apiKey: world.apiKey, ...further });
  return process;
}

/** The state of a data source, and what the engine is told beside it. */
async function read(process: TerraformProcess, typeName: string, config: Values) {
  const { message, diagnostics } = await process.call("ReadDataSource", { typeName, config: encodeValue(config) });
  const state = decodeValue(message["state"]);
  return { state: isRecord(state) ? state : undefined, diagnostics };
}

/** The type of an attribute, which the protocol has as JSON. */
function typeIn(bytes: unknown): unknown {
  const numbers = typeof bytes === "object" && bytes !== null ? Object.values(bytes).map(Number) : [];
  return JSON.parse(Buffer.from(numbers).toString("utf8"));
}

let whole: Values;
beforeAll(async () => {
  whole = (await started().call("GetProviderSchema", {})).message;
});

/** The attributes of a schema, by their names. */
function attributesIn(schema: unknown): Readonly<Record<string, Values>> {
  const attributes = valueAt(schema, ["block", "attributes"]);
  const listed = (Array.isArray(attributes) ? attributes : []).filter((one) => isRecord(one));
  return Object.fromEntries(listed.map((one) => [String(one["name"]), one]));
}

const namesOf = (kind: string): string[] => {
  const schemas = whole[kind];
  return isRecord(schemas) ? Object.keys(schemas).toSorted() : [];
};
const dataSource = (name: string) => attributesIn(valueAt(whole, ["dataSourceSchemas", name]));

describe("the data sources", () => {
  test("are the look-ups and the reading functions, and only look-ups with secrets are ephemeral", () => {
    const reading = functions.filter(({ effect, finds }) => effect === "read" && finds === undefined);
    const names = [...lookUpsOf(served).map(({ definition }) => definition), ...reading].map(typeNameOf);
    expect(namesOf("dataSourceSchemas")).toEqual(names.toSorted());
    expect(namesOf("ephemeralResourceSchemas")).toEqual(["orgform_project"]);
  });

  test.each(lookUpsOf(served).map((lookUp) => ({ name: typeNameOf(lookUp.definition), lookUp })))(
    "let a block of $name give its keys and its place, and decide the rest",
    ({ name, lookUp }) => {
      const attributes = dataSource(name);
      const given = [...lookUp.by, ...scopeParts(lookUp.definition)].map(snakeName);
      for (const [attribute, { optional, computed, required }] of Object.entries(attributes)) {
        expect([attribute, optional, computed, required]).toEqual([attribute, given.includes(attribute), true, false]);
      }
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(["id", ...given]));
    },
  );

  test.each(functions.filter(({ effect, finds }) => effect === "read" && finds === undefined))(
    "give what $name gives under one name",
    (definition) => {
      const attributes = dataSource(typeNameOf(definition));
      const decided = Object.values(attributes).filter(({ computed }) => computed === true);
      expect(decided.map(({ name }) => name)).toEqual([givesRows(definition) ? "items" : "result"]);
    },
  );
});

describe("a look-up", () => {
  test("finds the object by each of its keys, here or in the organization of the provider", async () => {
    const { organizationId, otherOrganizationId } = world;
    const domainId = await world.addDomain(otherOrganizationId, "look.example", { jit_provisioning_enabled: true });
    const found = {
      id: `${otherOrganizationId}/${domainId}`,
      organization_id: otherOrganizationId,
      domain_id: domainId,
      domain: "look.example",
      jit_provisioning_enabled: true,
    };
    const own = await configured({ organizationId: otherOrganizationId });
    const other = await configured({ organizationId });
    for (const key of [
      { domain_id: domainId },
      { domain: "look.example" },
      { domain: "look.example", domain_id: "" },
    ]) {
      for (const [process, scope] of [
        [own, {}],
        [own, { organization_id: null }],
        [other, { organization_id: otherOrganizationId }],
      ] as const) {
        const { state, diagnostics } = await read(process, "orgform_domain", { ...key, ...scope });
        expect([diagnostics, state]).toEqual([[], expect.objectContaining(found)]);
        expect(Object.keys(state ?? {}).filter((name) => /saml_x509_cert|adopt/u.test(name))).toEqual([]);
      }
    }
  });

  test("says what it needs before it sends a request", async () => {
    const process = await configured();
    const validated = async (config: Values) => {
      const request = { typeName: "orgform_domain", config: encodeValue(config) };
      return (await process.call("ValidateDataResourceConfig", request)).diagnostics;
    };
    const wrong = (found: string) => [
      {
        severity: 1,
        summary: "This data source of orgform_domain needs one key",
        detail: `Give exactly one of \`domain_id\`, \`domain\`; ${found}.`.replaceAll("`", ""),
        path: "",
      },
    ];
    const plain = (all: Awaited<ReturnType<typeof validated>>) =>
      all.map((one) => ({ ...one, detail: one.detail.replaceAll("`", "") }));
    for (const config of [{}, { domain: null, domain_id: "" }, { organization_id: "o" }]) {
      expect(plain(await validated(config))).toEqual(wrong("none is given"));
    }
    expect(plain(await validated({ domain: "a.example", domain_id: UNKNOWN }))).toEqual(
      wrong("domain_id and domain are given"),
    );
    for (const config of [{ domain: UNKNOWN }, { domain_id: "d", domain: "" }])
      expect(await validated(config)).toEqual([]);

    const lacking = await read(process, "orgform_domain", { domain: "a.example" });
    expect(lacking).toEqual({
      state: undefined,
      diagnostics: [
        {
          severity: 1,
          summary: "This data source of orgform_domain lacks a setting",
          detail: "Set `organization_id`, here or in the provider block.",
          path: "",
        },
      ],
    });
    const waiting = await read(process, "orgform_domain", { domain: UNKNOWN });
    expect(waiting.diagnostics.map(({ summary }) => summary)).toEqual([
      "orgform_domain was read before its key is known",
    ]);
    expect(world.sandbox.control.requests()).toEqual([]);
  });

  test("of nothing says so in the engine's words", async () => {
    const process = await configured({ organizationId: world.organizationId });
    const { state, diagnostics } = await read(process, "orgform_domain", { domain: "nowhere.example" });
    expect(state).toBeUndefined();
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 1, summary: "There is no such orgform_domain", path: "" }),
    ]);
    expect(diagnostics[0]?.detail).toContain("Code: no_such_id");
  });

  test("shows a project's token, in a state only if states may have secrets, and always where there is none", async () => {
    const { organizationId } = world;
    const config = { project_id: projectId };
    const token = expect.stringMatching(/^phc_/u);
    for (const [storesSecrets, stored] of [
      [null, token],
      [true, token],
      [false, null],
    ] as const) {
      const process = await configured({ organizationId, storeSecrets: storesSecrets });
      const { state } = await read(process, "orgform_project", config);
      expect(state).toMatchObject({ project_id: projectId, organization_id: organizationId, api_token: stored });
      const request = { typeName: "orgform_project", config: encodeValue(config) };
      expect((await process.call("ValidateEphemeralResourceConfig", request)).diagnostics).toEqual([]);
      const { message, diagnostics } = await process.call("OpenEphemeralResource", request);
      expect([diagnostics, decodeValue(message["result"])]).toEqual([[], { ...state, api_token: token }]);
      for (const call of ["RenewEphemeralResource", "CloseEphemeralResource"] as const) {
        expect((await process.call(call, { typeName: "orgform_project" })).diagnostics).toEqual([]);
      }
    }
    const none = { typeName: "orgform_project", config: encodeValue({}) };
    expect((await started().call("ValidateEphemeralResourceConfig", none)).diagnostics).toHaveLength(1);
  });
});

describe("a function", () => {
  test("gives its arguments as they were written, and its rows", async () => {
    const process = await configured();
    const { state, diagnostics } = await read(process, "orgform_list_persons", { project_id: projectId, limit: 2 });
    expect(diagnostics).toEqual([]);
    expect(state).toMatchObject({ project_id: projectId, limit: 2 });
    expect(valueAt(state, ["items"])).toHaveLength(2);
  });

  test("says at its argument what is wrong, before it sends a request", async () => {
    const process = await configured();
    const config = { project_id: projectId, limit: -1 };
    const request = { typeName: "orgform_list_persons", config: encodeValue(config) };
    const validated = await process.call("ValidateDataResourceConfig", request);
    const { state, diagnostics } = await read(process, "orgform_list_persons", config);
    expect([state, diagnostics.map(({ path }) => path)]).toEqual([undefined, ["limit"]]);
    expect(validated.diagnostics).toEqual(diagnostics);
    expect(world.sandbox.control.requests()).toEqual([]);
  });
});

test("a type that the provider doesn't have is named, whatever the engine asks about it", async () => {
  const process = await configured();
  const config = encodeValue({});
  for (const [call, request, what] of [
    ["ReadResource", { typeName: "orgform_moon" }, "a resource"],
    ["ValidateResourceConfig", { typeName: "orgform_get_person" }, "a resource"],
    ["MoveResourceState", { targetTypeName: "orgform_moon" }, "a resource"],
    ["ReadDataSource", { typeName: "orgform_domain_sso", config }, "a data source"],
    ["ValidateDataResourceConfig", { typeName: "orgform_moon", config }, "a data source"],
    ["OpenEphemeralResource", { typeName: "orgform_domain", config }, "an ephemeral resource"],
    ["ValidateEphemeralResourceConfig", { typeName: "orgform_moon", config }, "an ephemeral resource"],
    ["PlanAction", { actionType: "orgform_get_person", config }, "an action"],
    ["ValidateActionConfig", { typeName: "orgform_moon", config }, "an action"],
  ] as const) {
    const { diagnostics } = await process.call(call, request);
    const name =
      "targetTypeName" in request
        ? request.targetTypeName
        : "actionType" in request
          ? request.actionType
          : request.typeName;
    expect([call, diagnostics.map(({ summary }) => summary)]).toEqual([
      call,
      [`${name} isn't ${what} of this provider`],
    ]);
  }
});

describe("the provider's block", () => {
  test("has every setting, all optional, and hides the secret ones", () => {
    const listed = Object.values(attributesIn(whole["provider"]));
    const types: Readonly<Record<string, string>> = { text: "string", "whole number": "number", boolean: "bool" };
    const shown = listed.map(({ name, type, optional, required, computed, sensitive }) => ({
      name,
      type: typeIn(type),
      isOptional: optional === true && required !== true && computed !== true,
      sensitive,
    }));
    expect(shown).toEqual([
      ...SETTINGS.map(({ name, kind, secret }) => ({
        name: snakeName(name),
        type: types[kind],
        isOptional: true,
        sensitive: secret,
      })),
      { name: "store_secrets", type: "bool", isOptional: true, sensitive: false },
    ]);
    for (const [index, { doc, variables }] of SETTINGS.entries()) {
      expect(listed[index]?.["description"]).toBe(
        `${doc} If not set, taken from the environment: ${variables.join(" or ")}.`,
      );
    }
  });

  test("says everything that is wrong with it, and nothing while it can still be right", async () => {
    const title = "The provider orgform is not configured";
    const told = async (settings: Values, environment: Readonly<Record<string, string>> = {}) =>
      (await started(environment).configure(settings)).diagnostics.map(({ summary, detail, path }) => [
        summary,
        detail.split(".")[0],
        path,
      ]);
    expect(await told({})).toEqual([
      [
        title,
        "The api_key is missing: set `api_key` in the provider's block, or set the environment variable ORGFORM_API_KEY or POSTHOG_API_KEY",
        "",
      ],
      [
        title,
        "The host is missing: set `host` in the provider's block, or set the environment variable ORGFORM_HOST or POSTHOG_HOST",
        "",
      ],
    ]);
    expect(await told({}, { ORGFORM_HOST: world.sandbox.host, POSTHOG_API_KEY: "phx_one" })).toEqual([]);
    expect(await told({ apiKey: UNKNOWN })).toEqual([]);
    expect(await told({ host: world.sandbox.host, apiKey: "phx_one", storeSecrets: UNKNOWN })).toEqual([
      [title, "store_secrets must be known before the plan", "store_secrets"],
    ]);
    const wrong = { host: world.sandbox.host, apiKey: "phx_one", requestsPerHour: 1.5, organizationId: {} };
    expect(await told(wrong)).toEqual([[title, 'The setting requests_per_hour is "1', ""]]);
    expect(await told({ ...wrong, requestsPerHour: 7, takeOverRecent: true })).toEqual([]);
  });

  test("that isn't known is named once for all plans, and every unknown setting in it", async () => {
    const process = started();
    await process.configure({ host: UNKNOWN, apiKey: UNKNOWN });
    const schema = process.schema("Domain");
    const { organizationId } = world;
    const config = configOf(schema, { organizationId, domain: "a.example" });
    const nothing = { object: null, private: new Uint8Array() };
    const first = await process.plan(schema, nothing, config);
    expect(first.diagnostics).toEqual([
      {
        severity: 2,
        summary: "The plan was not compared with the service",
        detail:
          "api_key, host of the provider orgform depends on an object that doesn't exist yet. If the service refuses something, the apply fails.",
        path: "",
      },
    ]);
    expect((await process.plan(schema, nothing, config)).diagnostics).toEqual([]);
    const kept = keptOf(schema, `${organizationId}/d`, { organizationId, domainId: "d", domain: "a.example" });
    const removal = await process.plan(schema, kept, null);
    expect([decodeValue(removal.message["plannedState"]), removal.diagnostics]).toEqual([null, []]);
    const { message, diagnostics } = await process
      .apply(schema, kept, null)
      .catch(() => ({ message: {}, diagnostics: [] }));
    expect(decodeValue(valueAt(message, ["newState"]))).toEqual(kept.object);
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      "api_key, host depends on an object that doesn't exist yet. Create that object first with `-target`, or write the value as a literal.",
    ]);
  });
});
