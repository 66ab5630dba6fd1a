import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";

import { expect, test } from "@jest/globals";

import { EngineLog } from "../../../../../src/engines/pulumi/plugin/engine-log.ts";
import { LOG_PATH, MESSAGES } from "../../../../../src/engines/pulumi/plugin/protocol.ts";
import { serveCalls } from "../../../../../src/grpc/server.ts";
import { importHint, message } from "../../../../../src/model/messages.ts";
import { urnOf } from "../../../../support/plugin-process.ts";

interface Sent {
  readonly severity: number;
  readonly text: string;
  readonly urn: string;
  readonly ephemeral: boolean;
}

/** An engine that notes its messages. It answers each with an error if it fails. */
async function engine(fails = false) {
  const said: Sent[] = [];
  const server = createServer();
  let connections = 0;
  server.on("session", () => (connections += 1));
  const serving = serveCalls(server, {
    [LOG_PATH]: (bytes) => {
      const { severity, message: text, urn, ephemeral } = MESSAGES.decode("LogRequest", bytes);
      said.push({ severity, text, urn, ephemeral });
      return fails ? Promise.reject(new Error("No room")) : Promise.resolve(new Uint8Array());
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    serving.closeConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { said, address, close, connections: () => connections };
}

test("a warning has the line that imports an object under the name that the program gives its resource", async () => {
  const { said, address, close } = await engine();
  const log = new EngineLog();
  log.connect(address);
  const urn = urnOf("Project");
  log.reporterFor(urn).warn(message`There is another one.${importHint("Project", "acme/1")}`);
  await log.delivered();
  await close();
  const text = "There is another one.\nTo import it, run `pulumi import orgform:index:Project one 'acme/1'`.";
  expect(said).toEqual([{ severity: 2, text, urn, ephemeral: false }]);
});

test.each([false, true])(
  "messages of each kind arrive with their resource; an engine that fails (%s) harms nothing",
  async (fails) => {
    const { said, address, close } = await engine(fails);
    const log = new EngineLog();
    log.connect(address);
    for (const urn of [urnOf("Role", "a|é"), ""]) {
      const { warn, info, status } = log.reporterFor(urn);
      for (const say of [warn, info, status]) {
        say('`x` is "1"');
        await log.delivered();
      }
    }
    await close();
    const kinds = [
      { severity: 2, ephemeral: false },
      { severity: 1, ephemeral: false },
      { severity: 1, ephemeral: true },
    ];
    const text = '`x` is "1"';
    expect(said).toEqual([urnOf("Role", "a|é"), ""].flatMap((urn) => kinds.map((kind) => ({ ...kind, text, urn }))));
  },
);

test("without an engine there is nobody to tell, and nothing to wait for", async () => {
  const log = new EngineLog();
  log.connect("");
  expect(log.reporterFor(urnOf("Role")).warn("careful")).toBeUndefined();
  expect(await log.delivered()).toBeUndefined();
});

test("messages go to the engine that connected last, over one connection", async () => {
  const [one, other] = [await engine(), await engine()];
  const log = new EngineLog();
  const say = async (text: string): Promise<void> => {
    log.reporterFor("").info(text);
    await log.delivered();
  };
  log.connect(one.address);
  await say("first");
  for (const same of [one.address, ""]) {
    log.connect(same);
    await say("again");
  }
  log.connect(other.address);
  await say("other");
  await Promise.all([one.close(), other.close()]);
  const texts = [one, other].map(({ said }) => said.map(({ text }) => text));
  expect(texts).toEqual([["first", "again", "again"], ["other"]]);
  expect([one.connections(), other.connections()]).toEqual([1, 1]);
});
