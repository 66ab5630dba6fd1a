import { type Api, isApiError } from "orgform";

/** Removes the invites that nobody accepted in time, and returns their email addresses in order. */
export async function removeExpiredInvites(client: Api, organizationId: string): Promise<string[]> {
  const invites = await client.invites.list(organizationId).all();
  const expired = invites.filter((invite) => invite.is_expired);
  for (const { id } of expired) {
    await client.invites.delete(organizationId, id).catch((error: unknown) => {
      // The response to an earlier attempt was lost, or somebody else removed the invite.
      if (!isApiError(error) || error.status !== 404) throw error;
    });
  }
  return expired.map((invite) => invite.target_email).sort();
}
