import process from "node:process";
import { Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { makeServer, type ServerParts } from "./server.ts";
import { MOST_LINE_BYTES, WholeLines } from "./whole-lines.ts";

/** JSON-RPC's code for what is no request. */
const INVALID_REQUEST = -32_600;

/**
 * Serves on standard input and output until the client goes.
 *
 * A line that is too long is answered with an error and the next one is read. Standard output is the protocol's alone from here on: what anything else in the process prints there goes to standard
 * error, since one stray line would end the conversation.
 */
export async function serveOverStdio(parts: ServerParts): Promise<void> {
  const server = makeServer(parts);
  const { stdin, stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  const protocol = new Writable({
    decodeStrings: false,
    write: (text: string, encoding, done) => void write(text, encoding, done),
  });
  stdout.write = stderr.write.bind(stderr);
  const refuse = (id: number | string | undefined): void => {
    const message = `The line has more than ${MOST_LINE_BYTES} bytes and was not read. Send less in one message.`;
    write(`${JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code: INVALID_REQUEST, message } })}\n`);
  };
  const lines = stdin.pipe(new WholeLines(refuse));
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve).once("close", resolve);
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve());
  });
  try {
    await server.connect(new StdioServerTransport(lines, protocol, { maxBufferSize: MOST_LINE_BYTES }));
    await ended;
  } finally {
    await server.close();
    stdin.destroy();
    stdout.write = write;
  }
}
