import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { Names } from "../../../src/adopt/names.ts";
import { systemClock } from "../../../src/app/clock.ts";
import { Sessions } from "../../../src/app/sessions.ts";
import { domain } from "../../../src/catalog/resources/domain/domain.ts";
import { hogFunction } from "../../../src/catalog/resources/hog-function/hog-function.ts";
import { identityProvider } from "../../../src/catalog/resources/identity-provider/identity-provider.ts";
import type { Context, RecordedObject } from "../../../src/driver/driver.ts";
import { findMigration } from "../../../src/migrate/find-migration.ts";
import { importedObject } from "../../../src/migrate/imported-object.ts";
import type { Migration } from "../../../src/migrate/migration.ts";
import type { Search } from "../../../src/migrate/search.ts";
import { formatId } from "../../../src/model/identity.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { apiError } from "../../support/fake-service.ts";
import { recorded, shown } from "../../support/migration-search.ts";
import { startWorld, type World, writesOf } from "../../support/scenario-world.ts";
import { SILENT_REPORT } from "../../support/silent-report.ts";

const ORGANIZATION = "01a1fd1e-8c00-0000-6fab-af2187569cab";
const SAML = { samlEntityId: "urn:é", samlAcsUrl: "https://idp.example/sso" };
const DOMAIN = recorded("Domain", `${ORGANIZATION}/d0`, { domain: "acme.example", ...SAML });

/** A migration whose service answers every list in one way. */
const migrationOf = (
  objects: readonly RecordedObject[],
  list: (resource: string) => readonly unknown[],
  reserved: readonly string[] = [],
): Promise<Migration> => {
  const lists = {
    list: ({ name }: { name: string }) => Promise.resolve().then(() => list(name)),
    isServed: () => false,
  };
  const context = { call: {}, session: { lists } } as unknown as Context; // -- what of a session the search asks
  return findMigration({ objects, context, reserved, folder: "moved" });
};

const newRows = (resource: string): readonly unknown[] => (resource === "Domain" ? [{ id: "d0" }] : []);
const namesIn = ({ changes }: Migration): string[] =>
  changes.flatMap(({ made = [] }) => made.map(({ words }) => words.join("_")));

describe("a new object has a name that the program doesn't have", () => {
  /** Addresses in each engine's words. */
  test.each([
    "orgform_domain.acme_example",
    "module.sso.orgform_domain.acme_example",
    "urn:pulumi:prod::acme::orgform:index:Domain::x.acme_example",
    "acme_example",
    "acmeExample",
    "orgform_role.AcmeExample",
  ])("%s", async (address) => {
    const other = { ...recorded("Role", `${ORGANIZATION}/r`, {}), address };
    const isTaken = address.endsWith("acme_example");
    expect(namesIn(await migrationOf([DOMAIN, other], newRows))).toEqual([
      isTaken ? "identity_provider_acme_example" : "acme_example",
    ]);
  });

  test("or that its language reserves", async () => {
    expect(namesIn(await migrationOf([DOMAIN], newRows, ["acmeExample"]))).toEqual(["identity_provider_acme_example"]);
  });
});

/** Each cause, with an object that it looks at. */
const CAUSES: readonly (readonly [string, RecordedObject])[] = [
  ["SAML of the domains", DOMAIN],
  ["destinations of the batch exports", recorded("BatchExport", `${ORGANIZATION}/e0`, {})],
  ["pipeline items", recorded("Plugin", `${ORGANIZATION}/p0`, {})],
];

describe.each(CAUSES)("if the key can't read the %s", (what, object) => {
  const refusing = (further: object) => () => {
    throw new Error("wrapped", { cause: apiError({ category: "permission", status: 403, ...further }) });
  };

  test("this part is listed as not read, and the others are searched", async () => {
    const all = CAUSES.map(([, one]) => one);
    const refusal = refusing({ missingScope: "thing:read" });
    const rows = (resource: string): readonly unknown[] =>
      resource === object.resource || (resource === "Project" && object.resource === "Plugin")
        ? refusal()
        : resource === "IdentityProvider"
          ? []
          : [{ id: "d0" }, { id: "e0", destination: {} }];
    const { changes, unread } = await migrationOf(all, rows);
    expect(unread).toEqual([{ what, reason: "the API key lacks the scope thing:read" }]);
    expect(changes.some(({ finding }) => finding.startsWith("SAML"))).toBe(what !== "SAML of the domains");
    const { unread: other } = await migrationOf([object], refusing({ detail: "Not yours." }));
    expect(other).toEqual([{ what, reason: expect.stringContaining("Not yours.") }]);
  });

  test("for another reason, nothing is written", async () => {
    await expect(migrationOf([object], refusing({ category: "unavailable", status: 500 }))).rejects.toThrow("wrapped");
    await expect(
      migrationOf([object], () => {
        throw new TypeError("a fault");
      }),
    ).rejects.toThrow("a fault");
  });
});

test("an object that the service doesn't list is told beside the changes of the others", async () => {
  const gone = recorded("BatchExport", `${ORGANIZATION}/gone`, { name: "Events" });
  const { changes, unread } = await migrationOf([gone, DOMAIN], newRows);
  expect(unread).toEqual([{ what: `BatchExport ${gone.id}`, reason: "the service doesn't list it" }]);
  expect(changes.map(({ edits = [] }) => edits.map(({ object }) => object))).toEqual([[DOMAIN]]);
});

describe("an object of the service", () => {
  let world: World;
  let sessions: Sessions;
  let context: Context;
  let projectId: string;
  beforeAll(async () => {
    world = await startWorld("2026-09");
    sessions = new Sessions(systemClock);
    const session = sessions.of({ host: world.sandbox.host, apiKey: world.apiKey, organizationId: undefined });
    context = { session, report: SILENT_REPORT, call: {} };
    projectId = String(world.project(world.organizationId));
  });
  afterAll(async () => {
    await sessions.close();
    await world.sandbox.close();
  });

  const addFunction = async (body: Values): Promise<string> => {
    const { id } = await world.send("POST", `projects/${projectId}/hog_functions/`, body);
    return formatId(hogFunction.identity.parts, { projectId, functionId: String(id) });
  };

  const SAML_BODY = { saml_entity_id: "urn:é", saml_acs_url: "https://a.example", saml_x509_cert: "MIIB" };

  const addProvider = async (
    body: Values = { name: "Okta |é", config_scope: "saml", ...SAML_BODY },
  ): Promise<string> => {
    const path = `organizations/${world.organizationId}/identity_provider_configs/`;
    const { id } = await world.send("POST", path, body);
    const at = { organizationId: world.organizationId, identityProviderId: String(id) };
    return formatId(identityProvider.identity.parts, at);
  };

  test("is imported as it is, with a name and secrets that nothing else has", async () => {
    const search = { context, names: new Names(), secretNames: new Names() } as unknown as Search; // -- the rest isn't used
    const mail = { type: "destination", template_id: "template-sendgrid", name: "Mail", enabled: true };
    const key = { inputs: { api_key: { value: "SG-canary" } } };
    const ids = [await addFunction({ ...mail, ...key }), await addFunction({ ...mail, ...key })];
    const providers = [await addProvider(), await addProvider()];
    world.sandbox.control.clearRequests();
    const found = [
      await importedObject(search, hogFunction, ids[0] ?? ""),
      await importedObject(search, hogFunction, ids[1] ?? ""),
      await importedObject(search, identityProvider, providers[0] ?? ""),
      await importedObject(search, identityProvider, providers[1] ?? ""),
    ];
    expect(writesOf(world)).toEqual([]);
    const secret = "identity_provider_okta_e_x509_cert";
    const at = { organizationId: world.organizationId, name: "Okta |é", protocol: "saml" };
    const settings = { entityId: "urn:é", acsUrl: "https://a.example" };
    expect(
      found.map(({ made = [], secrets = [], decisions }) => [
        made.map(({ id, isThere, words, inputs }) => [
          id,
          isThere,
          words.join("_"),
          shown({ kind: "record", members: inputs }, ({ words: of }) => of.join("_")),
        ]),
        secrets.map(({ words, isRequired }) => [words.join("_"), isRequired]),
        decisions,
      ]),
    ).toEqual([
      // The service keeps the secrets of a function that is imported.
      ...["mail", "mail_2"].map((name, index) => {
        const inputs = { projectId, type: "destination", templateId: "template-sendgrid", name: "Mail", enabled: true };
        return [[[ids[index], true, name, inputs]], [], []];
      }),
      ...["", "_2"].map((number, index) => {
        const saml = { ...settings, x509Cert: `${secret}${number}` };
        return [[[providers[index], true, `okta_e${number}`, { ...at, saml }]], [[`${secret}${number}`, true]], []];
      }),
    ]);
  });

  test("is called after its kind if the language has its name, and keeps a secret that a program may leave out", async () => {
    const oidc = { oidc_issuer_url: "https://a.example", oidc_client_id: "c", oidc_client_secret: "canary" };
    const id = await addProvider({ name: "Login", config_scope: "oidc", ...oidc });
    // The session of the other tests has read the list before.
    const own = new Sessions(systemClock);
    const session = own.of({ host: world.sandbox.host, apiKey: world.apiKey, organizationId: undefined });
    const later = { context: { ...context, session }, names: new Names(["login"]), secretNames: new Names() };
    const found = await importedObject(later as unknown as Search, identityProvider, id); // -- the rest isn't used
    await own.close();
    const { made = [], secrets, decisions } = found;
    expect([made.map(({ words }) => words.join(" ")), secrets, decisions]).toEqual([
      ["identity provider login"],
      [],
      [],
    ]);
    const members = made[0]?.inputs ?? {};
    expect(shown({ kind: "record", members }, ({ words }) => words.join("_"))).toEqual({
      organizationId: world.organizationId,
      name: "Login",
      protocol: "oidc",
      oidc: { issuerUrl: "https://a.example", clientId: "c" },
    });
  });

  test("without a name is called after its ID", async () => {
    const search = { context, names: new Names(), secretNames: new Names() } as unknown as Search; // -- the rest isn't used
    const domainId = await world.addDomain(world.organizationId, "acme.example");
    const id = formatId(domain.identity.parts, { organizationId: world.organizationId, domainId });
    const { made = [] } = await importedObject(search, domain, id);
    const [found] = made;
    expect([found?.id, found?.isThere]).toEqual([id, true]);
    expect(found?.words.join("")).toBe(`domain${id.replaceAll(/[^a-z0-9]/gu, "").slice(0, 60)}`);
  });

  test("that no program can declare stays at the service, with the reason", async () => {
    const id = await addProvider();
    world.sandbox.control.call("PATCH", `identity-provider-configs/${String(id.split("/")[1])}`, { name: "" });
    // The session of the other tests has read the list before.
    const own = new Sessions(systemClock);
    const session = own.of({ host: world.sandbox.host, apiKey: world.apiKey, organizationId: undefined });
    const later = { context: { ...context, session }, names: new Names(), secretNames: new Names() };
    const { made, secrets, decisions = [] } = await importedObject(later as unknown as Search, identityProvider, id); // -- the rest isn't used
    await own.close();
    expect([made, secrets]).toEqual([[], []]);
    expect(decisions).toEqual([
      expect.stringMatching(/^IdentityProvider .* cannot be declared as it is: name .*\. It stays at the service\.$/u),
    ]);
  });

  test("that replaced the service's own item for places is imported in each project that has it", async () => {
    const { results = [] } = await world.send("GET", `projects/${projectId}/hog_functions/`);
    const [own] = (results as readonly Values[]).filter(({ name }) => name === "GeoIP"); // -- a list's rows
    const id = formatId(hogFunction.identity.parts, { projectId, functionId: String(own?.["id"]) });
    const item = recorded("Plugin", `${world.organizationId}/p0`, { name: "GeoIP" });
    // Neither another function nor another object of that ID is the function.
    const others = [recorded("HogFunction", `${projectId}/other`, {}), recorded("AccessControl", id, {})];
    const objects = [item, ...others];
    const { changes } = await findMigration({ objects, context, reserved: [], folder: "moved" });
    const [change, ...more] = changes;
    expect(change?.made?.map((one) => [one.id, one.isThere])).toEqual([[id, true]]);
    expect([change?.leaving, change?.secrets, change?.decisions, more]).toEqual([[{ object: item }], [], [], []]);
  });
});
