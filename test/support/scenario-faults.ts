import type { FaultSpec } from "../../packages/sandbox/src/index.ts";

/** The kind of a request for the provider; a request for a verification is a POST that creates nothing. */
export type RequestKind = "read" | "create" | "ask" | "change" | "delete";

/** One way in which a request goes wrong. */
export interface Breakage {
  readonly name: string;
  readonly fault: FaultSpec;
  /** Requests that it can hit; every one when absent. */
  readonly only?: "reads";
  /** The provider gives up on the request: its time limit is short. */
  readonly timesOut?: true;
  /** The provider process ends with the request; nothing of it continues. */
  readonly kills?: true;
  /** Requests that make the run fail, so a second run is needed. The same run repairs all others. */
  readonly secondRun?: readonly RequestKind[];
  /** If the service accepts a natural key twice, the run doesn't send a create again: the request might have arrived. */
  readonly mayHaveMade?: true;
}

/** The time limit of a request that is supposed to time out: 2 s of the process's time, a tenth of a second of the sandbox's. */
export const SHORT_TIMEOUT = { requestTimeoutSeconds: "2" };

/** The same in milliseconds. */
export const SHORT_TIMEOUT_MS = 2_000;

/** Elsewhere a slow machine must not cause a further fault. */
export const LONG_TIMEOUT = { requestTimeoutSeconds: "600" };

/** Longer than the short time limit, shorter than the looks after it: applied after the provider gave up. */
const LATE_MS = 200;

/** The process is gone long before. */
export const NEVER_MS = 600_000;

const EVERY: readonly RequestKind[] = ["read", "create", "ask", "change", "delete"];

/** Something else returns success. Only a change can be checked and sent again safely. */
const NOT_THE_SERVICE: readonly RequestKind[] = ["read", "create", "ask", "delete"];

const IN_A_SECOND = { "Retry-After": "1" };

/** Every kind of fault that a single request can meet. */
export const BREAKAGES: readonly Breakage[] = [
  { name: "reset before it is applied", fault: { kind: "reset-before" }, mayHaveMade: true },
  { name: "reset after it was applied", fault: { kind: "reset-after" } },
  { name: "answered in part", fault: { kind: "truncate" } },
  // The service says that it failed: neither a create nor a delete is sent again.
  { name: "answered 500 instead", fault: { kind: "status", status: 500 }, secondRun: ["create", "delete"] },
  { name: "answered 502 instead", fault: { kind: "status", status: 502 }, mayHaveMade: true },
  { name: "answered 500 after it was applied", fault: { kind: "status-after", status: 500 } },
  { name: "answered 502 after it was applied", fault: { kind: "status-after", status: 502 } },
  // A gateway might have passed the request on before it responded instead of the service.
  {
    name: "answered 503 with a time instead",
    fault: { kind: "status", status: 503, headers: IN_A_SECOND },
    mayHaveMade: true,
  },
  {
    name: "answered 503 with a time after it was applied",
    fault: { kind: "status-after", status: 503, headers: IN_A_SECOND },
  },
  {
    name: "throttled by a gateway after it was applied",
    fault: { kind: "status-after", status: 429, headers: IN_A_SECOND, body: "slow down" },
  },
  { name: "throttled without a time", fault: { kind: "rate-limited", retryAfter: null } },
  { name: "throttled for a second", fault: { kind: "rate-limited", retryAfter: 1 } },
  { name: "throttled until a date", fault: { kind: "rate-limited", retryAfter: "date" } },
  { name: "applied after the provider gave up", fault: { kind: "delay", delayMs: LATE_MS }, timesOut: true },
  { name: "answered after the provider gave up", fault: { kind: "delay-after", delayMs: LATE_MS }, timesOut: true },
  { name: "answered from before the last write", fault: { kind: "stale" }, only: "reads" },
  { name: "answered with broken JSON", fault: { kind: "not-json" }, secondRun: NOT_THE_SERVICE },
  { name: "answered with a web page", fault: { kind: "wrong-content-type" }, secondRun: NOT_THE_SERVICE },
  {
    name: "the last one of a killed process",
    fault: { kind: "delay", delayMs: NEVER_MS },
    kills: true,
    secondRun: EVERY,
  },
  {
    name: "the last one of a process killed after it was applied",
    fault: { kind: "delay-after", delayMs: NEVER_MS },
    kills: true,
    secondRun: EVERY,
  },
];

/** The same for a verb that creates nothing. Without a PATCH, a POST is the change. */
export function kindOfChange(request: string): RequestKind {
  const kind = kindOfRequest(request);
  return kind === "create" ? "change" : kind;
}

/** The kind of a request of the tables, `METHOD /route/`, for the provider. */
export function kindOfRequest(request: string): RequestKind {
  if (request.endsWith("/verify/")) return "ask";
  // Its effect can be read, and repeating it changes nothing.
  if (/\/(?:pause|unpause)\/$/u.test(request)) return "change";
  const [method = ""] = request.split(" ");
  const kinds: Readonly<Record<string, RequestKind>> = {
    POST: "create",
    PUT: "create",
    PATCH: "change",
    DELETE: "delete",
  };
  return kinds[method] ?? "read";
}
