import process from "node:process";
import { Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { makeServer, type ServerParts } from "./server.ts";
import { MOST_LINE_BYTES, WholeLines } from "./whole-lines.ts";

/** JSON-RPC's code for an invalid request. */
const INVALID_REQUEST = -32_600;

/**
 * Serves on standard input and output until the client disconnects.
 *
 * A line that is too long gets an error response, and the next one is read. From here on, standard output is only for
 * the protocol: anything else that the process prints there goes to standard error, because one stray line would end
 * the connection.
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
    await server.connect(new StdioServerTransport(lines, protocol));
    await ended;
  } finally {
    await server.close();
    stdin.destroy();
    stdout.write = write;
  }
}
