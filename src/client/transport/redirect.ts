import { parsedUrl } from "./parsed-url.ts";
import type { Method } from "./retry-policy.ts";
import { isRead } from "./retry-policy.ts";

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Redirects that a read follows within its own origin before it gives up. */
const MAX_REDIRECTS = 3;

/** How to handle a response that might be a redirect. */
export type RedirectDecision =
  | { readonly kind: "none" }
  | { readonly kind: "follow"; readonly path: string }
  /** Not followed; `target` is origin and path without the query, or `null` if the response named none. */
  | { readonly kind: "refuse"; readonly target: string | null };

/** Whether a redirect is followed: only for reads, only within the origin, at most 3 times. */
export function redirectFrom(
  method: Method,
  status: number,
  location: string | undefined,
  at: { readonly origin: string; readonly path: string; readonly followed: number },
): RedirectDecision {
  if (!REDIRECT_STATUSES.has(status)) return { kind: "none" };
  const base = at.origin + at.path;
  const target = location === undefined ? undefined : parsedUrl(location, base);
  if (target === undefined) return { kind: "refuse", target: null };
  if (isRead(method) && target.origin === at.origin && at.followed < MAX_REDIRECTS) {
    return { kind: "follow", path: target.pathname + target.search };
  }
  return { kind: "refuse", target: target.origin + target.pathname };
}
