import {
  backoffMs,
  decide,
  isRead,
  judgedMethod,
  mayHaveBeenApplied,
  type Outcome,
  retryAfterMsFrom,
} from "./retry-policy.ts";
import type { Clock, Random } from "./clock.ts";
import { wait } from "./clock.ts";
import type { Transport, TransportRequest, TransportResponse } from "./contract.ts";
import { createEventSender } from "./event-sender.ts";
import type { EventSender } from "./event-sender.ts";
import type { OnEvent } from "./events.ts";
import { exchange } from "./exchange.ts";
import type { ExchangeAnswer, ExchangeLoss } from "./exchange.ts";
import type { Host } from "./host.ts";
import type { LedgerLine } from "./ledger-line.ts";
import type { Limiter, SlotRequest } from "./limiter.ts";
import {
  closedError,
  ledgerLostError,
  lossError,
  separateLimitError,
  pauseError,
  queueAbortError,
} from "./loss-error.ts";
import type { Redactor } from "./redact.ts";
import type { Sockets } from "./dispatcher.ts";
import { redirectFrom } from "./redirect.ts";
import { requestIdFrom } from "./request-id.ts";
import type { ServerClock } from "./server-clock.ts";

/** Shared by all calls of one client; durations are milliseconds. */
export interface CallContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly sockets: Sockets;
  readonly host: Host;
  readonly limiter: Limiter;
  /** Grants permits to all processes of the key, if a fleet runs this one. */
  readonly ledger: LedgerLine | undefined;
  readonly redactor: Redactor;
  readonly serverClock: ServerClock;
  readonly isOwnThrottle: (body: string) => boolean;
  readonly onEvent: OnEvent | undefined;
  readonly requestTimeoutMs: number;
  readonly retryBudgetMs: number;
  readonly maxBodyBytes: number;
  /** Headers of every request; a function, so that only a closure holds the key. */
  readonly headers: () => Record<string, string>;
}

/** The state of a running call. */
interface Progress {
  readonly request: TransportRequest;
  readonly body: string | undefined;
  readonly events: EventSender;
  path: string;
  attempts: number;
  redirects: number;
  /** Duration of attempts and waits so far, in milliseconds; waiting for our own rate limit doesn't count. */
  spentMs: number;
  /** An earlier attempt of this write might have been carried out. */
  mayHaveBeenApplied: boolean;
}

/** A timer can fire this much before the clock shows the time; a pause that was waited for must not count as too long then. */
const TIMER_SLACK_MS = 50;

type Attempt = { readonly done: TransportResponse } | { readonly againInMs: number; readonly reason: string };

/** Creates the functions of a transport. */
export function callFrom(context: CallContext): Pick<Transport, "send" | "takeTurn" | "close"> {
  const running = new Set<Promise<TransportResponse>>();
  let calls = 0;
  let isClosed = false;
  return {
    send: async (request) => {
      if (isClosed) throw closedError(request, context.redactor);
      calls += 1;
      const call = runCall(context, request, calls);
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    takeTurn: async (name, signal) => context.ledger?.takeTurn(name, signal),
    close: async () => {
      isClosed = true;
      await Promise.allSettled(running);
      // Not `close`: it would wait for requests that were given up before they had a connection.
      await context.sockets.destroy();
      context.ledger?.close();
    },
  };
}

async function runCall(context: CallContext, request: TransportRequest, call: number): Promise<TransportResponse> {
  const progress: Progress = {
    request,
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
    events: createEventSender(context, request, call),
    path: context.host.basePath + request.path,
    attempts: 0,
    redirects: 0,
    spentMs: 0,
    mayHaveBeenApplied: false,
  };
  for (;;) {
    const attempt = await attemptOnce(context, progress);
    if ("done" in attempt) return attempt.done;
    await pauseBefore(context, progress, attempt.againInMs, attempt.reason);
  }
}

async function attemptOnce(context: CallContext, progress: Progress): Promise<Attempt> {
  const { request, events } = progress;
  const release = await takeSlot(context, progress);
  progress.attempts += 1;
  const startMs = context.clock.monotonicMs();
  let result: ExchangeAnswer | ExchangeLoss;
  try {
    events.request(progress);
    result = await exchange(context.sockets, context.clock, {
      origin: context.host.origin,
      method: request.method,
      path: progress.path,
      headers: headersOf(context, progress),
      body: progress.body,
      signal: request.signal,
      timeoutMs: context.requestTimeoutMs,
      maxBodyBytes: context.maxBodyBytes,
    });
    // Set while the slot is still held, so no waiting request starts before the pause.
    if (request.separateLimit === undefined) pauseKeyIfThrottled(context, result);
  } finally {
    release();
  }
  const durationMs = context.clock.monotonicMs() - startMs;
  progress.spentMs += durationMs;
  if (result.kind === "loss") {
    events.failure(progress, result.code, durationMs);
    return afterLoss(context, progress, result);
  }
  context.serverClock.observe(result.headers["date"]);
  events.response(progress, result, durationMs);
  return afterAnswer(context, progress, result);
}

function headersOf(context: CallContext, { request, body }: Progress): Record<string, string> {
  return {
    ...context.headers(),
    ...(request.accept === undefined ? {} : { accept: request.accept }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
}

async function takeSlot(context: CallContext, progress: Progress): Promise<() => void> {
  const { request, events } = progress;
  const maxPauseMs = Math.max(0, context.retryBudgetMs - progress.spentMs) + TIMER_SLACK_MS;
  const slot = await context.limiter.acquire({
    kind: isRead(judgedMethod(request)) ? "read" : "write",
    signal: request.signal,
    maxPauseMs,
    onWait: (reason, waitMs) => events.wait(progress, reason, waitMs),
    askPermit: permitOf(context, request, maxPauseMs),
  });
  switch (slot.kind) {
    case "slot":
      return slot.release;
    case "aborted":
      throw queueAbortError(progress, context.redactor);
    case "paused":
      throw pauseError(progress, slot.retryAfterMs, context.redactor);
    case "refused":
      throw separateLimitError(progress, slot.retryAfterMs, context.redactor);
    case "lost":
      throw ledgerLostError(progress, context.redactor);
  }
}

function permitOf(context: CallContext, request: TransportRequest, maxOwnWaitMs: number): SlotRequest["askPermit"] {
  const { ledger } = context;
  return ledger && ((answer) => ledger.ask({ own: request.separateLimit, maxOwnWaitMs }, answer));
}

function pauseKeyIfThrottled(context: CallContext, result: ExchangeAnswer | ExchangeLoss): void {
  if (result.kind !== "answer" || result.status !== 429) return;
  const retryAfterMs = retryAfterMsFrom(result.headers["retry-after"], context.clock.nowMs());
  if (retryAfterMs === undefined) return;
  context.limiter.pause(retryAfterMs);
  context.ledger?.pause(retryAfterMs);
}

function afterLoss(context: CallContext, progress: Progress, loss: ExchangeLoss): Attempt {
  const outcome: Outcome = { kind: "loss", phase: loss.phase, isPermanent: loss.isPermanent };
  progress.mayHaveBeenApplied ||= mayHaveBeenApplied(judgedMethod(progress.request), outcome);
  const againInMs = nextWaitMs(context, progress, outcome);
  if (againInMs === undefined) throw lossError(progress, loss, context);
  return { againInMs, reason: loss.code };
}

function afterAnswer(context: CallContext, progress: Progress, answer: ExchangeAnswer): Attempt {
  const { request } = progress;
  const redirect = redirectFrom(request.method, answer.status, answer.headers["location"], {
    origin: context.host.origin,
    path: progress.path,
    followed: progress.redirects,
  });
  if (redirect.kind === "follow") {
    progress.redirects += 1;
    progress.path = redirect.path;
    progress.events.redirect(progress, answer.status);
    return { againInMs: 0, reason: "redirect" };
  }
  const retryAfterMs = retryAfterMsFrom(answer.headers["retry-after"], context.clock.nowMs());
  const { status } = answer;
  const isOwnThrottle = status === 429 && context.isOwnThrottle(answer.body.toString());
  const outcome: Outcome = { kind: "answer", status, retryAfterMs, isOwnThrottle };
  progress.mayHaveBeenApplied ||= mayHaveBeenApplied(judgedMethod(request), outcome);
  const againInMs = nextWaitMs(context, progress, outcome);
  if (againInMs !== undefined) {
    return { againInMs, reason: retryAfterMs === undefined ? "backoff" : "retry_after" };
  }
  return {
    done: {
      status,
      headers: answer.headers,
      body: answer.body.toString(),
      attempts: progress.attempts,
      requestId: requestIdFrom(answer.headers, context.redactor),
      retryAfterMs,
      mayHaveBeenApplied: progress.mayHaveBeenApplied,
      redirectTarget: redirect.kind === "refuse" ? redirect.target : undefined,
    },
  };
}

/** Milliseconds until the next attempt, or `undefined` if there is none. */
function nextWaitMs(context: CallContext, progress: Progress, outcome: Outcome): number | undefined {
  const { request } = progress;
  if (request.isThrottleFinal === true && outcome.kind === "answer" && outcome.status === 429) return undefined;
  const decision = decide(judgedMethod(request), outcome);
  if (!decision.again || progress.attempts >= decision.maxAttempts) return undefined;
  const waitMs = decision.minimumMs ?? backoffMs(progress.attempts, context.random);
  return progress.spentMs + waitMs <= context.retryBudgetMs ? waitMs : undefined;
}

async function pauseBefore(context: CallContext, progress: Progress, waitMs: number, reason: string): Promise<void> {
  if (reason === "redirect") return;
  progress.events.wait(progress, reason, waitMs);
  progress.spentMs += waitMs;
  const passed = await wait(context.clock, waitMs, progress.request.signal);
  if (!passed) throw queueAbortError(progress, context.redactor);
}
