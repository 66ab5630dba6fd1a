import { describe, expect, it } from "@jest/globals";
import type { ExchangeLoss, LossCode } from "../../../../src/client/transport/exchange.ts";
import {
  closedError,
  ledgerLostError,
  lossError,
  pauseError,
  queueAbortError,
  separateLimitError,
} from "../../../../src/client/transport/loss-error.ts";
import type { LossState } from "../../../../src/client/transport/loss-error.ts";
import { createRedactor } from "../../../../src/client/transport/redact.ts";

const redactor = createRedactor(["canary"]);
const context = { host: { origin: "https://a.example" }, redactor, requestTimeoutMs: 30_000, maxBodyBytes: 1000 };
const request = { method: "POST", route: "/api/things/{id}/", path: "/api/things/7/?search=canary" } as const;
const sent: LossState = { request, attempts: 1, mayHaveBeenApplied: true };
const unsent: LossState = { request, attempts: 5, mayHaveBeenApplied: false };
const reading: LossState = { ...unsent, request: { ...request, method: "GET" }, attempts: 2 };

function loss(code: LossCode, phase: ExchangeLoss["phase"], cause?: unknown): ExchangeLoss {
  return { kind: "loss", code, phase, isPermanent: false, cause };
}

const TIME = "(stopped in phase headers) (POST /api/things/7/, 1 attempt).";
const DOUBT = "The change may have been made. Check before you repeat it.";

describe("a call without an answer says what happened, whether anything was changed, and what to do", () => {
  it.each<[string, LossState, ExchangeLoss, string]>([
    [
      "no connection",
      unsent,
      loss("connect_failed", "connect", new Error("connect ECONNREFUSED canary")),
      "Couldn't connect to https://a.example: connect ECONNREFUSED [redacted] " +
        "(POST /api/things/7/, 5 attempts). Nothing was changed. " +
        "Check the host setting, name resolution, the proxy, and the certificate of the host.",
    ],
    [
      "a lost connection",
      sent,
      loss("connection_lost", "headers", new Error("other side\n  closed")),
      "The connection to https://a.example was lost before a response arrived: other side closed " +
        `(POST /api/things/7/, 1 attempt). ${DOUBT}`,
    ],
    [
      "a lost connection of a read",
      reading,
      loss("connection_lost", "body", new Error("aborted")),
      "The connection to https://a.example was lost in the middle of the response: aborted " +
        "(GET /api/things/7/, 2 attempts). Run again.",
    ],
    [
      "a time-out",
      sent,
      loss("timeout", "headers"),
      `https://a.example sent no complete response within 30000 ms ${TIME} ${DOUBT}`,
    ],
    [
      "a time-out of a read",
      reading,
      loss("timeout", "connect"),
      "https://a.example sent no complete response within 30000 ms (stopped in phase connect) " +
        "(GET /api/things/7/, 2 attempts). Run again, or raise the time limit of a request (requestTimeoutSeconds).",
    ],
    [
      "an end from outside",
      reading,
      loss("aborted", "body"),
      "The request was interrupted in the middle of the response (GET /api/things/7/, 2 attempts). Run again.",
    ],
    [
      "too large an answer",
      reading,
      loss("response_too_large", "body"),
      "The response is larger than the accepted 1000 bytes (GET /api/things/7/, 2 attempts). " +
        "Check that the host setting names the service's API.",
    ],
  ])("%s", (_title, state, lost, message) => {
    expect(lossError(state, lost, context)).toMatchObject({
      name: "TransportError",
      code: lost.code,
      phase: lost.phase,
      message,
      method: state.request.method,
      route: "/api/things/{id}/",
      attempts: state.attempts,
      requestMayHaveBeenApplied: state.mayHaveBeenApplied,
      retryable: true,
    });
  });

  it.each([
    [Object.assign(new Error(""), { code: "ECONNRESET" }), "ECONNRESET"],
    [new Error(" "), "no reason given"],
    [new Error("x".repeat(400)), "x".repeat(300)],
  ])("with the code of a cause without words, and no more than 300 characters of one (%#)", (cause, words) => {
    const { message } = lossError(reading, loss("connect_failed", "connect", cause), context);
    expect(message).toContain(`a.example: ${words} (GET`);
  });

  it("keeps a cause without secrets, and tells what cannot end differently", () => {
    const lost = { ...loss("connect_failed", "connect", new Error("a canary")), isPermanent: true };
    expect(lossError(unsent, lost, context)).toMatchObject({ retryable: false, cause: { message: "a [redacted]" } });
    expect(lossError(sent, loss("timeout", "headers"), context).cause).toBeUndefined();
  });
});

describe("a call that was not sent", () => {
  const stopped = (state: LossState) =>
    queueAbortError(
      { ...state, request: { ...state.request, signal: AbortSignal.abort(new Error("canary")) } },
      redactor,
    );

  it("because its signal had aborted tells whether an earlier try was", () => {
    expect(stopped({ ...unsent, attempts: 0 })).toMatchObject({
      code: "aborted",
      phase: "queue",
      message: "The request was stopped before it was sent (POST /api/things/7/). Nothing was changed.",
      cause: { message: "[redacted]" },
    });
    expect(stopped(sent).message).toBe(
      `The request was stopped before it was sent again (POST /api/things/7/). ${DOUBT}`,
    );
    expect(stopped(reading).message).toBe("The request was stopped before it was sent again (GET /api/things/7/).");
  });

  it("because the key is throttled says for how long, in whole seconds", () => {
    expect(pauseError(unsent, 52_001, redactor)).toMatchObject({
      code: "rate_limit_pause",
      phase: "queue",
      retryable: true,
      retryAfterMs: 52_001,
      message:
        "The service asked this API key to pause for 53 more seconds, which is longer than the retry budget. " +
        "POST /api/things/7/ wasn't sent. Run again after that time, or raise the retry budget (retryBudgetSeconds).",
    });
  });

  it.each<[LossState["request"]["separateLimit"], LossState, string, string]>([
    [{ kind: "invites", of: "Acme ä", count: 3 }, unsent, "invites of Acme ä", "Nothing was changed. "],
    [{ kind: "invites", of: "Acme", count: 3 }, sent, "invites of Acme", `${DOUBT} `],
    [undefined, unsent, "it of this key", "Nothing was changed. "],
    [undefined, reading, "it of this key", ""],
  ])("because a separate limit is used up says of what, and until when: %j", (separateLimit, state, what, doubt) => {
    const asked: LossState = { ...state, request: { ...state.request, separateLimit } };
    const { method } = state.request;
    expect(separateLimitError(asked, 52_001, redactor)).toMatchObject({
      code: "budget_used_up",
      phase: "queue",
      retryable: true,
      retryAfterMs: 52_001,
      attempts: state.attempts,
      requestMayHaveBeenApplied: state.mayHaveBeenApplied,
      message:
        `The fleet's budget has no room for ${what} for 53 more seconds. ` +
        `${method} /api/things/7/ wasn't sent. ${doubt}Run the fleet again after that time.`,
    });
  });

  it("because the client is closed says so", () => {
    expect(closedError(request, redactor)).toMatchObject({
      code: "client_closed",
      phase: "queue",
      attempts: 0,
      requestMayHaveBeenApplied: false,
      message: "The client is closed, so POST /api/things/7/ wasn't sent. Create a new client.",
    });
  });
});

it("a call whose fleet has ended says whether it was sent before", () => {
  const textOf = (state: LossState): string => ledgerLostError(state, redactor).message;
  const never: LossState = { ...unsent, attempts: 0 };
  expect(textOf(never)).toContain("POST /api/things/7/ wasn't sent. ");
  expect(textOf(sent)).toContain(`POST /api/things/7/ wasn't sent again. ${DOUBT} Run \`orgform fleet resume\``);
});
