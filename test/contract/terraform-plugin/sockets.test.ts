import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import process from "node:process";

import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { CALLS, type CallName, MESSAGES, pathOf } from "../../../src/engines/terraform/provider/protocol.ts";
import { encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";
import { type ScriptedServer, startScriptedServer } from "../../support/scripted-server.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";

const PROGRAM = join(__dirname, "../../../dist/engines/terraform/provider/main.js");
const PREFIX_BYTES = 5;

let world: World;
/** Holds every connection open for as long as the other side does. */
let service: ScriptedServer;
let provider: ChildProcess;
let address: string;

beforeAll(async () => {
  world = await startWorld("documented");
  service = await startScriptedServer(async ({ method, path, headers }) => {
    const answer = await fetch(`${world.sandbox.host}${path}`, {
      method,
      headers: { authorization: headers["authorization"] ?? "" },
    });
    return { status: answer.status, headers: { "keep-alive": "timeout=600" }, body: await answer.json() };
  });
  provider = spawn(process.execPath, [PROGRAM, "--debug"], {
    env: { ...process.env, ...PROCESS_ENVIRONMENT },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(provider.stdout ?? process.stdin, "data")) as [Buffer];
  address = /"String":"(?<path>[^"]+)"/u.exec(line.toString())?.groups?.["path"] ?? "";
});
afterAll(async () => {
  provider.kill();
  await service.close();
  await world.sandbox.close();
});

/** One call of an engine. */
async function call(session: ClientHttp2Session, name: CallName, request: Values): Promise<Record<string, unknown>> {
  const [requestType, responseType] = CALLS[name];
  const message = MESSAGES.encode(requestType, request);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  const stream = session.request({ ":method": "POST", ":path": pathOf(name), te: "trailers" });
  stream.end(Buffer.concat([prefix, message]));
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return MESSAGES.decode(responseType, Buffer.concat(chunks).subarray(PREFIX_BYTES));
}

test("connections to the service end with the engine's own, even those of an earlier operation", async () => {
  const session = connect("http://localhost", { createConnection: () => connectSocket(address) });
  const settings = { host: service.origin, api_key: world.apiKey, organization_id: world.organizationId };
  for (const walk of ["plan", "apply"]) {
    const { diagnostics } = await call(session, "ConfigureProvider", { config: encodeValue(settings) });
    expect([walk, diagnostics ?? []]).toEqual([walk, []]);
    const read = await call(session, "ReadDataSource", {
      typeName: "orgform_organization",
      config: encodeValue({ name: "Acme Labs" }),
    });
    expect([walk, read["diagnostics"] ?? []]).toEqual([walk, []]);
  }
  const opened = service.openSockets() + service.closedSockets();
  expect([opened >= 2, service.openSockets() > 0]).toEqual([true, true]);
  session.destroy();
  while (service.openSockets() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(service.closedSockets()).toBe(opened);
});
