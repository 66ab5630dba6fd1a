/** A bare server of the library that the sandbox is built on: `/<bytes>` answers so many bytes of JSON, always the same. */
import { fastify } from "fastify";

const server = fastify();
const answers = new Map<string, string>();

server.all("/:bytes", (request, reply) => {
  const { bytes } = request.params as { bytes: string };
  const answer = answers.get(bytes) ?? JSON.stringify({ padding: "x".repeat(Math.max(0, Number(bytes) - 14)) });
  answers.set(bytes, answer);
  return reply.header("content-type", "application/json").send(answer);
});

console.log(JSON.stringify({ host: await server.listen({ host: "127.0.0.1", port: 0 }) }));
