import { writeSync } from "node:fs";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";

import { systemClock } from "../../../app/clock.ts";
import { lateCalls, serveCalls } from "../../../grpc/server.ts";
import { peerUserOf } from "../../../grpc/peer-user.ts";
import { abortable, ownError } from "./abortable.ts";
import { exitWhenAlone } from "./exit-when-alone.ts";
import { EngineLog } from "./engine-log.ts";
import { CALL_NAMES, pathOf } from "./protocol.ts";
import type { Provider } from "./provider.ts";

/** Time for failed calls to reach the engine before the process ends. */
const LAST_WORDS_MS = 200;

/**
 * Runs the plugin: serves the engine until it leaves.
 *
 * The engine reads the port from the first line of the output and hangs on anything else, so everything that libraries
 * print goes to the error output. Without an engine's address in the arguments (attached for debugging) the process
 * stays until it is ended.
 */
export async function runPlugin(argv: readonly string[]): Promise<void> {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const address = argv.slice(2).findLast((argument) => /^[^-].*:\d+$/u.test(argument));
  const log = new EngineLog();
  if (address !== undefined) log.connect(address);
  const server = createServer();
  let provider: Provider | undefined;
  const calls = lateCalls(CALL_NAMES.map(pathOf), async () => {
    const { loadProvider } = await import("./load-provider.ts");
    provider = loadProvider({ environment: process.env, clock: systemClock, log });
    return provider.calls();
  });
  serveCalls(
    server,
    abortable(
      calls,
      // A provider that isn't loaded knows no secret.
      unhandledError((text) => provider?.redact(text) ?? text),
    ),
    // The engine supports only ports, which anybody on this machine can try.
    { admits: (socket) => peerUserOf(socket) !== "other" },
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
    broken.abort(ownError(redact(message)));
    setTimeout(() => process.exit(1), LAST_WORDS_MS);
  });
  return broken.signal;
}
