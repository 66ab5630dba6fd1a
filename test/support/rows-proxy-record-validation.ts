import type { Values } from "../../src/model/json-value.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import { addProxyRecord, recordsOf, setStatus } from "./rows-proxy-record.ts";
import type { World } from "./scenario-world.ts";

/** A wait for a proxy record that is already valid. test/faults/waiting-for-proxy.test.ts has the waiting itself. */
export const proxyRecordValidationRow: RowDeclaration = {
  resource: "ProxyRecordValidation",
  at: "/organizations/:id/proxy_records/",
  setUp: async (world) => {
    const { organizationId, otherOrganizationId } = world;
    const recordId = await addValid(world, organizationId, "e.globex.example");
    const otherRecordId = await addValid(world, organizationId, "e.globex-labs.example");
    return { organizationId, otherOrganizationId, recordId, otherRecordId };
  },
  minimal: ({ organizationId, recordId }) => ({ organizationId, recordId }),
  full: ({ organizationId, recordId }) => ({ organizationId, recordId, timeoutSeconds: 60, pollIntervalSeconds: 2 }),
  changes: () => ({}),
  replacements: ({ otherOrganizationId, otherRecordId }) => ({
    organizationId: otherOrganizationId,
    recordId: otherRecordId,
  }),
  imported: { timeoutSeconds: 1_800, pollIntervalSeconds: 10 },
  stored: { timeoutSeconds: 120, pollIntervalSeconds: 5 },
  // The resource stands for a working proxy, and is gone if the proxy fails.
  remove: (world, id) => setStatus(world, ownId(id), "erroring"),
  look: (world, id) => validOf(world, ownId(id)),
  count: (world, { recordId }) => (validOf(world, String(recordId)) === undefined ? 0 : 1),
  countAfterDelete: 1,
  existing: {
    own: (world, { recordId }) => setStatus(world, String(recordId), "warning"),
    ownRequests: ["LIST"],
    foreign: { none: "it sets nothing that could differ" },
  },
  requests: { create: ["LIST"], update: ["LIST"], delete: [] },
};

async function addValid(world: World, organizationId: string, domain: string): Promise<string> {
  const recordId = String((await addProxyRecord(world, organizationId, domain))["id"]);
  setStatus(world, recordId, "valid");
  return recordId;
}

function validOf(world: World, recordId: string): Values | undefined {
  const record = recordsOf(world).find(({ id }) => id === recordId);
  return record?.["status"] === "valid" || record?.["status"] === "warning" ? record : undefined;
}
