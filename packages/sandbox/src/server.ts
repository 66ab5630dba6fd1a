import { setMaxListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import type { SandboxControl } from "./control/control.ts";
import { type Health, controlPlane } from "./control/control-routes.ts";
import { deliver } from "./faults/apply-fault.ts";
import { closeListener, createListener, listen } from "./http/listener.ts";
import { type OwnAnswer, type OwnRequest, sandboxError, writeOwn } from "./http/own-answer.ts";
import { receiveBody } from "./http/receive-body.ts";
import { pageFor } from "./page/page.ts";
import { whyForeign } from "./pipeline/local-only.ts";
import { MAX_BODY_BYTES, parseBody } from "./pipeline/parse-body.ts";
import type { Exchange, IncomingRequest } from "./pipeline/exchange.ts";
import { hasRoute } from "./pipeline/route.ts";
import { writeDelivery } from "./pipeline/write-answer.ts";
import { queryText, requestPath } from "./pipeline/request-path.ts";
import { pathWithoutKeys } from "./request-log.ts";
import { JOBS, ROUTER } from "./routes/all-routes.ts";
import { runDue } from "./scheduler.ts";
import type { World } from "./world.ts";

/** A listening server. */
export type RunningServer = { readonly port: number; close(): Promise<void> };

/** The sandbox is never reachable from another machine. */
const LOOPBACK = "127.0.0.1";

const tooLarge = sandboxError(413, "http", "Request body is too large");

/** The connection is closed: the rest of the client's request isn't worth keeping it. */
const TOO_LARGE: OwnAnswer = { ...tooLarge, headers: { ...tooLarge.headers, Connection: "close" } };

/** Fails like `listen` if another program uses the port. */
export async function requireFreePort(port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen({ host: LOOPBACK, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Starts the HTTP server: the page at `/`, the control plane below `/_sandbox/`, the service everywhere else. */
export async function startServer(
  world: World,
  control: SandboxControl,
  port: number,
  health: () => Health,
): Promise<RunningServer> {
  const stopping = new AbortController();
  // Every held request listens to this signal, so any number of listeners is fine.
  setMaxListeners(0, stopping.signal);
  const callControl = controlPlane(control, health);
  const server = createListener(async (request, response) => {
    const method = request.method ?? "GET";
    const foreign = whyForeign(request.headers);
    if (foreign !== undefined) return writeOwn(response, sandboxError(403, "foreign", foreign));
    const body = await receiveBody(request, MAX_BODY_BYTES);
    if (body === "cut off") return;
    if (body === "too large") return writeOwn(response, TOO_LARGE);
    const own: OwnRequest = { method, target: withoutHost(request.url ?? "/"), bodyBytes: body };
    const answer = pageFor(world, own) ?? callControl(own);
    if (answer !== undefined) return writeOwn(response, answer);
    const host = `${LOOPBACK}:${request.socket.localPort ?? 0}`;
    const incoming = { method, url: request.url ?? "/", headers: { ...request.headers, host }, bodyBytes: body };
    await serveRequest(world, incoming, response, stopping.signal);
  });
  return {
    port: await listen(server, LOOPBACK, port),
    async close() {
      stopping.abort();
      await closeListener(server);
    },
  };
}

/** A client that uses the sandbox as a proxy sends complete URLs. */
function withoutHost(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/iu, "");
}

async function serveRequest(
  world: World,
  incoming: IncomingRequest,
  response: ServerResponse,
  stopping: AbortSignal,
): Promise<void> {
  const at = new Date(world.clock.nowMs()).toISOString();
  const { latencyMs } = world.settings();
  if (latencyMs > 0 && !(await pause(latencyMs, stopping))) return;
  const exchange = exchangeOf(world, incoming);
  const { match } = exchange;
  const isList = match.route?.operations["GET"]?.isList === true;
  const fault = world.faults.take({ method: incoming.method, template: match.template, isList });
  if (fault?.kind === "delay" && !(await pause(fault.delayMs ?? 0, stopping))) return;
  // From here to the log, everything is synchronous: requests never interleave, and a client that has its response
  // finds the request in the log.
  runDue(world, JOBS);
  const delivery = deliver(exchange, fault);
  const logged = { method: incoming.method, path: pathWithoutKeys(incoming.url), at };
  const cut = delivery.answer === undefined;
  const entry = { ...logged, status: cut ? null : (delivery.answer?.status ?? null) };
  world.requests.add(fault === undefined ? entry : { ...entry, fault: fault.kind }, match.template);
  if (delivery.holdMs !== undefined && !(await pause(delivery.holdMs, stopping))) return;
  writeDelivery(response, incoming.method, delivery, world.clock.nowMs());
}

/** A request at the beginning of its way. */
export function exchangeOf(world: World, incoming: IncomingRequest): Exchange {
  const { path, headers } = requestPath(incoming.url, world.dialect);
  const match = ROUTER.find(path, (route) => hasRoute(world, route));
  const body = parseBody(incoming);
  return {
    world,
    request: incoming,
    pathHeaders: headers,
    query: new URLSearchParams(queryText(incoming.url)),
    match,
    body,
  };
}

/** Waits; returns false if the sandbox is stopped meanwhile. */
function pause(durationMs: number, stopping: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (stopping.aborted) return resolve(false);
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      stopping.removeEventListener("abort", stop);
      resolve(true);
    }, durationMs);
    stopping.addEventListener("abort", stop, { once: true });
  });
}
