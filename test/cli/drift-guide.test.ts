import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";

import { startSandbox } from "../../packages/sandbox/src/index.ts";
import { blocksOf, docPages } from "../support/doc-pages.ts";
import { pulumiState } from "../support/state-files.ts";
import { type Ran, runHere } from "./run-here.ts";

jest.setTimeout(120_000);

const guide = docPages().find(({ path }) => path === "docs/guides/drift.md");
const blocks = guide === undefined ? [] : blocksOf(guide);

test("the commands of the guide that read a file do what it says, with the rules that it shows", async () => {
  const commands = blocks
    .filter(({ language }) => language === "bash")
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => line.includes("--state"));
  expect(commands).toHaveLength(3);
  const folder = mkdtempSync(join(tmpdir(), "orgform-guide-"));
  const sandbox = await startSandbox({ dialect: "2025-08" });
  try {
    const { organizationId, host, apiKey } = sandbox;
    const inputs = { name: "Acme", deletionProtection: true };
    const entry = { id: organizationId, state: { ...inputs, organizationId, stateVersion: 1 } };
    writeFileSync(join(folder, "state.json"), pulumiState([{ resource: "Organization", name: "acme", inputs, entry }]));
    writeFileSync(join(folder, ".orgformignore"), blocks.find(({ language }) => language === "text")?.text ?? "");
    const env = { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey };
    const run = async (line: string, code: number): Promise<Ran> => {
      const ran = await runHere([...inFolder(line.split(" ").slice(2), folder), "--cwd", folder], env);
      expect([line, ran.code, ran.stderr.split(";")[0]]).toEqual([line, code, expect.any(String)]);
      return ran;
    };
    const ran: Ran[] = [];
    for (const line of commands) ran.push(await run(line, 0));
    const [text] = ran;
    expect(text?.stdout).toMatch(/^no drift among 1 declared objects /u);
    expect(readFileSync(join(folder, "drift.md"), "utf8")).toMatch(/^<!-- orgform-drift -->\n### Drift: no drift\n/u);
    expect(readFileSync(join(folder, "drift.html"), "utf8")).toContain("No drift");
    sandbox.control.updateOrganization(organizationId, { name: "Renamed" });
    const { stdout } = await run(commands[0] ?? "", 2);
    expect(stdout).toContain('name: "Acme" => "Renamed"');
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The guide's files are in the folder. The command runs elsewhere. */
function inFolder(args: readonly string[], folder: string): string[] {
  return args.map((arg) => (/^\w+\.(?:json|md|html)$/u.test(arg) ? join(folder, arg) : arg));
}
