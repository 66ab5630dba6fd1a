import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { bareOf, RENEWED, VALID } from "../../support/certificates.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { configOf, hasErrors, type KeptObject, TerraformProcess } from "../../support/terraform-process.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };
const SECRET = bareOf(VALID);
const SECOND = bareOf(RENEWED);
const CURRENT = { clientCapabilities: { writeOnlyAttributesAllowed: true } };

describe.each(SCENARIO_DIALECTS)("a secret that is given write-only, dialect %s", (dialect) => {
  let world: World;
  let process: TerraformProcess;
  let domainCount = 0;

  beforeAll(async () => {
    world = await startWorld(dialect);
  });

  afterAll(() => world.sandbox.close());

  beforeEach(async () => {
    domainCount += 1;
    await restarted();
  });

  async function restarted(): Promise<void> {
    process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
    const { organizationId } = world;
    await process.configure({ host: world.sandbox.host, apiKey: world.apiKey, organizationId });
    world.sandbox.control.clearRequests();
  }

  const domain = (): string => `wo${domainCount}.example`;
  const row = (): Values | undefined => world.sandbox.control.domains().find((one) => one["domain"] === domain());
  const writes = (): string[] =>
    world.sandbox.control.requests().flatMap(({ method }) => (method === "GET" ? [] : [method]));

  const configured = (own: Values): Values => ({
    ...configOf(process.schema("Domain"), { domain: domain() }),
    ...own,
  });

  /** Plans and applies one configuration. Also returns the plan. */
  async function applied(prior: KeptObject, own: Values): Promise<KeptObject & { readonly planned: Values }> {
    const schema = process.schema("Domain");
    const config = configured(own);
    const { planned, diagnostics, message } = await process.plan(schema, prior, config);
    expect(diagnostics).toEqual([]);
    expect(message["requiresReplace"]).toEqual([]);
    const done = await process.apply(schema, prior, planned, config);
    expect(done.diagnostics).toEqual([]);
    for (const kept of [done, { object: planned, private: message["plannedPrivate"] as Uint8Array }]) {
      expect(JSON.stringify(kept.object)).not.toContain(String(own["saml_x509_cert_wo"]));
      expect(Buffer.from(kept.private).toString("utf8")).not.toContain(String(own["saml_x509_cert_wo"]));
    }
    return { ...done, planned };
  }

  async function refreshed({ object, private: bytes }: KeptObject) {
    const answer = await process.call("ReadResource", {
      typeName: "orgform_domain",
      currentState: encodeValue(object),
      private: bytes,
    });
    const found = decodeValue(answer.message["newState"]) as Values;
    return { object: found, private: answer.message["private"] as Uint8Array, diagnostics: answer.diagnostics };
  }

  const given = (value: unknown, version: unknown): Values => ({
    saml_x509_cert_wo: value,
    saml_x509_cert_wo_version: version,
  });

  test("reaches the service with the create and with every new version, and is kept nowhere", async () => {
    const first = await applied(NOTHING, given(`${SECRET}\n`, 1));
    expect(row()?.["saml_x509_cert"]).toBe(SECRET);
    expect(first.object).toMatchObject({ saml_x509_cert: null, saml_x509_cert_wo: null, saml_x509_cert_wo_version: 1 });
    await restarted();
    const unchanged = await process.plan(process.schema("Domain"), first, configured(given("other", 1)));
    expect(unchanged.planned).toEqual(first.object);
    const second = await applied(first, given(SECOND, 2));
    expect(row()?.["saml_x509_cert"]).toBe(SECOND);
    expect(second.object).toMatchObject({ saml_x509_cert: null, saml_x509_cert_wo_version: 2 });
    expect(writes()).toEqual(["PATCH"]);
  });

  test("isn't compared by a change of something else", async () => {
    const first = await applied(NOTHING, given(SECRET, 1));
    await restarted();
    const second = await applied(first, { ...given("not-to-be-sent", 1), saml_entity_id: "urn:new" });
    expect(row()).toMatchObject({ saml_x509_cert: SECRET, saml_entity_id: "urn:new" });
    await restarted();
    expect((await refreshed(second)).object).toEqual(second.object);
  });

  test("goes from stored to write-only and back without a write", async () => {
    const stored = await applied(NOTHING, { saml_x509_cert: SECRET });
    await restarted();
    const hidden = await applied(stored, given(SECRET, 1));
    expect(hidden.object).toMatchObject({ saml_x509_cert: null, saml_x509_cert_wo_version: 1 });
    await restarted();
    const back = await applied(hidden, { saml_x509_cert: SECRET });
    expect(back.object).toMatchObject({ saml_x509_cert: SECRET, saml_x509_cert_wo_version: null });
    // No hash is left. The host stays, so a comparison knows the object's service.
    expect(JSON.parse(String(back.private))).toEqual({ host: expect.any(String) });
    expect(writes()).toEqual([]);
  });

  test("is taken back when it leaves the configuration", async () => {
    const first = await applied(NOTHING, given(SECRET, 1));
    await restarted();
    const second = await applied(first, {});
    expect(row()?.["saml_x509_cert"]).toBeNull();
    expect(writes()).toEqual(["PATCH"]);
    await restarted();
    expect((await process.plan(process.schema("Domain"), second, configured({}))).planned).toEqual(second.object);
  });

  test("that was changed outside loses its version, with a warning, and is sent by the next apply", async () => {
    const first = await applied(NOTHING, given(SECRET, 1));
    expect((await refreshed(first)).diagnostics).toEqual([]);
    world.sandbox.control.updateDomain(String(first.object?.["domain_id"]), { saml_x509_cert: "MIIB-theirs" });
    await restarted();
    const found = await refreshed(first);
    expect(found.object).toEqual({ ...first.object, saml_x509_cert_wo_version: null });
    expect(found.diagnostics).toEqual([
      expect.objectContaining({ severity: 2, summary: "saml_x509_cert of this orgform_domain was changed outside" }),
    ]);
    await restarted();
    expect((await refreshed(found)).diagnostics).toEqual([]);
    const second = await applied(found, given(SECRET, 1));
    expect(row()?.["saml_x509_cert"]).toBe(SECRET);
    expect(second.object).toEqual(first.object);
  });

  test("that might not have arrived has no version, so the next apply checks again", async () => {
    const first = await applied(NOTHING, given(SECRET, 1));
    await restarted();
    const schema = process.schema("Domain");
    const config = configured({ ...given(SECOND, 2), saml_entity_id: "urn:new" });
    const { planned } = await process.plan(schema, first, config);
    world.sandbox.control.addFault({ kind: "reset-before", method: "PATCH", times: 0 });
    world.sandbox.control.addFault({ kind: "status", status: 403, method: "GET", nth: 2, times: 0 });
    const failed = await process.apply(schema, first, planned, config);
    world.sandbox.control.clearFaults();
    expect(hasErrors(failed)).toBe(true);
    expect(failed.object).toMatchObject({ saml_x509_cert: null, saml_x509_cert_wo_version: null });
    // What was sent before is known on.
    expect(String(failed.private)).toBe(String(first.private));
    expect(JSON.stringify(failed.diagnostics)).not.toContain(SECOND);
    await restarted();
    await applied(failed, { ...given(SECOND, 2), saml_entity_id: "urn:new" });
    expect(row()).toMatchObject({ saml_x509_cert: SECOND, saml_entity_id: "urn:new" });
  });

  test("that isn't known yet isn't part of the plan, and is required by the apply", async () => {
    const schema = process.schema("Domain");
    const { planned, diagnostics } = await process.plan(schema, NOTHING, configured(given(UNKNOWN, 1)));
    expect(diagnostics).toEqual([]);
    expect(planned).toMatchObject({ saml_x509_cert: null, saml_x509_cert_wo: null });
    const failed = await process.apply(schema, NOTHING, planned, configured(given(null, 1)));
    expect(failed.object).toBeNull();
    expect(failed.diagnostics).toMatchObject([
      {
        severity: 1,
        detail: "saml_x509_cert_wo_version works only with saml_x509_cert_wo. Set saml_x509_cert_wo too.",
      },
    ]);
    expect(writes()).toEqual([]);
    const done = await process.apply(schema, NOTHING, planned, configured(given(SECRET, 1)));
    expect(done.diagnostics).toEqual([]);
    expect(row()?.["saml_x509_cert"]).toBe(SECRET);
  });

  test("keeps its version through an upgrade of the state", async () => {
    const { object } = await applied(NOTHING, given(SECRET, 3));
    const answer = await process.call("UpgradeResourceState", {
      typeName: "orgform_domain",
      version: 1,
      rawState: { json: Buffer.from(JSON.stringify(object)) },
    });
    expect(decodeValue(answer.message["upgradedState"])).toEqual(object);
  });

  const validated = async (own: Values, request: Values = CURRENT) => {
    const config = encodeValue(configured(own));
    const { diagnostics } = await process.call("ValidateResourceConfig", {
      typeName: "orgform_domain",
      config,
      ...request,
    });
    expect(JSON.stringify(diagnostics)).not.toContain(SECRET);
    return diagnostics.map(({ path, detail }) => ({ path, detail }));
  };

  test.each([
    [given(SECRET, 1), {}, "saml_x509_cert_wo needs Terraform or OpenTofu 1.11 or later"],
    [{ ...given(SECRET, 1), saml_x509_cert: SECRET }, CURRENT, "Set either saml_x509_cert, which is stored"],
    [given(SECRET, null), CURRENT, "saml_x509_cert_wo also needs saml_x509_cert_wo_version"],
    [
      given(null, 1),
      CURRENT,
      "saml_x509_cert_wo_version works only with saml_x509_cert_wo. Set saml_x509_cert_wo too.",
    ],
  ])("is refused if it can't be right: %#", async (own, request, expected) => {
    const path = "saml_x509_cert_wo";
    expect(await validated(own, request)).toEqual([{ path, detail: expect.stringContaining(expected) }]);
  });

  test("isn't refused while it might be right", async () => {
    expect(await validated(given("", 1))).toEqual([]);
    expect(await validated({ ...given(UNKNOWN, UNKNOWN), saml_x509_cert: UNKNOWN })).toEqual([]);
  });
});
