import { setMaxListeners } from "node:events";
import { createServer } from "node:net";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { SandboxControl } from "./control/control.ts";
import { type Health, addControlRoutes } from "./control/control-routes.ts";
import { deliver } from "./faults/apply-fault.ts";
import { addPage } from "./page/page.ts";
import { whyForeign } from "./pipeline/local-only.ts";
import { MAX_BODY_BYTES, parseBody } from "./pipeline/parse-body.ts";
import type { Exchange, IncomingRequest } from "./pipeline/exchange.ts";
import { writeDelivery } from "./pipeline/write-answer.ts";
import { requestPath } from "./pipeline/request-path.ts";
import { pathWithoutKeys } from "./request-log.ts";
import { ROUTER } from "./routes/all-routes.ts";
import { runDue } from "./scheduler.ts";
import { type World, hasRoute } from "./world.ts";

/** A listening server. */
export type RunningServer = { readonly port: number; close(): Promise<void> };

/** The service is never reachable from another machine. */
const LOOPBACK = "127.0.0.1";

/** Fails as listening does when another program has the port. */
export async function requireFreePort(port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen({ host: LOOPBACK, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Starts the HTTP server: the control plane below `/_sandbox/`, the service everywhere else. */
export async function startServer(
  world: World,
  control: SandboxControl,
  port: number,
  health: () => Health,
): Promise<RunningServer> {
  const stopping = new AbortController();
  // Every held request waits for it: any number at once is right.
  setMaxListeners(0, stopping.signal);
  const server = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: MAX_BODY_BYTES,
    // An id in a path may be long; the router's default limit would turn it into a page not found.
    routerOptions: { maxParamLength: 1000 },
  });
  takeBodiesAsBytes(server);
  server.addHook("onRequest", (request, reply, next) => {
    const detail = whyForeign(request.headers);
    if (detail === undefined) return next();
    reply.code(403).send({ type: "sandbox_error", code: "foreign", detail, attr: null });
  });
  addControlRoutes(server, control, health);
  addPage(server, world);
  server.all("/_sandbox/*", (request, reply) => {
    const detail = `The control plane has no ${request.method} ${request.url.split("?")[0]}.`;
    return reply.code(404).send({ type: "sandbox_error", code: "control", detail, attr: null });
  });
  const serve = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    serveRequest(world, request, reply, stopping.signal);
  server.all("/*", serve);
  server.setNotFoundHandler(serve);
  await server.listen({ host: LOOPBACK, port });
  const address = server.server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? port) : port,
    async close() {
      stopping.abort();
      await server.close();
    },
  };
}

function takeBodiesAsBytes(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply.code(status).send({ type: "sandbox_error", code: "http", detail: error.message, attr: null });
  });
}

async function serveRequest(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): Promise<void> {
  reply.hijack();
  const at = new Date(world.clock.nowMs()).toISOString();
  const listened = `${LOOPBACK}:${request.socket.localPort ?? 0}`;
  const incoming: IncomingRequest = {
    method: request.method,
    url: request.raw.url ?? "/",
    headers: { ...request.headers, host: listened },
    bodyBytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
  const { latencyMs } = world.settings();
  if (latencyMs > 0 && !(await pause(latencyMs, stopping))) return;
  const exchange = exchangeOf(world, incoming);
  const { match } = exchange;
  const isList = match.route?.operations["GET"]?.isList === true;
  const fault = world.faults.take({ method: incoming.method, template: match.template, isList });
  if (fault?.kind === "delay" && !(await pause(fault.delayMs ?? 0, stopping))) return;
  // From here to the log everything is synchronous: requests never interleave, and a client that has its answer
  // finds the request in the log.
  runDue(world);
  const delivery = deliver(exchange, fault);
  const logged = { method: incoming.method, path: pathWithoutKeys(incoming.url), at };
  const cut = delivery.answer === undefined;
  const entry = { ...logged, status: cut ? null : (delivery.answer?.status ?? null) };
  world.requests.add(fault === undefined ? entry : { ...entry, fault: fault.kind }, match.template);
  if (delivery.holdMs !== undefined && !(await pause(delivery.holdMs, stopping))) return;
  writeDelivery(reply.raw, incoming.method, delivery, world.clock.nowMs());
}

/** A request at the beginning of its way. */
export function exchangeOf(world: World, incoming: IncomingRequest): Exchange {
  const [, query = ""] = incoming.url.split("?");
  const { path, headers } = requestPath(incoming.url, world.dialect);
  const match = ROUTER.find(path, (route) => hasRoute(world, route));
  const body = parseBody(incoming);
  return { world, request: incoming, pathHeaders: headers, query: new URLSearchParams(query), match, body };
}

/** Waits; answers false when the sandbox is being stopped meanwhile. */
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
