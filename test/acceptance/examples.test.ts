import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { DIALECTS } from "../support/dialects.ts";
import { PulumiStack } from "../support/pulumi-stack.ts";

const ROOT = join(__dirname, "../..");
const EXAMPLES = join(ROOT, "examples");
/** Those in TypeScript; the ones of Terraform and of other languages have tests of their own. */
const names = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "index.ts")));

function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** The operations that a preview plans: `create <type> <name>`. */
async function planOf(stack: PulumiStack): Promise<string[]> {
  const { steps } = JSON.parse(await stack.must("preview", "--json")) as { steps: { op: string; urn: string }[] };
  return steps.map(({ op, urn }) => {
    const [, , type = "", name = ""] = urn.split("::");
    return `${op} ${type} ${name}`;
  });
}

test("there is at least one example", () => {
  expect(names).toContain("organization");
});

describe.each(DIALECTS)("dialect %s", (dialect) => {
  let sandbox: Sandbox;
  let stack: PulumiStack | undefined;

  beforeEach(async () => {
    sandbox = await startSandbox({ dialect });
  });

  afterEach(async () => {
    stack?.dispose();
    await sandbox.close();
  });

  test.each(names)(
    "example %s plans what it says, comes up, is complete and goes",
    async (name) => {
      const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes: null });
      stack = await PulumiStack.create({
        files: filesOf(join(EXAMPLES, name)),
        config: { "orgform:host": sandbox.host },
        secrets: { "orgform:apiKey": apiKey },
      });
      for (const module of ["typescript", "@types"]) {
        symlinkSync(join(ROOT, "node_modules", module), join(stack.program, "node_modules", module), "junction");
      }
      const expected = readFileSync(join(EXAMPLES, name, "expected-plan.txt"), "utf8")
        .trim()
        .split("\n");
      // What does not depend on each other is planned in any order.
      expect((await planOf(stack)).toSorted()).toEqual(expected.toSorted());
      expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
      // What the service does in its own time, such as issuing a certificate, is over in seconds here.
      const hurry = setInterval(() => sandbox.control.advanceClock(10), 250);
      await stack.up();
      await stack.previewEmpty();
      expect(await stack.refresh("--expect-no-changes")).toContain("unchanged");
      await stack.destroy();
      clearInterval(hurry);
      expect(sandbox.control.organizations().map((one) => one.name)).toEqual(["Acme"]);
    },
    240_000,
  );
});
