import { once } from "node:events";
import { existsSync } from "node:fs";
import http2 from "node:http2";
import { connect } from "node:net";
import { tmpdir } from "node:os";

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { OneAccount } from "../../../src/app/one-account.ts";
import type { AttachedEngine } from "../../../src/engines/attached.ts";
import { attached as pulumi } from "../../../src/engines/pulumi/plugin/attached.ts";
import * as pulumiProtocol from "../../../src/engines/pulumi/plugin/protocol.ts";
import { Provider as Plugin } from "../../../src/engines/pulumi/plugin/provider.ts";
import { attached as terraform } from "../../../src/engines/terraform/provider/attached.ts";
import * as terraformProtocol from "../../../src/engines/terraform/provider/protocol.ts";
import { Provider } from "../../../src/engines/terraform/provider/provider.ts";
import { encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import { CallClient } from "../../../src/grpc/client.ts";
import type { Message } from "../../../src/grpc/messages.ts";
import type { Calls } from "../../../src/grpc/server.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

const KEY = "phx_canary_1";
const HOST = "http://127.0.0.1:1";

const clients: CallClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  jest.restoreAllMocks();
});

/** The provider of a stack with this key in its environment. */
function providerOf(engine: AttachedEngine, account: OneAccount, key = KEY) {
  const environment = { ...PROCESS_ENVIRONMENT, ORGFORM_HOST: HOST, ORGFORM_API_KEY: key };
  return engine.provider({ environment, folder: tmpdir(), account });
}

const exchange = { signal: new AbortController().signal, send: () => undefined };

describe("the provider of Terraform in a process that others share", () => {
  const { CALLS, MESSAGES, pathOf } = terraformProtocol;
  const ask = async (calls: Calls, name: terraformProtocol.CallName, request: Message) => {
    const [requestType, responseType] = CALLS[name];
    const answer = await calls[pathOf(name)]?.(MESSAGES.encode(requestType, request), exchange);
    const message: Message = MESSAGES.decode(responseType, answer ?? new Uint8Array());
    return [message["diagnostics"] ?? []].flat().map((one) => JSON.stringify(one));
  };
  const configure = (calls: Calls) => ask(calls, "ConfigureProvider", { config: encodeValue({}) });

  test("has the settings of its stack, and serves one account", async () => {
    const account = new OneAccount();
    const one = providerOf(terraform, account);
    expect([await configure(one.calls), one.redact(`a ${KEY}`)]).toEqual([[], "a [redacted]"]);
    expect(await configure(providerOf(terraform, account).calls)).toEqual([]);
    const other = await configure(providerOf(terraform, account, "phx_canary_2").calls);
    expect(other).toEqual([expect.stringContaining("configured with another api_key")]);
  });

  test("ends its open calls with an error that belongs to none, and its waits", async () => {
    const ends = jest.spyOn(Provider.prototype, "end");
    const one = providerOf(terraform, new OneAccount());
    const config = encodeValue({ domain: "é.example" });
    const open = ask(one.calls, "ValidateResourceConfig", { typeName: "orgform_domain", config });
    one.fail(new Error("It | broke"));
    expect(await open).toEqual([
      expect.stringMatching(/The provider orgform failed with an internal error.*It \| broke/u),
    ]);
    expect(await configure(one.calls)).toEqual([]);
    expect(ends).not.toHaveBeenCalled();
    one.end();
    expect(ends).toHaveBeenCalledTimes(1);
  });

  test("is found at its socket until it's closed, where a folder can guard one", async () => {
    const { platform } = process;
    for (const [name, isGuarded] of [
      ["linux", true],
      ["win32", false],
    ] as const) {
      Object.defineProperty(process, "platform", { value: name, configurable: true });
      expect([name, await terraform.isGuarded()]).toEqual([name, isGuarded]);
    }
    Object.defineProperty(process, "platform", { value: platform, configurable: true });
    const { variables, close } = await terraform.serve(() => ({}));
    expect(Object.keys(variables)).toEqual(["TF_REATTACH_PROVIDERS"]);
    const [, socket = ""] = /"String":"(?<path>[^"]+)"/u.exec(variables["TF_REATTACH_PROVIDERS"] ?? "") ?? [];
    expect(existsSync(socket)).toBe(true);
    close();
    expect(existsSync(socket)).toBe(false);
  });
});

describe("the plugin of Pulumi in a process that others share", () => {
  const { CALLS, MESSAGES, pathOf } = pulumiProtocol;
  const ask = async (calls: Calls, name: pulumiProtocol.CallName, request: Message = {}) => {
    const [requestType, responseType] = CALLS[name];
    const answer = await calls[pathOf(name)]?.(MESSAGES.encode(requestType, request), exchange);
    return MESSAGES.decode(responseType, answer ?? new Uint8Array());
  };

  test("has the settings of its stack, and serves one account", async () => {
    const account = new OneAccount();
    const one = providerOf(pulumi, account);
    expect(await ask(one.calls, "Configure")).toMatchObject({ supportsPreview: true });
    expect(one.redact(`a ${KEY}`)).toBe("a [redacted]");
    await ask(providerOf(pulumi, account).calls, "Configure");
    const other = await failureOf(ask(providerOf(pulumi, account, "phx_canary_2").calls, "Configure"));
    expect(other.message).toContain("configured with another apiKey");
  });

  test("ends open and later calls with an error that shows no key, and its waits", async () => {
    const ends = jest.spyOn(Plugin.prototype, "end");
    const one = providerOf(pulumi, new OneAccount());
    await ask(one.calls, "Configure");
    const open = failureOf(ask(one.calls, "GetPluginInfo"));
    one.fail(new Error(`It | broke with ${KEY}`));
    for (const { message } of [await open, await failureOf(ask(one.calls, "GetPluginInfo"))]) {
      expect(message).toContain("Orgform failed with an internal error: It | broke with [redacted]\n");
    }
    expect(ends).not.toHaveBeenCalled();
    one.end();
    expect(ends).toHaveBeenCalledTimes(1);
  });

  test("is found at its port until it's closed, which ends connections too", async () => {
    const { variables, close } = await pulumi.serve(() => ({ "/t.S/Echo": (bytes) => Promise.resolve(bytes) }));
    expect(Object.keys(variables)).toEqual(["PULUMI_DEBUG_PROVIDERS"]);
    const [, port = ""] = /^orgform:(?<port>[1-9]\d*)$/u.exec(variables["PULUMI_DEBUG_PROVIDERS"] ?? "") ?? [];
    const connected = () => {
      const client = new CallClient(`127.0.0.1:${port}`);
      clients.push(client);
      return client;
    };
    const echo = (client: CallClient): Promise<string> =>
      client.call("/t.S/Echo", Buffer.from("é|")).then(String, () => "refused");
    // Linux alone shows the users of connections.
    const served = process.platform === "linux" ? "é|" : "refused";
    expect(await echo(connected())).toBe(served);
    const { geteuid } = process;
    Object.assign(process, { geteuid: () => (geteuid?.() ?? 0) + 1 });
    expect(await echo(connected())).toBe("refused");
    Object.assign(process, { geteuid });
    const open = http2.connect(`http://127.0.0.1:${port}`).on("error", () => undefined);
    const closed = once(open, "close");
    await once(open, "connect");
    // From its answer on, the server knows the connection.
    if (process.platform === "linux") await new Promise<void>((resolve) => void open.ping(() => resolve()));
    close();
    await closed;
    const [refused] = await once(connect(Number(port), "127.0.0.1"), "error");
    expect(refused).toMatchObject({ code: "ECONNREFUSED" });
  });
});
