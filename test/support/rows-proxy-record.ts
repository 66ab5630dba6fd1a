import type { Values } from "../../src/model/json-value.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import type { World } from "./scenario-world.ts";

const REDIRECT = "https://www.globex.example/home";

const EXISTING: RowDeclaration["existing"] = {
  own: async (world, { organizationId }) =>
    void (await addProxyRecord(world, String(organizationId), "e.globex.example")),
  ownRequests: ["LIST"],
  foreign: { none: "it has nothing but its domain that tells whose it is" },
};

/** A proxy record of an organization. Before 2026-09, it can't be changed. */
export const proxyRecordRow: RowDeclaration = {
  resource: "ProxyRecord",
  at: "/organizations/:id/proxy_records/",
  controlledAs: "proxy-records",
  minimal: ({ organizationId }) => ({ organizationId, domain: "e.globex.example" }),
  full: ({ organizationId }) => ({ organizationId, domain: "E.Globex.example.", rootRedirectUrl: REDIRECT }),
  changes: () => ({
    rootRedirectUrl: { to: "https://globex.example/" },
  }),
  edit: {
    field: "rootRedirectUrl",
    value: "https://globex.example/elsewhere",
    apply: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `proxy-records/${ownId(id)}`, {
        root_redirect_url: "https://globex.example/elsewhere",
      }),
  },
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId, domain: "f.globex.example" }),
  imported: { domain: "e.globex.example" },
  // The list shows what the plan allows.
  checkRequests: ["LIST"],
  count: (world) => recordsOf(world).filter(({ domain }) => domain === "e.globex.example").length,
  derived: ["updated_at"],
  existing: EXISTING,
  lacking: { documented: ["rootRedirectUrl"], "2025-08": ["rootRedirectUrl"] },
  newest: {
    checkRequests: ["LIST", "HOME"],
    previewRequests: ["LIST"],
    existing: { ...EXISTING, ownRequests: ["LIST", "CHANGE"] },
  },
  newestRequests: { create: ["LIST", "HOME", "MAKE", "CHANGE"], update: ["LIST", "LIST", "CHANGE"] },
  requests: { update: [], delete: ["REMOVE", "LIST", "HOME"] },
};

/** All proxy records in the service's form. */
export function recordsOf({ sandbox }: World): Values[] {
  return sandbox.control.call("GET", "proxy-records") as Values[];
}

/** Sets the status of a proxy record, with the service's `message` about it. */
export function setStatus({ sandbox }: World, recordId: string, status: string, message: string | null = null): void {
  sandbox.control.call("PATCH", `proxy-records/${recordId}`, { status, message });
}

/** Creates a proxy record from outside. */
export function addProxyRecord(world: World, organizationId: string, domain: string): Promise<Values> {
  return world.send("POST", `organizations/${organizationId}/proxy_records/`, { domain });
}
