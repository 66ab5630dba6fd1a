import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import process from "node:process";

import { until } from "../../support/until.ts";

/** What the command was called with, by the stand-in for it. */
const called: unknown[] = [];
let result: () => Promise<number>;

jest.doMock("../../../packages/sandbox/src/command/sandbox-command.ts", () => ({
  runSandboxCommand: (args: unknown) => {
    called.push(args);
    return result();
  },
}));

const { argv, exitCode } = process;
const node = process.versions.node;
const ofNode = (version: string): void => {
  Object.defineProperty(process.versions, "node", { value: version, configurable: true });
};
const said: string[] = [];
beforeEach(() => {
  called.length = said.length = 0;
  result = async () => 7;
  process.argv = ["node", "orgform-sandbox", "--port", "0"];
  process.exitCode = undefined;
  jest.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  ofNode(node);
  process.argv = argv;
  process.exitCode = exitCode;
});

const started = (): Promise<unknown> =>
  jest.isolateModulesAsync(async () => void (await import("../../../packages/sandbox/src/main.ts")));

test.each(["20.18.9", "18.20.0", "19.99.0", "8.0.0"])(
  "a sandbox says in one line that Node %s is too old",
  async (version) => {
    ofNode(version);
    await started();
    expect(said).toEqual([`orgform-sandbox needs Node 20.19 or newer; this is Node ${version}.\n`]);
    expect([process.exitCode, called]).toEqual([1, []]);
  },
);

test.each(["20.19.0", "20.20.1", "21.0.0", "24.1.0"])(
  "a sandbox of Node %s ends with the code of its command",
  async (version) => {
    ofNode(version);
    await started();
    await until(() => process.exitCode !== undefined);
    expect([process.exitCode, called, said]).toEqual([7, [["--port", "0"]], []]);
  },
);

test.each([
  [new Error("port é| is taken"), "port é| is taken\n"],
  ["stopped", "stopped\n"],
])("a sandbox that fails with %p says so", async (reason, text) => {
  result = () => Promise.reject(reason);
  await started();
  await until(() => process.exitCode !== undefined);
  expect([process.exitCode, said]).toEqual([1, [text]]);
});
