import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";

import { expect, test } from "@jest/globals";

import { EngineLog } from "../../../../../src/engines/pulumi/plugin/engine-log.ts";
import { LOG_PATH, MESSAGES } from "../../../../../src/engines/pulumi/plugin/protocol.ts";
import { serveCalls } from "../../../../../src/grpc/server.ts";
import { importHint, message } from "../../../../../src/model/messages.ts";
import { urnOf } from "../../../../support/plugin-process.ts";

test("a warning has the line that imports an object under the name that the program gives its resource", async () => {
  const said: unknown[] = [];
  const server = createServer();
  const serving = serveCalls(server, {
    [LOG_PATH]: (bytes) => {
      const { severity, message: text, urn, ephemeral } = MESSAGES.decode("LogRequest", bytes);
      said.push({ severity, text, urn, ephemeral });
      return Promise.resolve(new Uint8Array());
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const log = new EngineLog();
  log.connect(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  const urn = urnOf("Project");
  log.reporterFor(urn).warn(message`There is another one.${importHint("Project", "acme/1")}`);
  await log.delivered();
  serving.closeConnections();
  await new Promise((resolve) => server.close(resolve));
  const text = "There is another one.\nTo import it, run `pulumi import orgform:index:Project one 'acme/1'`.";
  expect(said).toEqual([{ severity: 2, text, urn, ephemeral: false }]);
});
