import { tmpdir } from "node:os";

import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { callAnyFunction } from "../../../src/cli/mcp/tools/calls.ts";
import { Workspace } from "../../../src/cli/mcp/workspace.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** Asks the tool to reset the token of a project. */
function reset(more: object, dryRun = false): Promise<string> {
  const { host, apiKey, organizationId } = sandbox;
  const tool = callAnyFunction(new Workspace(tmpdir(), host, { ORGFORM_API_KEY: apiKey }));
  const given = { function: "resetProjectToken", arguments: { organizationId, projectId: "1", ...more }, dryRun };
  return tool.run(given, { signal: new AbortController().signal, report: () => undefined });
}

test("the tool that destroys says the words that confirm it, and sends nothing without them", async () => {
  const { confirm } = JSON.parse(await reset({}, true)) as { confirm: string };
  await expect(reset({})).rejects.toThrow(confirm);
  await expect(reset({ confirm: "yes" })).rejects.toThrow('found "yes"');
  expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});
