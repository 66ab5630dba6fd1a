import process from "node:process";

import { systemClock } from "../../../app/clock.ts";
import { executableHere } from "../../../app/executable.ts";
import type { Calls } from "../../../grpc/server.ts";
import { LateProvider } from "./late-provider.ts";
import { PROVIDER_NAME } from "./names.ts";
import { ownError } from "./own-error.ts";
import { handshakeLine, reattachText, startPluginServer } from "./plugin-server.ts";
import { writtenAnswer } from "./written-answers.ts";

/** The engine sets this, so a plugin knows that it wasn't started by hand. @source terraform internal/plugin/serve.go */
const COOKIE = {
  name: "TF_PLUGIN_MAGIC_COOKIE",
  value: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
} as const;

const HINT = `This is the Orgform provider for Terraform and OpenTofu. They start it automatically. It does nothing on its own.
For a debugger: \`terraform-provider-orgform --debug\` serves and prints what to put into TF_REATTACH_PROVIDERS.
`;

/** One executable is all of Orgform, whatever it is called. */
const COMMAND_HINT = "This program is also the command `orgform`. Run it with --help, or with init --for terraform.\n";

const PARENT_LOOK_MS = 1_000;

/** How long the response to a shutdown can take. */
const SHUTDOWN_MS = 20;

/** Writes to standard output, as it was before the guard. */
export type Print = (text: string) => void;

/**
 * Keeps everything but the handshake from standard output: the engine reads one line there and fails on any other.
 */
export function guardOutput(): Print {
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return (text) => void print(text);
}

/** Serves until the engine, or the process that started this one, has ended. */
export async function serve(print: Print, args: readonly string[]): Promise<void> {
  const isDebugged = args.some((arg) => arg === "--debug" || arg === "-debug");
  const { env } = process;
  if (!isDebugged && env[COOKIE.name] !== COOKIE.value) {
    print(executableHere() === undefined ? HINT : HINT + COMMAND_HINT);
    process.exitCode = 1;
    return;
  }
  const providers = new Set<LateProvider>();
  const server = await startPluginServer({
    calls: (closed) => callsOf(closed, providers),
    clientCertificate: isDebugged ? undefined : env["PLUGIN_CLIENT_CERT"],
    ports: portsIn(env["PLUGIN_MIN_PORT"], env["PLUGIN_MAX_PORT"]),
    platform: process.platform,
    onShutdown: () => {
      if (!isDebugged) setTimeout(() => process.exit(0), SHUTDOWN_MS);
    },
  });
  process.on("exit", () => server.close());
  // Ended explicitly, so the folder of the socket is removed too.
  process.on("SIGTERM", () => process.exit(0));
  process.on("uncaughtException", (error) => failAllOpenCalls(providers, error));
  process.on("unhandledRejection", (error) => failAllOpenCalls(providers, error));
  if (isDebugged) {
    process.on("SIGINT", () => process.exit(0));
    print(`TF_REATTACH_PROVIDERS='${JSON.stringify(reattachText(server))}'\n`);
    return;
  }
  // Ctrl-C goes to the whole group of processes; the engine tells its plugins itself when to stop.
  process.on("SIGINT", () => undefined);
  endWithParent();
  print(`${handshakeLine(server)}\n`);
}

/** The calls of one connection of an engine, with a provider that ends with it; under a debugger, several follow one another. */
function callsOf(closed: AbortSignal, providers: Set<LateProvider>): Calls {
  const provider = new LateProvider({
    environment: process.env,
    clock: systemClock,
    folder: process.cwd(),
    log: logLine,
    written: writtenAnswer,
  });
  providers.add(provider);
  closed.addEventListener("abort", () => {
    providers.delete(provider);
    provider.end();
  });
  return provider.calls();
}

function portsIn(first: string | undefined, last: string | undefined): { first: number; last: number } | undefined {
  return first === undefined || last === undefined ? undefined : { first: Number(first), last: Number(last) };
}

/** After an unhandled error outside of any call, open calls end with it, so the engine saves its known values. */
function failAllOpenCalls(providers: ReadonlySet<LateProvider>, cause: unknown): void {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  logLine("info", `unhandled error: ${text}`);
  const error = ownError(cause instanceof Error ? cause.message : String(cause));
  for (const provider of providers) provider.failOpenCalls(error);
}

/** The engine reads such lines from standard error and shows them with TF_LOG. */
function logLine(level: "info" | "debug", text: string): void {
  process.stderr.write(`${JSON.stringify({ "@level": level, "@module": PROVIDER_NAME, "@message": text })}\n`);
}

/** A killed engine notifies nobody. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || !isAlive(parent)) process.exit(0);
  }, PARENT_LOOK_MS);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of somebody else, but there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
