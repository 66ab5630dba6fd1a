import { writeSync } from "node:fs";
import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo, Socket } from "node:net";

import { systemClock } from "../../../app/clock.ts";
import { CallError, type CallHandler, type Calls, serveCalls, STATUS } from "../../../grpc/server.ts";
import { raiseWasmBudget } from "../../../app/wasm-budget.ts";
import { EngineLog } from "./engine-log.ts";
import { Provider } from "./provider.ts";

/** The process leaves this long after its last connection closed: an engine that is killed sends no signal. */
const ALONE_MS = 3_000;

/** The same for an engine that never came. */
const NEVER_FOUND_MS = 60_000;

/** Time for failed calls to reach the engine before the process ends. */
const LAST_WORDS_MS = 200;

const NEXT_STEP = "This is a bug; please report it. Run again: what was made at the service is found by the next run.";

/**
 * Runs the plugin: serves the engine until it leaves.
 *
 * The engine reads the port from the first line of the output and hangs on anything else, so everything that libraries
 * print goes to the error output. Without an engine's address in the arguments (attached for debugging) the process
 * stays until it is ended.
 */
export async function runPlugin(argv: readonly string[]): Promise<void> {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  raiseWasmBudget();
  const address = argv.slice(2).findLast((argument) => /^[^-].*:\d+$/u.test(argument));
  const log = new EngineLog();
  if (address !== undefined) log.connect(address);
  const server = createServer();
  const provider = new Provider({ environment: process.env, clock: systemClock, log });
  serveCalls(
    server,
    breakable(
      provider.calls(),
      unhandledError((text) => provider.redact(text)),
    ),
  );
  process.on("SIGINT", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  if (address !== undefined) exitWhenAlone(server);
  const { port } = server.address() as AddressInfo;
  writeSync(1, `${port}\n`);
}

/** Aborts, and ends the process soon after, when something fails outside of every call, a promise included. */
function unhandledError(redact: (text: string) => string): AbortSignal {
  const broken = new AbortController();
  process.on("uncaughtException", (error: unknown) => {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`${redact(stack)}\n`);
    broken.abort(new CallError(STATUS.internal, redact(`Orgform met an error of its own: ${message}\n${NEXT_STEP}`)));
    setTimeout(() => process.exit(1), LAST_WORDS_MS);
  });
  return broken.signal;
}

function exitWhenAlone(server: Http2Server): void {
  const leaveAfter = (ms: number): NodeJS.Timeout => setTimeout(() => process.exit(0), ms);
  let timer = leaveAfter(NEVER_FOUND_MS);
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    clearTimeout(timer);
    socket.on("close", () => {
      connections -= 1;
      if (connections === 0) timer = leaveAfter(ALONE_MS);
    });
  });
}

/** Open calls end with the reason when the process cannot go on: a connection that just breaks tells the user nothing. */
function breakable(calls: Calls, broken: AbortSignal): Calls {
  const isBroken = new Promise<never>((_resolve, reject) => {
    broken.addEventListener("abort", () => reject(broken.reason as Error));
  });
  isBroken.catch(() => undefined);
  const guard =
    (handler: CallHandler): CallHandler =>
    (request, call) =>
      Promise.race([handler(request, call), isBroken]);
  return Object.fromEntries(Object.entries(calls).map(([path, handler]) => [path, guard(handler)]));
}
