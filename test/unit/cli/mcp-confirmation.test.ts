import { tmpdir } from "node:os";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import * as z from "zod";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { callAnyFunction, callReadFunction } from "../../../src/cli/mcp/tools/calls.ts";
import { Workspace } from "../../../src/cli/mcp/workspace.ts";
import { argumentsOf, checkArguments, confirmedExample, planOf } from "../../../src/model/function.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { MODEL_SPELLING, printed } from "../../../src/model/messages.ts";
import { kebabName } from "../../../src/model/names.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.control.clearRequests());
afterAll(() => sandbox.close());

const CALL = { signal: new AbortController().signal, report: () => undefined };
const WRITING = functions.filter(({ effect }) => effect !== "read");

function workspace(): Workspace {
  return new Workspace(tmpdir(), sandbox.host, { ORGFORM_API_KEY: sandbox.apiKey });
}

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

test.each(WRITING)("the tool that reads doesn't call $name", async ({ name, effect }) => {
  for (const given of [name, kebabName(name)])
    await expect(callReadFunction(workspace()).run({ function: given }, CALL)).rejects.toThrow(
      `${name} has the effect ${effect}, and this tool calls what only reads.`,
    );
  expect(sandbox.control.requests()).toEqual([]);
});

test.each(WRITING)("a dry run of $name says what it would do and how to confirm it", async (definition) => {
  const { name, effect } = definition;
  const takesOrganization = argumentsOf(definition).some(([argument]) => argument === "organizationId");
  const place = takesOrganization ? { organizationId: sandbox.organizationId } : {};
  const { confirm: _, ...example }: Values = { ...confirmedExample(definition), ...place };
  // With the defaults of what the example leaves out.
  const { inputs } = checkArguments(definition, example, { organizationId: undefined, howToSet: () => "" });
  const text = await callAnyFunction(workspace()).run({ function: name, arguments: example, dryRun: true }, CALL);
  expect(JSON.parse(text)).toEqual({
    function: name,
    effect,
    planned: true,
    plan: printed(planOf(definition, inputs), MODEL_SPELLING),
    confirm: definition.confirmation?.(inputs).words,
  });
  expect(sandbox.control.requests()).toEqual([]);
});

describe("the rows of a list", () => {
  const COUNT = 101;
  const project = z.looseObject({ api_token: z.string() });
  beforeAll(async () => {
    const [one] = z
      .array(project)
      .parse(sandbox.control.call("GET", `projects?organization=${sandbox.organizationId}`));
    const batch = Array.from({ length: COUNT }, (_, index) => ({ event: "seen", distinct_id: `é| ${index}` }));
    const body = JSON.stringify({ api_key: one?.api_token, batch });
    const { ok } = await fetch(`${sandbox.host}/batch/`, { method: "POST", body });
    if (!ok) throw new Error("the events weren't taken");
  });
  const list = async (limit?: number): Promise<string[]> => {
    const given = { function: "list-persons", arguments: { projectId: "@current", limit } };
    return (await callReadFunction(workspace()).run(given, CALL)).split("\n");
  };

  test("are a hundred at most, unless more are wanted, and tell whether there might be more", async () => {
    const more = (count: number): string => `${count} rows. There might be more. To see them, set a larger \`limit\`.`;
    const all = await list(10_000);
    const count = all.length - 1;
    expect(count).toBeGreaterThanOrEqual(COUNT);
    expect(all[0]).toBe(`${count} rows.`);
    expect(
      new Set(all.slice(1).map((row) => z.looseObject({ uuid: z.string() }).parse(JSON.parse(row)).uuid)).size,
    ).toBe(count);
    for (const [limit, first] of [
      [undefined, more(100)],
      [1, more(1)],
      [count, more(count)],
      [count + 1, `${count} rows.`],
    ] as const) {
      const rows = await list(limit);
      expect(rows[0]).toBe(first);
      expect(rows.slice(1)).toEqual(all.slice(1, rows.length));
      expect(rows).toHaveLength(1 + Math.min(limit ?? 100, count));
    }
  });
});
