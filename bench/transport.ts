/**
 * Measures the additional cost of a call through the transport compared with a bare undici request.
 *
 * Run: npx tsx bench/transport.ts
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { createTransport } from "../src/client/transport/index.ts";

const CALLS = 5000;
const PARALLEL = 16;
const BODY = JSON.stringify({ count: 0, next: null, results: [], padding: "x".repeat(4000) });

async function callsPerSecond(call: () => Promise<unknown>): Promise<number> {
  let left = CALLS;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return Math.round((CALLS * 1000) / (performance.now() - startMs));
}

const server = createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(BODY);
});

async function main(): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pool = new Pool(origin, { connections: PARALLEL });
  const unlimited = { requestsPerMinute: 1_000_000, requestsPerHour: 10_000_000 };
  const transport = createTransport({ host: origin, apiKey: "phx_bench", ...unlimited, onEvent: () => undefined });
  const bare = async (): Promise<unknown> => (await pool.request({ method: "GET", path: "/a/" })).body.text();
  const ours = (): Promise<unknown> => transport.send({ method: "GET", route: "/a/", path: "/a/" });
  for (const round of ["warm-up", "measured"]) {
    const [barePerSecond, oursPerSecond] = [await callsPerSecond(bare), await callsPerSecond(ours)];
    const extraMicroseconds = Math.round(1_000_000 / oursPerSecond - 1_000_000 / barePerSecond);
    console.log(
      `${round}: undici ${barePerSecond}/s, transport ${oursPerSecond}/s, ${extraMicroseconds} µs more per call`,
    );
  }
  await transport.close();
  await pool.close();
  server.close();
}

void main();
