import { describe, expect, test } from "@jest/globals";

import {
  decide,
  judgedMethod,
  mayHaveBeenApplied,
  type Method,
  type Outcome,
} from "../../../../src/client/transport/retry-policy.ts";

const READS: readonly Method[] = ["GET", "HEAD"];
const WRITES: readonly Method[] = ["PUT", "DELETE", "POST", "PATCH"];

const answer = (status: number, isOwnThrottle = false): Outcome => ({
  kind: "answer",
  status,
  retryAfterMs: undefined,
  isOwnThrottle,
});

const loss = (phase: "queue" | "connect" | "headers" | "body"): Outcome => ({
  kind: "loss",
  phase,
  isPermanent: false,
});

describe("a write may have been carried out", () => {
  /** A gateway that timed out (408, 504), that answers instead of the service, or that redirects. */
  const DOUBTFUL: readonly Outcome[] = [
    ...[303, 408, 429, 500, 502, 503, 504, 599].map((status) => answer(status)),
    loss("headers"),
    loss("body"),
  ];
  const CERTAIN: readonly Outcome[] = [
    ...[301, 400, 401, 403, 404, 407, 409, 410, 422, 499].map((status) => answer(status)),
    answer(429, true),
    loss("queue"),
    loss("connect"),
  ];

  test.each(DOUBTFUL.map((outcome) => [JSON.stringify(outcome), outcome] as const))("after %s", (_title, outcome) => {
    expect(WRITES.map((method) => mayHaveBeenApplied(method, outcome))).toEqual(WRITES.map(() => true));
    expect(READS.map((method) => mayHaveBeenApplied(method, outcome))).toEqual(READS.map(() => false));
  });

  test.each(CERTAIN.map((outcome) => [JSON.stringify(outcome), outcome] as const))(
    "not after %s",
    (_title, outcome) => {
      expect(WRITES.map((method) => mayHaveBeenApplied(method, outcome))).toEqual(WRITES.map(() => false));
    },
  );
});

describe("the same request is sent again", () => {
  const again = (outcome: Outcome): Method[] => [...READS, ...WRITES].filter((method) => decide(method, outcome).again);
  const REPEATABLE = [...READS, "PUT", "DELETE"];

  test.each([408, 400, 401, 404, 409, 501])("never after %i", (status) => {
    expect(again(answer(status))).toEqual([]);
  });

  test.each([502, 503, 504])("where it leaves the same after %i", (status) => {
    expect(again(answer(status))).toEqual(REPEATABLE);
  });

  test("if it only reads after 500, at most twice", () => {
    expect(again(answer(500))).toEqual(READS);
    expect(decide("GET", answer(500))).toMatchObject({ maxAttempts: 3 });
  });

  test("whatever it is when the service itself asked to wait, or when nothing of it was sent", () => {
    for (const outcome of [answer(429, true), loss("queue"), loss("connect")]) {
      expect(again(outcome)).toEqual([...READS, ...WRITES]);
    }
  });

  test("where it leaves the same after a loss, unless the loss is for good", () => {
    expect(again(loss("headers"))).toEqual(REPEATABLE);
    expect(again({ kind: "loss", phase: "connect", isPermanent: true })).toEqual([]);
  });

  test.each<[string, Outcome, reads: number, repeatable: number, others: number, minimumMs?: number]>([
    ["a loss before it was sent", loss("connect"), 5, 5, 5],
    ["a loss in our queue", loss("queue"), 5, 5, 5],
    ["a loss while it was answered", loss("body"), 5, 5, 0],
    ["a loss for good", { kind: "loss", phase: "headers", isPermanent: true }, 0, 0, 0],
    ["429 of the service", { ...answer(429, true), retryAfterMs: 7 } as Outcome, 10, 10, 10, 7],
    ["429 of a gateway", { ...answer(429), retryAfterMs: 7 } as Outcome, 10, 10, 0, 7],
    ["503 with a time", { ...answer(503), retryAfterMs: 0 } as Outcome, 10, 10, 0, 0],
    ["502 with a time", { ...answer(502), retryAfterMs: 7 } as Outcome, 5, 5, 0],
    ["504 with a time", { ...answer(504), retryAfterMs: 7 } as Outcome, 5, 5, 0],
    ["503 without one", answer(503), 5, 5, 0],
    ["500 with a time", { ...answer(500), retryAfterMs: 7 } as Outcome, 3, 0, 0],
    ["501", answer(501), 0, 0, 0],
  ])("after %s: so many attempts of reads, of what leaves the same, and of the rest", (_title, outcome, ...told) => {
    const [reads, repeatable, others, minimumMs] = told;
    const of = (maxAttempts: number) =>
      maxAttempts === 0 ? { again: false } : { again: true, maxAttempts, minimumMs };
    const expected = [reads, reads, repeatable, repeatable, others, others].map(of);
    expect([...READS, ...WRITES].map((method) => decide(method, outcome))).toEqual(expected);
  });

  test("as a read, if it only reads", () => {
    expect(judgedMethod({ method: "POST", readsOnly: true })).toBe("GET");
    expect(judgedMethod({ method: "POST", readsOnly: false })).toBe("POST");
    expect(judgedMethod({ method: "DELETE" })).toBe("DELETE");
  });

  test("not before the time that was asked for", () => {
    expect(decide("PUT", { kind: "answer", status: 503, retryAfterMs: 3000, isOwnThrottle: false })).toEqual({
      again: true,
      minimumMs: 3000,
      maxAttempts: 10,
    });
    expect(decide("GET", { kind: "answer", status: 429, retryAfterMs: 53_000, isOwnThrottle: false })).toMatchObject({
      minimumMs: 53_000,
    });
  });
});
