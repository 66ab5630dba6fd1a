import { expect, test } from "@jest/globals";
import * as z from "zod";

import { defineTool } from "../../../src/cli/mcp/define-tool.ts";
import { toolsIn } from "../../../src/cli/mcp/tools.ts";
import type { Pages } from "../../../src/cli/mcp/pages.ts";
import type { Workspace } from "../../../src/cli/mcp/workspace.ts";
import { recordedAs } from "../../support/recorded-text.ts";

const CALL = { signal: new AbortController().signal } as unknown as Parameters<ReturnType<typeof defineTool>["run"]>[1]; // -- no tool here looks at it

/** Every tool; none is run. */
const TOOLS = toolsIn({} as unknown as Workspace, {} as unknown as Pages); // -- as said above

/** Tools that call a service or an engine, which does. */
const ASKING = ["plan", "drift", "doctor", "survey_organization", "access", "check", "call_read_function"];

test("the tools have names of their own, and each says what it does", () => {
  const names = TOOLS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, title, description } of TOOLS) {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/u);
    expect([title, description].map((text) => text?.trim().length).every((length) => (length ?? 0) > 0)).toBe(true);
  }
});

test("what an agent is told of each tool and its arguments is as recorded", () => {
  const told = TOOLS.map(({ name, title, description, inputs }) => {
    const { properties, required } = z.toJSONSchema(inputs, { io: "input" });
    return { name, title, description, properties, required };
  });
  const text = `${JSON.stringify(told, null, 2)}\n`;
  expect(text).toBe(recordedAs("tools.json", text));
});

test("only what reads may be repeated without a thought, and what writes is known by name", () => {
  const writing = TOOLS.filter(({ effect }) => effect !== "read");
  expect(writing.map(({ name, effect }) => `${name}: ${effect}`)).toEqual([
    "call_function: destructive",
    "adopt: write",
  ]);
  for (const { effect, isRepeatable } of TOOLS) expect(isRepeatable).toBe(effect === "read");
});

test("what asks the service says so", () => {
  const asking = TOOLS.filter(({ asksService, effect }) => asksService && effect === "read");
  expect(asking.map(({ name }) => name)).toEqual(ASKING);
});

test("a tool takes nothing that it doesn't declare", async () => {
  const tool = defineTool({
    name: "echo",
    title: "Echo",
    description: "Repeats.",
    inputs: { text: z.string() },
    run: ({ text }) => text,
  });
  expect(await tool.run({ text: "a" }, CALL)).toBe("a");
  await expect(tool.run({ text: "a", planted: 1 }, CALL)).rejects.toThrow("planted");
  await expect(tool.run({}, CALL)).rejects.toThrow("text");
});
