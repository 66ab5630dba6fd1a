import { describe, expect, test } from "@jest/globals";

import type { Expression } from "../../../src/adopt/program.ts";
import { domain } from "../../../src/catalog/resources/domain/domain.ts";
import { identityProvider } from "../../../src/catalog/resources/identity-provider/identity-provider.ts";
import type { Context, RecordedObject } from "../../../src/driver/driver.ts";
import type { Change } from "../../../src/migrate/migration.ts";
import { samlChanges } from "../../../src/migrate/saml.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { recorded, searchOf, shown as plain } from "../../support/migration-search.ts";
import { SILENT_REPORT } from "../../support/silent-report.ts";

const [ACME, GLOBEX] = ["01a1fd1e-8c00-0000-6fab-af2187569cab", "01a1fd1e-8c00-0000-6fab-af2187569cac"];
const SAML = { samlEntityId: `urn:é|"1"`, samlAcsUrl: "https://idp.example/sso", samlX509Cert: "MIIB" };

/** A domain in the state. The service names its ID. */
const domainOf = (index: number, inputs: Values, organizationId = ACME): RecordedObject =>
  recorded("Domain", `${organizationId}/d${index}`, { domain: `d${index}.example`, ...inputs });

const hiding = (object: RecordedObject, ...unreadable: readonly string[]): RecordedObject => ({
  ...object,
  unreadable,
});

/** The service's row of a domain, in a service that keeps SAML in identity providers. */
const ROW = { id: "d0" };

/** The changes, and the lists that were asked. Default: no identity provider is at the service. */
async function changesOf(
  objects: readonly RecordedObject[],
  rows: readonly Values[] = [ROW],
  providers: readonly Values[] = [],
) {
  const asked: string[] = [];
  const list = ({ name }: { readonly name: string }, { organizationId = "" }: Readonly<Record<string, string>>) => {
    asked.push(`${name} ${organizationId}`);
    return Promise.resolve(name === domain.name ? rows : providers);
  };
  return { changes: await samlChanges(searchOf(objects, { list })), asked };
}

/** An expression as a program has it, with secrets in brackets. */
const shown = (one: Expression): unknown =>
  plain(one, ({ words, isRequired }) => `<${words.join(" ")}${isRequired ? "" : "?"}>`);

const editsOf = ({ edits = [] }: Change): unknown => edits.map(({ object, inputs }) => [object.id, inputs]);

describe("a domain with SAML settings gets an identity provider", () => {
  /** The settings of a domain in the state, what the state hides, and the settings that leave the domain. */
  test.each<[string, Values, readonly string[], readonly string[]]>([
    ["all settings", SAML, [], ["samlEntityId", "samlAcsUrl", "samlX509Cert"]],
    ["one setting", { samlAcsUrl: "https://idp.example/sso" }, [], ["samlAcsUrl"]],
    ["a certificate that the state hides", { samlEntityId: "" }, ["samlX509Cert"], ["samlEntityId", "samlX509Cert"]],
  ])("with %s", async (_what, inputs, hidden, leaving) => {
    const object = hiding(domainOf(0, inputs), ...hidden);
    const { changes } = await changesOf([object]);
    expect(changes).toHaveLength(1);
    const [change = { finding: "" }] = changes;
    expect(change.finding).toBe(
      "SAML of the domain d0.example needs an identity provider, and the service has none. The migration creates it.",
    );
    expect([editsOf(change), change.edits?.[0]?.definition]).toEqual([[[object.id, leaving]], domain]);
    const [made] = change.made ?? [];
    expect([made?.definition, made?.id, made?.isThere, made?.words]).toEqual([
      identityProvider,
      "",
      false,
      ["d0", "example"],
    ]);
    expect(shown({ kind: "record", members: made?.inputs ?? {} })).toEqual({
      organizationId: ACME,
      name: "d0.example",
      protocol: "saml",
      domainIds: ["d0"],
      saml: {
        entityId: inputs["samlEntityId"] ?? "",
        acsUrl: inputs["samlAcsUrl"] ?? "",
        x509Cert: "<identity provider d0 example x509 cert>",
      },
    });
    expect(change.secrets?.map((secret) => shown({ kind: "secret", secret }))).toEqual([
      "<identity provider d0 example x509 cert>",
    ]);
    expect(change.decisions).toEqual([
      'Check the settings of the new identity provider "d0.example": the service kept no SAML settings.',
    ]);
  });

  test("with a name of its own, also if the state hides the name of the domain", async () => {
    const object = hiding(recorded("Domain", `${ACME}/d0`, SAML), "domain");
    const { changes } = await changesOf([object, hiding(recorded("Domain", `${ACME}/d1`, SAML), "domain")]);
    expect(changes.map(({ finding }) => finding)).toEqual(
      ["d0", "d1"].map(
        (id) =>
          `SAML of the domain ${ACME}/${id} needs an identity provider, and the service has none. The migration creates it.`,
      ),
    );
    expect(changes.map(({ made = [] }) => made.map(({ words }) => words.join(" ")))).toEqual([["saml"], ["saml 2"]]);
  });
});

describe("nothing changes, and no identity provider is asked for,", () => {
  test.each<[string, Values]>([
    ["without settings", {}],
    ["with empty settings", { samlEntityId: "", samlAcsUrl: null, samlX509Cert: undefined }],
  ])("%s", async (_what, inputs) => {
    expect(await changesOf([domainOf(0, inputs)])).toEqual({ changes: [], asked: [] });
  });

  test.each<[string, readonly Values[]]>([
    ["if the service keeps the settings in domains", [{ ...ROW, saml_entity_id: "" }]],
    ["if the service lists no domain", []],
  ])("%s", async (_what, rows) => {
    expect(await changesOf([domainOf(0, SAML)], rows)).toEqual({ changes: [], asked: [`Domain ${ACME}`] });
  });
});

test("each organization is asked by itself, and its objects keep to it", async () => {
  const objects = [domainOf(0, SAML), domainOf(1, {}), domainOf(2, SAML, GLOBEX), domainOf(3, SAML)];
  const { changes, asked } = await changesOf([...objects, recorded("Role", `${GLOBEX}/r`, SAML)]);
  expect(asked).toEqual([ACME, GLOBEX].flatMap((one) => [`Domain ${one}`, `IdentityProvider ${one}`]));
  const places = changes.flatMap(({ made = [] }) =>
    made.map(({ inputs }) => shown({ kind: "record", members: inputs })),
  );
  expect(places).toMatchObject([
    { organizationId: ACME, domainIds: ["d0"] },
    { organizationId: ACME, domainIds: ["d3"] },
    { organizationId: GLOBEX, domainIds: ["d2"] },
  ]);
});

describe("an identity provider of the program", () => {
  const DECLARES =
    "An IdentityProvider declares SAML of the domain d0.example, so the Domain must no longer declare it.";
  const managed = (inputs: Values, id = `${ACME}/i1`): RecordedObject => recorded("IdentityProvider", id, inputs);

  /** Identity providers, and whether they have the settings of the domain d0. */
  test.each<[Values, string, boolean]>([
    [{ protocol: "saml", domainScope: "all" }, `${ACME}/i1`, true],
    [{ protocol: "saml", domainIds: ["d1", "d0"] }, `${ACME}/i1`, true],
    [{ protocol: "saml", domainIds: ["d01"] }, `${ACME}/i1`, false],
    [{ protocol: "saml", domainIds: "d0" }, `${ACME}/i1`, false],
    [{ protocol: "saml", domainScope: "selected" }, `${ACME}/i1`, false],
    [{ protocol: "oidc", domainScope: "all", domainIds: ["d0"] }, `${ACME}/i1`, false],
    [{ protocol: "saml", domainScope: "all" }, `${GLOBEX}/i1`, false],
  ])("with %j at %s keeps the settings: %j", async (inputs, id, isKept) => {
    const { changes } = await changesOf([managed(inputs, id), domainOf(0, SAML)]);
    expect(changes).toHaveLength(1);
    const [change = { finding: "" }] = changes;
    expect(change.finding === DECLARES).toBe(isKept);
    expect((change.made ?? []).length).toBe(isKept ? 0 : 1);
    expect(editsOf(change)).toEqual([[`${ACME}/d0`, ["samlEntityId", "samlAcsUrl", "samlX509Cert"]]]);
  });

  /** The identity provider in state, and whether it's the one that serves the domain at the service. */
  test.each<[string, Values, boolean]>([
    // The service knows best which settings it has now.
    [`${ACME}/i1`, {}, true],
    [`${ACME}/i1`, { protocol: "saml", domainIds: ["d1"] }, true],
    [`${GLOBEX}/i1`, {}, true],
    [`${ACME}/i2`, { protocol: "saml", domainScope: "all" }, false],
  ])("%s with %j is the one of the service: %j", async (id, inputs, isKept) => {
    const serving = { id: "i1", name: "Okta", config_scope: "saml", domain_scope: "all", organization_domain_ids: [] };
    const changed = changesOf([managed(inputs, id), domainOf(0, SAML)], [ROW], [serving]);
    // The other one would be read from the service, which isn't there.
    const findings = await changed.then(({ changes }) => changes.map(({ finding }) => finding)).catch(() => "read");
    expect(findings).toEqual(isKept ? [DECLARES] : "read");
  });

  test("isn't confused with an object of another resource", async () => {
    const other = recorded("Role", `${ACME}/i1`, { protocol: "saml", domainScope: "all" });
    const { changes } = await changesOf([other, domainOf(0, SAML)]);
    expect(changes.map(({ made = [] }) => made.length)).toEqual([1]);
  });
});

describe("an identity provider of the service", () => {
  const SETTINGS = { saml_entity_id: "urn:é", saml_acs_url: "https://idp.example/sso", saml_x509_cert: "MIIB" };

  /** A row of the service: SAML for all domains, with all settings. */
  const rowOf = (id: string, further: Values = {}): Values => ({
    id,
    name: `Okta |é "${id}"`,
    config_scope: "saml",
    domain_scope: "all",
    organization_domain_ids: [],
    oidc_issuer_url: "",
    oidc_client_id: "",
    has_oidc_client_secret: false,
    saml_relay_state: "",
    scim_enabled: false,
    id_jag_issuer_url: "",
    ...SETTINGS,
    ...further,
  });

  /** The changes if the service has these rows in each organization, and shows each whole. */
  const changesWith = (objects: readonly RecordedObject[], providers: readonly Values[]): Promise<Change[]> => {
    const list = ({ name }: { readonly name: string }) => Promise.resolve(name === domain.name ? [ROW] : providers);
    const search = searchOf(objects, { list });
    const find = (_of: unknown, { identityProviderId }: Values) =>
      Promise.resolve(providers.find(({ id }) => id === identityProviderId));
    const session = { lists: { list, find }, rows: { unshown: () => [] } };
    const context = { call: {}, report: SILENT_REPORT, session } as unknown as Context; // -- what an import asks
    return samlChanges({ ...search, context });
  };

  const importsOf = ({ made = [] }: Change): string[] =>
    made.map(({ id, isThere }) => `${id} ${isThere ? "imported" : "created"}`);

  const foundIn = (id: string, name: string): string =>
    `SAML of the domain ${name} is now in the identity provider ${JSON.stringify(`Okta |é "${id}"`)}. The migration imports it.`;

  const INCOMPLETE = Object.keys(SETTINGS).map((name, index) => rowOf(`half${index}`, { [name]: "" }));
  const OIDC = rowOf("oidc", {
    config_scope: "oidc",
    oidc_issuer_url: "https://a.example",
    oidc_client_id: "c",
    has_oidc_client_secret: true,
  });

  /** Identity providers in the order of the service, and the one that serves the domain d0. */
  test.each<[string, readonly Values[], string | undefined]>([
    ["of all domains", [rowOf("i1")], "i1"],
    ["of the domain among others", [rowOf("i1", { domain_scope: "", organization_domain_ids: ["d1", "d0"] })], "i1"],
    ["without a protocol, by its settings", [rowOf("i1", { config_scope: "" })], "i1"],
    ["the first of two", [rowOf("i1"), rowOf("i2")], "i1"],
    ["the complete one, behind those that aren't", [...INCOMPLETE, rowOf("i1")], "i1"],
    ["the one for SAML, behind another protocol's", [OIDC, rowOf("i1")], "i1"],
    ["the one for the domain", [rowOf("i1", { domain_scope: "selected" }), rowOf("i2")], "i2"],
    ["of other domains", [rowOf("i1", { domain_scope: "selected", organization_domain_ids: ["d01"] })], undefined],
    ["of another protocol", [OIDC], undefined],
  ])("is imported once for the domain that it serves: %s", async (_what, providers, expected) => {
    const object = domainOf(0, SAML);
    const [change = { finding: "" }, ...more] = await changesWith([object], providers);
    expect(more).toEqual([]);
    expect(editsOf(change)).toEqual([[object.id, Object.keys(SAML)]]);
    expect(importsOf(change)).toEqual(expected === undefined ? [" created"] : [`${ACME}/${expected} imported`]);
    expect(change.finding === foundIn(expected ?? "", "d0.example")).toBe(expected !== undefined);
    const words = expected === undefined ? "identity provider d0 example" : `identity provider okta e ${expected}`;
    expect(change.secrets?.map((one) => one.words.join(" "))).toEqual([`${words} x509 cert`]);
  });

  test.each(INCOMPLETE)("that alone serves the domain, and lacks a setting, is named: $id", async (half) => {
    const [change = { finding: "" }, ...more] = await changesWith([domainOf(0, SAML)], [OIDC, half]);
    expect([change.finding, more]).toEqual([foundIn(String(half["id"]), "d0.example"), []]);
    expect(importsOf(change).filter((one) => one.endsWith("created"))).toEqual([]);
    expect(editsOf(change)).toEqual([[`${ACME}/d0`, Object.keys(SAML)]]);
  });

  test("is imported once in each organization, whichever domains it serves", async () => {
    const objects = [domainOf(0, SAML), domainOf(1, {}), domainOf(2, SAML), domainOf(3, SAML, GLOBEX)];
    const changes = await changesWith(objects, [rowOf("i1")]);
    expect(changes.map((one) => [one.finding, importsOf(one), (one.secrets ?? []).length, editsOf(one)])).toEqual(
      [
        ["d0.example", [`${ACME}/i1 imported`], `${ACME}/d0`] as const,
        ["d2.example", [], `${ACME}/d2`] as const,
        ["d3.example", [`${GLOBEX}/i1 imported`], `${GLOBEX}/d3`] as const,
      ].map(([name, made, id]) => [foundIn("i1", name), made, made.length, [[id, Object.keys(SAML)]]]),
    );
  });

  test("that the program has isn't imported, whatever the program says of it", async () => {
    const managed = recorded("IdentityProvider", `${ACME}/i1`, { protocol: "oidc", domainIds: [] });
    for (const providers of [[rowOf("i1")], [rowOf("i1"), rowOf("i2")]]) {
      const [change = { finding: "" }] = await changesWith([managed, domainOf(0, SAML)], providers);
      expect([change.finding, importsOf(change)]).toEqual([
        "An IdentityProvider declares SAML of the domain d0.example, so the Domain must no longer declare it.",
        [],
      ]);
    }
    // The program has another one.
    const [other = { finding: "" }] = await changesWith([managed, domainOf(0, SAML)], [rowOf("i2")]);
    expect([other.finding, importsOf(other)]).toEqual([foundIn("i2", "d0.example"), [`${ACME}/i2 imported`]]);
  });
});
