import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One transparent point. */
const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/**
 * Runs `work` with the address of a logo on this machine.
 *
 * The generator of C# fetches one from the schema's `logoUrl`, or else from the internet, and fails without.
 */
export async function withLogo<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "image/png" }).end(LOGO);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
