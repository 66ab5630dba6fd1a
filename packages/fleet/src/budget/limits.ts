/** A number of requests in any time span of this length. */
export interface Window {
  readonly most: number;
  readonly windowMs: number;
}

/** What a fleet can send; the service's own limits are 480, 4,800, 50, and 200. */
export interface BudgetLimits {
  /** Requests of a credential in any minute; default 400, which leaves 80 to people and other programs. */
  readonly requestsPerMinute: number;
  /** Requests of a credential in any hour; default 4,000, which leaves 800. */
  readonly requestsPerHour: number;
  /** Invites of an organization in any hour; default 50, all that the service allows. */
  readonly invitesPerHour: number;
  /** Invites of an organization in any day; default 200, all that the service allows. */
  readonly invitesPerDay: number;
}

/** The same limits as a provider keeps on its own, without a fleet. */
export const DEFAULT_LIMITS: BudgetLimits = {
  requestsPerMinute: 400,
  requestsPerHour: 4000,
  invitesPerHour: 50,
  invitesPerDay: 200,
};

/** The full limits, with defaults for those that aren't given. */
export function limitsFrom({
  requestsPerMinute = DEFAULT_LIMITS.requestsPerMinute,
  requestsPerHour = DEFAULT_LIMITS.requestsPerHour,
  invitesPerHour = DEFAULT_LIMITS.invitesPerHour,
  invitesPerDay = DEFAULT_LIMITS.invitesPerDay,
}: { readonly [Name in keyof BudgetLimits]?: number | undefined } = {}): BudgetLimits {
  return { requestsPerMinute, requestsPerHour, invitesPerHour, invitesPerDay };
}

const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The windows of a credential's requests.
 *
 * @param share - the usable part of them, above 0 and up to 1
 */
export function requestWindows(limits: BudgetLimits, share: number): readonly Window[] {
  // In binary, a third of 4,800 is a little less than 1,600, but must count as 1,600.
  const part = (most: number): number => Math.max(1, Math.floor(most * share + 1e-9));
  return [
    { most: part(limits.requestsPerMinute), windowMs: MINUTE_MS },
    { most: part(limits.requestsPerHour), windowMs: HOUR_MS },
  ];
}

/** The windows of a separate limit of the service; none for kinds other than invites. */
export function ownWindows(limits: BudgetLimits, kind: string): readonly Window[] {
  if (kind !== "invites") return [];
  return [
    { most: limits.invitesPerHour, windowMs: HOUR_MS },
    { most: limits.invitesPerDay, windowMs: DAY_MS },
  ];
}

/** The same with a faster clock: for tests, whose programs wait in real time. */
export function faster(windows: readonly Window[], timeScale: number): readonly Window[] {
  return windows.map(({ most, windowMs }) => ({ most, windowMs: windowMs / timeScale }));
}
