import { type EventEmitter, once } from "node:events";
import { existsSync, statSync } from "node:fs";
import http2, { type ClientHttp2Session } from "node:http2";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import tls from "node:tls";

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { makeCertificate, type OwnCertificate } from "../../../../../src/engines/terraform/provider/certificate.ts";
import {
  handshakeLine,
  type PluginServer,
  type PluginServerOptions,
  startPluginServer,
} from "../../../../../src/engines/terraform/provider/plugin-server.ts";
import { MESSAGES } from "../../../../../src/engines/terraform/provider/protocol.ts";
import { STATUS } from "../../../../../src/grpc/server.ts";

const PREFIX_BYTES = 5;
const ECHO = "/test/Echo";

const servers: PluginServer[] = [];
const others: Server[] = [];
const sessions: ClientHttp2Session[] = [];
const sockets: Socket[] = [];
const told: string[] = [];

afterEach(async () => {
  told.splice(0);
  for (const session of sessions.splice(0)) session.destroy();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  await Promise.all(others.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function started(options: Partial<PluginServerOptions> = {}): Promise<PluginServer> {
  const server = await startPluginServer({
    calls: { [ECHO]: (request) => Promise.resolve(request) },
    platform: "linux",
    onShutdown: () => void told.push("shutdown"),
    ...options,
  });
  servers.push(server);
  return server;
}

/** A connection to the server, with a certificate if there is one. */
function connected({ address: { network, address } }: PluginServer, secure?: tls.ConnectionOptions) {
  const [host = "", port = ""] = address.split(":");
  const place = network === "unix" ? { path: address } : { host, port: Number(port) };
  const session = http2.connect(secure === undefined ? "http://localhost" : "https://localhost", {
    createConnection: () => {
      const socket =
        secure === undefined
          ? connect(place)
          : tls.connect({ ...place, servername: "localhost", ALPNProtocols: ["h2"], ...secure });
      sockets.push(socket);
      return socket;
    },
  });
  session.on("error", () => undefined);
  sessions.push(session);
  const open = (path: string, text = "") => {
    const stream = session.request({ ":method": "POST", ":path": path, te: "trailers" });
    stream.on("error", () => undefined);
    const prefix = Buffer.alloc(PREFIX_BYTES);
    prefix.writeUInt32BE(Buffer.byteLength(text), 1);
    stream.end(Buffer.concat([prefix, Buffer.from(text)]));
    return stream;
  };
  /** The status of a call, and the bytes of its answer. */
  const ask = async (path: string, text = "") => {
    const stream = open(path, text);
    let status: unknown;
    for (const event of ["response", "trailers"])
      stream.on(event, (headers: Record<string, string>) => (status = headers["grpc-status"] ?? status));
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(stream, "close");
    return { status: Number(status), bytes: Buffer.concat(chunks).subarray(PREFIX_BYTES) };
  };
  return { session, open, ask };
}

const echoed = async (one: ReturnType<typeof connected>): Promise<string> =>
  one.ask(ECHO, "é|").then(
    ({ bytes }) => String(bytes),
    () => "refused",
  );

/** Waits until a connection is over, for whatever reason. */
const ended = (session: ClientHttp2Session): Promise<string> =>
  new Promise((resolve) => session.on("close", () => resolve("")));

describe("where a plugin serves", () => {
  test("is a socket in a folder of its own that nobody else opens, which goes with the server", async () => {
    const [one, two] = [await started(), await started({ platform: "darwin" })];
    expect([one.address.network, two.address.network]).toEqual(["unix", "unix"]);
    const folders = [one, two].map(({ address }) => dirname(address.address));
    expect(new Set(folders).size).toBe(2);
    for (const folder of folders) expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(handshakeLine(one)).toBe(`1|6|unix|${one.address.address}|grpc|`);
    expect(await echoed(connected(one))).toBe("é|");
    one.close();
    expect(folders.map(existsSync)).toEqual([false, true]);
    expect(await echoed(connected(two))).toBe("é|");
  });

  /** A port that something else occupies, and the server there. */
  async function taken(): Promise<number> {
    const other = createServer();
    others.push(other);
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo; // -- it listens on a port
    return port;
  }

  test("is a port of this machine where the file system has no sockets: the first free one that the engine names", async () => {
    const first = await taken();
    const any = await started({ platform: "win32" });
    expect(any.address).toEqual({ network: "tcp", address: expect.stringMatching(/^127\.0\.0\.1:[1-9]\d*$/u) });
    expect(await echoed(connected(any))).toBe("é|");
    const next = await started({ platform: "win32", ports: { first, last: first + 20 } });
    const port = Number(next.address.address.replace("127.0.0.1:", ""));
    expect(port > first && port <= first + 20).toBe(true);
    expect(handshakeLine(next)).toBe(`1|6|tcp|127.0.0.1:${port}|grpc|`);
    for (const last of [first, first - 1]) {
      const none = startPluginServer({
        calls: {},
        platform: "win32",
        ports: { first, last },
        onShutdown: () => undefined,
      });
      await expect(none).rejects.toMatchObject({ code: "EADDRINUSE" });
    }
    expect(await echoed(connected(next))).toBe("é|");
    next.close();
    // A server that has closed leaves its port.
    const again = await started({ platform: "win32", ports: { first: port, last: port } });
    expect(again.address.address).toBe(`127.0.0.1:${port}`);
  });

  test("a server that closes ends its connections, and takes no new ones", async () => {
    const server = await started();
    const { session, ask } = connected(server);
    expect((await ask(ECHO)).status).toBe(STATUS.ok);
    const isOver = ended(session);
    server.close();
    await isOver;
    expect(await ended(connected(server).session)).toBe("");
  });
});

test("an error beside its connections doesn't end a server", async () => {
  const made: EventEmitter[] = [];
  const create = http2.createServer;
  const spied = jest.spyOn(http2, "createServer").mockImplementation(() => {
    const server = create();
    made.push(server);
    return server;
  });
  const server = await started();
  spied.mockRestore();
  expect(made.map((one) => one.emit("error", new Error("too many open files")))).toEqual([true]);
  expect(await echoed(connected(server))).toBe("é|");
});

describe("the calls of every plugin", () => {
  test("say that it is well, and pass on that the engine is done", async () => {
    const { ask } = connected(await started());
    const { status, bytes } = await ask("/grpc.health.v1.Health/Check");
    expect([status, MESSAGES.decode("HealthResponse", bytes).status]).toEqual([STATUS.ok, 1]);
    expect(told).toEqual([]);
    expect(await ask("/plugin.GRPCController/Shutdown")).toEqual({ status: STATUS.ok, bytes: Buffer.alloc(0) });
    expect(told).toEqual(["shutdown"]);
    expect((await ask("/plugin.GRPCController/Other")).status).toBe(STATUS.unimplemented);
  });

  test.each(["/plugin.GRPCStdio/StreamStdio", "/plugin.GRPCBroker/StartStream"])(
    "keep %s open, beside others, for as long as the engine is there",
    async (path) => {
      const { open, ask } = connected(await started());
      const stream = open(path);
      let isOpen = true;
      stream.on("close", () => (isOpen = false));
      for (let round = 0; round < 3; round += 1) expect((await ask(ECHO)).status).toBe(STATUS.ok);
      expect(isOpen).toBe(true);
      stream.destroy();
      expect((await ask(ECHO)).status).toBe(STATUS.ok);
    },
  );

  test("are beside those of the provider, which each connection can have for itself", async () => {
    const server = await started({
      calls: (closed) => {
        const number = String(told.push("open") - 1);
        closed.addEventListener("abort", () => told.push(`closed ${number}`));
        return { [ECHO]: () => Promise.resolve(Buffer.from(number)) };
      },
    });
    const [one, two] = [connected(server), connected(server)];
    expect([await echoed(one), await echoed(two), await echoed(one)]).toEqual(["0", "1", "0"]);
    expect((await two.ask("/grpc.health.v1.Health/Check")).status).toBe(STATUS.ok);
    one.session.destroy();
    while (told.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect([told, await echoed(two)]).toEqual([["open", "open", "closed 0"], "1"]);
  });
});

describe("a plugin with the certificate of its engine", () => {
  const own = makeCertificate(Date.now());

  /** The certificate of the handshake, as the engine takes it. */
  const pemOf = ({ certificate }: PluginServer): string =>
    `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate, "base64").toString("base64")}\n-----END CERTIFICATE-----\n`;

  const as = ({ key, cert }: OwnCertificate, server: PluginServer) => ({ key, cert, ca: pemOf(server) });

  test("shows its own in the handshake, without padding, and a new one each time", async () => {
    const many = [];
    for (let count = 0; count < 4; count += 1) many.push(await started({ clientCertificate: own.cert }));
    for (const server of many) {
      expect(server.certificate).toMatch(/^[A-Za-z0-9+/]{300,}$/u);
      expect(handshakeLine(server)).toBe(`1|6|unix|${server.address.address}|grpc|${server.certificate}`);
    }
    expect(new Set(many.map(({ certificate }) => certificate)).size).toBe(4);
  });

  test("answers this engine alone", async () => {
    const server = await started({ clientCertificate: own.cert });
    expect(await echoed(connected(server, as(own, server)))).toBe("é|");
    const nobody = { ca: pemOf(server) };
    for (const secure of [as(makeCertificate(Date.now()), server), nobody, undefined]) {
      const stranger = connected(server, secure);
      expect(await Promise.race([echoed(stranger), ended(stranger.session)])).not.toBe("é|");
    }
    expect(await echoed(connected(server, as(own, server)))).toBe("é|");
  });
});
