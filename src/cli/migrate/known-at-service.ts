import type { KnownAtService, LeaveNeeds } from "../../engines/engine.ts";
import { inSession } from "../call/prepared-call.ts";
import { settingsOf } from "../settings.ts";

const folded = (email: string): string => email.trim().toLowerCase();

/**
 * Reads what a program needs to leave: each list once, and nothing if nothing is needed.
 *
 * @throws UsageError if the key or the host is missing
 */
export async function knownAtService(
  { organizations, roles }: LeaveNeeds,
  host: string | undefined,
): Promise<KnownAtService> {
  const members = new Map<string, Map<string, string>>();
  const ofRoles = new Map<string, Map<string, string>>();
  if (organizations.length + roles.length > 0) {
    const report = { warn: () => undefined, info: () => undefined, status: () => undefined };
    const { signal } = new AbortController();
    await inSession(settingsOf(host === undefined ? {} : { host }), { report, signal }, async (_context, api) => {
      for (const one of organizations) {
        const all = await api.members.list(one).all();
        members.set(one, new Map(all.map(({ id, user }) => [folded(user.email), id])));
      }
      for (const { organizationId, roleId } of roles) {
        const all = await api.roleMemberships.list(organizationId, roleId).all();
        ofRoles.set(roleId, new Map(all.map(({ id, user }) => [folded(user.email), id])));
      }
    });
  }
  return {
    membership(email, organizationId) {
      const [only] = members.size === 1 ? members.values() : [];
      return (organizationId === undefined ? only : members.get(organizationId))?.get(folded(email));
    },
    roleMembership: (roleId, email) => ofRoles.get(roleId)?.get(folded(email)),
  };
}
