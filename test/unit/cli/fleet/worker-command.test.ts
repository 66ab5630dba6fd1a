import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { WorkerOptions } from "@orgform/fleet/temporal";

import { FleetBusyError, FleetFileError, FleetSession, RecordError } from "../../../../packages/fleet/src/index.ts";
import { versionedEngines } from "../../../../src/cli/fleet/engines.ts";
import { SHARED_PROVIDERS } from "../../../../src/cli/fleet/session.ts";
import { runHere } from "../../../cli/run-here.ts";

class TemporalError extends Error {}
class TooManyWorkersError extends Error {}

/** Temporal's part of the package, which remembers how it was called. */
const stage = {
  asked: [] as unknown[],
  /** What a worker does until it ends. */
  work: async (_options: WorkerOptions): Promise<void> => undefined,
};

jest.doMock(
  "@orgform/fleet/temporal",
  () => ({
    TemporalError,
    TooManyWorkersError,
    TemporalFleet: {
      open: async ({ file }: { readonly file: string }) => {
        stage.asked.push(["open", file]);
        const asking = (verb: string) => async () => void stage.asked.push(verb);
        return { pause: asking("pause"), stop: asking("stop"), close: asking("close") };
      },
    },
    runFleetWorker: async (options: WorkerOptions) => {
      stage.asked.push(options);
      await stage.work(options);
    },
    temporalPlace: (place: unknown, environment: unknown) => ({ place, isOfProcess: environment === process.env }),
  }),
  { virtual: true },
);

const PASSPHRASE = "a passphrase of 16 or more";
const APPROVERS =
  "by:\n  ann: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGnfpBDZ2PeiCxG0Qw0RMDdUyzn4QKG8dxr3LHyUqnZ9\natLeast: 1\n";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** The listeners of a signal that a worker added. */
const added = (name: NodeJS.Signals) => process.listeners(name).filter((one) => !before.includes(one));

let folder: string;
let before: unknown[];
beforeEach(() => {
  before = SIGNALS.flatMap((name) => process.listeners(name));
  folder = mkdtempSync(join(tmpdir(), "orgform-worker-"));
  stage.asked = [];
  stage.work = async () => undefined;
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const name of SIGNALS) for (const one of added(name)) process.off(name, one);
  rmSync(folder, { recursive: true });
});
afterAll(() => void jest.dontMock("@orgform/fleet/temporal"));

const fleet = (...words: readonly string[]) => runHere(["fleet", ...words], { ORGFORM_PLAN_KEY: PASSPHRASE });
const refusal = (text: string) => ({ code: 1, stdout: "", stderr: `${text}\n` });
const DONE = { code: 0, stdout: "", stderr: "" };

/** How a worker without further flags starts. */
const PLAIN = {
  file: "fleet.yaml",
  recordFile: undefined,
  environment: expect.anything() as unknown,
  engines: versionedEngines(),
  providerCommand: [process.execPath, SHARED_PROVIDERS],
  temporal: { place: { address: undefined, namespace: undefined }, isOfProcess: true },
  name: undefined,
  workers: 1,
  plans: undefined,
  approvers: undefined,
  signal: expect.any(AbortSignal) as unknown,
  log: expect.any(Function) as unknown,
};

describe("`fleet pause` and `fleet stop`", () => {
  test.each([
    [
      "pause",
      "The run is paused. Organizations that already run finish. To continue, run `orgform fleet resume --temporal`.\n",
    ],
    [
      "stop",
      "The run is stopping. To see how it ends, run `orgform fleet status --file 'a b.yaml' --temporal --namespace n`.\n",
    ],
  ])("%s tells the run on Temporal, and what comes next", async (verb, stdout) => {
    expect(await fleet(verb, "--temporal", "--namespace", "n", "--file", "a b.yaml")).toEqual({ ...DONE, stdout });
    expect(stage.asked).toEqual([["open", "a b.yaml"], verb, "close"]);
  });

  test.each(["pause", "stop"])("%s isn't for runs on this machine", async (verb) => {
    expect(await fleet(verb)).toEqual(
      refusal("This command is for runs on Temporal: give --temporal. To stop a run on this machine, press Ctrl+C."),
    );
    expect(stage.asked).toEqual([]);
  });
});

describe("`fleet worker`", () => {
  test("starts by its defaults, and says what the worker says", async () => {
    stage.work = async ({ log, environment }) =>
      log(`Working, with the same environment: ${environment === process.env}`);
    expect(await fleet("worker")).toEqual({ ...DONE, stderr: "Working, with the same environment: true\n" });
    expect(stage.asked).toEqual([PLAIN]);
  });

  test("starts with the fleet, the record, the server, the plans, and the approvers of its flags", async () => {
    const approvers = join(folder, "approvers.yaml");
    writeFileSync(approvers, APPROVERS);
    const place = ["--temporal", "h:1", "--namespace", "n|", "--task-queue", "q"];
    const own = ["--file", "é.yaml", "--record", "r.sqlite", "--plans", folder, "--workers", "12"];
    expect(await fleet("worker", ...place, ...own, "--approvers", approvers)).toEqual(DONE);
    expect(stage.asked).toEqual([
      {
        ...PLAIN,
        file: "é.yaml",
        recordFile: "r.sqlite",
        temporal: { place: { address: "h:1", namespace: "n|" }, isOfProcess: true },
        name: "q",
        workers: 12,
        plans: { folder, key: expect.anything() as unknown },
        approvers: expect.objectContaining({ atLeast: 1 }) as unknown,
      },
    ]);
  });

  test.each(["1", "9", "10", "999"])("can be one of %s", async (workers) => {
    expect(await fleet("worker", "--workers", workers)).toEqual(DONE);
    expect(stage.asked).toEqual([{ ...PLAIN, workers: Number(workers) }]);
  });

  test.each(["0", "01", "1000", "-1", "two", "2 ", " 2", "1.5"])("can't be one of %j", async (workers) => {
    expect(await fleet("worker", `--workers=${workers}`)).toEqual(
      refusal(`--workers is ${workers}; it must be the number of workers, at least 1.`),
    );
    expect(stage.asked).toEqual([]);
  });

  test.each(["metrics", "otlp"])("that makes no checks refuses --%s", async (flag) => {
    expect(await fleet("worker", `--${flag}`, "x")).toEqual(
      refusal(`--${flag} is for a worker that makes checks. Add --watch.`),
    );
    expect(stage.asked).toEqual([]);
  });

  test.each(SIGNALS)("ends cleanly on %s", async (name) => {
    const seen: unknown[] = [];
    stage.work = async ({ signal }) => {
      seen.push(signal.aborted, added("SIGINT").length, added("SIGTERM").length);
      process.emit(name);
      seen.push(signal.aborted, added(name).length);
    };
    expect(await fleet("worker")).toEqual(DONE);
    expect(seen).toEqual([false, 1, 1, true, 0]);
  });
});

describe("`fleet worker --watch`", () => {
  beforeEach(() => {
    const states = { placeOf: async () => undefined, redact: String, close: async () => undefined };
    const organization = { name: "acme", folder, labels: {}, credential: "default" };
    const session = {
      runPlan: async () => ({ organizations: [{ organization }] }),
      states: async (_selection: unknown, options: unknown) => (stage.asked.push(["states", options]), states),
      fleet: { budget: { requestsPerHour: 100 } },
      close: async () => undefined,
    };
    jest.spyOn(FleetSession, "open").mockResolvedValue(session as unknown as FleetSession); // -- what looks ask of it
  });

  test("works and makes the checks of schedules until it ends", async () => {
    const seen: unknown[] = [];
    stage.work = async ({ looks, signal }) => {
      seen.push(await looks?.look("acme", signal), signal.aborted);
      process.emit("SIGTERM");
      seen.push(signal.aborted);
    };
    const { code, stdout } = await fleet("worker", "--watch", "--file", join(folder, "fleet.yaml"), "--metrics", "0");
    expect([code, seen]).toEqual([0, ["failed", false, true]]);
    expect(stdout).toContain("acme  can't be checked  Everything: It never ran");
    expect(stage.asked).toEqual([
      ["states", { share: 1 }],
      {
        ...PLAIN,
        file: join(folder, "fleet.yaml"),
        looks: { look: expect.any(Function) as unknown },
      },
    ]);
  });

  test("with other workers, needs a history that they share", async () => {
    const file = join(folder, "fleet.yaml");
    expect(await fleet("worker", "--watch", "--workers", "2", "--file", file)).toEqual(
      refusal("With more than one worker, --watch needs a history that they share. Set `database` in the watch file."),
    );
    expect(stage.asked).toEqual([]);
  });
});

test.each<[string, { readonly prototype: Error }, isMistake: boolean]>([
  ["another run that holds the record", FleetBusyError, true],
  ["the fleet file", FleetFileError, true],
  ["the record", RecordError, true],
  ["more workers than their number", TooManyWorkersError, true],
  ["a fault of ours", RangeError, false],
])("a worker that fails by %s tells it, with a stack only for faults", async (_cause, { prototype }, isMistake) => {
  const error: unknown = Object.assign(Object.create(prototype), { message: "no|é" });
  stage.work = () => Promise.reject(error);
  const stacks = jest.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await runHere(["fleet", "worker"], { ORGFORM_DEBUG: "1" })).toEqual(refusal("no|é"));
  expect(stacks.mock.calls).toEqual(isMistake ? [] : [[error]]);
});
