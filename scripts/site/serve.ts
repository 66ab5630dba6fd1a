import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

/** Serves the files of a folder below `base` on this machine, as any server of files does; gives server and address. */
export async function serveFolder(folder: string, base: string, port = 0): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    const below = path.startsWith(base) ? normalize(path.slice(base.length)) : "404.html";
    const plain = below.startsWith("..") ? "404.html" : below;
    const wanted = join(folder, plain);
    const file = existsSync(wanted) && statSync(wanted).isDirectory() ? join(wanted, "index.html") : wanted;
    const isThere = existsSync(file);
    const sent = isThere ? file : join(folder, "404.html");
    response.writeHead(isThere ? 200 : 404, { "content-type": TYPES[extname(sent)] ?? "application/octet-stream" });
    createReadStream(sent).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
