import { describe, expect, test } from "@jest/globals";

import type { Expression } from "../../../src/adopt/program.ts";
import { domain } from "../../../src/catalog/resources/domain/domain.ts";
import { identityProvider } from "../../../src/catalog/resources/identity-provider/identity-provider.ts";
import type { RecordedObject } from "../../../src/driver/driver.ts";
import type { Change } from "../../../src/migrate/migration.ts";
import { samlChanges } from "../../../src/migrate/saml.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { recorded, searchOf, shown as plain } from "../../support/migration-search.ts";

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
