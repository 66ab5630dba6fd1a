import { PassThrough } from "node:stream";

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import { serveParent } from "../../../../src/engines/shared-providers/parent.ts";

const { stdin } = process;
const handlers = new Map<string | symbol, (...given: never[]) => void>();
const seen: { out: string[]; errors: string[]; exits: unknown[] } = { out: [], errors: [], exits: [] };
let input: PassThrough;

beforeEach(() => {
  for (const list of Object.values(seen)) list.splice(0);
  handlers.clear();
  input = new PassThrough();
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  jest.spyOn(process.stdout, "write").mockImplementation((text) => seen.out.push(String(text)) > 0);
  jest.spyOn(process.stderr, "write").mockImplementation((text) => seen.errors.push(String(text)) > 0);
  jest.spyOn(process, "on").mockImplementation((name, handler) => {
    handlers.set(name, handler);
    return process;
  });
  jest.spyOn(process, "exit").mockImplementation((code): never => {
    seen.exits.push(code);
    throw new Error("The process has ended.");
  });
  serveParent();
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
});

/** Waits for a number of answers. */
async function answers(count: number): Promise<unknown[]> {
  while (seen.out.length < count) await new Promise((resolve) => setImmediate(resolve));
  return seen.out.map((line): unknown => JSON.parse(line));
}

const line = (request: unknown): boolean => input.write(`${JSON.stringify(request)}\n`);
const open = (id: number, more: object = {}) => ({
  id,
  do: "open",
  engine: "terraform",
  stack: "é|1",
  folder: __dirname,
  environment: { ORGFORM_API_KEY: "phx_canary" },
  ...more,
});

test("each line is answered on one line with its number", async () => {
  line({ id: 3, do: "close", stack: "nobody's" });
  input.write('{"id":4,"do":"close",');
  input.write('"stack":"x"}\n');
  const done = await answers(2);
  expect(done).toEqual([
    { id: 3, connections: 0 },
    { id: 4, connections: 0 },
  ]);
  expect(seen.out.every((text) => /^[^\n]+\n$/u.test(text))).toBe(true);
});

test("a stack is opened once, and the answer tells why a second time fails", async () => {
  line(open(1));
  const [first] = await answers(1);
  expect(first).toMatchObject({ id: 1, environment: { TF_REATTACH_PROVIDERS: expect.stringContaining('"Addr"') } });
  line(open(2));
  expect((await answers(2)).at(-1)).toEqual({ id: 2, error: "The stack é|1 is served already" });
  line({ id: 5, do: "close", stack: "é|1" });
  expect((await answers(3)).at(-1)).toEqual({ id: 5, connections: 0 });
});

test.each([
  "no JSON phx_canary",
  "[]",
  JSON.stringify({ ...open(6), do: "other" }),
  JSON.stringify({ ...open(6), stack: "" }),
  JSON.stringify({ ...open(6), folder: "" }),
  JSON.stringify({ ...open(6), engine: "moon" }),
  JSON.stringify({ ...open(6), more: 1 }),
  JSON.stringify({ ...open(6), id: "6" }),
])("a line that is no request has no number, and is never repeated: %s", async (text) => {
  input.write(`${text}\n`);
  expect(await answers(1)).toEqual([{ error: "It is no request of this version" }]);
  expect(seen.errors.join("")).not.toContain("phx_canary");
});

test("what a library prints goes to the errors", () => {
  process.stdout.write("printed");
  expect([seen.out, seen.errors]).toEqual([[], ["printed"]]);
});

test("an error that nothing catches is printed, and the process goes on", async () => {
  const failed = new Error("It | failed");
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    for (const cause of [failed, "a text"]) Reflect.apply(handlers.get(event) ?? (() => undefined), undefined, [cause]);
  }
  expect(seen.errors).toEqual([`${failed.stack}\n`, "a text\n", `${failed.stack}\n`, "a text\n"]);
  line({ id: 7, do: "close", stack: "x" });
  expect(await answers(1)).toEqual([{ id: 7, connections: 0 }]);
  expect(seen.exits).toEqual([]);
});
