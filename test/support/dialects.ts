/** Both dialects of the service; every acceptance test runs in each. */
export const DIALECTS = ["documented", "live"] as const;
