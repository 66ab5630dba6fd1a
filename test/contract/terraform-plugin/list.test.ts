import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { TerraformProcess } from "../../support/terraform-process.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

describe.each(SCENARIO_DIALECTS)("a list of what exists, dialect %s", (dialect) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(dialect);
    const fields = { saml_entity_id: "urn:a", saml_x509_cert: "MIIB-secret" };
    await world.addDomain(world.organizationId, "a.example", fields);
    await world.addDomain(world.organizationId, "b.example");
  });

  beforeEach(() => world.sandbox.control.clearRequests());

  afterAll(() => world.sandbox.close());

  async function listed(typeName: string, config: Values, request: Values = {}, settings: Values = {}) {
    const process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
    await process.configure({ host: world.sandbox.host, apiKey: world.apiKey, ...settings });
    return process.stream("ListResource", { typeName, config: encodeValue(config), ...request });
  }

  const identityIn = (event: Values | undefined): unknown =>
    decodeValue((event?.["identity"] as Values | undefined)?.["data"]);

  test("names every object and its identity, with one request for a page", async () => {
    const { organizationId } = world;
    const events = await listed("orgform_domain", { organization_id: organizationId });
    expect(events.map((event) => event["displayName"])).toEqual(expect.arrayContaining(["a.example", "b.example"]));
    expect(identityIn(events[0])).toEqual({ organization_id: organizationId, domain_id: expect.any(String) });
    expect(events[0]?.["resourceObject"]).toBeUndefined();
    expect(world.sandbox.control.requests()).toHaveLength(1);
  });

  test("shows the object on request, without secrets and default values", async () => {
    const { organizationId } = world;
    const request = { includeResourceObject: true };
    const events = await listed("orgform_domain", { organization_id: null }, request, { organizationId });
    const objects = events.map((event) => decodeValue(event["resourceObject"]) as Values);
    expect(objects.find(({ domain }) => domain === "a.example")).toMatchObject({
      id: expect.stringContaining(`${organizationId}/`),
      saml_entity_id: "urn:a",
      saml_x509_cert: null,
      saml_x509_cert_wo: null,
      jit_provisioning_enabled: null,
    });
    expect(JSON.stringify(objects)).not.toContain("MIIB-secret");
  });

  test("ends at the limit", async () => {
    const events = await listed("orgform_domain", { organization_id: world.organizationId }, { limit: 1 });
    expect(events).toHaveLength(1);
  });

  test("lists organizations without a word where", async () => {
    const [event] = await listed("orgform_organization", {});
    expect(identityIn(event)).toEqual({ organization_id: world.organizationId });
    expect(event?.["displayName"]).toBe("Acme");
  });

  test("waits for no object: where a value isn't known yet, nothing is asked, and the list says so", async () => {
    const { organizationId } = world;
    for (const settings of [{}, { organizationId }]) {
      expect(await listed("orgform_domain", { organization_id: UNKNOWN }, {}, settings)).toMatchObject([
        {
          diagnostic: [
            {
              severity: 1,
              summary: "The list of orgform_domain depends on a value that isn't known yet",
              detail: "",
            },
          ],
        },
      ]);
    }
    expect(world.sandbox.control.requests()).toEqual([]);
  });

  test("reports an error as an event", async () => {
    expect(await listed("orgform_domain", { organization_id: null })).toMatchObject([
      {
        diagnostic: [
          {
            severity: 1,
            summary: "This list of orgform_domain lacks a setting",
            detail: "Set `organization_id`, here or in the provider block.",
          },
        ],
      },
    ]);
    world.sandbox.control.addFault({ kind: "status", status: 403, times: 0 });
    const events = await listed("orgform_domain", { organization_id: world.organizationId });
    world.sandbox.control.clearFaults();
    expect(events).toMatchObject([{ diagnostic: [{ severity: 1, summary: "Could not list orgform_domain" }] }]);
  });
});

test("parts of other resources have no list of their own", async () => {
  const process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
  const { message } = await process.call("GetProviderSchema", {});
  const listed = Object.keys(message["listResourceSchemas"] as object);
  expect(listed).toEqual(expect.arrayContaining(["orgform_domain", "orgform_organization"]));
  expect(listed).not.toEqual(expect.arrayContaining(["orgform_domain_sso"]));
  expect(listed).not.toEqual(expect.arrayContaining(["orgform_domain_verification"]));
});
