import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createTransport } from "../../../src/client/transport/index.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import type { ScriptedServer } from "../../support/scripted-server.ts";

let proxy: ScriptedServer;
let extra: { server: Server; sockets: Socket[] } | undefined;
afterEach(async () => {
  await proxy.close();
  for (const socket of extra?.sockets ?? []) socket.destroy();
  extra?.server.close();
  extra = undefined;
});

describe("a proxy of the environment", () => {
  it("gets plain http requests with their whole address and its own credentials", async () => {
    proxy = await startScriptedServer([{ status: 200, body: { ok: true } }]);
    const transport = createTransport({
      host: "http://service.example:8000/base",
      apiKey: "phx_proxied",
      allowInsecureHttp: true,
      environment: { http_proxy: `http://user:pass%40word@127.0.0.1:${proxy.port}` },
    });
    const response = await transport.send({ method: "POST", route: "/a/", path: "/a/?b=1", body: { c: 1 } });
    expect(response).toMatchObject({ status: 200, body: '{"ok":true}' });
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toMatchObject({
      method: "POST",
      path: "http://service.example:8000/base/a/?b=1",
      body: '{"c":1}',
      headers: {
        host: "service.example:8000",
        authorization: "Bearer phx_proxied",
        "proxy-authorization": `Basic ${Buffer.from("user:pass@word").toString("base64")}`,
      },
    });
    await transport.close();
  });

  it("gets a tunnel for https, and never the key", async () => {
    const seen: string[] = [];
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.on("data", (chunk: Buffer) => {
        seen.push(chunk.toString("latin1"));
        socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
      });
    });
    extra = { server, sockets };
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    proxy = await startScriptedServer([]);
    const transport = createTransport({
      host: "https://service.example",
      apiKey: "phx_tunnel",
      retryBudgetMs: 0,
      random: () => 0.999,
      environment: { HTTPS_PROXY: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
    await expect(transport.send({ method: "POST", route: "/a/", path: "/a/", body: {} })).rejects.toMatchObject({
      code: "connect_failed",
      phase: "connect",
      requestMayHaveBeenApplied: false,
    });
    expect(seen[0]).toMatch(/^CONNECT service\.example:443 HTTP\/1\.1\r\n/);
    expect(seen.join("")).not.toContain("phx_tunnel");
    await transport.close();
  });

  it("is left in time when the host behind it never shakes hands", async () => {
    let hungUp = (_in: string): void => undefined;
    const end = new Promise<string>((resolve) => (hungUp = resolve));
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("close", () => hungUp("in time"));
      socket.once("data", () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
    });
    extra = { server, sockets: [] };
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    proxy = await startScriptedServer([]);
    const transport = createTransport({
      host: "https://service.example",
      apiKey: "phx_handshake",
      retryBudgetMs: 0,
      requestTimeoutMs: 50,
      environment: { HTTPS_PROXY: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
    await expect(transport.send({ method: "GET", route: "/a/", path: "/a/" })).rejects.toMatchObject({
      code: "timeout",
      phase: "connect",
    });
    // The pool looks at its time limits once a second.
    expect(await Promise.race([end, setTimeout(5_000, "too late", { ref: false })])).toBe("in time");
    await transport.close();
  });

  it("is not used for a loopback host unless asked", async () => {
    proxy = await startScriptedServer(() => ({ status: 200, body: {} }));
    const service = await startScriptedServer(() => ({ status: 200, body: {} }));
    const environment = { http_proxy: proxy.origin };
    const direct = createTransport({ host: service.origin, apiKey: "phx_direct", environment });
    await direct.send({ method: "GET", route: "/a/", path: "/a/" });
    expect([service.requests.length, proxy.requests.length]).toEqual([1, 0]);
    const proxied = createTransport({ host: service.origin, apiKey: "phx_direct", environment, proxyLoopback: true });
    await proxied.send({ method: "GET", route: "/a/", path: "/a/" });
    expect([service.requests.length, proxy.requests.length]).toEqual([1, 1]);
    await Promise.all([direct.close(), proxied.close()]);
    await service.close();
  });
});
