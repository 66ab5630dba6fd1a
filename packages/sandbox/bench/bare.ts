/** A bare server of `node:http`, as in the sandbox: `/<bytes>` returns that many bytes of JSON, always the same. */
import { createServer } from "node:http";

const answers = new Map<string, string>();

const server = createServer((request, response) => {
  const bytes = (request.url ?? "/").slice(1);
  const answer = answers.get(bytes) ?? JSON.stringify({ padding: "x".repeat(Math.max(0, Number(bytes) - 14)) });
  answers.set(bytes, answer);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": String(answer.length) }).end(answer);
});

server.listen({ host: "127.0.0.1", port: 0 }, () => {
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  console.log(JSON.stringify({ host: `http://127.0.0.1:${port}` }));
});
