import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { FleetSession } from "../../../../packages/fleet/src/index.ts";
import type { RunControl } from "../../../../packages/fleet/src/index.ts";
import { runHere } from "../../../cli/run-here.ts";
import { PLAN } from "../../../support/bound-plan.ts";
import { ANN } from "../../../support/plan-keys.ts";

const DONE = { succeeded: 1, failed: 0, notStarted: 0 };

const organization = (name: string, wave: number, credential: string) => ({
  organization: { name, template: "small|é", wave, credential, labels: { stage: "prod" }, engine: { name: "pulumi" } },
  standing: wave === 0 ? "new" : "changed",
});

let folder: string;
/** What was asked of the fleet. */
let asked: unknown[];
let minutes: number | undefined;
let gone: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-plan-command-"));
  [asked, minutes, gone] = [[], undefined, []];
  const session = {
    runPlan: async () => ({
      organizations: [organization("acme", 0, "a"), organization("a", 0, "default"), organization("globex", 1, "a")],
      gone,
      minutes,
    }),
    run: async (action: string, selection: unknown, options: unknown, { onEvent }: RunControl) => {
      asked.push([action, selection, options]);
      onEvent({
        event: "organization",
        name: "acme",
        wave: 1,
        state: "succeeded",
        changes: { create: 1, update: 0, replace: 0, delete: 0 },
        durationMs: 1,
        objects: [{ operation: "create", address: "Role ops", fields: [] }],
      });
      onEvent({ event: "end", ...DONE });
      return DONE;
    },
    keptPlan: async (selection: unknown, options: unknown) => {
      asked.push(["kept", selection, options]);
      return { tally: DONE, plan: PLAN, digest: "sha256:d" };
    },
    fleet: {},
    close: async () => undefined,
  };
  jest.spyOn(FleetSession, "open").mockResolvedValue(session as unknown as FleetSession); // -- what a plan asks of it
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const plan = (...words: readonly string[]) => runHere(["fleet", "plan", ...words]);

const WAVES = `Wave 1: 2 organizations
  acme  small|é (pulumi)  a  new
  a     small|é (pulumi)  default  new
Wave 2: 1 organization
  globex  small|é (pulumi)  a  changed
`;

describe("`fleet plan --waves-only`", () => {
  test("shows each wave with its organizations, who left, and the least time", async () => {
    expect(await plan("--waves-only")).toEqual({ code: 0, stdout: WAVES, stderr: "" });
    [gone, minutes] = [["hooli", "stark"], 9];
    expect((await plan("--waves-only")).stdout).toBe(
      `${WAVES}  hooli is no longer in the file; its stack stays as it is until \`orgform fleet retire hooli\`.
  stark is no longer in the file; its stack stays as it is until \`orgform fleet retire stark\`.
At least 9 min because of the service's limits, estimated from the requests of the last run.
`,
    );
    minutes = 0;
    expect((await plan("--waves-only")).stdout).not.toContain("min ");
    expect(asked).toEqual([]);
  });

  test("shows the same as JSON", async () => {
    [gone, minutes] = [["hooli"], 9];
    const { stdout } = await plan("--waves-only", "--json");
    const shown = { template: "small|é", labels: { stage: "prod" } };
    expect(JSON.parse(stdout)).toEqual({
      event: "arrangement",
      organizations: [
        { ...shown, name: "acme", wave: 1, credential: "a", standing: "new" },
        { ...shown, name: "a", wave: 1, credential: "default", standing: "new" },
        { ...shown, name: "globex", wave: 2, credential: "a", standing: "changed" },
      ],
      gone: ["hooli"],
      minutes: 9,
    });
  });
});

const EVERYONE = { names: undefined, labels: undefined, shard: undefined };

describe("`fleet plan`", () => {
  test("runs the engines of the chosen, and shows objects before the last line", async () => {
    const { code, stdout } = await plan("--refresh", "--only", "acme");
    expect(code).toBe(0);
    expect(asked).toEqual([["plan", { ...EVERYONE, names: ["acme"] }, { isRefresh: true, isApproved: false }]]);
    expect(stdout.startsWith(WAVES)).toBe(true);
    expect(stdout).toContain("\nTo create: 1 object\n  Role ops  in acme\n");
    expect(stdout.indexOf("To create")).toBeLessThan(stdout.lastIndexOf("succeeded"));
  });

  test("prints events as JSON, without a table", async () => {
    const { stdout } = await plan("--json");
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(["arrangement", "organization", "end"]);
    expect(asked).toEqual([["plan", EVERYONE, { isRefresh: false, isApproved: false }]]);
  });

  test.each([
    [[], "\nOUT has the plan of 1 organization (bound: exact):\n  sha256:d\n"],
    [["--json"], '{"event":"plan","file":"OUT","digest":"sha256:d"}\n'],
  ])("with --out and %j writes the plan, and says its digest", async (more, said) => {
    const out = join(folder, "plan.age");
    const { code, stdout } = await plan("--out", out, "--recipients", ANN.recipient, ...more);
    expect([code, existsSync(out)]).toEqual([0, true]);
    expect(asked).toEqual([["kept", EVERYONE, { isRefresh: false, isApproved: false }]]);
    expect(stdout.endsWith(said.replace("OUT", out))).toBe(true);
  });

  test.each([
    [["--key-file", "k"], "--key-file encrypts a plan file. Add --out."],
    [["--recipients", "r"], "--recipients encrypts a plan file. Add --out."],
    [
      ["--out", "p", "--waves-only"],
      "--waves-only runs no engine, so there is no plan to write. Leave out --waves-only or --out.",
    ],
  ])("refuses %j", async (words, message) => {
    expect(await plan(...words)).toMatchObject({ code: 1, stdout: "", stderr: `${message}\n` });
    expect(asked).toEqual([]);
  });
});
