import { writeSync } from "node:fs";
import { createServer } from "node:http2";

import { peerUserOf } from "../../../grpc/peer-user.ts";
import { serveCalls } from "../../../grpc/server.ts";
import { exitWhenAlone } from "../plugin/exit-when-alone.ts";
import { analyzerCalls, type Pack } from "./analyzer.ts";

/** Loads a pack, and hands its notes to the engine, which prints the error output of a pack. */
async function withNotes(load: () => Promise<Pack>): Promise<Pack> {
  const pack = await load();
  for (const note of pack.notes) process.stderr.write(`${note}\n`);
  return pack;
}

/** Serves a policy pack to the engine that started this process, until it leaves. The first line of the output is the port. */
export async function runAnalyzer(load: () => Promise<Pack>): Promise<void> {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const server = createServer();
  let loading: Promise<Pack> | undefined;
  const calls = analyzerCalls(() => (loading ??= withNotes(load)));
  // The engine supports only ports, which anybody on this machine can try.
  serveCalls(server, calls, { admits: (socket) => peerUserOf(socket) !== "other" });
  process.on("SIGINT", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  exitWhenAlone(server);
  const address = server.address();
  writeSync(1, `${typeof address === "object" && address !== null ? address.port : ""}\n`);
}
