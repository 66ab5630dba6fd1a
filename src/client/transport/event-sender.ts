import type { Clock } from "./clock.ts";
import type { TransportRequest } from "./contract.ts";
import type { OnEvent, TransportEvent } from "./events.ts";
import type { ExchangeAnswer } from "./exchange.ts";
import type { Redactor } from "./redact.ts";
import { requestIdFrom } from "./request-id.ts";

/** The parts of the client that events use. */
export interface EventContext {
  readonly onEvent: OnEvent | undefined;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly host: { readonly origin: string };
}

/** The state of a call that its events show. */
export interface EventState {
  readonly path: string;
  readonly attempts: number;
  readonly body: string | undefined;
}

/** Sends the events of one call. */
export interface EventSender {
  request(state: EventState): void;
  response(state: EventState, answer: ExchangeAnswer, durationMs: number): void;
  failure(state: EventState, reason: string, durationMs: number): void;
  wait(state: EventState, reason: string, waitMs: number): void;
  redirect(state: EventState, status: number): void;
}

/** Creates the sender of one call; every event has the same keys and is redacted. */
export function createEventSender(context: EventContext, request: TransportRequest, call: number): EventSender {
  const { onEvent, clock, redactor, host } = context;
  const send = (state: EventState, type: TransportEvent["type"], rest: Partial<TransportEvent>): void => {
    if (onEvent === undefined) return;
    const event: TransportEvent = {
      type,
      at: new Date(clock.nowMs()).toISOString(),
      call,
      attempt: state.attempts,
      method: request.method,
      origin: host.origin,
      route: request.route,
      path: state.path,
      status: null,
      durationMs: null,
      waitMs: null,
      reason: null,
      requestId: null,
      bodyBytes: null,
      ...rest,
    };
    try {
      onEvent(Object.freeze(redactor.value(event)));
    } catch {
      // A listener's failure must not make the result of a write unknown.
    }
  };
  return {
    request: (state) => send(state, "request", { bodyBytes: Buffer.byteLength(state.body ?? "") }),
    response: (state, answer, durationMs) =>
      send(state, "response", {
        status: answer.status,
        durationMs,
        requestId: requestIdFrom(answer.headers, redactor) ?? null,
        bodyBytes: answer.body.length,
      }),
    failure: (state, reason, durationMs) => send(state, "failure", { reason, durationMs }),
    wait: (state, reason, waitMs) => send(state, "wait", { reason, waitMs }),
    redirect: (state, status) => send(state, "redirect", { status }),
  };
}
