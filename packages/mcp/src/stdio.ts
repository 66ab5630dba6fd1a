import process from "node:process";
import { Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { makeServer, type ServerParts } from "./server.ts";

/**
 * Serves on standard input and output until the client goes.
 *
 * Standard output is the protocol's alone from here on: what anything else in the process prints there goes to standard
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
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve).once("close", resolve);
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve());
  });
  try {
    await server.connect(new StdioServerTransport(stdin, protocol));
    await ended;
  } finally {
    await server.close();
    stdin.destroy();
    stdout.write = write;
  }
}
