import type { Values } from "../../src/model/json-value.ts";
import type { Row, RowDeclaration } from "./conformance-rows.ts";
import type { World } from "./scenario-world.ts";

const LIST = "GET /organizations/:id/proxy_records/";
const HOME = "GET /organizations/:id/";

const REDIRECT = "https://www.globex.example/home";

/** By it the account of the key is known. */

const EXISTING: Row["existing"] = {
  own: async (world, { organizationId }) =>
    void (await addProxyRecord(world, String(organizationId), "e.globex.example")),
  ownRequests: [LIST],
  foreign: { none: "it has nothing but its domain that tells whose it is" },
};

/** A proxy record of an organization; before 2026-09 nothing of it can be changed. */
export const proxyRecordRow: RowDeclaration = {
  resource: "ProxyRecord",
  controlledAs: "proxy-records",
  setUp: ({ organizationId, otherOrganizationId }) => Promise.resolve({ organizationId, otherOrganizationId }),
  minimal: ({ organizationId }) => ({ organizationId, domain: "e.globex.example" }),
  full: ({ organizationId }) => ({ organizationId, domain: "E.Globex.example.", rootRedirectUrl: REDIRECT }),
  changes: () => ({
    rootRedirectUrl: { to: "https://globex.example/" },
  }),
  edit: {
    field: "rootRedirectUrl",
    value: "https://globex.example/elsewhere",
    apply: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `proxy-records/${recordIdIn(id)}`, {
        root_redirect_url: "https://globex.example/elsewhere",
      }),
  },
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId, domain: "f.globex.example" }),
  imported: { domain: "e.globex.example" },
  stored: {},
  // The list shows what the plan allows.
  checkRequests: [LIST],
  count: (world) => recordsOf(world).filter(({ domain }) => domain === "e.globex.example").length,
  countAfterDelete: 0,
  derived: ["updated_at"],
  existing: EXISTING,
  lacking: { documented: ["rootRedirectUrl"], "2025-08": ["rootRedirectUrl"] },
  newest: {
    checkRequests: [LIST, HOME],
    previewRequests: [LIST],
    existing: { ...EXISTING, ownRequests: [LIST, "PATCH /organizations/:id/proxy_records/:id/"] },
  },
  newestRequests: {
    create: [LIST, HOME, "POST /organizations/:id/proxy_records/", "PATCH /organizations/:id/proxy_records/:id/"],
    update: [LIST, LIST, "PATCH /organizations/:id/proxy_records/:id/"],
  },
  requests: {
    create: [LIST, "POST /organizations/:id/proxy_records/"],
    update: [],
    delete: ["DELETE /organizations/:id/proxy_records/:id/", LIST, "GET /organizations/:id/"],
  },
};

/** The service's own id in an id of Orgform. */
export function recordIdIn(id: string): string {
  return id.split("/")[1] ?? "";
}

/** All proxy records in the service's words. */
export function recordsOf({ sandbox }: World): Values[] {
  return sandbox.control.call("GET", "proxy-records") as Values[];
}

/** Puts a proxy record into a state of the service; `message` is what the service says about it. */
export function setStatus({ sandbox }: World, recordId: string, status: string, message: string | null = null): void {
  sandbox.control.call("PATCH", `proxy-records/${recordId}`, { status, message });
}

/** Makes a proxy record as somebody else would. */
export function addProxyRecord(world: World, organizationId: string, domain: string): Promise<Values> {
  return world.send("POST", `organizations/${organizationId}/proxy_records/`, { domain });
}
