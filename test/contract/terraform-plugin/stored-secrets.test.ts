import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { lookUpsOf } from "../../../src/app/look-ups.ts";
import { served } from "../../../src/app/served.ts";
import { showsSecrets } from "../../../src/engines/terraform/provider/ephemeral-resources.ts";
import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import { isAction } from "../../../src/model/action.ts";
import { type AnyResource, fieldsLookedUp, fieldsOf, FINGERPRINTS } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { fakeBox } from "../../support/fake-resources.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { configOf, type KeptObject, TerraformProcess } from "../../support/terraform-process.ts";

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };

describe("a provider that stores no secrets", () => {
  let world: World;
  let process: TerraformProcess;

  beforeAll(async () => {
    world = await startWorld("2026-09");
  });

  afterAll(() => world.sandbox.close());

  beforeEach(() => configured({ storeSecrets: false }));

  async function configured(further: Values) {
    process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
    const { organizationId, apiKey, sandbox } = world;
    world.sandbox.control.clearRequests();
    return process.configure({ host: sandbox.host, apiKey, organizationId, ...further });
  }

  async function made(resource: string, inputs: Values): Promise<KeptObject> {
    const schema = process.schema(resource);
    const config = configOf(schema, inputs);
    const { planned, diagnostics } = await process.plan(schema, NOTHING, config);
    expect(diagnostics).toEqual([]);
    return process.apply(schema, NOTHING, planned, config);
  }

  async function seen(resource: string, { object, private: bytes }: KeptObject): Promise<Values> {
    const { typeName } = process.schema(resource);
    const { message } = await process.call("ReadResource", {
      typeName,
      currentState: encodeValue(object),
      private: bytes,
    });
    return decodeValue(message["newState"]) as Values;
  }

  const read = async (call: "ReadDataSource" | "OpenEphemeralResource", projectId: unknown): Promise<Values> => {
    const config = { organization_id: world.organizationId, project_id: projectId };
    const { message } = await process.call(call, { typeName: "orgform_project", config: encodeValue(config) });
    return decodeValue(message[call === "ReadDataSource" ? "state" : "result"]) as Values;
  };

  test("has no secret output in any state, and an ephemeral resource gives it", async () => {
    const shop = await made("Project", { organizationId: world.organizationId, name: "Shop" });
    const { project_id: projectId, id } = shop.object ?? {};
    expect(shop.object).toMatchObject({ name: "Shop", api_token: null });
    expect(await seen("Project", shop)).toEqual(shop.object);
    const imported = await process.call("ImportResourceState", { typeName: "orgform_project", id });
    const [one] = imported.message["importedResources"] as Values[];
    expect(decodeValue(one?.["state"])).toMatchObject({ name: "Shop", api_token: null });
    expect(await read("ReadDataSource", projectId)).toMatchObject({ name: "Shop", api_token: null });
    const token = expect.stringMatching(/^phc_/u);
    expect(await read("OpenEphemeralResource", projectId)).toMatchObject({ name: "Shop", api_token: token });

    await configured({});
    expect(await seen("Project", shop)).toEqual({ ...shop.object, api_token: token });
    expect(await read("ReadDataSource", projectId)).toMatchObject({ api_token: token });
    expect(world.sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test.each([
    [
      "HogFunction",
      { projectId: "1", type: "destination", name: "Hook", hog: "return event", secretInputs: { token: "x" } },
      "secret_inputs would be stored, and store_secrets of the provider is false. Set secret_inputs_wo and secret_inputs_wo_version instead.",
    ],
    [
      "IdentityProvider",
      {
        name: "Okta",
        protocol: "oidc",
        domainIds: [],
        oidc: { issuerUrl: "https://a.example", clientId: "a", clientSecret: "x" },
      },
      "oidc.client_secret would be stored",
    ],
    [
      "IdentityProvider",
      { name: "Okta", protocol: "scim", domainIds: [], scim: { enabled: true } },
      "The service shows scim_token only once, when it's created.",
    ],
  ])("refuses what would be stored or lost, before anything is sent: %s %#", async (resource, inputs, text) => {
    const schema = process.schema(resource);
    const config = configOf(
      schema,
      resource === "HogFunction" ? inputs : { organizationId: world.organizationId, ...inputs },
    );
    const { diagnostics } = await process.plan(schema, NOTHING, config);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: 1, detail: expect.stringContaining(text) })]);
    expect(world.sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("must be known before the plan: an unknown value is an error", async () => {
    const { diagnostics } = await configured({ storeSecrets: UNKNOWN });
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 1, detail: expect.stringContaining("store_secrets must be known") }),
    ]);
  });

  test("names what an ephemeral resource looked for if nothing matches", async () => {
    const validated = await process.call("ValidateEphemeralResourceConfig", {
      typeName: "orgform_project",
      config: encodeValue({}),
    });
    expect(validated.diagnostics).toMatchObject([{ severity: 1, detail: expect.stringContaining("none is given") }]);
    const { diagnostics } = await process.call("OpenEphemeralResource", {
      typeName: "orgform_project",
      config: encodeValue({ organization_id: world.organizationId, name: "Nobody's" }),
    });
    expect(diagnostics).toMatchObject([
      { severity: 1, summary: expect.stringContaining("There is no such orgform_project") },
    ]);
  });
});

/** The secret outputs that a program can only get from a state. */
function inStatesAlone(definitions: readonly AnyResource[]): string[] {
  const ephemeral = lookUpsOf(definitions).filter(showsSecrets);
  return definitions.flatMap((definition) => {
    // The result of a run is read from the object that it changed.
    if (isAction(definition)) return [];
    const isEphemeral = ephemeral.some((one) => one.definition === definition);
    const shown = isEphemeral ? fieldsLookedUp(definition).map(([name]) => name) : [];
    const once = hookOf(definition, "shownOnce")?.output;
    return fieldsOf(definition, "outputs")
      .filter(([name, { secret }]) => secret === true && name !== FINGERPRINTS)
      .filter(([name]) => !shown.includes(name) && name !== once)
      .map(([name]) => `${definition.name}.${name}`);
  });
}

test("every secret that the service shows again is offered by an ephemeral resource", () => {
  expect(inStatesAlone(served)).toEqual([]);
  const box = fakeBox({});
  const [first] = served.filter(({ name }) => name === "Project");
  const hidden = { ...box, outputs: { ...box.outputs, token: first?.outputs["apiToken"] } } as AnyResource;
  expect(inStatesAlone([hidden])).toEqual(["Box.token"]);
});
