/** How bad a finding is: `fail` means that programs will not work. */
export type Severity = "ok" | "warn" | "fail";

/** One thing that the doctor looked at. */
export interface Finding {
  /** The subject of the check: `key`, `scopes`, `terraform`. */
  readonly check: string;
  readonly severity: Severity;
  /** The result; never contains the key. */
  readonly summary: string;
  /** The items that the summary counts; absent if there is nothing to list. */
  readonly details?: readonly string[];
  /** The next step; absent if there is none. */
  readonly remedy?: string;
}

/** Nothing is to be done. */
export const ok = (check: string, summary: string, details?: readonly string[]): Finding => ({
  check,
  severity: "ok",
  summary,
  ...(details === undefined ? {} : { details }),
});

/** Some programs will not work, or something could not be looked at. */
export const warn = (check: string, summary: string, remedy: string, details?: readonly string[]): Finding => ({
  check,
  severity: "warn",
  summary,
  ...(details === undefined ? {} : { details }),
  remedy,
});

/** No program will work. */
export const fail = (check: string, summary: string, remedy: string): Finding => ({
  check,
  severity: "fail",
  summary,
  remedy,
});
