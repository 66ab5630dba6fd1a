import process from "node:process";

import { afterEach, expect, jest, test } from "@jest/globals";

import { CALLS, MESSAGES, pathOf } from "../../../../src/engines/pulumi/plugin/protocol.ts";
import { Stacks } from "../../../../src/engines/shared-providers/stacks.ts";
import { CallClient } from "../../../../src/grpc/client.ts";

const stacks = new Stacks();
afterEach(() => {
  jest.restoreAllMocks();
  stacks.closeAll();
});

const stack = (engine: "pulumi" | "terraform") =>
  ({ id: 1, do: "open", engine, stack: engine, folder: __dirname, environment: {} }) as const;

const asUser = (uid: number | undefined) =>
  jest.spyOn(process as { geteuid: () => number | undefined }, "geteuid").mockReturnValue(uid);

test("a port is served only where the system tells who connects; a socket that a folder guards, always", async () => {
  const platform = process.platform;
  await jest.isolateModulesAsync(async () => {
    const { Stacks: Anew } = await import("../../../../src/engines/shared-providers/stacks.ts");
    const anew = new Anew();
    asUser(undefined);
    expect(await anew.open(stack("pulumi"))).toEqual({});
    Object.defineProperty(process, "platform", { value: "win32" });
    expect(await anew.open(stack("terraform"))).toEqual({});
    Object.defineProperty(process, "platform", { value: platform });
    expect(await anew.open(stack("terraform"))).toHaveProperty(
      "environment.TF_REATTACH_PROVIDERS",
      expect.stringContaining('"Pid"'),
    );
    anew.closeAll();
  });
});

test("a stack that failed to open can be opened again", async () => {
  if (process.platform === "win32") return;
  await jest.isolateModulesAsync(async () => {
    jest.doMock("../../../../src/engines/terraform/provider/plugin-server.ts", () => ({
      startPluginServer: () => Promise.reject(new Error("no place")),
    }));
    const { Stacks: Anew } = await import("../../../../src/engines/shared-providers/stacks.ts");
    const anew = new Anew();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(anew.open(stack("terraform"))).rejects.toThrow("no place");
    }
  });
});

test("a stack can be open only once, and close returns its connections", async () => {
  if (process.platform === "win32") return;
  await stacks.open(stack("terraform"));
  await expect(stacks.open(stack("terraform"))).rejects.toThrow("The stack terraform is served already");
  expect([stacks.close("terraform"), stacks.close("terraform"), stacks.close("nobody's")]).toEqual([
    { connections: 0 },
    { connections: 0 },
    { connections: 0 },
  ]);
  await stacks.open(stack("terraform"));
});

test("the port of a stack serves its own user and no other one", async () => {
  // Other systems have no such port.
  if (process.platform !== "linux") return;
  const { environment } = await stacks.open(stack("pulumi"));
  const address = environment?.["PULUMI_DEBUG_PROVIDERS"]?.replace(/^orgform:/u, "127.0.0.1:") ?? "";
  const ask = async (): Promise<unknown> => {
    const client = new CallClient(address);
    try {
      const answer = await client.call(pathOf("GetPluginInfo"), new Uint8Array());
      return MESSAGES.decode(CALLS.GetPluginInfo[1], answer);
    } finally {
      client.close();
    }
  };
  expect(await ask()).toHaveProperty("version");
  asUser((process.geteuid?.() ?? 0) + 1);
  await expect(ask()).rejects.toThrow(/closed|ECONNRESET|hang up|cancel|aborted/iu);
});
