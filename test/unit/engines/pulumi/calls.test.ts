import { afterEach, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";

import { caller } from "../../../../src/engines/pulumi/dynamic/calls.ts";
import { ProgramCalls, type ProgramSurroundings } from "../../../../src/engines/pulumi/dynamic/program-calls.ts";
import { programCalls } from "../../../../src/engines/pulumi/dynamic/runtime.ts";
import { fieldName, message } from "../../../../src/model/messages.ts";

afterEach(() => {
  jest.restoreAllMocks();
});

/** Notes what a function that a program calls gets, and lets it answer. */
function answering(answer: (program: ProgramSurroundings) => void) {
  const calls: unknown[] = [];
  jest.spyOn(ProgramCalls.prototype, "call").mockImplementation(async (name, args, program) => {
    calls.push([name, args]);
    answer(program);
    return { planned: false };
  });
  jest.spyOn(ProgramCalls.prototype, "rows").mockImplementation(async function* rows(name, args, program) {
    calls.push([name, args]);
    answer(program);
    yield { row: 1 };
    calls.push("asked for more");
    yield { row: 2 };
  });
  return calls;
}

test("a program's call passes on its name and arguments, and gives what the function gives", async () => {
  const calls = answering(() => undefined);
  const args = { organizationId: "é|1" };
  expect(await caller.call("getOrganization", args)).toEqual({ planned: false });
  const rows = caller.rows("listRoles", args);
  expect(await rows.next()).toEqual({ done: false, value: { row: 1 } });
  // The second row is read when it is asked for.
  expect(calls).toEqual([
    ["getOrganization", args],
    ["listRoles", args],
  ]);
  expect(await rows.next()).toEqual({ done: false, value: { row: 2 } });
  expect(await rows.next()).toEqual({ done: true, value: undefined });
  expect(programCalls()).toBe(programCalls());
});

test.each([true, false])("a function knows whether the program runs in a preview: %s", async (isPreview) => {
  const seen: boolean[] = [];
  answering((program) => void seen.push(program.isPreview));
  jest.spyOn(pulumi.runtime, "isDryRun").mockReturnValue(isPreview);
  await caller.call("getOrganization", {});
  await caller.rows("listRoles", {}).next();
  expect(seen).toEqual([isPreview, isPreview]);
});

test("a function reads the settings of the stack in the provider's own namespace", async () => {
  const seen: unknown[] = [];
  answering(({ configured }) => void seen.push(configured("host"), configured("apiKey"), configured("none")));
  pulumi.runtime.setAllConfig({ "orgform:host": "https://é.example", "orgform:apiKey": "phx_1", "other:none": "x" });
  await caller.call("getOrganization", {});
  pulumi.runtime.setAllConfig({});
  expect(seen).toEqual(["https://é.example", "phx_1", undefined]);
});

test("what a function says appears as the engine's message of that kind; a status doesn't stay", async () => {
  const said: unknown[] = [];
  for (const kind of ["warn", "info", "error", "debug"] as const) {
    jest.spyOn(pulumi.log, kind).mockImplementation((...words) => {
      said.push([kind, ...words]);
      return Promise.resolve();
    });
  }
  answering(({ report }) => {
    report.warn(message`Set ${fieldName("apiKey")}`);
    report.info("é | 1");
    report.status("waiting (1 s)");
  });
  await caller.call("getOrganization", {});
  expect(said).toEqual([
    ["warn", "Set apiKey"],
    ["info", "é | 1"],
    ["info", "waiting (1 s)", undefined, undefined, true],
  ]);
});
