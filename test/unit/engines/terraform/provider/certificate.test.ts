import { createPrivateKey, X509Certificate } from "node:crypto";
import { connect } from "node:http2";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import { expect, test } from "@jest/globals";

import { makeCertificate } from "../../../../../src/engines/terraform/provider/certificate.ts";
import { MESSAGES } from "../../../../../src/engines/terraform/provider/protocol.ts";
import {
  handshakeLine,
  type PluginServerOptions,
  startPluginServer,
} from "../../../../../src/engines/terraform/provider/plugin-server.ts";

const NOW_MS = Date.parse("2026-11-20T08:00:00Z");

test("the certificate vouches for itself, for localhost, from a day before to a month after", () => {
  const made = makeCertificate(NOW_MS);
  const read = new X509Certificate(made.cert);
  expect(read.checkHost("localhost")).toBe("localhost");
  expect(read.ca).toBe(true);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(made.key))).toBe(true);
  expect(read.raw.equals(made.der)).toBe(true);
  expect(read.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
  expect([new Date(read.validFrom).toISOString(), new Date(read.validTo).toISOString()]).toEqual([
    "2026-11-19T08:00:00.000Z",
    "2026-12-20T08:00:00.000Z",
  ]);
});

test("a hundred certificates can be read: none has a number or a line that begins or ends wrongly", () => {
  const serials = new Set(
    Array.from({ length: 100 }, () => new X509Certificate(makeCertificate(NOW_MS).cert).serialNumber),
  );
  expect(serials.size).toBe(100);
});

const options: PluginServerOptions = { calls: {}, platform: process.platform, onShutdown: () => undefined };

/** Requests the health of a plugin. Returns the status of the call, or the connection's error. */
function health(socket: string, client?: { key: string; cert: string; ca: string }): Promise<string> {
  const createConnection = (): Socket =>
    client === undefined
      ? connectPlain(socket)
      : connectTls({ path: socket, ...client, servername: "localhost", ALPNProtocols: ["h2"] });
  const session = connect(`${client === undefined ? "http" : "https"}://localhost`, { createConnection });
  return new Promise((resolve) => {
    session.on("error", () => resolve("refused"));
    session.on("close", () => resolve("refused"));
    const stream = session.request({ ":method": "POST", ":path": "/grpc.health.v1.Health/Check" });
    stream.on("error", () => resolve("refused"));
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("trailers", (trailers) => {
      const { status } = MESSAGES.decode("HealthResponse", Buffer.concat(chunks).subarray(5));
      resolve(`${String(trailers["grpc-status"])} ${String(status)}`);
      session.close();
    });
    stream.end(Buffer.alloc(5));
  });
}

test("lets in nobody but the engine that started it", async () => {
  const engine = makeCertificate(Date.now());
  const stranger = makeCertificate(Date.now());
  const server = await startPluginServer({ ...options, clientCertificate: engine.cert });
  const [core, protocol, network, address = "", kind, certificate = ""] = handshakeLine(server).split("|");
  expect([core, protocol, network, kind]).toEqual(["1", "6", "unix", "grpc"]);
  expect(certificate).not.toContain("=");
  const ca = new X509Certificate(Buffer.from(certificate, "base64")).toString();
  expect(await health(address, { ...engine, ca })).toBe("0 1");
  expect(await health(address, { ...stranger, ca })).toBe("refused");
  server.close();
});

test("speaks plainly without a certificate of the engine, and says so in the handshake", async () => {
  const server = await startPluginServer(options);
  expect(handshakeLine(server)).toMatch(/^1\|6\|unix\|.+\|grpc\|$/u);
  expect(await health(server.address.address)).toBe("0 1");
  server.close();
});

test("takes a free port of the range where there are no sockets in the file system", async () => {
  const ports = { first: 20_000, last: 20_999 };
  const [one, two] = [
    await startPluginServer({ ...options, platform: "win32", ports }),
    await startPluginServer({ ...options, platform: "win32", ports }),
  ];
  const portOf = (line: string): number =>
    Number(/^1\|6\|tcp\|127\.0\.0\.1:(?<port>\d+)\|/u.exec(line)?.groups?.["port"]);
  const [first, second] = [portOf(handshakeLine(one)), portOf(handshakeLine(two))];
  expect(first).toBeGreaterThanOrEqual(ports.first);
  expect(second).toBeGreaterThan(first);
  expect(second).toBeLessThanOrEqual(ports.last);
  one.close();
  two.close();
});
