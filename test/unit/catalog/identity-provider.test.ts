import { describe, expect, test } from "@jest/globals";

import { identityProvider } from "../../../src/catalog/resources/identity-provider/identity-provider.ts";
import {
  overlapGuard,
  planGuard,
  problemsIn,
} from "../../../src/catalog/resources/identity-provider/identity-provider-guards.ts";
import {
  isComplete,
  isServing,
  isUnscoped,
  protocolOf,
  PROTOCOLS,
} from "../../../src/catalog/resources/identity-provider/identity-provider-wire.ts";
import { planGuard as organizationPlanGuard } from "../../../src/catalog/resources/organization/organization-plan.ts";
import { isCreatedWith } from "../../../src/catalog/resources/organization/organization-wire.ts";
import type { Api } from "../../../src/client/client.ts";
import type { IdentityProviderWire } from "../../../src/client/identity-providers.ts";
import type { Guard } from "../../../src/model/guard.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { apiError } from "../../support/fake-service.ts";

const EMPTY = {
  id: "p1",
  name: "Okta",
  domain_scope: "selected",
  config_scope: "",
  organization_domain_ids: ["d1"],
  oidc_issuer_url: "",
  oidc_client_id: "",
  has_oidc_client_secret: false,
  saml_relay_state: "",
  saml_entity_id: "",
  saml_acs_url: "",
  saml_x509_cert: "",
  scim_enabled: false,
  scim_base_url: "",
  scim_bearer_token: null,
  id_jag_issuer_url: "",
  id_jag_jwks_url: "",
  id_jag_allowed_clients: [],
  created_at: "2026-11-20T08:00:00Z",
  updated_at: "2026-11-20T08:00:00Z",
} as unknown as IdentityProviderWire; // -- all that the service shows

const wireOf = (further: object): IdentityProviderWire => ({ ...EMPTY, ...further });

/** Each setting that shows a protocol, the protocols in the order in which they count. */
const SHOWN: readonly (readonly [protocol: (typeof PROTOCOLS)[number], setting: object])[] = [
  ["saml", { saml_entity_id: "e" }],
  ["saml", { saml_acs_url: "a" }],
  ["saml", { saml_x509_cert: "c" }],
  ["oidc", { oidc_issuer_url: "i" }],
  ["oidc", { oidc_client_id: "c" }],
  ["oidc", { has_oidc_client_secret: true }],
  ["scim", { scim_enabled: true }],
  ["xaa", { id_jag_issuer_url: "i" }],
];

describe("the protocol of an identity provider", () => {
  test.each([undefined, null, ""])("is that of its settings if it is %j, the first of several", (config_scope) => {
    expect(protocolOf(wireOf({ config_scope }))).toBeUndefined();
    expect(isUnscoped(wireOf({ config_scope }))).toBe(true);
    for (const [index, [protocol, setting]] of SHOWN.entries()) {
      expect(protocolOf(wireOf({ config_scope, ...setting }))).toBe(protocol);
      const later = SHOWN.slice(index).map(([, more]) => more);
      expect(protocolOf(wireOf(Object.assign({ config_scope }, ...later)))).toBe(protocol);
    }
  });

  test("is what somebody set, whatever the settings are", () => {
    for (const config_scope of [...PROTOCOLS, "newer"])
      for (const [, setting] of SHOWN) {
        expect(protocolOf(wireOf({ config_scope, ...setting }))).toBe(config_scope);
        expect(isUnscoped(wireOf({ config_scope, ...setting }))).toBe(false);
      }
  });
});

/** All settings of each protocol that serves people. */
const WHOLE: Readonly<Record<string, Values>> = {
  saml: { saml_entity_id: "e", saml_acs_url: "a", saml_x509_cert: "c" },
  oidc: { oidc_issuer_url: "i", oidc_client_id: "c", has_oidc_client_secret: true },
};

test.each(PROTOCOLS)("an identity provider of %s serves people if it has all settings", (config_scope) => {
  const settings = WHOLE[config_scope] ?? Object.assign({}, ...Object.values(WHOLE), { scim_enabled: true });
  expect(isComplete(wireOf({ config_scope, ...settings }))).toBe(config_scope in WHOLE);
  for (const name of Object.keys(settings))
    expect(isComplete(wireOf({ config_scope, ...settings, [name]: EMPTY[name] }))).toBe(false);
});

/** Settings of all protocols at once. */
const ALL = {
  ...WHOLE["saml"],
  ...WHOLE["oidc"],
  saml_relay_state: "relay",
  scim_enabled: true,
  scim_base_url: "https://scim.example",
  id_jag_issuer_url: "j",
  id_jag_jwks_url: "k",
  id_jag_allowed_clients: ["l"],
};

describe("an object in the program's words", () => {
  const at = { organizationId: "o1", identityProviderId: "p1" };
  const shown = (further: object, declared?: Values): Values => {
    const all: Values = identityProvider.fromWire(wireOf(further), at, declared);
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  };
  const base = { ...at, name: "Okta", createdAt: EMPTY.created_at };
  const blocks: Readonly<Record<string, Values>> = {
    saml: { saml: { entityId: "e", acsUrl: "a", x509Cert: "c" }, samlRelayState: "relay" },
    oidc: { oidc: { issuerUrl: "i", clientId: "c" } },
    scim: { scim: { enabled: true } },
    xaa: { xaa: { issuerUrl: "j", jwksUrl: "k", allowedClients: ["l"] } },
  };

  test.each(PROTOCOLS)("has the block of %s alone, and no setting that is empty", (protocol) => {
    const scimBaseUrl = "https://scim.example";
    expect(shown({ ...ALL, config_scope: protocol })).toEqual({
      ...base,
      domainIds: ["d1"],
      protocol,
      scimBaseUrl,
      ...blocks[protocol],
    });
    const empty = Object.entries(shown({ config_scope: protocol }));
    const held = Object.fromEntries(empty.filter(([name]) => PROTOCOLS.some((one) => one === name)));
    expect(JSON.stringify(held)).toBe(JSON.stringify({ [protocol]: protocol === "scim" ? { enabled: false } : {} }));
  });

  test("without a protocol has that of the program, and none in an import", () => {
    expect(shown({}, { protocol: "oidc" })).toMatchObject({ protocol: "oidc", oidc: {} });
    expect(shown({})).not.toHaveProperty("protocol");
    expect(shown({}, { protocol: UNKNOWN })).not.toHaveProperty("protocol");
  });

  test("has domains as the program says it, and no default in an import", () => {
    const domains = (domain_scope: string | null, declared?: Values) => {
      const { domainIds, domainScope } = shown({ domain_scope }, declared);
      return [domainScope, domainIds];
    };
    expect(domains("all")).toEqual(["all", undefined]);
    expect(domains("all", {})).toEqual(["all", ["d1"]]);
    for (const scope of ["selected", "", null]) {
      expect(domains(scope)).toEqual([undefined, ["d1"]]);
      expect(domains(scope, {})).toEqual(["selected", ["d1"]]);
    }
  });

  test("lacks a declared secret that the service no longer has", () => {
    const secretOf = (has_oidc_client_secret: boolean, clientSecret?: string | null) =>
      shown({ config_scope: "oidc", has_oidc_client_secret }, { oidc: { clientSecret } })["oidc"];
    expect(secretOf(false, "s")).toEqual({ clientSecret: null });
    for (const nothing of ["", null, undefined]) expect(secretOf(false, nothing)).toEqual({});
    expect(secretOf(true, "s")).toEqual({});
  });
});

test("a secret is sent as it is, an empty one takes it away, and one that is left out stays", () => {
  const sent = (clientSecret?: string | null) =>
    identityProvider.toWire({ oidc: { issuerUrl: "i", clientId: "c", clientSecret } as never }); // -- as a program has it
  const rest = { oidc_issuer_url: "i", oidc_client_id: "c" };
  expect([sent("s"), sent(""), sent(null)]).toEqual([
    { ...rest, oidc_client_secret: "s" },
    { ...rest, oidc_client_secret: "" },
    { ...rest, oidc_client_secret: "" },
  ]);
  expect(sent()).toEqual({ ...rest, oidc_client_secret: undefined });
  expect(identityProvider.toWire({ xaa: { issuerUrl: "i" } })).toEqual({
    id_jag_issuer_url: "i",
    id_jag_jwks_url: "",
    id_jag_allowed_clients: [],
  });
});

/** The refusal of a guard, if it looks at the declaration at all. */
async function refusalOf(
  guard: Guard<Api, never>,
  asked: { readonly inputs: Values; readonly state?: Values; readonly verb?: "create" | "update" },
  service: { readonly lists?: readonly (readonly object[])[]; readonly home?: object; readonly wire?: object },
): Promise<string> {
  const { verb = asked.state === undefined ? "create" : "update", inputs, state } = asked;
  const context = { verb, inputs: { organizationId: "o1", ...inputs }, state };
  if (guard.isAsked?.(context) === false) return "not asked";
  const lists = [...(service.lists ?? [])];
  const call = { all: () => Promise.resolve(lists.shift() ?? []), known: () => Promise.resolve(service.home) };
  const text = await guard.refuse(context, service.wire as never, () => ({ api: {}, call }) as never); // -- what guards look at
  return text === undefined ? "" : printed(text);
}

const SAML = { protocol: "saml", name: "Mine", domainIds: ["d1", UNKNOWN], saml: { entityId: "e" } };
const OIDC = { protocol: "oidc", name: "Mine", domainIds: ["d1"], oidc: { clientSecret: "s" } };
const other = (further: object): object => wireOf({ id: "p2", config_scope: "saml", ...WHOLE["saml"], ...further });
const DOMAINS = [
  { id: "d1", domain: "one.example", is_verified: true },
  { id: "d2", domain: "two.example", is_verified: true },
  { id: "d3", domain: "three.example", is_verified: false },
];

test.each<[unknown, unknown, boolean]>([
  ["all", ["d1"], true],
  ["all", [], false],
  ["all", undefined, false],
  ["all", UNKNOWN, false],
  ["selected", ["d1"], false],
  [undefined, ["d1"], false],
  [UNKNOWN, ["d1"], false],
])("the scope %j with the domains %j names domains twice: %s", (domainScope, domainIds, isTwice) => {
  const problems = problemsIn({ protocol: "saml", saml: {}, domainScope, domainIds });
  const reasons = problems.filter(({ path }) => path === "domainIds").map(({ reason }) => printed(reason));
  expect(reasons).toEqual(isTwice ? ['can\'t be set together with `domainScope: "all"`; remove one of them'] : []);
});

describe("a second identity provider for a verified domain", () => {
  const guard = overlapGuard(() => identityProvider) as unknown as Guard<Api, never>; // -- of any wire form
  const refusal = (inputs: Values, others: readonly object[], state?: Values): Promise<string> =>
    refusalOf(guard, { inputs, ...(state === undefined ? {} : { state }) }, { lists: [others, DOMAINS] });

  test("is refused with its name and the domains", async () => {
    expect(await refusal(SAML, [other({})])).toBe(
      'The identity provider "Okta" (p2) serves one.example with the same protocol already, and the service accepts one for each verified domain.\n' +
        "Remove the domain from `domainIds` here or there, or delete the other identity provider first.",
    );
    const both = { ...SAML, domainScope: "all" };
    expect(await refusal(both, [other({ organization_domain_ids: ["d3", "d2", "d1"] })])).toContain(
      "serves one.example, two.example with",
    );
    const oidc = other({ config_scope: "oidc", ...WHOLE["oidc"], domain_scope: "all" });
    expect(await refusal(OIDC, [oidc])).toContain("serves one.example with");
  });

  test.each<[why: string, inputs: Values, others: readonly object[], state?: Values]>([
    ["the other one serves another domain", SAML, [other({ organization_domain_ids: ["d2"] })]],
    ["its domains aren't verified", { ...SAML, domainIds: ["d3"] }, [other({ organization_domain_ids: ["d3"] })]],
    [
      "the other one serves unverified domains only",
      { ...SAML, domainScope: "all" },
      [other({ organization_domain_ids: ["d3"] })],
    ],
    ["the other one has another protocol", OIDC, [other({})]],
    ["the other one isn't complete", SAML, [other({ saml_x509_cert: "" })]],
    ["it has the same name, and is perhaps the same", { ...SAML, name: "Okta" }, [other({})]],
    ["it is adopted", { ...SAML, adopt: "x" }, [other({})]],
    ["it is the other one", SAML, [other({})], { identityProviderId: "p2" }],
    ["it names no domain", { ...SAML, domainIds: [] }, [other({ domain_scope: "all" })]],
    ["it names no domain yet", { ...SAML, domainIds: UNKNOWN }, [other({ domain_scope: "all" })]],
    ["there is none", SAML, []],
    ["the organization isn't known", { ...SAML, organizationId: UNKNOWN }, [other({})]],
  ])("is fine if %s", async (...[, inputs, others, state]) => {
    expect(await refusal(inputs, others, state)).toBe("");
  });

  test("is found where the name of another one in the state is the same", async () => {
    expect(await refusal({ ...SAML, name: "Okta" }, [other({})], { identityProviderId: "p9" })).toContain("(p2)");
  });

  test("isn't asked about if nobody could use it", async () => {
    expect(await refusal({ ...OIDC, oidc: {} }, [])).toBe("not asked");
    for (const protocol of ["scim", "xaa"]) expect(await refusal({ protocol }, [])).toBe("not asked");
  });
});

const FEATURES = { oidc: "oidc", scim: "scim", xaa: "xaa_authentication" } as const;
const homeWith = (...keys: readonly string[]) => ({
  is_pending_deletion: false,
  available_product_features: keys.map((key) => ({ key })),
});

describe("settings that the plan lacks", () => {
  const guard = planGuard as unknown as Guard<Api, never>; // -- of any wire form

  test.each(Object.entries(FEATURES))("of %s are refused with the feature %s", async (protocol, feature) => {
    const inputs = { protocol, [protocol]: { a: 1 } };
    expect(await refusalOf(guard, { inputs }, { home: homeWith("saml") })).toBe(
      `The organization's plan lacks the feature "${feature}", so the service refuses a change of ${protocol}.\nChange the plan in the billing settings of the service's web interface, or remove \`${protocol}\` from the program.`,
    );
    for (const home of [
      homeWith("saml", feature),
      { available_product_features: [] },
      { is_pending_deletion: false },
      { is_pending_deletion: false, available_product_features: ["saml"] },
      undefined,
    ])
      expect(await refusalOf(guard, { inputs }, home === undefined ? {} : { home })).toBe("");
    const state = { [protocol]: { a: 1 } };
    expect(await refusalOf(guard, { inputs, state }, { home: homeWith() })).toBe("not asked");
    expect(await refusalOf(guard, { inputs, state: { [protocol]: { a: 2 } } }, { home: homeWith() })).not.toBe("");
    expect(await refusalOf(guard, { inputs: { ...inputs, organizationId: UNKNOWN } }, { home: homeWith() })).toBe("");
  });

  test("of SAML need none", async () => {
    expect(await refusalOf(guard, { inputs: SAML }, { home: homeWith() })).toBe("not asked");
  });
});

describe("a setting of an organization", () => {
  const INVITES = "organization_invite_settings";
  const SECURITY = "organization_security_settings";
  const NEEDS: Readonly<Record<string, string>> = {
    enforce2fa: "2fa_enforcement",
    membersCanInvite: INVITES,
    membersCanCreateProjects: INVITES,
    membersCanUsePersonalApiKeys: SECURITY,
    membersCanSeeOrgMembers: SECURITY,
    allowPubliclySharedResources: SECURITY,
    readOnlyMcpAccess: SECURITY,
  };
  const observed = Object.fromEntries([...Object.keys(NEEDS), "isAiTrainingOptedIn"].map((name) => [name, false]));
  const guard = organizationPlanGuard(() => observed) as unknown as Guard<Api, never>; // -- as above
  const refusal = (inputs: Values, wire: object | undefined, state: Values = {}): Promise<string> =>
    refusalOf(guard, { inputs, state }, wire === undefined ? {} : { wire });

  test.each(Object.entries(NEEDS))("%s needs the feature %s of the plan", async (name, feature) => {
    const others = Object.values(NEEDS).filter((one) => one !== feature);
    expect(await refusal({ [name]: true }, homeWith(...others))).toContain(
      `lacks the feature "${feature}", so the service refuses a change of ${name}.`,
    );
    expect(await refusal({ [name]: true }, homeWith(feature))).toBe("");
    expect(await refusal({ [name]: false }, homeWith())).toBe("");
    expect(await refusal({ [name]: true }, homeWith(), { [name]: true })).toBe("not asked");
    expect(await refusal({ [name]: true }, undefined)).toBe("");
  });

  test.each(["is_ai_training_locked", "has_signed_baa"])("about training can't change if %s", async (lock) => {
    const inputs = { isAiTrainingOptedIn: true };
    expect(await refusal(inputs, { [lock]: true })).toBe(
      "The choice about isAiTrainingOptedIn is locked for this organization: by an agreement that was signed, or by the service.\nRemove `isAiTrainingOptedIn` from the program, or ask the service's support.",
    );
    expect(await refusal({ isAiTrainingOptedIn: false }, { [lock]: true })).toBe("");
    expect(await refusal({ enforce2fa: false, ...inputs }, { [lock]: false })).toBe("");
  });
});

test.each<[madeAt: string, is: boolean]>([
  ["2026-11-20T08:00:00Z", true],
  ["2026-11-20T08:00:59.999Z", true],
  ["2026-11-20T08:01:00Z", false],
  ["2026-11-21T08:00:00Z", false],
])("what was created at %s came with an organization of 08:00: %s", (madeAt, is) => {
  expect(isCreatedWith({ created_at: "2026-11-20T08:00:00Z" }, madeAt)).toBe(is);
  expect(isCreatedWith(undefined, madeAt)).toBe(false);
});

test("an identity provider serves the domains that it names, or all", () => {
  const serves = (further: object, id: string): boolean => isServing(wireOf(further), id);
  expect([serves({}, "d1"), serves({}, "d2"), serves({ domain_scope: "all" }, "d2")]).toEqual([true, false, true]);
});

describe("a deletion", () => {
  /** The requests of a deletion by a service that refuses the first with this error. */
  async function deleted(first: Error | undefined, state: Values): Promise<unknown[]> {
    const sent: unknown[] = [];
    let left = first;
    const identityProviders = {
      delete: (...all: readonly unknown[]) => {
        sent.push(["delete", ...all.slice(0, 2)]);
        const refused = left;
        left = undefined;
        return refused === undefined ? Promise.resolve() : Promise.reject(refused);
      },
      update: (...all: readonly unknown[]) => Promise.resolve(void sent.push(["update", ...all.slice(0, 3)])),
    };
    const at = { organizationId: "o1", identityProviderId: "p1" };
    const run = identityProvider.ops.delete?.({ identityProviders } as never, at, {} as never, { state } as never); // -- all that it uses
    await Promise.resolve(run).catch((caught: unknown) => sent.push(caught));
    return sent;
  }
  const unscoped = apiError({ category: "invalid", code: "unscoped_config", status: 400 });
  const refused = ["delete", "o1", "p1"];

  test.each([
    [{ protocol: "xaa" }, "xaa"],
    [{ protocol: "newer" }, "saml"],
    [{}, "saml"],
  ])("of one that lost its protocol, with %j, sets %s first", async (state, config_scope) => {
    expect(await deleted(unscoped, state)).toEqual([refused, ["update", "o1", "p1", { config_scope }], refused]);
  });

  test("is sent once otherwise, and another refusal is passed on", async () => {
    expect(await deleted(undefined, {})).toEqual([refused]);
    const other = apiError({ category: "invalid", code: "other", status: 400 });
    expect(await deleted(other, {})).toEqual([refused, other]);
  });
});
