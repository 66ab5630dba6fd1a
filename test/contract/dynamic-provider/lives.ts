import { resources } from "../../../src/catalog/resources/index.ts";
import { makeValidProxy } from "../../acceptance/support/service.ts";
import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import type { ProviderProcess, Properties } from "./provider-process.ts";
import type { Values } from "../../../src/model/json-value.ts";
import type { Row } from "../../support/conformance-row.ts";
import { STORED_TEXTS } from "./stored-texts.ts";

const VERIFIED_AT = "2026-11-20T10:00:00Z";
/** The name of an object of the resource in a stack. */
export const urnOf = (name: string): string => `urn:pulumi:dev::test::pulumi-nodejs:dynamic/orgform:${name}::one`;

/** A sandbox with a process of the provider. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly provider: ProviderProcess;
}

/** Creates a domain through the provider, verified from outside if requested. Returns its state. */
export async function domainOf({ sandbox, provider }: Stage, name: string, verified: boolean): Promise<Properties> {
  const inputs = { __provider: STORED_TEXTS["Domain"], domain: name };
  const checked = await provider.check(urnOf("Domain"), {}, inputs);
  const { outs } = await provider.create(urnOf("Domain"), checked.inputs);
  if (verified) sandbox.control.updateDomain(String(outs["domainId"]), { verified_at: VERIFIED_AT });
  return outs;
}

/** How an object of a resource is created, changed, and deleted. */
export interface Life {
  readonly args: (stage: Stage) => Promise<Properties>;
  /** Absent if nothing can be changed in place. */
  readonly change?: Properties;
  /** Whether the object is gone after delete. A settings resource leaves its object. */
  readonly deletes: boolean;
}

const verifiedDomain =
  (name: string) =>
  async (on: Stage): Promise<Properties> => ({
    domainId: (await domainOf(on, name, true))["domainId"],
  });

const itemLife = (name: string, capabilities: Properties): Life => ({
  args: () => Promise.resolve({ name, metrics: '{"sent": "sum"}' }),
  change: { capabilities },
  deletes: true,
});

const validProxy =
  (name: string) =>
  async ({ sandbox }: Stage): Promise<Properties> => ({
    recordId: await makeValidProxy(sandbox, sandbox.organizationId, name),
  });

/** The life of a row in the conformance table. */
export function lifeOf(row: Row, seeded: Values): Life {
  const [change] = Object.entries(row.changes(seeded)).map(([name, { to }]) => ({ [name]: to }));
  const args = (): Promise<Properties> => Promise.resolve({ ...row.full(seeded) });
  // Settings belong to an object that stays.
  const isOfOther = resources.find(({ name }) => name === row.resource)?.kind === "settings";
  return { args, deletes: row.countAfterDelete === 0 && !isOfOther, ...(change === undefined ? {} : { change }) };
}

/** Lives that can share one pair of processes. Any other resource runs its row's life in separate processes. */
export const LIVES: Readonly<Record<string, Life>> = {
  BatchExport: {
    args: ({ sandbox: { control, organizationId } }) => {
      const [project] = control.call("GET", `projects?organization=${organizationId}`) as { number: number }[];
      const declared = { name: "Life", interval: "day", destination: { noOp: {} } };
      return Promise.resolve({ ...declared, projectId: String(project?.number) });
    },
    change: { interval: "hour", paused: true },
    deletes: true,
  },
  Domain: {
    args: () => Promise.resolve({ domain: "life.example" }),
    change: { samlEntityId: "entity" },
    deletes: true,
  },
  DomainSso: { args: verifiedDomain("sso.example"), change: { ssoEnforcement: "saml" }, deletes: false },
  DomainVerification: { args: verifiedDomain("verified.example"), change: { timeoutSeconds: 5 }, deletes: false },
  Invite: {
    args: () => Promise.resolve({ email: "ann@life.example" }),
    change: { level: "admin" },
    deletes: true,
  },
  Member: {
    args: ({ sandbox: { control, organizationId } }) => {
      const { id: userId } = control.createUser({ email: "bob@life.example" });
      control.addMembership({ userId, organizationId, level: 1 });
      return Promise.resolve({ email: "bob@life.example", level: "admin" });
    },
    change: { level: "owner", onDestroy: "retain" },
    deletes: false,
  },
  Membership: {
    args: () => Promise.resolve({ email: "cleo@life.example", level: "member" }),
    change: { level: "admin" },
    deletes: true,
  },
  Organization: {
    args: () => Promise.resolve({ name: "Life", deletionProtection: false }),
    change: { name: "Life goes on" },
    deletes: true,
  },
  OrganizationMembers: {
    args: ({ sandbox: { control, organizationId } }) => {
      const { id: userId } = control.createUser({ email: "fay@life.example" });
      control.addMembership({ userId, organizationId, level: 1 });
      return Promise.resolve({ members: { "fay@life.example": "member" } });
    },
    change: { members: { "fay@life.example": "admin" } },
    deletes: false,
  },
  PipelineDestination: itemLife("Destination", { methods: ["onEvent"] }),
  PipelineFrontendApp: itemLife("Frontend app", { jobs: ["show"] }),
  PipelineImportApp: itemLife("Import app", { scheduledTasks: ["runEveryHour"] }),
  PipelineTransformation: itemLife("Transformation", { methods: ["processEvent"] }),
  Plugin: itemLife("Any", { methods: ["setupPlugin"] }),
  Project: {
    args: () => Promise.resolve({ name: "Life", deletionProtection: false }),
    change: { timezone: "Europe/Berlin" },
    deletes: true,
  },
  ProxyRecord: { args: () => Promise.resolve({ domain: "life.example" }), deletes: true },
  ProxyRecordValidation: { args: validProxy("proxied.example"), change: { timeoutSeconds: 5 }, deletes: false },
  RoleMembership: {
    args: async (on) => {
      const { control, host, apiKey, organizationId } = on.sandbox;
      const { id: userId } = control.createUser({ email: "dora@life.example" });
      control.addMembership({ userId, organizationId, level: 1 });
      control.updateUser(control.users()[0]?.id ?? "", { currentOrganization: organizationId });
      const response = await fetch(`${host}/api/organizations/${organizationId}/roles/`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "placed" }),
      });
      return { roleId: ((await response.json()) as { id: string }).id, email: "dora@life.example" };
    },
    deletes: true,
  },
};
