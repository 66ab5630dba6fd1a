import * as fc from "fast-check";

import type { Values } from "../../src/model/json-value.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import type { Row } from "../support/conformance-row.ts";
import { ROWS } from "../support/conformance-rows.ts";
import type { World } from "../support/scenario-world.ts";
import { ITEMS } from "./item-slots.ts";
import { PEOPLE } from "./people-slots.ts";
import { optional, type Slot } from "./slot.ts";

const entity = fc.constantFrom("urn:a", "urn:b", " urn:c ");
const deferrable = { ssoEnforcement: fc.constantFrom("", "github", "saml"), jitProvisioningEnabled: fc.boolean() };

const domain = (name: string, values: fc.Arbitrary<Values>, owner?: string): Slot => ({
  name: `domain ${name}`,
  resource: "Domain",
  needs: owner === undefined ? [] : [owner],
  values,
  inputs: ({ organizationId, isNewest, output }, { samlEntityId, ...given }) => ({
    organizationId: owner === undefined ? organizationId : output(owner, "organizationId"),
    domain: `${name}.example`,
    ...given,
    ...(isNewest || samlEntityId === undefined ? {} : { samlEntityId }),
  }),
  row: { table: "domains", isNamed: (row) => row["domain"] === `${name}.example` },
  outside: {
    edit: ({ sandbox }, id) => void sandbox.control.updateDomain(id, { saml_entity_id: "urn:elsewhere" }),
    verify: ({ sandbox }, id) => void sandbox.control.updateDomain(id, { verified_at: "2026-11-20T10:00:00Z" }),
    delete: ({ sandbox }, id) => sandbox.control.deleteDomain(id),
  },
});

/** A slot of a resource that only configures the domain of another slot. */
const ofDomain = (
  slot: Pick<Slot, "name" | "resource" | "needs" | "values" | "outside"> & { readonly always?: Values },
): Slot => ({
  ...slot,
  inputs: ({ organizationId, output }, given) => ({
    organizationId,
    domainId: output(slot.needs[0] ?? "", "domainId"),
    ...slot.always,
    ...given,
  }),
});

const role = (name: string): Slot => ({
  name: `role ${name}`,
  resource: "Role",
  needs: [],
  values: optional({ featureFlagsAccessLevel: fc.constantFrom("view", "edit") }),
  inputs: ({ organizationId }, given) => ({ organizationId, name, ...given }),
  row: { table: "roles", isNamed: (row) => String(row["name"]).startsWith(name) },
  outside: {
    edit: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `roles/${id}`, { feature_flags_access_level: 21, name: `${name} elsewhere` }),
    delete: ({ sandbox }, id) => void sandbox.control.call("DELETE", `roles/${id}`),
  },
});

const project = (name: string): Slot => ({
  name: `project ${name}`,
  resource: "Project",
  needs: [],
  values: optional({
    timezone: fc.constantFrom("UTC", "Europe/Berlin"),
    anonymizeIps: fc.boolean(),
    weekStartDay: fc.constantFrom(0, 1),
    appUrls: fc.constantFrom([], ["https://shop.example"]),
  }),
  inputs: ({ organizationId }, given) => ({ organizationId, name, deletionProtection: false, ...given }),
  row: { table: "projects", isNamed: (row) => String(row["name"]).startsWith(name) },
  outside: {
    edit: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `projects/${id}`, {
        name: `${name} elsewhere`,
        settings: { timezone: "Asia/Tokyo" },
      }),
    delete: ({ sandbox }, id) => void sandbox.control.call("DELETE", `projects/${id}`),
  },
});

const PROXY = "e.proxied.example";

/** Gives a proxy record the status that it would get from the service later. */
const inStatus =
  (status: string) =>
  ({ sandbox }: World, id: string): void =>
    void sandbox.control.call("PATCH", `proxy-records/${id}`, { status });

const proxies: readonly Slot[] = [
  {
    name: "proxy",
    resource: "ProxyRecord",
    needs: [],
    values: fc.constant({}),
    inputs: ({ organizationId }) => ({ organizationId, domain: PROXY }),
    row: { table: "proxy_records", isNamed: (row) => row["domain"] === PROXY },
    outside: {
      validate: inStatus("valid"),
      "give up": inStatus("timed_out"),
      delete: ({ sandbox }, id) => void sandbox.control.call("DELETE", `proxy-records/${id}`),
    },
  },
  {
    name: "proxy validation",
    resource: "ProxyRecordValidation",
    needs: ["proxy"],
    values: fc.constantFrom(2, 3).map((timeoutSeconds) => ({ timeoutSeconds })),
    inputs: ({ organizationId, output }, given) => ({
      organizationId,
      recordId: output("proxy", "recordId"),
      timeoutSeconds: 2,
      pollIntervalSeconds: 1,
      ...given,
    }),
    outside: { fail: inStatus("erroring") },
  },
];

const batchExport = (name: string, owner: string): Slot => ({
  name: `export ${name}`,
  resource: "BatchExport",
  needs: [owner],
  values: fc.record(
    {
      password: fc.constantFrom("one", "two"),
      paused: fc.boolean(),
      interval: fc.constantFrom("hour", "day"),
      model: fc.constantFrom("events", "persons"),
      endAt: fc.constantFrom("2090-01-01", "2090-01-01T01:00:00+01:00", "2091-01-01"),
    },
    { requiredKeys: ["password", "interval"] },
  ),
  inputs: ({ organizationId, isNewest, output }, { password = "one", ...given }) => ({
    organizationId,
    projectId: output(owner, "projectId"),
    name,
    interval: "hour",
    // In 2026-09, an integration keeps the credentials of a database.
    ...(isNewest
      ? { destination: { noOp: {} } }
      : { destination: { postgres: { host: "db.example", database: name, user: "orgform", password } } }),
    ...given,
  }),
  row: { table: "batch_exports", isNamed: (row) => String(row["name"]).startsWith(name) },
  outside: {
    edit: ({ sandbox }, id) => void sandbox.control.call("PATCH", `batch-exports/${id}`, { name: `${name} elsewhere` }),
    // From then on, every run fails, so the service pauses the export.
    fail: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `batch-exports/${id}`, {
        outcome: { status: "Failed", error: "no route to host" },
      }),
    delete: ({ sandbox }, id) => void sandbox.control.call("DELETE", `batch-exports/${id}`),
  },
});

const SAML = { acsUrl: "https://okta.example/sso", x509Cert: "certificate" };

const LAB = "Lab";

const laboratory: Slot = {
  name: "organization",
  resource: "Organization",
  needs: [],
  values: optional({ enforce2fa: fc.boolean(), isMemberJoinEmailEnabled: fc.boolean() }),
  inputs: (_seeded, given) => ({ name: LAB, deletionProtection: false, ...given }),
  row: { table: "organizations", isNamed: (row) => String(row["name"]).startsWith(LAB) },
  outside: {
    edit: ({ sandbox }, id) =>
      void sandbox.control.updateOrganization(id, { name: `${LAB} elsewhere`, enforce_2fa: true }),
    delete: ({ sandbox }, id) => sandbox.control.deleteOrganization(id),
  },
};

/** Slots that only 2026-09 has, below a project and below the organization. */
const NEWEST: readonly Slot[] = [
  {
    name: "function",
    resource: "HogFunction",
    isNew: true,
    needs: ["project shop"],
    values: optional({
      enabled: fc.boolean(),
      description: fc.constantFrom("One.", "Two."),
      secretInputs: fc.constantFrom("one", "two").map((token) => ({ token })),
    }),
    inputs: ({ output }, given) => ({
      projectId: output("project shop", "projectId"),
      type: "destination",
      name: "mail",
      hog: "return event",
      inputsSchema: JSON.stringify([{ key: "token", type: "string", label: "Token", secret: true }]),
      ...given,
    }),
    row: { table: "hog_functions", isNamed: (row) => String(row["name"]).startsWith("mail") },
    outside: {
      edit: ({ sandbox }, id) => void sandbox.control.call("PATCH", `hog-functions/${id}`, { name: "mail elsewhere" }),
      delete: ({ sandbox }, id) => void sandbox.control.call("PATCH", `hog-functions/${id}`, { deleted: true }),
    },
  },
  {
    name: "identity provider",
    resource: "IdentityProvider",
    isNew: true,
    needs: ["domain one", "verification"],
    values: optional({ saml: fc.constantFrom("urn:a", "urn:b").map((entityId) => ({ ...SAML, entityId })) }),
    inputs: ({ organizationId, output }, given) => ({
      organizationId,
      name: "okta",
      protocol: "saml",
      domainIds: [output("verification", "domainId")],
      saml: { ...SAML, entityId: "urn:okta" },
      ...given,
    }),
    row: { table: "identity_provider_configs", isNamed: (row) => String(row["name"]).startsWith("okta") },
    outside: {
      edit: ({ sandbox }, id) =>
        void sandbox.control.call("PATCH", `identity-provider-configs/${id}`, { name: "okta elsewhere" }),
      delete: ({ sandbox }, id) => void sandbox.control.call("DELETE", `identity-provider-configs/${id}`),
    },
  },
];

/** Slots that are written by hand, in the order in which an engine creates the objects. */
const TOLD: readonly Slot[] = [
  domain("one", optional({ samlEntityId: entity })),
  ofDomain({
    name: "verification",
    resource: "DomainVerification",
    needs: ["domain one"],
    always: { timeoutSeconds: 2, pollIntervalSeconds: 1 },
    // A history doesn't wait. If the domain isn't verified in time, a later run continues.
    values: fc.constantFrom(2, 3).map((timeoutSeconds) => ({ timeoutSeconds })),
    outside: { undo: ({ sandbox }, id) => void sandbox.control.updateDomain(id, { verified_at: null }) },
  }),
  ofDomain({
    name: "sso",
    resource: "DomainSso",
    needs: ["domain one", "verification"],
    values: optional(deferrable),
    outside: { edit: ({ sandbox }, id) => void sandbox.control.updateDomain(id, { sso_enforcement: "gitlab" }) },
  }),
  domain("two", optional({ ...deferrable, samlEntityId: entity })),
  project("shop"),
  batchExport("orders", "project shop"),
  role("readers"),
  role("writers"),
  ...proxies,
  laboratory,
  domain("three", optional({ samlEntityId: entity }), "organization"),
  ...PEOPLE,
  ...ITEMS,
  ...NEWEST,
];

/**
 * A slot for a resource that has no slot above. Its row of the conformance table says what a program can declare, and
 * what others can do. The table of its objects isn't known, so the model doesn't look for duplicates.
 */
function slotOfRow(row: Row): Slot {
  const { resource, edit } = row;
  const named = resources.find(({ name }) => name === resource)?.naturalKey?.fields ?? [];
  const changes = Object.entries(row.changes({})).filter(([name]) => !named.includes(name));
  const idIn = ({ organizationId }: World, id: string): string => `${organizationId}/${id}`;
  return {
    name: resource,
    resource,
    needs: [],
    values: optional(Object.fromEntries(changes.map(([name, { to }]) => [name, fc.constant(to)]))),
    inputs: ({ organizationId }, given) => ({ ...row.minimal({ organizationId }), ...given }),
    isThere: (world, id) => row.look(world, idIn(world, id)) !== undefined,
    outside: {
      ...(edit === undefined ? {} : { edit: (world: World, id: string) => edit.apply(world, idIn(world, id)) }),
      delete: (world, id) => row.remove(world, idIn(world, id)),
    },
  };
}

/** Every slot of the program. */
export const SLOTS: readonly Slot[] = [
  ...TOLD,
  ...ROWS.filter(
    ({ resource, onlyIn }) => onlyIn === undefined && TOLD.every((slot) => slot.resource !== resource),
  ).map(slotOfRow),
];

/** The slot with this name. */
export function slotOf(name: string): Slot {
  const slot = SLOTS.find((one) => one.name === name);
  if (slot === undefined) throw new Error(`There is no slot ${name}.`);
  return slot;
}
