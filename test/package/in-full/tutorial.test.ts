import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { pulumiEnvironment } from "../../../scripts/set-up/pulumi/environment.ts";
import { runProgram } from "../../../scripts/set-up/pulumi/run-program.ts";
import { blocksOfKind } from "../../support/doc-kinds.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
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
  mkdirSync(join(consumer.folder, "state"));
  env = pulumiEnvironment({ binDir, folder: consumer.folder });
});

afterAll(async () => {
  await sandbox?.close();
  consumer?.remove();
});

/** The lines of all blocks of commands in their order, but for those that install and start what is here already. */
function steps(): string[] {
  const lines = blocksOfKind("commands").flatMap(({ page, text }) => (page === PAGE ? text.split("\n") : []));
  return lines.filter((line) => !/^(?:npm install|npx orgform sandbox)/u.test(line));
}

/** A line as somebody who follows the page types it. */
function typed(line: string, printed: string): string {
  return line
    .replace("http://127.0.0.1:8010", sandbox.host)
    .replace("<the key that the sandbox printed>", sandbox.apiKey)
    .replace("<the id that it printed>", /"id": ?"(?<id>[\w-]{36})"/u.exec(printed)?.groups?.["id"] ?? "none")
    .replace(/^pulumi login --local$/u, `pulumi login file://${join(consumer.folder, "state")}`)
    .replace(/^pulumi (?<verb>up|destroy)/u, "pulumi $<verb> --yes --non-interactive")
    .replace(/^pulumi stack rm/u, "pulumi stack rm --yes");
}

test("the tutorial can be followed to the letter", async () => {
  const readme = readFileSync(join(REPOSITORY, "README.md"), "utf8");
  for (const { groups: { name = "", content = "" } = {} } of readme.matchAll(
    /^\| `(?<name>tsconfig\.json|Pulumi\.yaml)` \| `(?<content>.*)` \|$/gmu,
  )) {
    consumer.write(name, `${content}\n`);
  }
  const [program] = blocksOfKind("Pulumi program").filter(({ page }) => page === PAGE);
  consumer.write("index.ts", program?.text ?? "");
  let exported = "";
  let printed = "";
  const statuses: Record<string, number | null> = {};
  for (const line of steps()) {
    const command = typed(line, printed);
    if (command.startsWith("export ")) {
      exported += `${command}; `;
      continue;
    }
    const { status, output } = await runProgram("bash", ["-c", `${exported}${command}`], {
      cwd: consumer.folder,
      env,
      timeoutMs: 180_000,
    });
    printed = output;
    statuses[line] = status;
    // The one command that says by its exit code that it found something.
    expect([line, status, status === 0 ? "" : output]).toEqual(
      line.startsWith("npx orgform drift") ? [line, 2, expect.stringContaining("Somebody else")] : [line, 0, ""],
    );
    if (line === "pulumi up --refresh" && statuses["npx orgform drift"] === undefined) {
      expect(printed).toMatch(/status\s*: "pending" => "accepted"|status: "accepted"/u);
    }
  }
  expect(Object.keys(statuses)).toContain("pulumi destroy");
  expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
});
