import type { RowDeclaration } from "./conformance-rows.ts";
import { domainIdIn } from "./rows-domain.ts";
import { VERIFIED_AT, type World } from "./scenario-world.ts";

/** A wait for the verification of a domain whose record is in DNS already. */
export const domainVerificationRow: RowDeclaration = {
  resource: "DomainVerification",
  setUp: async (world) => {
    const { organizationId, otherOrganizationId } = world;
    const domainId = await withRecord(world, "globex.example");
    const otherDomainId = await withRecord(world, "globex-labs.example");
    return { organizationId, otherOrganizationId, domainId, otherDomainId };
  },
  minimal: ({ organizationId, domainId }) => ({ organizationId, domainId }),
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
  // What it stands for is the verification: taken back, the resource is gone.
  remove: ({ sandbox }, id) => void sandbox.control.updateDomain(domainIdIn(id), { verified_at: null }),
  look: (world, id) => verificationOf(world, domainIdIn(id)),
  count: (world, { domainId }) => (verificationOf(world, String(domainId)) === undefined ? 0 : 1),
  countAfterDelete: 1,
  derived: ["verified_at"],
  existing: {
    own: ({ sandbox }, { domainId }) =>
      void sandbox.control.updateDomain(String(domainId), { verified_at: VERIFIED_AT }),
    ownRequests: ["GET /organizations/:id/domains/:id/"],
    foreign: { none: "it sets nothing that could differ" },
  },
  references: ["GET /organizations/:id/domains/"],
  requests: {
    create: ["GET /organizations/:id/domains/:id/", "POST /organizations/:id/domains/:id/verify/"],
    update: ["GET /organizations/:id/domains/:id/"],
    delete: [],
  },
  documentedCreate: [
    "GET /organizations/:id/domains/:id/",
    "POST /organizations/:id/domains/:id/verify/",
    "GET /organizations/:id/domains/:id/",
  ],
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
