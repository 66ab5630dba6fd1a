/** What the service makes in the request that makes an organization is at most this much younger. */
const SAME_MOMENT_MS = 60_000;

/** Whether something was made in the request that made its organization; both times as the service writes them. */
export function isMadeWith(organization: { readonly created_at: string } | undefined, madeAt: string): boolean {
  return Date.parse(madeAt) - Date.parse(organization?.created_at ?? "") < SAME_MOMENT_MS;
}
