import { ownId, type RowDeclaration } from "./row-declaration.ts";
import { VERIFIED_AT, type World } from "./scenario-world.ts";

/** A wait for the verification of a domain whose record is already in DNS. */
export const domainVerificationRow: RowDeclaration = {
  resource: "DomainVerification",
  at: "/organizations/:id/domains/",
  setUp: async (world) => {
    const { organizationId, otherOrganizationId } = world;
    const domainId = await withRecord(world, "globex.example");
    const otherDomainId = await withRecord(world, "globex-labs.example");
    return { organizationId, otherOrganizationId, domainId, otherDomainId };
  },
  full: ({ organizationId, domainId }) => ({
    organizationId,
    domainId,
    timeoutSeconds: 60,
    pollIntervalSeconds: 2,
  }),
  changes: () => ({}),
  replacements: ({ otherOrganizationId, otherDomainId }) => ({
    organizationId: otherOrganizationId,
    domainId: otherDomainId,
  }),
  imported: { timeoutSeconds: 600, pollIntervalSeconds: 10 },
  stored: { timeoutSeconds: 120, pollIntervalSeconds: 5 },
  // The resource stands for the verification, and is gone if the verification is revoked.
  remove: ({ sandbox }, id) => void sandbox.control.updateDomain(ownId(id), { verified_at: null }),
  look: (world, id) => verificationOf(world, ownId(id)),
  count: (world, { domainId }) => (verificationOf(world, String(domainId)) === undefined ? 0 : 1),
  countAfterDelete: 1,
  derived: ["verified_at"],
  existing: {
    own: ({ sandbox }, { domainId }) =>
      void sandbox.control.updateDomain(String(domainId), { verified_at: VERIFIED_AT }),
    ownRequests: ["READ"],
    foreign: { none: "it sets nothing that could differ" },
  },
  references: ["DOMAINS"],
  requests: { create: ["READ", "POST /organizations/:id/domains/:id/verify/"], update: ["READ"], delete: [] },
  documentedCreate: ["READ", "POST /organizations/:id/domains/:id/verify/", "READ"],
};

async function withRecord(world: World, name: string): Promise<string> {
  const id = await world.addDomain(world.organizationId, name);
  const challenge = String(world.domain(id)?.["verification_challenge"]);
  world.sandbox.control.setDns(`_posthog-challenge.${name}`, [challenge]);
  return id;
}

function verificationOf(world: World, domainId: string): Record<string, unknown> | undefined {
  const domain = world.domain(domainId);
  if (domain === undefined || domain["is_verified"] !== true) return undefined;
  return { is_verified: true, verified_at: domain["verified_at"] };
}
