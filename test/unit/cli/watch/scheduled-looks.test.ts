import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { ScheduledLooks } from "@orgform/fleet/temporal";

import { FleetSession } from "../../../../packages/fleet/src/index.ts";
import { SqliteStore } from "../../../../packages/watch/src/index.ts";
import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { writeProgram } from "../../../support/fake-tools.ts";
import { startWorld } from "../../../support/scenario-world.ts";
import { terraformState } from "../../../support/state-files.ts";
import { whileLooking } from "../../../../src/cli/watch/scheduled-looks.ts";

let folder: string;
let printed: { stdout: string; stderr: string };
/** Where the state of acme is; undefined if it never ran. */
let place: { readonly folder: string; readonly environment: Readonly<Record<string, string>> } | undefined;
/** What was asked of the fleet, in order. */
let asked: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-looks-"));
  printed = { stdout: "", stderr: "" };
  asked = [];
  for (const stream of ["stdout", "stderr"] as const) {
    jest.spyOn(process[stream], "write").mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  }
  const organizations = ["acme", "globex"].map((name) => ({
    organization: { name, folder, labels: { stage: "prod" }, credential: "default" },
  }));
  place = undefined;
  const states = {
    placeOf: ({ name }: { readonly name: string }) => {
      if (name === "globex") throw new Error("no state of HUSH");
      return Promise.resolve(place);
    },
    redact: (text: string) => text.replaceAll("HUSH", "***"),
    close: async () => void asked.push("states closed"),
  };
  const session = {
    runPlan: async (selection: unknown) => (asked.push(["plan", selection]), { organizations }),
    states: async (selection: unknown, options: unknown) => (asked.push(["states", selection, options]), states),
    fleet: { budget: { requestsPerHour: 100 } },
    close: async () => void asked.push("fleet closed"),
  };
  jest.spyOn(FleetSession, "open").mockImplementation(async ({ file, isRecordLocal }) => {
    asked.push(["open", file, isRecordLocal]);
    return session as unknown as FleetSession; // -- what looks ask of it
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Looks as a worker does while something goes on. */
const looking = (
  flags: FlagValues,
  act: (looks: ScheduledLooks, signal: AbortSignal) => Promise<void>,
  { workers = 1, signal = new AbortController().signal } = {},
): Promise<string> =>
  whileLooking({ file: join(folder, "fleet.yaml"), ...flags }, { workers, timeoutSeconds: 60, signal }, act).then(
    () => "done",
    (error: unknown) => (error instanceof UsageError ? error.message : `fault: ${String(error)}`),
  );

const unused = (): Promise<void> => Promise.reject(new Error("it must not begin"));
const { signal } = new AbortController();

test("a worker looks at one organization on request, keeps a history beside the fleet file, and tells what it saw", async () => {
  const outcomes: unknown[] = [];
  const ended = await looking({ watch: true }, async (looks) => {
    outcomes.push(await looks.look("acme", signal), await looks.look("globex", signal));
    const unknown = await Promise.resolve(looks.look("hooli", signal)).catch((error: unknown) => String(error));
    outcomes.push(unknown, await looks.look("acme", signal));
  });
  expect(ended).toBe("done");
  expect(outcomes).toEqual(["failed", "failed", "Error: The fleet file has no hooli.", "failed"]);
  const lines = printed.stdout.trim().split("\n");
  // The second look at the same sees nothing new, and a schedule prints no line for it.
  expect(lines.map((line) => line.replace(/^\S+Z {2}/u, ""))).toEqual([
    "acme  can't be checked  Everything: It never ran, so there is nothing to compare. Run `orgform fleet up`.",
    "globex  can't be checked  Everything: no state of ***",
  ]);
  expect(printed.stderr).toBe("");
  expect(asked).toEqual([
    ["open", join(folder, "fleet.yaml"), true],
    ["plan", {}],
    ["states", {}, { share: 1 }],
    "states closed",
    "fleet closed",
  ]);
  const store = new SqliteStore(join(folder, ".orgform", "watch.sqlite"));
  expect((await store.looks({ organization: undefined, sinceMs: 0 })).map(({ organization }) => organization)).toEqual([
    "acme",
    "globex",
    "acme",
  ]);
  await store.close();
});

test("what goes on gets a signal that ends with the worker's, and everything is closed after a failure, too", async () => {
  const worker = new AbortController();
  let own: AbortSignal | undefined;
  const ended = await looking(
    {},
    async (_looks, until) => {
      own = until;
      expect(until.aborted).toBe(false);
      worker.abort();
      expect(until.aborted).toBe(true);
      throw new RangeError("a fault");
    },
    { signal: worker.signal },
  );
  expect([ended, own?.aborted]).toEqual(["fault: RangeError: a fault", true]);
  expect(asked.slice(-2)).toEqual(["states closed", "fleet closed"]);
});

test("the sender of messages ends with what goes on", async () => {
  let own: AbortSignal | undefined;
  expect(await looking({}, async (_looks, until) => void (own = until))).toBe("done");
  expect(own?.aborted).toBe(true);
});

describe("several workers", () => {
  const SHARED =
    "With more than one worker, --watch needs a history that they share. Set `database` in the watch file.";

  test.each([1, 2, 3])("of %d, each has its share of the budget, and a history that it shares", async (workers) => {
    expect(await looking({}, workers === 1 ? async () => undefined : unused, { workers })).toBe(
      workers === 1 ? "done" : SHARED,
    );
    expect(asked.length > 0).toBe(workers === 1);
  });

  test("share the budget by the database of the watch file", async () => {
    writeFileSync(join(folder, "orgform.watch.yaml"), "database: { environment: ORGFORM_NO_SUCH_URL }\n");
    expect(await looking({}, unused, { workers: 4 })).toBe(
      "The history has no database: the variable ORGFORM_NO_SUCH_URL is missing or empty. Set it, or leave out `database`.",
    );
    expect(asked).toEqual([
      ["open", join(folder, "fleet.yaml"), true],
      ["plan", {}],
      ["states", {}, { share: 0.25 }],
      "states closed",
      "fleet closed",
    ]);
  });
});

test.each<[flags: FlagValues, file: string | undefined, words: string]>([
  [
    { metrics: "x" },
    undefined,
    "--metrics is x; it must be a port such as 9464, or an address and a port such as 0.0.0.0:9464.",
  ],
  [{ otlp: "x" }, undefined, "--otlp must be the base URL of a collector, such as http://127.0.0.1:4318."],
  [
    { watch: "none.yaml" },
    undefined,
    "The watch file none.yaml can't be read: ENOENT. Give another one with --config.",
  ],
  [
    {},
    "channels:\n  team: { type: slack, url: { environment: ORGFORM_NO_SUCH_URL } }\n",
    "Channel team: the variable ORGFORM_NO_SUCH_URL is missing or empty. Set it, or leave out the channel.",
  ],
])("with %j and the watch file %j, nothing begins", async (flags, file, words) => {
  if (file !== undefined) writeFileSync(join(folder, "orgform.watch.yaml"), file);
  expect(await looking(flags, unused)).toBe(words);
  expect([asked, existsSync(join(folder, ".orgform"))]).toEqual([[], false]);
});

test("metrics are served meanwhile", async () => {
  let text = "";
  const ended = await looking({ metrics: "0" }, async (looks) => {
    await looks.look("acme", signal);
    text = await (await fetch(/^Metrics: (\S+)$/mu.exec(printed.stderr)?.[1] ?? "")).text();
  });
  expect(ended).toBe("done");
  expect(text).toContain('orgform_watch_look_failed{organization="acme"} 1\n');
  expect(text).toContain('orgform_watch_budget_used_ratio{budget="default"} 0\n');
});

test("what the service creates along with declared objects, and the key's own account, are no findings", async () => {
  const world = await startWorld("2026-09");
  const { organizationId, sandbox, apiKey } = world;
  world.settleIn(organizationId);
  const role = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Readers" });
  const inputs = { organizationId, name: "Readers" };
  const [roleId, stateVersion] = [String(role["id"]), 1];
  const entry = { id: `${organizationId}/${roleId}`, state: { ...inputs, roleId, stateVersion } };
  writeFileSync(join(folder, "state"), terraformState([{ resource: "Role", name: "readers", inputs, entry }]));
  writeFileSync(join(folder, "main.tf"), "");
  writeProgram(join(folder, "bin"), "terraform", `cat '${join(folder, "state")}'`);
  const PATH = `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`;
  place = { folder, environment: { PATH, ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey } };
  try {
    expect(await looking({ watch: true }, async (looks) => void (await looks.look("acme", signal)))).toBe("done");
  } finally {
    await sandbox.close();
  }
  expect(
    printed.stdout
      .trim()
      .split("\n")
      .map((line) => line.replace(/^\S+Z {2}/u, "")),
  ).toEqual(["acme  new  Project Default project: isn't in the state"]);
});

test("a port that another program has is refused, with what to do, and nothing begins", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const metrics = `127.0.0.1:${typeof address === "object" ? String(address?.port) : ""}`;
  try {
    expect(await looking({ metrics }, unused)).toBe(
      `--metrics ${metrics} can't be used: EADDRINUSE. Choose another port.`,
    );
  } finally {
    other.close();
  }
  expect([printed, asked.slice(-2)]).toEqual([{ stdout: "", stderr: "" }, ["states closed", "fleet closed"]]);
});
