import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { beforeAll, expect, test } from "@jest/globals";

const ROOT = join(__dirname, "../..");

interface Outcome {
  readonly tests: readonly string[];
  readonly failure: string | undefined;
}

const NONE = "no failure";

/** Bundles of test files, and of each the failure that a run within one process must tell. */
const CASES: Readonly<Record<string, readonly [body: string, failure: string]>> = {
  passes: [`test("a", () => expect(1).toBe(1));`, NONE],
  "expects something else": [`test("a", () => expect(1).toBe(2));`, "expect(received).toBe(expected)"],
  "differs from a snapshot": [`test("a", () => expect(1).toMatchInlineSnapshot("2"));`, "toMatchInlineSnapshot"],
  "asserts less than it announced": [
    `test("a", () => { expect.assertions(1); });`,
    "Expected one assertion to be called",
  ],
  "rejects in nobody's hands": [
    `test("a", async () => { void Promise.reject(new Error("lost")); await new Promise(setImmediate); });`,
    "Error: lost",
  ],
  "fails before its tests": [`beforeAll(() => { throw new Error("no set-up"); }); test("a", () => {});`, "no set-up"],
  "fails after a test": [`afterEach(() => { throw new Error("no end"); }); test("a", () => {});`, "no end"],
  "can't be loaded": [`throw new Error("no file");`, "no file"],
};

/** Runs the bodies one after the other in one process. */
function outcomesOf(bodies: readonly string[], options = "{}"): readonly Outcome[] {
  const module = pathToFileURL(join(ROOT, "scripts/mutate/in-process/test-file.mjs")).href;
  const script = `
    import { runTestFile } from ${JSON.stringify(module)};
    const outcomes = [];
    for (const [index, body] of ${JSON.stringify(bodies)}.entries()) {
      const head = 'const { afterEach, beforeAll, describe, expect, jest, test } = require("@jest/globals");';
      const file = { path: ${JSON.stringify(__dirname)} + "/case-" + index + ".test.ts", text: () => head + body };
      const { tests, failure } = await runTestFile(file, { names: /./u, ...${options} });
      outcomes.push({ tests: tests.map(({ name }) => name), failure: failure?.split(" at ")[0] });
    }
    console.log(JSON.stringify(outcomes));`;
  const output = execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
    cwd: ROOT,
    encoding: "utf8",
  });
  // What the script prints. -- the shape is its own
  return JSON.parse(output) as Outcome[];
}

let outcomes: readonly Outcome[];
beforeAll(() => {
  outcomes = outcomesOf(Object.values(CASES).map(([body]) => body));
});

test.each(Object.entries(CASES))(
  "a test file that %s tells so within one process, whatever ran before",
  (name, [, why]) => {
    const { failure } = outcomes[Object.keys(CASES).indexOf(name)] ?? {};
    expect(failure ?? NONE).toContain(why);
  },
);

test("a file leaves the environment, the folder, and the functions of others as they were", () => {
  const [, after] = outcomesOf([
    `test("a", () => { process.env.LEFT = "1"; process.chdir("/"); jest.spyOn(JSON, "parse").mockReturnValue(7); });`,
    `test("a", () => expect([process.env.LEFT, process.cwd() === "/", JSON.parse("1")]).toEqual([undefined, false, 1]));`,
  ]);
  expect(after).toEqual({ tests: ["a"] });
});

test("only the chosen tests of a file run, and none after a failure", () => {
  const body = `describe("of", () => { test("a", () => {}); test("b", () => expect(1).toBe(2)); test("c", () => {}); });`;
  const ranWith = (options: string): readonly string[] => outcomesOf([body], options)[0]?.tests ?? [];
  expect(ranWith("{}")).toEqual(["of a", "of b", "of c"]);
  expect(ranWith("{ untilFailure: true }")).toEqual(["of a", "of b"]);
  expect(ranWith(`{ only: new Set(["of c"]) }`)).toEqual(["of c"]);
  expect(ranWith("{ names: /^of [ac]$/u }")).toEqual(["of a", "of c"]);
});
