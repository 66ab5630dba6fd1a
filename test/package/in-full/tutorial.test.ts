import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { pulumiEnvironment } from "../../../tools/set-up/pulumi/environment.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { blocksOfKind } from "../../support/doc-kinds.ts";
import { pulumiCli } from "../../support/pulumi-stack.ts";
import { type Consumer, newConsumer } from "../consumer.ts";

// The package is built, packed and installed, and a real engine plays every step of the tutorial.
jest.setTimeout(600_000);

const PAGE = "docs/tutorial.md";

let consumer: Consumer;
let sandbox: Sandbox;
let env: Record<string, string>;

beforeAll(async () => {
  consumer = await newConsumer();
  sandbox = await startSandbox();
  const { binDir } = await pulumiCli();
  env = pulumiEnvironment({ binDir, folder: consumer.folder });
});

afterAll(async () => {
  await sandbox?.close();
  consumer?.remove();
});

/** The lines of all blocks of commands in order, except the one that starts the sandbox, which is already running. */
function steps(): string[] {
  const lines = blocksOfKind("commands").flatMap(({ page, text }) => (page === PAGE ? text.split("\n") : []));
  return lines.filter((line) => line !== "npx orgform sandbox");
}

/** A line as a reader of the page would type it. */
function typed(line: string, printed: string): string {
  return (
    line
      .replace("http://127.0.0.1:8010", sandbox.host)
      .replace("<the key that the sandbox printed>", sandbox.apiKey)
      .replace("<the id that it printed>", /"id": ?"(?<id>[\w-]{36})"/u.exec(printed)?.groups?.["id"] ?? "none")
      // The packages aren't published, so the test uses those of the folder above.
      .replace(/^npm install$/u, "ln -s ../node_modules node_modules")
      .replace(/^pulumi (?<verb>up|destroy)/u, "pulumi $<verb> --yes --non-interactive")
      .replace(/^pulumi stack rm/u, "pulumi stack rm --yes")
  );
}

test("the tutorial can be followed to the letter", async () => {
  const [program] = blocksOfKind("Pulumi program").filter(({ page }) => page === PAGE);
  let before = "";
  let printed = "";
  const run: { line: string; status: number | undefined; output: string }[] = [];
  for (const line of steps()) {
    const command = typed(line, printed);
    if (/^(?:export|cd) /u.test(command)) {
      before += `${command}; `;
      continue;
    }
    if (line.startsWith("pulumi stack init")) consumer.write("acme/index.ts", program?.text ?? "");
    const { status, output } = await runProgram("bash", ["-c", `${before}${command}`], {
      cwd: consumer.folder,
      env,
      timeoutMs: 180_000,
    });
    printed = output;
    run.push({ line, status, output });
    // Only this command reports its findings by its exit code.
    const expected = line.startsWith("npx orgform drift") ? 2 : 0;
    expect([line, status, status === expected ? "" : output]).toEqual([line, expected, ""]);
  }
  const printedBy = (wanted: string): string[] => run.filter(({ line }) => line === wanted).map(({ output }) => output);
  expect(printedBy("pulumi up --refresh")[0]).toMatch(/status\s*: "pending" => "accepted"|status\s*: "accepted"/u);
  expect(printedBy("npx orgform drift")[0]).toContain("Somebody else");
  expect(printedBy("pulumi destroy")).toHaveLength(1);
  expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
});
