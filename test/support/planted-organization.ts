import type { Dialect } from "../../packages/sandbox/src/index.ts";
import { addMember, memberIn } from "./scenario-people.ts";
import type { World } from "./scenario-world.ts";

/** A policy whose rules the planted organization breaks. */
export const PLANTED_POLICY = `
rules:
  people-in-roles: error
  project-names: { pattern: "[a-z-]+" }
  project-default-access: error
  ai-processing: note
exceptions:
  - { rule: owners-count, object: elsewhere, reason: we moved, until: 2026-01-31, by: ann@acme.example }
`;

/** Rules that the planted organization breaks in every dialect, with how often. */
const EVERYWHERE = {
  "owners-count": 1,
  "second-factor-enforced": 1,
  "second-factor-missing": 2,
  "sso-enforced": 1,
  "jit-with-sso": 1,
  "invites-to-own-domains": 1,
  "people-in-own-domains": 1,
  "people-in-roles": 1,
  "addresses-anonymized": 2,
  "project-names": 1,
  "exception-run-out": 1,
};

/**
 * Policy rules about access rules. A service without access rules can't break them: there, everybody is an admin of every
 * project.
 */
const WITH_RULES = { "access-by-role": 1, "admin-by-rule": 1, "project-default-access": 1 };

/** Rules that the planted organization breaks, with how often. Beside them, the settings that a dialect doesn't show. */
export const PLANTED: Readonly<
  Record<Dialect, { readonly found: Readonly<Record<string, number>>; readonly hidden: readonly string[] }>
> = {
  "2026-09": {
    found: {
      ...EVERYWHERE,
      ...WITH_RULES,
      "verified-domains-enforced": 1,
      "invites-by-admins": 1,
      "public-sharing-off": 1,
      "ai-processing": 1,
    },
    hidden: [],
  },
  "2025-08": {
    found: { ...EVERYWHERE, ...WITH_RULES, "invites-by-admins": 1, "ai-processing": 1 },
    hidden: ["public-sharing-off", "verified-domains-enforced"],
  },
  documented: {
    found: { ...EVERYWHERE, "project-default-access": 2 },
    hidden: ["ai-processing", "invites-by-admins", "public-sharing-off", "verified-domains-enforced"],
  },
};

/** Makes an organization that breaks each of the rules above, through the service's API and the sandbox's controls. */
export async function plant(world: World, dialect: Dialect): Promise<void> {
  const { organizationId, send } = world;
  world.settleIn(organizationId);
  const first = world.project(organizationId);
  await world.addDomain(organizationId, "acme.example", {
    verified_at: "2026-11-20T10:00:00Z",
    jit_provisioning_enabled: true,
  });
  await send("POST", `organizations/${organizationId}/invites/`, { target_email: "soon@mail.example" });
  addMember(world, "bob@mail.example", 1);
  const { id: second } = await send("POST", `organizations/${organizationId}/projects/`, { name: "web-shop" });
  // In 2026-09, it is so by default.
  if (dialect === "2025-08") {
    await send("PATCH", `organizations/${organizationId}/`, { is_ai_data_processing_approved: true });
  }
  if (dialect === "documented") return;
  await send("PUT", `projects/${String(second)}/access_controls/`, { access_level: "none" });
  const admin = { access_level: "admin", organization_member: memberIn(world, "bob@mail.example")?.["id"] };
  await send("PUT", `projects/${first}/access_controls/`, admin);
}
